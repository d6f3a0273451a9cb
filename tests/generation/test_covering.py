"""The covering array: few choices, released as data, in which nearly every two answers stand together."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from support.siblings import sampled

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.generation.building import build
from pytest_promptfmt.generation.cases import choices
from pytest_promptfmt.generation.covering import rows
from pytest_promptfmt.generation.features import Choice, asked, draw

CHATS = [dialect.id for dialect in DIALECTS.values() if "chat" in dialect.scenarios]


def read(choice: Choice) -> list[tuple[str, str]]:
    """The answers that matter."""
    return [(name, choice[name]) for name in sorted(build(choice).read) if name in choice]


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


@pytest.mark.parametrize("dialect", sampled(CHATS))
def test_they_are_some_hundred_and_no_two_have_one_id(dialect: str) -> None:
    chat, several = ([id_ for id_, _ in choices(f"{dialect}.{ending}", 0)] for ending in ("chat", "multiagent"))

    assert 100 < len(chat) < len(several) < 1000
    assert len({*several}) == len(several)
    assert {*chat} < {*several}
