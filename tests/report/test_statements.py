"""Every finding has a statement, and the page on checks says the same."""

from __future__ import annotations

from pkgutil import iter_modules

from support.places import ROOT

from pytest_promptfmt import checks
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.rules import evidence
from pytest_promptfmt.report.statements import FINDINGS, statements


def test_every_finding_has_a_statement() -> None:
    rules = {rule.id for dialect in DIALECTS.values() for rule in dialect.rules}
    found = {f"{check}.{slug}" for check, table in FINDINGS.items() for slug in table}

    assert set(statements()) == rules | set(evidence()) | found


def test_every_module_of_the_room_is_a_check_of_the_table() -> None:
    """So none is forgotten: `FINDINGS` is made from the table, and there is a liar for each of its findings."""
    assert {module.name for module in iter_modules(checks.__path__)} == {*checks.CHECKS}
    assert {*checks.OF_EXCHANGE} <= {*checks.CHECKS}
    assert {*checks.CHECKS} - {*FINDINGS} == {"protocol"}, "its findings are breaches of rules, which have evidence"


def test_the_page_on_checks_says_the_same() -> None:
    page = " ".join((ROOT / "docs" / "checks.md").read_text("utf-8").split())

    for slug, (severity, text) in FINDINGS["purity"].items():
        assert f"| `purity.{slug}` | {severity} | {text} |" in page
    for check in ("errors", "exchange", "golden", "truncation", "fidelity"):
        assert [slug for slug in FINDINGS[check] if f"`{check}.{slug}`" not in page] == []
    assert "`schema.form`" in page
