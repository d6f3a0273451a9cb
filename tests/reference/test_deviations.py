"""The rows of ``deviations.toml``, of all generations: where each applies, and why."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support import replay
from support.altering import altered
from support.mendings.instead import INSTEAD
from support.mendings.table import MENDINGS

from pytest_promptfmt.corpus import corpus

ROWS, NOT_APPLICABLE = replay.deviations()


def test_a_row_is_named_once_and_says_why() -> None:
    assert [id_ for id_, n in Counter(row.id for row in ROWS).items() if n > 1] == []
    assert [row.id for row in ROWS if not row.why.endswith(".")] == []
    assert [fault for fault, reason in NOT_APPLICABLE.items() if not reason.endswith(".")] == []


def test_a_row_says_in_known_words_where_it_applies() -> None:
    assert [row.id for row in ROWS if not (row.facts or row.any)] == []
    assert {fact for row in ROWS for fact in (*row.facts, *row.any)} <= replay.FACTS.keys()


def test_a_row_says_in_known_words_what_it_explains() -> None:
    assert {way for row in ROWS for way in row.directions} == set(replay.DIRECTIONS)
    assert {row.mending for row in ROWS} - {""} == MENDINGS.keys()
    assert {row.instead for row in ROWS} - {""} == INSTEAD.keys()
    assert [row.id for row in ROWS if not (row.paths or row.mending or row.instead or row.directions)] == []


def test_no_row_explains_just_anything() -> None:
    """Whole payloads are explained by what makes them equal, never by their path; an error by its direction."""
    assert [row.id for row in ROWS if {"$", "error"} & set(row.paths)] == []
    assert [row.id for row in ROWS if (row.generation == "aisbench") != bool(row.switch)] == []
    assert [row.id for row in ROWS if row.paths and not row.switch] == []


@pytest.mark.parametrize(
    ("recorded", "ours", "way"),
    [
        ({"output": ["a"]}, {"error": "ValueError", "clear": True}, "refuses"),
        ({"error": {"type": "KeyError"}}, {"error": "ValueError", "clear": True}, "says"),
        ({"error": {"type": "KeyError"}}, {"output": ["a"]}, "carries"),
        ({"error": {"type": "KeyError"}}, {"output": []}, "empty"),
        ({"output": ["a"]}, {"error": "KeyError", "clear": False}, "fails"),
    ],
)
def test_an_error_differs_in_a_direction(recorded: dict[str, Any], ours: dict[str, Any], way: str) -> None:
    assert replay.direction(recorded, ours) == way


def test_an_alteration_is_wrong_in_one_place() -> None:
    said = [{"role": "user", "content": "ab"}, {"role": "tool", "content": ""}]

    others = [what for what, other in altered(said)]
    assert all(other != said for _, other in altered(said))
    assert [what for what in others if "role" not in what] == [
        *("empty", "[0] dropped", "[0] doubled", "[0] swapped", "[0].content cut", "[1] dropped", "[1] doubled"),
    ]
    assert len(others) == 7 + 2 * 4


def test_a_row_names_cases_that_there_are() -> None:
    assert {name for row in ROWS for name in row.cases} <= {case.id for case in corpus()}
