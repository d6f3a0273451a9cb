"""The page of peers: its counts are a script's, its versions those of the extras, and every row has a verdict."""

from __future__ import annotations

import re
from collections import Counter

import judge_peers
import pytest
from support.peers import BY_PAGE

from pytest_promptfmt.checks.fidelity import FINDINGS
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.dialects.rules import evidence

PAGE = (judge_peers.DOCS / "peers.md").read_text("utf-8")
LIBRARIES = sorted(judge_peers.COLUMNS)
APART = [library for library in LIBRARIES if judge_peers.page_of(library).parent.name == "peers"]

SMALL = """
| rule | One | Two | why |
| --- | --- | --- | --- |
| `a.b` | 7 | – | \\| a bar |
| `c.d` | – | 1 | |

| Two | one |
| --- | --- |
| rest | stays |
"""


def test_counts_go_to_their_row_and_column() -> None:
    assert judge_peers.filled(SMALL, "One", Counter({"c.d": 1234, "rest": 5})) == (
        SMALL.replace("| `a.b` | 7 |", "| `a.b` | – |").replace("| `c.d` | – |", "| `c.d` | 1,234 |")
    )


def test_a_row_blames_whom_it_counts() -> None:
    assert judge_peers.blamed(SMALL, "One") == {"a.b"}


@pytest.mark.parametrize("library", LIBRARIES)
def test_the_page_has_figures_of_every_library(library: str) -> None:
    page = judge_peers.page_of(library).read_text("utf-8")

    assert {"exchanges", "passed", "with an error"} <= judge_peers.blamed(page, judge_peers.COLUMNS[library])


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_rule_of_the_page_has_a_case_and_a_reason(library: str) -> None:
    page = judge_peers.page_of(library).read_text("utf-8")
    known = {*evidence(), *(f"fidelity.{name}" for name in FINDINGS)}
    other = ("schema.", "purity.", "errors.", "exchange.")
    cases = {case.id for case in corpus()}
    rows = judge_peers.rows(page, judge_peers.COLUMNS[library])
    found = [cells for _, cells, _ in rows if cells[1].strip().startswith("`")]

    assert found
    for _, rule, *_, case, why, _ in found:
        assert rule.strip(" `") in known or rule.strip(" `").startswith(other)
        assert case.strip(" `") in cases
        assert re.search(r"\w", why)


def test_the_page_names_the_releases_that_the_extras_have() -> None:
    assert len(BY_PAGE[""]) == 10
    for name, release in BY_PAGE[""].items():
        told = name.removeprefix("langchain-") if name.startswith("langchain-") else "|"
        assert f"{told} {release}" in PAGE


@pytest.mark.parametrize(
    "library", [library for library in LIBRARIES if judge_peers.page_of(library).parent.name == "peers"]
)
def test_a_page_of_its_own_names_the_releases_of_its_extra(library: str) -> None:
    page = judge_peers.page_of(library).read_text("utf-8")

    assert BY_PAGE[library]
    assert [name for name, release in BY_PAGE[library].items() if f"| {name} | {release} |" not in page] == []


@pytest.mark.parametrize("library", APART)
def test_the_index_leads_to_every_page_of_its_own(library: str) -> None:
    assert f"(peers/{library}.md)" in PAGE
