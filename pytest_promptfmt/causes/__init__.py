"""Causes: many failing results of one implementation, grouped so that each group is one fault.

What fails is explained by as few symptoms as will do: a symptom is the id of an error finding, or the place of an
exception. Every failing result shows at least one of those that were chosen, and belongs to the group of each that it
shows. Chosen symptoms that are one fault (`same_fault_of`) are one group. What explains nothing by itself, but comes
with a cause, is named beside it; where a second fault shows only on cases that fail by a first one as well, it is such
a name until the first is mended.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pytest_promptfmt.causes.same_fault import same_fault_of
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome


@dataclass(frozen=True, slots=True)
class Symptom:
    """`id` of an error finding; `where` is the place of the exception where one was raised, or its kind."""

    id: str
    where: str = ""


@dataclass(frozen=True)
class Cause:
    """One fault: the `results` that show it, by target and case, and the ids that come with it.

    `symptoms` are one fault; the first, which most results show, names it.
    """

    symptoms: tuple[Symptom, ...]
    results: tuple[Result, ...]
    also: tuple[str, ...] = ()

    @property
    def symptom(self) -> Symptom:
        return self.symptoms[0]

    @property
    def id(self) -> str:
        return self.symptom.id

    @cached_property
    def check(self) -> str:
        """The check that finds it, the first of them where there are several."""
        first = self.results[0]
        return next(verdict.check for verdict in first.verdicts if self.finding(first) in verdict.findings)

    def shows(self, result: Result) -> bool:
        return any(symptom in self.symptoms for symptom, _ in shown(result))

    def finding(self, result: Result) -> Finding:
        """The finding of a result that shows the cause, the first of the first symptom that there is."""
        found = [(self.symptoms.index(symptom), f) for symptom, f in shown(result) if symptom in self.symptoms]
        return min(found, key=lambda pair: pair[0])[1]


_COUNTS = (Outcome.FAIL, Outcome.ERROR)
_OF_EXCEPTIONS = ("exchange.raised", "errors.unclear")
_FAILURE = re.compile(r"(\w+): .*?(?: \(([^()]*:\d+ in [^()]*)\))?", re.DOTALL)


def shown(result: Result) -> Iterator[tuple[Symptom, Finding]]:
    """The error findings that make a result fail, each with the symptom that it is."""
    for verdict in result.verdicts:
        if verdict.outcome in _COUNTS:
            yield from (
                (_symptom(finding, result.failure), finding) for finding in verdict.findings if finding.is_error
            )


def _symptom(finding: Finding, failure: str) -> Symptom:
    raised = _FAILURE.fullmatch(failure) if finding.id in _OF_EXCEPTIONS else None
    return Symptom("exchange.raised", raised[2] or raised[1]) if raised else Symptom(finding.id)


def causes(results: Iterable[Result]) -> tuple[Cause, ...]:
    """The groups, the largest first; the order of the results does not matter."""
    ordered = sorted(results, key=lambda result: (result.target, result.case))
    at: dict[Symptom, dict[int, list[Finding]]] = {}
    for n, result in enumerate(ordered):
        for symptom, finding in shown(result):
            at.setdefault(symptom, {}).setdefault(n, []).append(finding)
    shows = {symptom: set(numbers) for symptom, numbers in at.items()}
    groups: list[list[Symptom]] = []
    explained: set[int] = set()
    for symptom in _fewest(shows):
        alone = shows[symptom] - explained
        explained |= alone
        names = [symptom, *(candidate for candidate in at if candidate != symptom and alone <= shows[candidate])]
        near = (group for group in groups if any(same_fault_of(at[name], at[group[0]]) for name in names))
        if (group := next(near, None)) is None:
            groups.append([symptom])
        else:
            group.append(symptom)
    found = (
        Cause(tuple(group), tuple(ordered[n] for n in sorted(_union(at, group))), _also(group, groups, at))
        for group in groups
    )
    return tuple(sorted(found, key=lambda cause: (-len(cause.results), _rank(cause.symptom))))


def _union(at: Mapping[Symptom, Mapping[int, Any]], group: Iterable[Symptom]) -> set[int]:
    return set().union(*(at[symptom] for symptom in group))


def _fewest(shows: Mapping[Symptom, set[int]]) -> list[Symptom]:
    """As few as show in every result: again and again the one that shows in most, then without the needless."""
    chosen: list[Symptom] = []
    left = set().union(*shows.values())
    while left:
        best = min(shows, key=lambda symptom: (-len(shows[symptom] & left), _rank(symptom)))
        chosen.append(best)
        left -= shows[best]
    for symptom in sorted(chosen, key=lambda symptom: (len(shows[symptom]), _rank(symptom))):
        others = set().union(*(shows[candidate] for candidate in chosen if candidate != symptom))
        if shows[symptom] <= others:
            chosen.remove(symptom)
    return sorted(chosen, key=lambda symptom: (-len(shows[symptom]), _rank(symptom)))


def _rank(symptom: Symptom) -> tuple[int, str, str]:
    """What explains most comes first: a provider's rule, then what is lost, then the schema, then the rest."""
    family = symptom.id.partition(".")[0]
    order = 0 if family in DIALECTS else {"fidelity": 1, "truncation": 1, "schema": 2}.get(family, 3)
    return order, symptom.id, symptom.where


def _also(
    group: list[Symptom], groups: list[list[Symptom]], at: Mapping[Symptom, Mapping[int, Any]]
) -> tuple[str, ...]:
    """The further ids in the results of a group that name no other group, the most frequent first."""
    results = _union(at, group)
    names = {first for first, *_ in groups}
    together = {symptom: len(results & at[symptom].keys()) for symptom in at if symptom not in names}
    ordered = sorted(together, key=lambda symptom: (-together[symptom], _rank(symptom)))
    return tuple(dict.fromkeys(symptom.id for symptom in ordered if together[symptom] and symptom.id != group[0].id))
