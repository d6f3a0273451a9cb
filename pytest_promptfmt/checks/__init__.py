"""What an exchange is judged by; this table is the index of the checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from pytest_promptfmt.checks import errors, purity
from pytest_promptfmt.common.added import GENERATED
from pytest_promptfmt.dialects import dialect_of

if TYPE_CHECKING:  # the guard at run time has neither cases nor exchanges, and loads none
    from pytest_promptfmt.corpus import Case
    from pytest_promptfmt.exchange import Exchange
    from pytest_promptfmt.payload.finding import Finding

CHECKS: dict[str, str] = {
    "schema": "is the payload an instance of the dialect's schema?",
    "protocol": "does it obey the dialect's rules?",
    "fidelity": "is everything that was said in it, once, in order, by the right speaker?",
    "purity": "input unchanged, output its own, strict JSON, the same twice, nothing left behind?",
    "errors": "is what must be refused refused, and said clearly?",
    "truncation": "is what is kept within the budget, the newest that fits, whole, and as it was said?",
    "laws": "does it change as the conversation does, and no further?",
    "golden": "is it what the reference of a named generation says?",
}
OF_EXCHANGE: Mapping[str, Callable[[Exchange], Iterable[Finding]]] = {
    "purity": purity.purity,
    "errors": errors.errors,
}
"""Those that look at nothing but an exchange with its payload; the judge knows what the others look at."""


def concerns(check: str, target: str, case: Case, reference: str | None = None) -> bool:
    """Does the check judge this case? Where there is a budget, truncation judges what fidelity judges elsewhere.

    Laws are asked of generated conversations.

    `reference` is the generation of golden payloads, None where they are not compared; a case may have its own.
    """
    match check:
        case "truncation":
            return case.budget is not None
        case "fidelity":
            return case.budget is None
        case "laws":
            return case.family == GENERATED
        case "protocol":
            return bool(dialect_of(target).rules)
        case "golden":
            return target in case.golden or (reference is not None and _has_golden(reference, target, case))
        case _:
            return True


def _has_golden(reference: str, target: str, case: Case) -> bool:
    from pytest_promptfmt.corpus.golden import load_golden

    return load_golden(reference, target).knows(case.id)
