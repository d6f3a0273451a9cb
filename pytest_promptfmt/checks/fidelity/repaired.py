"""Fidelity where a case allows that a conversation is repaired before it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
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

    A payload that says unrepaired what had to be repaired is blamed for that, and only where no other check has
    `refused` it already. Faults are told by the untouched conversation wherever it shows them.
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
    name = min(repairs, key=lambda each: _weight(answer(each)))
    best, as_it_stands = answer(name), answer("keep") if _errors(answer(name)) else ()
    if not _errors(best):
        return best
    renamed = any(REPAIRS[each].free_ids for each in repairs)  # with other ids nothing is said as it stands
    if "keep" not in repairs and _errors(as_it_stands) < (1 if renamed else _errors(best)):
        return as_it_stands if refused else (*as_it_stands, unrepaired(expectation))
    if _errors(as_it_stands) == _errors(best):
        return as_it_stands
    return best if name == "keep" else tuple(_told(best, as_it_stands, REPAIRS[name].statement))


def _told(best: Iterable[Finding], as_it_stands: Iterable[Finding], repair: str) -> Iterator[Finding]:
    """Faults in the words of the untouched conversation; those that only a repair shows say what it did."""
    known = {_fault(finding): finding for finding in as_it_stands}
    for finding in best:
        yield known.get(_fault(finding)) or replace(finding, message=f"{finding.message} (a way is to {repair})")


def _fault(finding: Finding) -> tuple[str, str, str]:
    """What makes two findings one, over conversations whose messages are counted otherwise."""
    return finding.id, finding.path, repr(finding.data) if finding.data else finding.message


def _errors(findings: Iterable[Finding]) -> int:
    return sum(finding.is_error for finding in findings)


def _weight(findings: tuple[Finding, ...]) -> tuple[int, int]:
    return _errors(findings), len(findings)
