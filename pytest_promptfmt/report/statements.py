"""Every finding by id, with its severity and its sentence in general: rules, and what the other checks find."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from pytest_promptfmt import checks
from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.rules import Evidence, evidence
from pytest_promptfmt.exchange import failure
from pytest_promptfmt.payload.finding import Severity, Statements
from pytest_promptfmt.report.words.remedies import REMEDIES
from pytest_promptfmt.snapshots import compare as snapshot
from pytest_promptfmt.verdicts import questions, request

FINDINGS: Mapping[str, Statements] = {
    **{check: import_module(f"{checks.__name__}.{check}").FINDINGS for check in checks.CHECKS if check != "protocol"},
    "exchange": failure.FINDINGS,
    "snapshot": snapshot.FINDINGS,
    "kit": questions.KIT,
    "request": request.FINDINGS,
}
"""What can be found beside the breach of a rule, by check; `exchange` is what fails all of them."""


@dataclass(frozen=True, slots=True)
class Statement:
    """`severity` is None for what is only documented. A rule has its `evidence`, and the dialects that check it.

    `asks` is the question about the model on whose answer the severity depends, `may_ask` are those of single breaches;
    `fix` is what to change in a formatter.
    """

    id: str
    severity: Severity | None
    text: str
    evidence: Evidence | None = None
    dialects: Mapping[str, Severity] | None = None
    context: tuple[str, ...] = ()
    asks: str = ""
    may_ask: tuple[str, ...] = ()
    fix: str = ""


@cache
def statements() -> Mapping[str, Statement]:
    """All of the kit's own, by id."""
    return {statement.id: statement for statement in (*_rules(), *_findings())}


def of_dialect(dialect: Dialect) -> Iterator[Statement]:
    """Those of the rules that another distribution adds with a dialect; what it borrows of the kit's is known."""
    for rule in (rule for rule in dialect.rules if is_added(rule.id)):
        known, asked = rule.evidence, (rule.asks, rule.may_ask)
        yield Statement(
            rule.id, rule.severity, rule.statement, known, {dialect.id: rule.severity}, rule.context, *asked, known.fix
        )


def _rules() -> Iterator[Statement]:
    for id_, known in evidence().items():
        rules = {dialect.id: rule for dialect in DIALECTS.values() if (rule := dialect.rule(id_)) is not None}
        if not rules:
            yield Statement(id_, None, known.statement, known)
            continue
        rule = rules.get(id_.partition(".")[0]) or next(iter(rules.values()))
        severities = {name: found.severity for name, found in rules.items()}
        asked = rule.asks, rule.may_ask
        yield Statement(id_, rule.severity, rule.statement, known, severities, rule.context, *asked, known.fix)


def _findings() -> Iterator[Statement]:
    for check, found in FINDINGS.items():
        yield from (
            Statement(f"{check}.{slug}", *stated, fix=REMEDIES[f"{check}.{slug}"]) for slug, stated in found.items()
        )
