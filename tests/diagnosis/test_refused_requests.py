"""Requests that providers refused, as public threads tell them: whose they are, and the cause among the first two."""

from __future__ import annotations

import re
from typing import Any

import pytest
from support.refused import REQUESTS, diagnosed, first_two, groups

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.rules import evidence
from pytest_promptfmt.report.statements import statements
from pytest_promptfmt.report.words import known_as, provider_says

DIALECT_FOUND, CAUSE_FOUND = 0.95, 0.90
TOLD_ONLY = {
    "sixth to eighth round": 0.7,
    "fifteenth round": 0.8,
    "sixteenth round": 0.8,
    "twenty-fifth and later rounds": 0.8,
    "thirtieth and later rounds": 0.8,
    "thirty-fourth and later rounds": 0.8,
    "thirty-sixth and later rounds": 0.8,
    "forty-first and later rounds": 0.8,
}
"""Of these more was refused by old servers and old models than a request shows, and the answer alone tells it."""
SILENT = {
    "fifteenth round": 0.75,
    "sixteenth round": 0.7,
    "twenty-fifth and later rounds": 0.65,
    "thirty-sixth and later rounds": 0.75,
    "fortieth round": 0.65,
    "forty-third and later rounds": 0.7,
    "forty-fifth and later rounds": 0.8,
}
"""Of these more threads have no words of the provider's, or another's than the rule quotes."""
GROUPS = groups()
_LINK = re.compile(
    r"https://github\.com/([\w.-]+/[\w.-]+/((issues|pull)/\d+|blob/[0-9a-f]{40}/.+)|search\?type=code&q=.+)"
)
"""A thread, a file in which somebody wrote down what was measured, or a search that finds the sentence in code."""


def share(rows: list[dict[str, Any]], held: list[bool]) -> float:
    assert len(rows) == len(held) >= 25
    return sum(held) / len(rows)


@pytest.mark.parametrize("group", GROUPS)
def test_the_dialect_is_found_without_being_named(group: str) -> None:
    rows = GROUPS[group]

    assert share(rows, [diagnosed(row).whose.dialect == row["dialect"] for row in rows]) >= DIALECT_FOUND


@pytest.mark.parametrize("answered", [False, True])
@pytest.mark.parametrize("group", GROUPS)
def test_the_cause_is_among_the_first_two_findings(group: str, answered: bool) -> None:
    rows = GROUPS[group]
    found = [{*first_two(diagnosed(row, answered=answered))} & {*row["cause"]} for row in rows]
    found = [ids and _where_it_is(row, answered) for ids, row in zip(found, rows, strict=True)]

    floor = CAUSE_FOUND if answered else TOLD_ONLY.get(group, CAUSE_FOUND)
    assert share(rows, [bool(each) for each in found]) >= floor


def _where_it_is(row: dict[str, Any], answered: bool) -> bool:
    """A finding that names many causes names this one only at its place, where the row has one."""
    findings = diagnosed(row, answered=answered).findings
    return "at" not in row or any(each.id in row["cause"] and each.path == row["at"] for each in findings)


@pytest.mark.parametrize("group", GROUPS)
def test_the_cause_comes_with_the_providers_sentence(group: str) -> None:
    """Of a rule, or of the keys of a request; a value of the wrong type is told in the schema's own words.

    So is one that another provider's rule speaks of: its words are not this provider's.
    """
    for row in GROUPS[group]:
        for finding in diagnosed(row).findings:
            lent = finding.id.startswith("schema.") and not known_as(finding).startswith(row["dialect"])
            if finding.id in row["cause"] and known_as(finding) in evidence() and not lent:
                assert provider_says(finding), (row["id"], finding.id)


@pytest.mark.parametrize("group", GROUPS)
def test_most_answers_are_told_as_a_rule(group: str) -> None:
    rows = GROUPS[group]
    told = [diagnosed(row, answered=True).told for row in rows]

    held = [bool(each) and each[0].rule in row["cause"] for row, each in zip(rows, told, strict=True)]
    assert share(rows, held) >= SILENT.get(group, 0.85)


def test_the_rows_are_of_threads_and_of_known_causes() -> None:
    assert len({row["id"] for row in REQUESTS}) == len(REQUESTS) >= 50
    for row in REQUESTS:
        assert _LINK.fullmatch(row["link"])
        assert row["dialect"] in DIALECTS
        assert row["said"]
        assert {*row["cause"]} <= {*statements()}, row["id"]
