"""Causes: many failing results of one implementation, grouped so that each group is one fault.

Every error that makes a result fail is of some symptom: the id of the finding, or what was raised and where. A symptom
that is no consequence of another (`consequence`) heads a group of its own, which has its name and no other; its
consequences are named in it. A result with errors of two groups belongs to both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from pytest_promptfmt.causes.evidence import SymptomEvidence
from pytest_promptfmt.causes.grouping import heads
from pytest_promptfmt.causes.order import rank, stage
from pytest_promptfmt.causes.symptom import Symptom, shown
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.result import Result


@dataclass(frozen=True)
class Cause:
    """One fault: the `results` that show it, by target and case, then those that show nothing but a consequence."""

    symptom: Symptom
    results: tuple[Result, ...]
    consequences: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return self.symptom.id

    @cached_property
    def check(self) -> str:
        """The check that finds it, the first of them where there are several."""
        first = self.results[0]
        return next(verdict.check for verdict in first.verdicts if self.finding(first) in verdict.findings)

    def shows(self, result: Result) -> bool:
        return any(symptom == self.symptom for symptom, _ in shown(result))

    def finding(self, result: Result) -> Finding:
        """The first finding of a result that shows the cause; where none does, of its first consequence."""
        found = list(shown(result))
        for symptom, finding in found:
            if symptom == self.symptom:
                return finding
        alike = (self.id, *self.consequences)  # at another place, the same finding may be a consequence
        return next(finding for id_ in alike for symptom, finding in found if symptom.id == id_)


def causes(results: Iterable[Result]) -> tuple[Cause, ...]:
    """The groups in the order in which to mend them; the order of the results does not matter."""
    ordered = sorted(results, key=lambda result: (result.target, result.case))
    findings: dict[Symptom, dict[int, list[Finding]]] = {}
    for n, result in enumerate(ordered):
        for symptom, finding in shown(result):
            findings.setdefault(symptom, {}).setdefault(n, []).append(finding)
    payloads = [result.payload for result in ordered]
    at = {symptom: SymptomEvidence(symptom, found, payloads) for symptom, found in findings.items()}
    made = []
    for head, others in heads(at).items():
        first = at[head].at.keys()
        numbers = (*sorted(first), *sorted(set().union(*others.values()) - first))
        ids = dict.fromkeys(symptom.id for symptom in others if symptom.id != head.id)
        made.append(Cause(head, tuple(ordered[n] for n in numbers), tuple(ids)))
    return tuple(sorted(made, key=_to_mend))


def _to_mend(cause: Cause) -> tuple[object, ...]:
    """What everyday cases show goes first; by stage; within a stage what most show."""
    rare = everyday_cases().isdisjoint(result.case for result in cause.results)
    return rare, stage(cause.id), -len(cause.results), rank(cause.id), cause.symptom.where


@cache
def everyday_cases() -> frozenset[str]:
    """The shipped cases of what every agent does every day."""
    return frozenset(case.id for case in corpus() if case.everyday)
