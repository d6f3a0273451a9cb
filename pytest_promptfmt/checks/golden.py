"""Is it what the reference of a named generation says? Another question than whether it is right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common.json_equal import first_difference, where
from pytest_promptfmt.corpus.golden import Golden
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.payload.finding import Finding, Severity

FINDINGS: dict[str, str] = {
    "differs": "the payload is another one",
    "not-refused": "there is a payload, and the reference refuses the case",
    "refused": "the case is refused, and the reference has a payload",
}


def same_as_golden(exchange: Exchange, generation: str, golden: Golden) -> Iterator[Finding]:
    """The first place where the payload differs from the golden one; the order of keys does not count."""
    case = exchange.case.id
    if exchange.failure is not None:
        if case in golden.payloads:
            yield _finding("refused", "$", f"{generation} has a payload for this case, which was refused")
    elif case in golden.refused:
        yield _finding("not-refused", "$", f"{generation} refuses this case")
    elif difference := first_difference(golden.payloads[case], exchange.case.portable(exchange.payload)):
        path, expected, actual = difference
        message = f"{generation} has another value here{where(expected, actual)}"
        yield _finding("differs", path, message, expected=expected, actual=actual)


def _finding(slug: str, path: str, message: str, **data: Any) -> Finding:
    return Finding(f"golden.{slug}", Severity.ERROR, path, message, data=data)
