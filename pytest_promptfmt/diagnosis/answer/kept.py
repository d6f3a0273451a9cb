"""Where nothing in the request breaks the rule that its answer tells: the conversation that the provider keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pytest_promptfmt.diagnosis.error_words import Told
from pytest_promptfmt.diagnosis.own_words import source_of
from pytest_promptfmt.dialects import known_dialect
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.report.words import known_as

_CONTINUED = ("previous_response_id", "conversation", "previous_interaction_id")


def kept(answer: str, body: Any, dialect: str, told: Sequence[Told], seen: Sequence[Finding]) -> Iterator[Finding]:
    """The key by which the request continues what is kept, where the told rule is of messages and was not `seen`."""
    rules = [each.rule for each in told[:1] if known_dialect(dialect).rule(each.rule) is not None]
    shown = {finding.id for finding in seen} | {known_as(finding) for finding in seen}
    for key in _CONTINUED if rules and not shown & {*rules} and isinstance(body, dict) else ():
        if body.get(key):
            problem = f"{rules[0]} is broken in what the provider keeps, and this continues"
            yield Finding("request.kept-item", Severity.ERROR, f"$.{key}", problem, data=source_of(answer, dialect))
