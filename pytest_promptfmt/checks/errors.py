"""Bad input raises a clear error; it is not swallowed, and not half formatted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytest_promptfmt.corpus.reasons import reason
from pytest_promptfmt.payload.finding import Finding, Severity, Statements, maker

if TYPE_CHECKING:
    from pytest_promptfmt.exchange import Exchange

FINDINGS: Statements = {
    "not-refused": (Severity.ERROR, "a payload was made of what no payload can say"),
    "unclear": (Severity.ERROR, "an error, but one that does not say what is wrong"),
}
_found = maker("errors", FINDINGS)


def errors(exchange: Exchange) -> Iterator[Finding]:
    """Is what must be refused refused, and said clearly?"""
    expectation = exchange.case.expects(exchange.dialect)
    failure = exchange.failure
    if expectation.demand == "refuse" and failure is None:
        why = reason(expectation.why, exchange.dialect)
        yield _found("not-refused", "$", f"a payload was made of what no payload can say: {why}")
    if expectation.demand != "carry" and failure is not None and failure.how == "raised" and not failure.clear:
        text = f"the error does not say what is wrong: {failure.kind}: {failure.text} ({failure.where})"
        yield _found("unclear", "$", text)
