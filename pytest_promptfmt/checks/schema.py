"""Is the payload an instance of the dialect's schema? Findings are named after JSON Schema's keyword."""

from __future__ import annotations

import re
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
        message = f"{error.message}{_more(error.keyword, error.path, error.expected, error.actual, request)}"
        yield _found(error.keyword, error.path, message, expected=error.expected, actual=error.actual)


def _more(keyword: str, path: str, expected: object, actual: object, request: Request) -> str:
    """What may have been meant by what stands in the place of an object."""
    if keyword != "type" or expected != "object":
        return ""
    if isinstance(actual, str) and actual.lstrip()[:1] == "{":
        return "; it is the JSON of one: write the object itself, without json.dumps"
    first, *others = request.messages or [None]
    if path == "$[0]" and isinstance(first, str) and any(isinstance(message, list) for message in others):
        return (
            "; a pair (a tuple) is read as a list of messages: return an object, {'messages': …} with the rest beside"
        )
    if path == "$[0]" and any(_are_messages(message) for message in request.messages):
        if others:
            return "; a pair (a tuple) is read as a list of messages: return the payload alone"
        return "; it is a list of messages in a list: return the inner one"
    if isinstance(actual, list) and re.fullmatch(r"\$(\.\w+)?\[\d+\]", path):
        return "; a tuple is read as a list: write a dict, which of a named tuple is its _asdict()"
    return ""


def _are_messages(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value) and bool(value)


def unopened(error: NotAPayload) -> Finding:
    """The payload is none at all."""
    return _found("form", error.path, str(error))
