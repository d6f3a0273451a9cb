"""Levels: what an implementation has reached, for each target and profile, from verdicts alone.

A case belongs to the profile of each capability that it exercises, else to ``text``; one with a budget to
``truncation`` only. A profile asks its cases of an implementation that claims all that they exercise, and declares no
limit that they meet. What a profile promises, the plan says before anything runs: a level is given only where every
promised verdict was given, and each level asks that all verdicts of its checks, and of those before, are passes. Skips,
deselections, crashes, expected failures and warnings can therefore raise no level. What fails outside the claimed
profiles belongs to none of them, and caps the overall level all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from pytest_promptfmt.checks import concerns
from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.conversation.needs import Capability
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.dialects import dialect_of
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.implementation.claims import Claims, available
from pytest_promptfmt.verdicts.result import Result, apart
from pytest_promptfmt.verdicts.verdict import Outcome

CHECKS_OF = (("purity",), ("schema", "protocol"), ("fidelity",), ("truncation", "errors"))
"""What each level asks beyond those below it: L0 runs, L1 wire-valid, L2 faithful, L3 robust."""
NAMES = ("runs", "wire-valid", "faithful", "robust")

PROFILES: Mapping[str, frozenset[Capability]] = {
    "text": frozenset(),
    "tools": frozenset({"tool"}),
    "vision": frozenset({"image", "video", "document"}),
    "audio": frozenset({"audio"}),
    "thinking": frozenset({"thinking"}),
    "truncation": frozenset(),
}
"""Of the capabilities of a profile the first that it is about has to be claimed; ``vision`` is about images."""
_CORE: Mapping[str, Capability] = {"tools": "tool", "vision": "image", "audio": "audio", "thinking": "thinking"}

State: TypeAlias = Literal["graded", "partial", "not claimed", "n/a"]
Promise: TypeAlias = Mapping[str, Mapping[str, int]]
"""For each profile, and for all of them together (`OVERALL`), how many verdicts of each check are promised."""

OVERALL = "overall"
"""Beside the profiles: the lowest of them, with every verdict counted once, in whichever profiles it counts."""
BESIDE = "beside"
"""What is promised of the exchanges that belong to no claimed profile: that they are judged, since a failure counts."""


@dataclass(frozen=True, slots=True)
class CaseNeeds:
    """What of a case its profiles depend on."""

    needs: frozenset[Capability]
    truncates: bool
    limits: frozenset[str] = frozenset()

    @property
    def profiles(self) -> tuple[str, ...]:
        """Those that the case belongs to."""
        return profiles(self.needs, truncates=self.truncates)


def profiles(needs: frozenset[Capability], *, truncates: bool) -> tuple[str, ...]:
    """The profiles of what needs these, or of what has a budget."""
    return ("truncation",) if truncates else _profiles(needs)


@lru_cache(maxsize=256)
def _profiles(needs: frozenset[Capability]) -> tuple[str, ...]:
    return tuple(name for name, about in PROFILES.items() if about & needs) or ("text",)


@lru_cache(maxsize=2048)
def case_needs(case: Case) -> CaseNeeds:
    """What a case needs, which is read from its conversation once."""
    return CaseNeeds(case.needs, case.budget is not None, case.limits)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a target stands in one profile: `level` is 0 to 3, None where none is reached, or none is given.

    `graded` of the `promised` verdicts were given. `blocks` names check and case of what stands in the way of the next.
    Where they are given in part, `unknown` are inconclusive, the first for this `reason`. That of a whole target names
    the `limits` that are declared for it.
    """

    state: State
    level: int | None = None
    graded: int = 0
    promised: int = 0
    blocks: tuple[tuple[str, str], ...] = ()
    unknown: int = 0
    reason: str = ""
    limits: tuple[str, ...] = ()

    def __str__(self) -> str:
        return level_text(self.level) if self.state == "graded" else self.state


def level_text(level: int | None) -> str:
    """``L2``, or ``none``."""
    return "none" if level is None else f"L{level}"


def within_claims(target: str, claims: Claims, case: CaseNeeds | Case) -> bool:
    """Does the case count: is all that it exercises claimed, and does it meet no limit that is declared?

    Where none is declared, a case is not asked for those that it meets, which is the dearest of its facts.
    """
    return case.needs <= available(target, claims) and not (claims.refuses and case.limits & claims.refuses)


EVERY = tuple(check for checks in CHECKS_OF for check in checks)


@lru_cache(maxsize=16384)  # promise and shortfall ask it of every exchange
def graded_checks(target: str, case: Case, checks: tuple[str, ...] = EVERY) -> tuple[str, ...]:
    """Those of `checks` that levels ask, and that have a question about the case."""
    return tuple(check for check in checks if check in EVERY and concerns(check, target, case))


def promise(implementation: Implementation, plan: Iterable[tuple[str, Case]]) -> dict[str, Promise]:
    """What the plan of an implementation promises, for each target."""
    counts: dict[str, dict[str, Counter[tuple[str, ...]]]] = {target: {} for target in implementation.formatters}
    claims = {target: implementation.claim(target) for target in counts}
    for target, case in plan:
        if apart(target, case.id):
            continue
        counted: tuple[str, ...] = (BESIDE,)
        if within_claims(target, claims[target], case):
            counted = (*profiles(case.needs, truncates=case.budget is not None), OVERALL)
        checks = graded_checks(target, case)
        for profile in counted:
            counts[target].setdefault(profile, Counter())[checks] += 1
    return {target: {profile: _each(found) for profile, found in of.items()} for target, of in counts.items()}


def _each(found: Mapping[tuple[str, ...], int]) -> dict[str, int]:
    """How many of each check, where most cases have the same."""
    counts: dict[str, int] = {}
    for checks, number in found.items():
        for check in checks:
            counts[check] = counts.get(check, 0) + number
    return counts


def standings(
    target: str, claims: Claims, promised: Promise, results: Iterable[Result], cases: Mapping[str, CaseNeeds]
) -> dict[str, Standing]:
    """Where one target stands in each profile and overall; `results` are its own, `cases` has their facts by id."""
    if is_added(target):
        return dict.fromkeys((*PROFILES, OVERALL), Standing("n/a"))
    scored = [result for result in results if result.scored and not result.apart]
    given = [result for result in scored if within_claims(target, claims, cases[result.case])]
    found = {}
    for profile in PROFILES:
        state = _state(profile, target, claims)
        if state != "graded" or not promised.get(profile):
            found[profile] = Standing("n/a" if state == "graded" else state)
            continue
        mine = [result for result in given if profile in cases[result.case].profiles]
        found[profile] = _standing(promised[profile], mine)
    once = _standing(promised.get(OVERALL, {}), given)
    least = _capped(lowest(found.values()), scored)
    least = replace(least, graded=once.graded, promised=once.promised, unknown=once.unknown, reason=once.reason)
    unclaimed = [result for result in scored if not within_claims(target, claims, cases[result.case])]
    beside = _standing(promised.get(BESIDE, {}), unclaimed, GRADED | {Outcome.UNSUPPORTED})
    if beside.state == "partial" and least.state == "graded":
        counts = once.graded + beside.graded, once.promised + beside.promised
        least = Standing("partial", None, *counts, (), beside.unknown, beside.reason)
    return found | {OVERALL: replace(least, limits=tuple(sorted(claims.refuses)))}


_FAILED = frozenset({Outcome.FAIL, Outcome.ERROR, Outcome.XFAIL})


def _capped(least: Standing, results: list[Result]) -> Standing:
    """Below every check that an exchange fails, claimed or not; who fails what no level asks is at most faithful."""
    if least.state != "graded":
        return least
    failed = [(v.check, result.case) for result in results for v in result.verdicts if v.outcome in _FAILED]
    for n, checks in enumerate(CHECKS_OF):
        blocks = tuple(block for block in failed if block[0] in checks or n == len(CHECKS_OF) - 1)
        if blocks and (least.level is not None and least.level >= n):
            return replace(least, level=n - 1 if n else None, blocks=blocks)
    return least


def _state(profile: str, target: str, claims: Claims) -> State:
    """Before anything ran: can the dialect carry it, and is it claimed?"""
    if profile == "truncation":
        return "graded" if claims.truncation != "none" else "not claimed"
    core = _CORE.get(profile)
    if core is None:
        return "graded"
    if core not in dialect_of(target).carries:
        return "n/a"
    return "graded" if core in available(target, claims) else "not claimed"


GRADED = frozenset({Outcome.PASS, Outcome.FAIL, Outcome.ERROR, Outcome.XFAIL})
"""Outcomes that count for or against the formatter."""


def _standing(promised: Mapping[str, int], results: list[Result], answers: Collection[Outcome] = GRADED) -> Standing:
    """Where they stand; of the `promised` verdicts those were given that are one of the `answers`."""
    verdicts = [(verdict, result.case) for result in results for verdict in result.verdicts]
    given = Counter(verdict.check for verdict, _ in verdicts if verdict.outcome in answers)
    graded = sum(min(given[check], n) for check, n in promised.items())
    whole = sum(promised.values())
    if graded < whole:
        unknown = [v.reason for v, _ in verdicts if v.check in promised and v.outcome is Outcome.INCONCLUSIVE]
        return Standing("partial", None, graded, whole, (), len(unknown), unknown[0] if unknown else "")
    level = None
    for n, checks in enumerate(CHECKS_OF):
        blocks = tuple((v.check, case) for v, case in verdicts if v.check in checks and v.outcome is not Outcome.PASS)
        if blocks:
            return Standing("graded", level, graded, whole, blocks)
        level = n
    return Standing("graded", level, graded, whole)


def overall(found: Mapping[str, Mapping[str, Standing]]) -> Standing:
    """The lowest over all targets, of what `standings` found for each."""
    return lowest(profiles[OVERALL] for profiles in found.values())


def lowest(standings: Iterable[Standing]) -> Standing:
    """The lowest of those that are claimed, and no level where one of them is in part only."""
    claimed = [standing for standing in standings if standing.state in ("graded", "partial")]
    graded, promised = sum(s.graded for s in claimed), sum(s.promised for s in claimed)
    if not claimed:
        return Standing("n/a")
    if partial := [standing for standing in claimed if standing.state == "partial"]:
        reason = next((standing.reason for standing in partial if standing.reason), "")
        return Standing("partial", None, graded, promised, (), sum(s.unknown for s in partial), reason)
    least = min(claimed, key=lambda standing: -1 if standing.level is None else standing.level)
    return Standing("graded", least.level, graded, promised, least.blocks)


def unclaimed(standings: Mapping[str, Standing]) -> Iterator[str]:
    """The profiles that could be claimed and are not."""
    return (profile for profile, standing in standings.items() if standing.state == "not claimed")
