"""Does the payload obey the dialect's rules?"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.rules import Breach, Rule, severity_for
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.request import Request


def protocol(dialect: Dialect, request: Request) -> Iterator[Finding]:
    """Every breach of every rule that the payload and what is known of the request decide."""
    for rule in dialect.rules:
        yield from broken(rule, dialect, request)


def broken(rule: Rule, dialect: Dialect, request: Request) -> Iterator[Finding]:
    """Every breach of one rule, if what is known of the request decides it."""
    if rule.context and any(request.context.get(key) is None for key in rule.context):
        return
    for breach in rule.check(request):
        yield from _found(rule, breach, dialect, request)


def may_refuse(rule: Rule, request: Request) -> bool:
    """Can a breach of the rule be an error, for the model that the request is for?"""
    asked = (rule.asks, *rule.may_ask) if rule.asks else rule.may_ask
    refused = any(
        severity_for(request.model.facts.get(question), known=request.model.known) is Severity.ERROR
        for question in asked
    )
    return refused or (not rule.asks and rule.severity is Severity.ERROR)


def _found(rule: Rule, breach: Breach, dialect: Dialect, request: Request) -> Iterator[Finding]:
    """One finding, or none where the request's model takes what others refuse."""
    asked, model = breach.asks or rule.asks, request.model
    fact = model.facts.get(asked)
    severity = severity_for(fact, known=model.known) if asked else rule.severity
    if severity is None:
        return
    data = {**breach.data, "source": fact.source if fact else rule.evidence.source, "provider": dialect.provider}
    if asked:
        data["model"] = model.name
    yield Finding(rule.id, Severity.WARNING if breach.note else severity, breach.path, breach.message, data=data)
