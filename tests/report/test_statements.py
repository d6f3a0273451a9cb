"""Every finding has a statement, and the page on checks says the same."""

from __future__ import annotations

from liars import FOUND_BESIDE
from support.places import ROOT

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.rules import evidence
from pytest_promptfmt.report.statements import BESIDE, statements


def test_every_finding_has_a_statement() -> None:
    rules = {rule.id for dialect in DIALECTS.values() for rule in dialect.rules}

    assert set(statements()) >= rules | set(evidence()) | FOUND_BESIDE
    assert set(BESIDE) == FOUND_BESIDE


def test_the_page_on_checks_says_the_same() -> None:
    page = " ".join((ROOT / "docs" / "checks.md").read_text("utf-8").split())

    missing = [id_ for id_, (severity, text) in BESIDE.items() if f"| `{id_}` | {severity} | {text} |" not in page]

    assert [id_ for id_ in missing if id_.startswith("purity.")] == []
    assert [id_ for id_ in missing if f"`{id_}`" not in page] == []
