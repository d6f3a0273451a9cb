"""A cause by example: the smallest conversation on which it shows, and what the formatter returns for that."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from pytest_promptfmt.causes import Cause
from pytest_promptfmt.causes.shrink import can_shrink, shrink
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
"""How many of the smallest members are made smaller."""


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

    What else goes wrong on the way is no finding. Who hangs is not called again, and golden payloads and snapshots are
    of whole cases.
    """
    if cause.id == "exchange.hung" or cause.id.startswith(("golden.", "snapshot.")):
        return None
    until = time.monotonic() + seconds
    members = sorted(cause.results, key=lambda member: (_size(cases[member.case]), member.target))
    checks = (cause.check, *_BESIDE.get(cause.check, ()))
    with Judge(implementation, checks=checks, timeout=min(timeout or seconds, seconds)) as judge:

        def shows(member: Result, case: Case) -> bool:
            return cause.shows(result_of(judge.judge(member.target, case)))

        found = [(members[0], cases[members[0].case])]
        for member in [each for each in members if can_shrink(cases[each.case], _dialect(each))][:_STARTS]:
            part = shrink(cases[member.case], partial(shows, member), calls=calls // _STARTS, until=until)
            found.append((member, part))
        member, case = min(found, key=lambda pair: _size(pair[1]))
        return Example(cause, member, case, judge.judge(member.target, case)) if shows(member, case) else None


_BESIDE = {"schema": ("protocol",)}
"""Of whose findings the sentence may be that tells those of a check."""


def _dialect(member: Result) -> str:
    return member.target.rpartition(".")[0]


def _size(case: Case) -> tuple[int, int, str]:
    given = case.given()
    return len(given.messages) if isinstance(given, Conversation) else 0, len(repr(given)), case.id
