"""Is it what the reference of a named generation says? Another question than whether it is right."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.common.json.equal import first_difference, where
from pytest_promptfmt.corpus.golden import Golden
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.payload.finding import Finding, Severity, Statements, maker

FINDINGS: Statements = {
    "differs": (Severity.ERROR, "the payload is another one"),
    "not-refused": (Severity.ERROR, "there is a payload, and the reference refuses the case"),
    "refused": (Severity.ERROR, "the case is refused, and the reference has a payload"),
}
_found = maker("golden", FINDINGS)


def same_as_golden(exchange: Exchange, generation: str, golden: Golden) -> Iterator[Finding]:
    """The first place where the payload differs from the golden one; the order of keys does not count."""
    case = exchange.case.id
    if exchange.failure is not None:
        if case in golden.payloads:
            yield _found("refused", "$", f"{generation} has a payload for this case, which was refused")
    elif case in golden.refused:
        yield _found("not-refused", "$", f"{generation} refuses this case")
    elif difference := first_difference(golden.payloads[case], exchange.case.portable(exchange.payload)):
        path, expected, actual = difference
        message = f"{generation} has another value here{where(expected, actual)}"
        yield _found("differs", path, message, expected=expected, actual=actual)
