"""Every finding has a statement, and the page on checks says the same."""

from __future__ import annotations

from importlib import import_module

from support.places import ROOT

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.rules import evidence
from pytest_promptfmt.report.statements import FINDINGS, statements


def test_every_finding_has_a_statement() -> None:
    rules = {rule.id for dialect in DIALECTS.values() for rule in dialect.rules}
    found = {f"{check}.{slug}" for check, table in FINDINGS.items() for slug in table}

    assert set(statements()) == rules | set(evidence()) | found


def test_every_check_lists_what_it_finds() -> None:
    """`protocol` finds breaches of rules, which have a table of their own."""
    listed = {
        check: import_module(f"pytest_promptfmt.checks.{check}").FINDINGS for check in CHECKS if check != "protocol"
    }

    assert {check: FINDINGS[check] for check in listed} == listed


def test_the_page_on_checks_says_the_same() -> None:
    page = " ".join((ROOT / "docs" / "checks.md").read_text("utf-8").split())

    for slug, (severity, text) in FINDINGS["purity"].items():
        assert f"| `purity.{slug}` | {severity} | {text} |" in page
    for check in ("errors", "exchange", "golden", "truncation", "fidelity"):
        assert [slug for slug in FINDINGS[check] if f"`{check}.{slug}`" not in page] == []
    assert "`schema.form`" in page
