"""Sentences of providers, each with the smallest request that has its fault: what is told of it, and where.

The place was written down before the kit was asked. What is missing is told where it would stand, or at what lacks it.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from support.sentences import SENTENCES

from pytest_promptfmt.diagnosis import Diagnosis, why
from pytest_promptfmt.payload.finding import Finding

ALONE, AS_ERROR, ANSWERED = 0.95, 0.9, 0.97


@cache
def _diagnosed(id_: str, answered: bool) -> Diagnosis:
    row = next(row for row in SENTENCES if row["id"] == id_)
    (found,) = why(json.dumps({"url": row["url"], "body": row["body"]}), answer=row["said"] if answered else "")
    return found


def told(row: dict[str, Any], *, answered: bool = False) -> list[Finding]:
    """What is found there, of the first two kinds of finding."""
    findings = _diagnosed(row["id"], answered).findings
    first = list(dict.fromkeys(finding.id for finding in findings))[:2]
    return [finding for finding in findings if finding.id in first and _is_there(finding.path, row["at"])]


def _is_there(path: str, at: str) -> bool:
    around = path != "$" and at.startswith((f"{path}.", f"{path}["))
    return path == at or around or path.startswith((f"{at}.", f"{at}["))


def share(held: list[bool]) -> float:
    assert len(held) == len(SENTENCES) >= 450
    return sum(held) / len(held)


def test_the_table_is_one_of_single_faults_at_single_places() -> None:
    assert len({row["id"] for row in SENTENCES}) == len(SENTENCES)
    assert len({row["said"] for row in SENTENCES}) >= 390
    assert all(row["at"].startswith("$.") and row["link"].startswith("https://github.com/") for row in SENTENCES)


@pytest.mark.slow
def test_the_dialect_of_each_is_found() -> None:
    assert all(_diagnosed(row["id"], False).whose.dialect == row["dialect"] for row in SENTENCES)


@pytest.mark.slow
def test_nearly_all_are_told_without_the_answer_and_most_as_errors() -> None:
    assert share([bool(told(row)) for row in SENTENCES]) >= ALONE
    assert share([any(finding.is_error for finding in told(row)) for row in SENTENCES]) >= AS_ERROR


@pytest.mark.slow
def test_with_the_answer_the_place_is_told() -> None:
    assert share([bool(told(row, answered=True)) for row in SENTENCES]) >= ANSWERED
