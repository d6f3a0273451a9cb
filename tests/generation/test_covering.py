"""The covering array: few choices, released as data, in which nearly every two answers stand together."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from support.siblings import sampled

from pytest_promptfmt.conversation.needs import Capability
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.generation.building import build
from pytest_promptfmt.generation.cases import choices
from pytest_promptfmt.generation.covering import rows
from pytest_promptfmt.generation.features import FEATURES, Choice, asked, draw

CHATS = [dialect.id for dialect in DIALECTS.values() if "chat" in dialect.scenarios]


PLAINEST = {feature.name: feature.answers[:1] for feature in FEATURES}


def read(choice: Choice) -> list[tuple[str, str]]:
    """The answers that matter."""
    return [(name, choice[name]) for name in sorted(build(choice).read) if name in choice]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("dialect", sampled(CHATS))
def test_every_answer_stands_in_some(dialect: str) -> None:
    questions = asked(DIALECTS[dialect])
    found = {pair for _, choice in rows(dialect) for pair in read(choice)}

    assert {(name, answer) for name, answers in questions.items() for answer in answers} - found == set()


@pytest.mark.parametrize(("dialect", "but"), [("openai", 0.01), ("bedrock", 0.01), ("ollama-generate", 0.08)])
def test_nearly_every_two_answers_that_are_drawn_together_stand_together(dialect: str, but: float) -> None:
    """Few for Ollama's generate, which has a place for little of what the array was chosen for."""
    covered = {pair for _, choice in rows(dialect) for pair in combinations(read(choice), 2)}
    questions, random = asked(DIALECTS[dialect]), Random(5)
    drawn = {pair for _ in range(200) for pair in combinations(read(draw(questions, random)), 2)}

    assert len(drawn - covered) < but * len(drawn)


@pytest.mark.parametrize("only", [(), ("image",), ("tool",), ("tool", "image"), ("tool", "thinking")])
def test_most_two_answers_stand_together_for_who_claims_less(only: tuple[Capability, ...]) -> None:
    questions, random = asked(DIALECTS["anthropic"], "chat", only), Random(5)

    def is_no_more(choice: Choice) -> bool:
        return all(answer in questions.get(name, PLAINEST[name]) for name, answer in read(choice))

    fit = (choice for _, choice in rows("anthropic") if choice["names"] == "roles" and is_no_more(choice))
    covered = {pair for choice in fit for pair in combinations(read(choice), 2)}
    drawn = {pair for _ in range(40) for pair in combinations(read(draw(questions, random)), 2)}

    assert len(drawn - covered) < 0.25 * len(drawn)


@pytest.mark.parametrize("dialect", sampled(CHATS))
def test_they_are_some_hundred_and_no_two_have_one_id(dialect: str) -> None:
    chat, several = ([id_ for id_, _ in choices(f"{dialect}.{ending}", 0)] for ending in ("chat", "multiagent"))

    assert 100 < len(chat) < len(several) < 1300
    assert len({*several}) == len(several)
    assert {*chat} < {*several}
