"""What the kit finds in a payload; and that it finds its way through junk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import NotAPayload, Request
from pytest_promptfmt.payload.transcript import Transcript

UNREMARKABLE = {
    "gemini": "gemini-2.5-flash",
    "anthropic": "claude-sonnet-4-5",
    "bedrock": "us.anthropic.claude-sonnet-4-5",
}
"""Models of few demands, for what is not about models."""


def opened(dialect: Dialect, payload: Any, context: Mapping[str, Any] | None = None) -> Request:
    """For an unremarkable model, where the context names none."""
    known = dict(context or {})
    if dialect.id in UNREMARKABLE and not known.keys() & {"model", "modelId"}:
        known["model"] = UNREMARKABLE[dialect.id]
    return dialect.open(payload, known)


def judged(dialect: Dialect, payload: Any, context: Mapping[str, Any] | None = None) -> list[Finding]:
    """By the rules."""
    return list(protocol(dialect, opened(dialect, payload, context)))


def findings(dialect: Dialect, payload: Any, context: Mapping[str, Any] | None = None) -> Iterator[Finding]:
    """By the schema and the rules."""
    request = opened(dialect, payload, context)
    yield from schema(request)
    yield from protocol(dialect, request)


def errors(found: Iterable[Finding]) -> set[str]:
    return {finding.id for finding in found if finding.is_error}


def is_borne(dialect: Dialect, payload: Any, context: Mapping[str, Any] | None = None) -> None:
    """It is opened, judged and read, whatever it is."""
    assert all(isinstance(finding, Finding) for finding in findings(dialect, payload, context))
    dialect.read(dialect.open(payload, context))


def is_borne_or_refused(dialect: Dialect, payload: Any, context: Mapping[str, Any] | None = None) -> None:
    """The same, but what is no payload at all may say so."""
    try:
        dialect.open(payload, context)
    except NotAPayload:
        return
    is_borne(dialect, payload, context)


def names_on_offer(said: Transcript) -> list[str] | None:
    """The names of the tools that a payload offers."""
    return None if said.tools is None else [tool.name for tool in said.tools]
