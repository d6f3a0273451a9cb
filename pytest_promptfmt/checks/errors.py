"""Bad input raises a clear error; it is not swallowed, and not half formatted."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.payload.finding import Finding, Severity


def errors(exchange: Exchange) -> Iterator[Finding]:
    """Is what must be refused refused, and said clearly?"""
    expectation = exchange.case.expects(exchange.dialect)
    failure = exchange.failure
    if expectation.demand == "refuse" and failure is None:
        yield Finding(
            "errors.not-refused",
            Severity.ERROR,
            "$",
            f"a payload was made of what no payload can say: {expectation.why}",
        )
    if expectation.demand != "carry" and failure is not None and failure.how == "raised" and not failure.clear:
        yield Finding(
            "errors.unclear",
            Severity.ERROR,
            "$",
            f"the error does not say what is wrong: {failure.kind}: {failure.text} ({failure.where})",
        )
