"""A cause by example: the smallest conversation on which it shows, and what the formatter returns for that."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from pytest_promptfmt.causes import Cause
from pytest_promptfmt.causes.plainness import oddity_count
from pytest_promptfmt.causes.shrink import can_shrink, shrink
from pytest_promptfmt.causes.symptom import shown
from pytest_promptfmt.checks import CHECKS
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.judge import Judge
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.result import Result, result_of


@dataclass(frozen=True, slots=True)
class Example:
    """`member` is a result that shows the cause, `case` a part of its case, and `judgement` what came of that."""

    cause: Cause
    member: Result
    case: Case
    judgement: Judgement

    @property
    def finding(self) -> Finding:
        return self.cause.finding(result_of(self.judgement))


_STARTS = 4
"""How many of the members that show it best are made smaller."""
_WHOLE = ("golden.", "snapshot.")


def smallest(
    cause: Cause,
    implementation: Implementation,
    cases: Mapping[str, Case],
    *,
    timeout: float | None = 10.0,
    calls: int = 100,
    seconds: float = 5.0,
) -> Example | None:
    """The smallest example that about so many calls and seconds lead to; None where the cause does not show again.

    What has to be carried goes before what may be refused, one that shows nothing but this error before one that shows
    others as well, and a plain conversation before an odd one. What else goes wrong on the way is no finding. Who hangs
    is not called again, and golden payloads and snapshots are of whole cases.
    """
    if cause.id == "exchange.hung" or cause.id.startswith(_WHOLE):
        return None
    until = time.monotonic() + seconds
    members = sorted(
        (member for member in cause.results if cause.shows(member)),
        key=lambda member: (*_plainness(cause, member, cases[member.case]), member.target),
    )
    checks = tuple(check for check in CHECKS if check != "golden" and any(_asked(m, check) for m in members))
    with Judge(implementation, checks=checks, timeout=min(timeout or seconds, seconds)) as judge:

        def shows(member: Result, case: Case) -> bool:
            found = result_of(judge.judge(member.target, case))
            return cause.shows(found) and _clarity(cause, found) <= _clarity(cause, member)

        found = [(members[0], cases[members[0].case])]
        for member in [each for each in members if can_shrink(cases[each.case], _dialect(each))][:_STARTS]:
            part = shrink(cases[member.case], partial(shows, member), calls=calls // _STARTS, until=until)
            found.append((member, part))
        member, case = min(found, key=lambda pair: _plainness(cause, *pair))
        judgement = judge.judge(member.target, case)
        return Example(cause, member, case, judgement) if cause.shows(result_of(judgement)) else None


def _clarity(cause: Cause, result: Result) -> int:
    """0 where this is the only error, 1 where there are only its consequences beside it, 2 where there are others."""
    others = {symptom.id for symptom, _ in shown(result) if symptom != cause.symptom}
    return 0 if not others else 1 if others <= set(cause.consequences) else 2


def _plainness(cause: Cause, member: Result, case: Case) -> tuple[bool, int, int, bool, int, int, str]:
    """Less is better: may it be refused, what else is wrong there, how odd it is, is it rare, how long."""
    given = case.given()
    long = len(given.messages) if isinstance(given, Conversation) else 0
    refusable = case.expects(_dialect(member)).demand != "carry"
    return refusable, _clarity(cause, member), oddity_count(case), not case.everyday, long, len(repr(given)), case.id


def _asked(member: Result, check: str) -> bool:
    return any(verdict.check == check for verdict in member.verdicts)


def _dialect(member: Result) -> str:
    return member.target.rpartition(".")[0]
