"""Which causes stand before the next level; what is expected to fail has causes as well, and costs a level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from pytest_promptfmt.causes import Cause, causes
from pytest_promptfmt.verdicts.levels import OVERALL, Standing
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict

Blocking: TypeAlias = Mapping[str, Mapping[str, frozenset[int]]]
"""By target and profile the numbers of the causes that stand before the next level."""

_FAILED = (Outcome.FAIL, Outcome.ERROR)


def as_failures(results: Iterable[Result]) -> list[Result]:
    """The scored results, in which what is expected to fail fails."""
    return [
        replace(result, verdicts=tuple(map(_failing, result.verdicts)))
        if any(verdict.outcome is Outcome.XFAIL for verdict in result.verdicts)
        else result
        for result in results
        if result.scored and not result.apart
    ]


def _failing(verdict: Verdict) -> Verdict:
    return replace(verdict, outcome=Outcome.FAIL) if verdict.outcome is Outcome.XFAIL else verdict


def blocking(results: Iterable[Result], found: Mapping[str, Mapping[str, Standing]]) -> Blocking:
    """Of one implementation, where `found` says what stands in the way of each level.

    A cause stands there where it shows in a check of that level; where none shows in what fails, those do that hide it.
    """
    judged = as_failures(results)
    at = _at(causes(judged))
    blocks: dict[str, dict[str, frozenset[int]]] = {}
    for target, profiles in found.items():
        mine = {
            profile: frozenset().union(*(at.get((target, case, check), ()) for check, case in standing.blocks))
            for profile, standing in profiles.items()
        }
        lowest = profiles[OVERALL].level
        same = (mine[name] for name, s in profiles.items() if s.state == "graded" and s.level == lowest)
        blocks[target] = mine | {OVERALL: mine[OVERALL].union(*same)}
    return blocks


def before_overall(blocks: Blocking, found: Mapping[str, Mapping[str, Standing]]) -> frozenset[int]:
    """Those before the next level of all targets together: what holds back each of the lowest."""
    graded = {target: of[OVERALL].level for target, of in found.items() if of[OVERALL].state == "graded"}
    least = min((-1 if level is None else level for level in graded.values()), default=-1)
    lowest = (target for target, level in graded.items() if (-1 if level is None else level) == least)
    return frozenset().union(*(blocks[target][OVERALL] for target in lowest))


def _at(groups: Sequence[Cause]) -> dict[tuple[str, str, str], set[int]]:
    """By target, case and check the causes that show there, or else those whose results fail there."""
    shows: dict[tuple[str, str, str], set[int]] = defaultdict(set)
    beside: dict[tuple[str, str, str], set[int]] = defaultdict(set)
    for n, cause in enumerate(groups):
        for result in cause.results:
            for verdict in result.verdicts:
                if verdict.outcome in _FAILED:
                    place = (result.target, result.case, verdict.check)
                    beside[place].add(n)
                    if cause.shows(replace(result, verdicts=(verdict,))):
                        shows[place].add(n)
    return {**beside, **shows}
