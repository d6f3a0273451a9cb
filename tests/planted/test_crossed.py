"""What can be done to one thing of a conversation, under every condition that holds there, is told by a case."""

from __future__ import annotations

from random import Random

import pytest
from planted.crossed.counting import Pair, enumerated, tally
from planted.crossed.places import places
from planted.crossed.surroundings import surroundings
from planted.crossed.telling import MECHANISMS
from planted.crossed.untold import UNTOLD, untold

from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.generation.cases import choices, examples

DIALECTS = ("openai", "anthropic", "gemini", "bedrock")
EVERY = 16
"""Of the conversations that cover the model."""

TWO_CALLS = parse(
    {
        "messages": [
            {"role": "user", "content": "Look, amber-17."},
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "I do:\n{it}, cobalt-42."},
                    {"type": "tool_use", "id": "call_1", "name": "look", "input": {}},
                    {"type": "tool_use", "id": "call_2", "name": "look", "input": {"at": None, "n": 7}},
                ],
            },
            {
                "role": "tool",
                "content": [
                    {"type": "tool_result", "id": "call_1", "name": "look", "output": []},
                    {
                        "type": "tool_result",
                        "id": "call_2",
                        "name": "look",
                        "output": "Dark, jade-31.",
                        "is_error": True,
                    },
                ],
            },
        ],
        "tools": [
            {"name": "look", "description": "Looks.", "parameters": {"type": "object", "properties": {"n": {}}}},
        ],
    }
)


def told_by(generated: list[str], dialect: str) -> set[Pair]:
    """The pairs that some of the generated conversations tell."""
    return set(tally(dialect, examples(f"{dialect}.chat", 0, names=generated), enough=1).told)


def rows(dialect: str) -> list[str]:
    return [id_ for id_, _ in choices(f"{dialect}.chat", 0)]


def unexplained(pairs: set[Pair], dialect: str) -> list[Pair]:
    """Those of the pairs that no enumerated case tells, and that have no reason."""
    wanted = {pair for pair in pairs if untold(pair) is None}
    return sorted(wanted - set(tally(dialect, enumerated(), wanted=wanted, enough=1, tries=_TRIES).told))


_TRIES = 40
"""Several long cases in a row have a thing where the kit has only a word for it, such as thoughts of older turns."""


@pytest.mark.parametrize(
    ("kind", "at", "condition"),
    [
        ("assistant's text", (1, 0, ()), "next to a call behind it"),
        ("assistant's text", (1, 0, ()), "a text with braces"),
        ("call", (1, 1, ()), "without arguments"),
        ("call", (1, 1, ()), "its output is an empty list"),
        ("call", (1, 2, ()), "its call is the last of several"),
        ("call", (1, 2, ()), "it failed"),
        ("argument", (1, 2, ("at",)), "null"),
        ("argument", (1, 2, ("n",)), "its key is the last of several"),
        ("result", (2, 0, ()), "output is an empty list"),
        ("result", (2, 1, ()), "another did not fail"),
        ("result", (2, 1, ()), "its call is the second of several"),
        ("tool", (-1, 0, ()), "it is the only one"),
        ("parameter", (-1, 0, ("properties", "n")), "optional"),
    ],
)
def test_a_condition_holds_at_its_place_and_at_no_other_of_the_kind(kind: str, at: object, condition: str) -> None:
    holding = {
        (place.message, place.block, place.path)
        for place in places(TWO_CALLS)
        if place.kind == kind and condition in surroundings(place)
    }

    assert holding == {at}


def test_every_mechanism_has_a_kind_a_finding_and_one_deed() -> None:
    names = [(kind, mechanism.does) for mechanism in MECHANISMS for kind in mechanism.kinds]

    assert len(set(names)) == len(names)
    for each in MECHANISMS:
        assert each.finds, each.does
        assert sum(deed is not None for deed in (each.hears, each.writes, each.sends)) == 1, each.does


def test_of_one_generated_conversation_every_pair_is_told_by_a_case() -> None:
    """Some of its pairs; all of them, and those of other conversations, are asked by the slow test."""
    [row] = Random("a row").sample(rows("openai"), 1)
    pairs = sorted(told_by([row], "openai"))

    assert len(pairs) > 100
    assert unexplained(set(pairs[::40]), "openai") == []


@pytest.mark.slow
@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_pair_of_the_covering_conversations_is_told_by_a_case(dialect: str) -> None:
    assert unexplained(told_by(rows(dialect)[::EVERY], dialect), dialect) == []


def test_every_reason_stands_for_something() -> None:
    known = {(kind, mechanism.does) for mechanism in MECHANISMS for kind in mechanism.kinds}

    for row in UNTOLD:
        assert any(row.covers((*pair, row.conditions.strip("*") or "anywhere")) for pair in known), row
