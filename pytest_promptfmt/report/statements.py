"""Every finding by id, with its severity and what it says in general: rules, and what the other checks find."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pytest_promptfmt.checks import fidelity, golden, truncation
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.rules import Evidence, evidence
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.snapshots import compare as snapshot

_E, _W = Severity.ERROR, Severity.WARNING

BESIDE: dict[str, tuple[Severity, str]] = {
    "purity.not-json": (_E, "the payload is no strict JSON: NaN, bytes on the wire, an object, a lone surrogate"),
    "purity.changed-input": (
        _E,
        "the formatter changed its input (in a two-step entry also the framework's own messages)",
    ),
    "purity.shared-input": (_E, "payload and input share a list or object, so that editing one edits the other"),
    "purity.not-repeatable": (_E, "the same conversation gave another payload, or an error, the second time"),
    "purity.hash-seed": (_E, "another payload in a process with another `PYTHONHASHSEED`"),
    "purity.left-file": (_E, "a file was left behind"),
    "purity.printed": (_W, "something was printed"),
    "errors.not-refused": (_E, "a payload was made of what no payload can say"),
    "errors.unclear": (_E, "an error, but one that does not say what is wrong"),
    "exchange.raised": (_E, "the formatter raised an error where it should have made a payload"),
    "exchange.hung": (_E, "the formatter gave no answer in time"),
    "exchange.exited": (_E, "the formatter called `sys.exit`"),
    "schema.form": (_E, "the payload is neither a list nor the provider's object"),
}
"""What no table of a check lists; docs/checks.md has the same words."""


@dataclass(frozen=True, slots=True)
class Statement:
    """`severity` is None for what is only documented. A rule has its `evidence`, and the dialects that ask it."""

    id: str
    severity: Severity | None
    text: str
    evidence: Evidence | None = None
    dialects: Mapping[str, Severity] | None = None
    context: tuple[str, ...] = ()


@cache
def statements() -> Mapping[str, Statement]:
    """All of them, by id; ``schema.<keyword>`` is left to JSON Schema."""
    return {statement.id: statement for statement in (*_rules(), *_findings())}


def _rules() -> Iterator[Statement]:
    for id_, known in evidence().items():
        asked = {dialect.id: rule for dialect in DIALECTS.values() if (rule := dialect.rule(id_)) is not None}
        if not asked:
            yield Statement(id_, None, known.statement, known)
            continue
        rule = asked.get(id_.partition(".")[0]) or next(iter(asked.values()))
        severities = {name: one.severity for name, one in asked.items()}
        yield Statement(id_, rule.severity, rule.statement, known, severities, rule.context)


def _findings() -> Iterator[Statement]:
    for check, table in (("fidelity", fidelity.LOSSES), ("truncation", truncation.LAWS)):
        yield from (Statement(f"{check}.{slug}", *said) for slug, said in table.items())
    for check, found in (("golden", golden.FINDINGS), ("snapshot", snapshot.FINDINGS)):
        yield from (Statement(f"{check}.{slug}", _E, text) for slug, text in found.items())
    yield from (Statement(id_, *said) for id_, said in BESIDE.items())
