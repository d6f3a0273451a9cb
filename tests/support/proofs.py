"""Proofs of rules: for each a payload that breaks it and one that keeps it; and junk that no rule may stumble over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Finding, Severity

JUNK: tuple[Any, ...] = (
    None,
    True,
    7,
    1.5,
    "",
    "\0",
    "\ud800",
    [],
    [[]],
    [None],
    {},
    {"": None},
    {3: [{}]},
    {None: 1},
    b"\xff",
)


@dataclass(frozen=True)
class Proof:
    """A payload that breaks the rule, first at `path`, and one that keeps it; `also` are errors that come with it."""

    provider: str
    rule: str
    breaking: Any
    path: str
    keeping: Any
    also: tuple[str, ...] = ()
    context: dict[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.provider}.{self.rule}"

    def __str__(self) -> str:
        return self.rule


def judged(dialect: Dialect, payload: Any, **context: Any) -> list[Finding]:
    return list(protocol(dialect, dialect.open(payload, context)))


def breaches(
    dialect: Dialect, payload: Any, context: dict[str, Any] | None = None
) -> Iterator[tuple[str, Severity, str]]:
    """Id, severity and path of everything that the schema and the rules find."""
    request = dialect.open(payload, context)
    for error in schema_errors(request):
        yield "schema", Severity.ERROR, error.path
    for rule in dialect.rules:
        if all(key in request.context for key in rule.context):
            for breach in rule.check(request):
                yield rule.id, rule.severity, breach.path


def errors(found: Iterable[Finding]) -> set[str]:
    return {finding.id for finding in found if finding.is_error}


def assert_broken(dialect: Dialect, proof: Proof, surely: Iterable[str]) -> None:
    """The rule is broken where the proof says, as an error if it is one of those `surely` refused, and no other is."""
    found = judged(dialect, proof.breaking, **proof.context)
    own = [finding for finding in found if finding.id == proof.id]

    assert [finding.path for finding in own][:1] == [proof.path]
    assert {finding.severity for finding in own} == {Severity.ERROR if proof.id in surely else Severity.WARNING}
    assert errors(found) - {proof.id} == set(proof.also)


def assert_kept(dialect: Dialect, proof: Proof) -> None:
    found = judged(dialect, proof.keeping, **proof.context)

    assert [finding for finding in found if finding.id == proof.id] == []
    assert errors(found) == set()
