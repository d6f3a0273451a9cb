"""The smallest conversation: less and less is left of it, as long as the fault shows, and what is left is legal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.causes.shrink import can_shrink, shrink
from pytest_promptfmt.corpus import Case, case_from_json, corpus
from pytest_promptfmt.implementation import from_object
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.verdict import Outcome

CASES = {case.id: case for case in corpus()}


def says(role: str, *content: Any, name: str = "") -> dict[str, Any]:
    blocks = [{"type": "text", "text": block} if isinstance(block, str) else block for block in content]
    return {"role": role, "content": blocks} | ({"name": name} if name else {})


def call(id_: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": "look", "input": {}}


def answer(id_: str) -> dict[str, Any]:
    return {"type": "tool_result", "id": id_, "name": "look", "output": "blue"}


def case(*messages: dict[str, Any], **more: Any) -> Case:
    entry = {"name": "one", "hunts": "something", "conversation": {"messages": list(messages)}}
    return case_from_json("tools", entry | more)


def told(case: Case) -> list[str]:
    """Role and kinds of block of each message."""
    return [f"{m.role} {'+'.join(block.type for block in m.blocks)}" for m in case.conversation().messages]


def having(kind: str) -> Any:
    return lambda case: any(block.type == kind for m in case.conversation().messages for block in m.blocks)


def saying(word: str) -> Any:
    return lambda case: any(word in message.text for message in case.conversation().messages)


TALK = case(
    says("system", "Be kind."),
    says("user", "What is it?"),
    says("assistant", "I look.", call("c1"), call("c2")),
    says("system", answer("c1")),
    says("system", answer("c2")),
    says("assistant", "It is blue."),
    says("user", "Thanks."),
)


def test_one_users_turn_is_left_where_that_is_enough() -> None:
    assert told(shrink(TALK, saying("What is it?"))) == ["user text"]


def test_a_call_keeps_its_result_and_the_question_before_it() -> None:
    assert told(shrink(TALK, having("tool_use"))) == ["user text", "assistant tool_use", "system tool_result"]


def test_it_ends_and_begins_as_a_conversation_may() -> None:
    """An assistant's words are not the first and not the last, since the case does not begin or end with them."""
    assert told(shrink(TALK, saying("It is blue."))) == ["user text", "assistant text", "user text"]


def test_where_the_fault_does_not_show_again_the_case_stays_whole() -> None:
    assert shrink(TALK, lambda case: False) is TALK


def test_long_texts_lose_their_ends() -> None:
    long = case(says("user", "amber " + "and more of the same " * 40))

    [message] = shrink(long, saying("amber")).conversation().messages

    assert message.text.startswith("amber ")
    assert len(message.text) <= 30


def test_tools_that_nobody_calls_go() -> None:
    offered = case_from_json(
        "tools",
        {
            "name": "one",
            "hunts": "something",
            "conversation": {"messages": [says("user", "Hi.")], "tools": [{"name": "look"}, {"name": "hear"}]},
        },
    )

    assert shrink(offered, saying("Hi.")).conversation().tools == ()


def test_no_call_is_made_beyond_the_limit_and_none_twice() -> None:
    asked: list[str] = []

    def shows(case: Case) -> bool:
        asked.append(repr(case.conversation()))
        return len(asked) == 1

    shrink(TALK, shows, calls=7)

    assert len(asked) == 7
    assert len(set(asked)) == 7


def test_nothing_is_asked_when_the_time_is_over() -> None:
    assert shrink(TALK, having("tool_use"), until=0.0) is TALK


def test_files_stay_where_a_case_says() -> None:
    whole = next(case for case in CASES.values() if len(case.files) == 1)

    smaller = shrink(whole, having("image"))

    assert smaller.files == whole.files
    assert whole.directory() not in repr(smaller.document)


def test_a_truncation_case_only_loses_messages() -> None:
    long = next(case for case in CASES.values() if case.budget is not None and len(case.conversation().messages) > 6)
    kept = set(map(repr, long.conversation().messages))

    smaller = shrink(long, lambda case: True).conversation().messages

    assert 0 < len(smaller) < len(kept)
    assert set(map(repr, smaller)) <= kept


@pytest.mark.parametrize(
    ("id_", "dialect", "can"),
    [
        ("chat/plain-turns", "openai", True),
        ("errors/base64-broken", "openai", False),
        ("templates/string", "aisbench", False),
    ],
)
def test_what_a_case_says_beside_its_conversation_does_not_hold_for_a_part(id_: str, dialect: str, can: bool) -> None:
    assert can_shrink(CASES[id_], dialect) is can


TARGETS = ("openai.chat", "anthropic.chat", "gemini.multiagent", "mistral.chat", "bedrock.chat")


@pytest.mark.parametrize("target", TARGETS)
def test_a_right_formatter_is_blamed_for_no_part_of_a_case(target: str) -> None:
    """Whatever is left out: the reference passes every part that it could be asked about."""
    dice = random.Random(17)
    wrong, number = [], 0
    dialect, _, scenario = target.rpartition(".")
    with Judge(from_object({target: FORMATTERS[target]}), checks=("schema", "protocol", "fidelity")) as judge:
        for whole in list(CASES.values())[::9]:
            if scenario not in whole.scenarios or whole.budget is not None or not can_shrink(whole, dialect):
                continue
            if judge.judge(target, whole).outcome is not Outcome.PASS:
                continue  # it refuses, rightly, what the provider has no place for
            asked: list[Case] = []
            shrink(whole, lambda case, asked=asked: bool(asked.append(case)) or dice.random() < 0.6, calls=12)  # type: ignore[misc]
            number += len(asked)
            wrong += [case for case in asked if judge.judge(target, case).outcome is not Outcome.PASS]

    assert [told(case) for case in wrong] == []
    assert number > 30
