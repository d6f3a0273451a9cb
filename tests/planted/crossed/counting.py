"""The table of mechanisms and conditions for one dialect: by which cases is each pair told?

A pair is a kind of thing, a mechanism and a condition. It is *shown* by a case that has a place where the condition
holds and the mechanism changes the payload, and *told* by one in which the kit then finds an error.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from planted.crossed.mechanisms import Mechanism
from planted.crossed.places import Place, places
from planted.crossed.surroundings import surroundings
from planted.crossed.telling import BY_KIND, errors, honest, intended, planted, relevant

from pytest_promptfmt.corpus import Case, case_files, corpus

Pair: TypeAlias = tuple[str, str, str]
_LONG = 40
"""Messages of a case that is asked for its length, and not for what stands in it."""


@dataclass(slots=True)
class Tally:
    """The cases that show each pair, that tell it, and that tell it by an intended finding."""

    shown: defaultdict[Pair, set[str]] = field(default_factory=lambda: defaultdict(set))
    told: defaultdict[Pair, set[str]] = field(default_factory=lambda: defaultdict(set))
    intended: defaultdict[Pair, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, case: str, pairs: Iterable[Pair], found: frozenset[str], mechanism: Mechanism) -> None:
        for pair in pairs:
            self.shown[pair].add(case)
            if found:
                self.told[pair].add(case)
            if intended(mechanism, found):
                self.intended[pair].add(case)

    def number(self, pair: Pair) -> int:
        return len(self.told.get(pair, ()))


def enumerated() -> Iterator[Case]:
    """The corpus' conversations of a chat that are sent whole."""
    return (
        case
        for case in corpus()
        if "chat" in case.scenarios
        and not case.is_template
        and case.budget is None
        and len(case.said().messages) <= _LONG
    )


def tally(
    dialect: str, cases: Iterable[Case], *, wanted: Container[Pair] | None = None, enough: int = 2, tries: int = 8
) -> Tally:
    """Plants every mechanism at every place of the cases, one at a time.

    A pair that `enough` cases tell, or that so many `tries` did not, is left alone; so is what is not `wanted`.
    """
    found, failed = Tally(), defaultdict[Pair, int](int)
    for case in cases:
        if isinstance(wanted, set) and all(found.number(pair) >= enough for pair in wanted):
            break
        if case.expects(dialect).demand == "refuse":
            continue
        right = honest(dialect, case)
        if right is ... or errors(dialect, case, right):
            continue
        for place, mechanism, pairs in _plantings(case):
            left = [
                pair
                for pair in pairs
                if (wanted is None or pair in wanted) and found.number(pair) < enough and failed[pair] < tries
            ]
            payload = planted(dialect, mechanism, place, right) if left else ...
            if payload is ...:
                continue
            ids = errors(dialect, case, payload)
            found.add(case.id, left, ids, mechanism)
            if not ids:
                for pair in left:
                    failed[pair] += 1
        if case.files:
            case_files.remove_root()
    return found


def _plantings(case: Case) -> Iterator[tuple[Place, Mechanism, list[Pair]]]:
    for place in places(case.said()):
        conditions = surroundings(place)
        for mechanism in BY_KIND.get(place.kind, ()):
            holding = sorted(relevant(mechanism, conditions))
            yield place, mechanism, [(place.kind, mechanism.does, condition) for condition in holding]
