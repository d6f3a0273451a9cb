"""Is the payload an instance of the dialect's schema? Findings are named after JSON Schema's keyword."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Finding, Severity, Statements, maker
from pytest_promptfmt.payload.request import NotAPayload, Request

FINDINGS: Statements = {
    "form": (Severity.ERROR, "the payload is neither a list nor the provider's object"),
    "type": (Severity.ERROR, "a value is of another JSON type than may stand here"),
    "required": (Severity.ERROR, "a key is missing"),
    "enum": (Severity.ERROR, "a value is none of those that may stand here"),
    "const": (Severity.ERROR, "a value is not the one that may stand here"),
    "minLength": (Severity.ERROR, "a text is shorter than it may be"),
}
_found = maker("schema", FINDINGS)


def schema(request: Request) -> Iterator[Finding]:
    """Every place where the payload has not the dialect's shape, each at its leaf."""
    for error in schema_errors(request):
        yield _found(error.keyword, error.path, error.message, expected=error.expected, actual=error.actual)


def unopened(error: NotAPayload) -> Finding:
    """The payload is none at all."""
    return _found("form", error.path, str(error))
