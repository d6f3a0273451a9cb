"""Does the payload obey the dialect's rules?"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.request import Request


def protocol(dialect: Dialect, request: Request) -> Iterator[Finding]:
    """Every breach of every rule that the payload and what is known of the request decide."""
    for rule in dialect.rules:
        if any(request.context.get(key) is None for key in rule.context):
            continue
        for breach in rule.check(request):
            severity = Severity.WARNING if breach.note else rule.severity
            data = {**breach.data, "source": rule.evidence.source, "provider": dialect.provider}
            yield Finding(rule.id, severity, breach.path, breach.message, data=data)
