"""The rows of ``deviations.toml``, of all generations: where each applies, and why."""

from __future__ import annotations

from collections import Counter

from support import replay

from pytest_promptfmt.corpus import corpus

ROWS, NOT_APPLICABLE = replay.deviations()


def test_a_row_is_named_once_and_says_why() -> None:
    assert [id_ for id_, n in Counter(row.id for row in ROWS).items() if n > 1] == []
    assert [row.id for row in ROWS if not row.why.endswith(".")] == []
    assert [fault for fault, reason in NOT_APPLICABLE.items() if not reason.endswith(".")] == []


def test_a_row_says_in_known_words_where_it_applies() -> None:
    assert [row.id for row in ROWS if not (row.facts or row.any)] == []
    assert {fact for row in ROWS for fact in (*row.facts, *row.any)} <= replay.FACTS.keys()


def test_a_row_names_cases_that_there_are() -> None:
    assert {name for row in ROWS for name in row.cases} <= {case.id for case in corpus()}
