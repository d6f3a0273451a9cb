"""Fidelity where a case allows that a conversation is repaired before it is sent."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from pytest_promptfmt.checks.fidelity import fidelity, unrepaired
from pytest_promptfmt.checks.fidelity.thinking import Wanted
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.repairs import REPAIRS
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.exchange import Exchange
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript


def faithful(
    dialect: Dialect,
    transcript: Transcript,
    exchange: Exchange,
    conversation: Conversation,
    wanted: Wanted,
    *,
    refused: bool,
) -> tuple[Finding, ...]:
    """Fidelity to the conversation, or to the best of its repairs where the case allows some.

    A payload that says unrepaired what had to be repaired is blamed for that alone, and only where no other check has
    `refused` it already.
    """
    expectation = exchange.case.expects(dialect.id)

    @cache
    def answer(name: str) -> tuple[Finding, ...]:
        repair = REPAIRS[name]
        return tuple(fidelity(repair.apply(conversation), transcript, dialect, exchange.scenario, wanted, repair))

    if expectation.demand == "refuse":
        return ()
    if expectation.demand == "carry":
        return answer("keep")
    repairs = expectation.repairs or ("keep",)
    best = min(map(answer, repairs), key=_weight)
    if _errors(best) and "keep" not in repairs and not _errors(as_it_stands := answer("keep")):
        return as_it_stands if refused else (*as_it_stands, unrepaired(expectation))
    return best


def _errors(findings: Iterable[Finding]) -> int:
    return sum(finding.is_error for finding in findings)


def _weight(findings: tuple[Finding, ...]) -> tuple[int, int]:
    return _errors(findings), len(findings)
