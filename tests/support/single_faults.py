"""Liars as implementations of one fault: what came of each over the cases that its honest twin passes.

A lie was written for one case. Where it cannot be told, since it stumbles over another payload, the truth is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from liars import LIARS
from liars.liar import Liar

from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.implementation import Implementation, from_object
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.plan import plan
from pytest_promptfmt.verdicts.result import Result, result_of
from pytest_promptfmt.verdicts.verdict import Outcome

ASKED = tuple(check for check in CHECKS if check != "golden")
_STUMBLES = (LookupError, NameError, TypeError, AttributeError, StopIteration)
_OF_PAYLOADS = (*_STUMBLES, ValueError, OSError)
"""Who lies about refusals, budgets or manners may mean such an error."""


def one_fault(liar: Liar) -> Implementation:
    """The liar, honest where its lie cannot be told; who lies by raising is as he is."""
    raises = liar.caught_by.startswith(("exchange.", "errors.unclear"))
    found = from_object(liar, "liar")
    [(target, lying)] = found.formatters.items()
    stumbles = _STUMBLES if liar.check in ("errors", "truncation", "purity") else _OF_PAYLOADS
    told = lying if raises or not callable(lying) else telling(liar.honest, lying, stumbles)
    return replace(found, formatters={target: told})


_NO_LIE = object()


def telling(
    honest: Callable[..., Any], lying: Callable[..., Any], stumbles: tuple[type[Exception], ...] = _OF_PAYLOADS
) -> Callable[..., Any]:
    def format_(conversation: Any, **more: Any) -> Any:
        try:
            truth = honest(conversation, **more)
        except Exception as refusal:
            return lie(refusal, conversation, **more)
        told = lie(None, conversation, **more)
        return truth if told is _NO_LIE else told

    def lie(refusal: Exception | None, conversation: Any, **more: Any) -> Any:
        try:
            return lying(conversation, **more)
        except Exception as error:
            if not isinstance(error, stumbles) and "values to unpack" not in str(error):
                raise
            if refusal is not None:
                raise refusal from None
            return _NO_LIE

    return format_


def judged(implementation: Implementation, liar: Liar, cases: Iterable[Case]) -> list[Result]:
    pairs = plan(implementation, cases, checks=ASKED)
    with Judge(implementation, checks=ASKED, timeout=4 * liar.timeout, context=liar.context) as judge:
        return [result_of(judge.judge(target, case)) for target, case in pairs]


def faults(liar: Liar, cases: Iterable[Case]) -> list[Result]:
    """The results of the liar on its own case, and on those of the cases that its twin passes.

    A payload that is the same for another conversation was written for the one, and of the other it tells no lie.
    """
    others = [case for case in cases if case.id != liar.case.id]
    passed = _passed(liar, others)
    results = judged(one_fault(liar), liar, [liar.case, *(case for case in others if case.id in passed)])
    written = {result.digest for result in results if result.case == liar.case.id and result.digest}
    return [result for result in results if result.case == liar.case.id or result.digest not in written]


_OUTCOMES: dict[tuple[object, ...], Outcome | None] = {}


def _passed(liar: Liar, cases: list[Case]) -> set[str]:
    """Many liars have the same twin, which is judged once."""
    twin = (id(liar.honest), liar.target, liar.truncates, repr(sorted(liar.context.items())))
    new = [case for case in cases if (*twin, case.id) not in _OUTCOMES]
    _OUTCOMES.update({(*twin, case.id): None for case in new})
    for result in judged(from_object(liar.twin, "twin"), liar, new):
        _OUTCOMES[*twin, result.case] = result.outcome
    return {case.id for case in cases if _OUTCOMES[*twin, case.id] is Outcome.PASS}


SINGLE = tuple(
    liar for liar in LIARS if liar.severity == "error" and liar.caught_by != "exchange.hung" and not liar.spec
)
"""Those that fail something; who hangs takes his time, and who lies in another process only is asked there."""
