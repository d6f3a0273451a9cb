"""Generated cases: the same for a seed, of one dialect each, and fit for a corpus of one's own."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest
from support.siblings import sampled

from pytest_promptfmt.corpus import Case, case_from_json
from pytest_promptfmt.dialects import DIALECTS, TARGETS
from pytest_promptfmt.generation.building import build
from pytest_promptfmt.generation.cases import case_of, derived, entry, examples
from pytest_promptfmt.generation.features import FEATURES, asked, draw, plainest, told


def drawn(target: str, number: int, seed: int) -> list[Case]:
    return list(examples(target, number, seed, ["*-chat-*", "*-multiagent-*"]))


CONVERSATIONS = [target for target in TARGETS if not target.startswith("aisbench")]


def test_a_seed_says_which_conversations_are_drawn() -> None:
    once, again = (drawn("openai.chat", 20, 7) for _ in range(2))
    others = drawn("openai.chat", 20, 8)

    assert [case.id for case in once] == [f"generated/openai-chat-7-{n}" for n in range(1, 21)]
    assert [case.document for case in once] == [case.document for case in again]
    assert [case.document for case in once] != [case.document for case in others]


def test_more_of_them_begin_with_the_same() -> None:
    few, many = drawn("gemini.multiagent", 5, 1), drawn("gemini.multiagent", 9, 1)

    assert [case.document for case in few] == [case.document for case in many[:5]]


def test_of_templates_there_are_none() -> None:
    assert list(examples("aisbench.string", 5)) == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("target", sampled(CONVERSATIONS))
def test_every_dialect_is_asked_for_what_it_has_a_place_for(target: str) -> None:
    dialect, _, scenario = target.rpartition(".")
    found = drawn(target, 8, 3)

    assert {kind for case in found for kind in case.needs} <= DIALECTS[dialect].carries | {"thinking"}
    assert all(scenario in case.scenarios and case.family == "generated" for case in found)


def test_each_text_has_a_word_of_its_own() -> None:
    case = case_of("generated/x", "openai", {"rounds": "two", "calls": "three", "offered": "one more"})
    words = re.findall(r"[a-z]+-\d+", json.dumps(case.document))

    assert len(words) == len(set(words)) > 10


def test_every_answer_matters_somewhere() -> None:
    random, questions = Random(1), asked(DIALECTS["gemini"])
    seen = {
        (name, choice[name])
        for choice in (draw(questions, random) for _ in range(2_000))
        for name in build(choice).read
    }

    assert {(f.name, answer) for f in FEATURES for answer in f.answers} - seen == set()


def test_the_plainest_choice_that_still_shows_something() -> None:
    choice = {"calls": "three", "rounds": "two", "output": "null", "system": "blank"}

    found = plainest(choice, lambda each: each["calls"] != "one" and each["rounds"] != "none")

    assert told(found) == {"calls": "two", "rounds": "one"}


def test_a_smaller_conversation_has_its_own_expectation() -> None:
    case = case_of("generated/x", "anthropic", {"opening": "greeting", "ending": "assistant"})
    assert case.expects("anthropic").demand == "either"
    messages = list(case.document["messages"])[:-1]

    assert derived(replace(case, document={"messages": messages})).expects("anthropic").demand == "carry"


@pytest.mark.parametrize("target", ["openai.chat", "anthropic.multiagent", "dashscope-multimodal.chat"])
def test_a_case_can_be_kept_in_a_corpus(target: str) -> None:
    dialect = target.rpartition(".")[0]
    for case in drawn(target, 20, 4):
        kept = case_from_json("tools", json.loads(json.dumps(entry(case, "kept"))))

        assert repr(kept.conversation()).replace("tools_kept", "") == repr(case.conversation()).replace(
            case.id.replace("/", "_"), ""
        )
        assert kept.expects(dialect).demand == case.expects(dialect).demand
        assert kept.request_for(dialect) == case.request_for(dialect)
