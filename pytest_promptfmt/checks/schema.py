"""Is the payload an instance of the dialect's schema?"""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.payload.request import Request


def schema(request: Request) -> Iterator[Finding]:
    """Every place where the payload has not the dialect's shape, each at its leaf."""
    for error in schema_errors(request):
        yield Finding(
            f"schema.{error.keyword}",
            Severity.ERROR,
            error.path,
            error.message,
            data={"expected": error.expected, "actual": error.actual},
        )
