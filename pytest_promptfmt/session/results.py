"""What the items' reports carry, whichever process they come from: the results of a run, and its expected failures."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeAlias

import pytest

from pytest_promptfmt.implementation.source import source_digest
from pytest_promptfmt.report.build import document, judged
from pytest_promptfmt.report.document import Expected, Judged, ReportDocument, failed
from pytest_promptfmt.report.ids import ROOT, node_id, node_of, prefix
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.verdicts.levels import GRADED, graded_checks, within_claims
from pytest_promptfmt.verdicts.result import Result, result_from_json

_PACKED = "promptfmt_packed"


class PackedReports:
    """A worker's report on an item of the kit goes to xdist's controller as one value, which both sides read at once.

    xdist would spell it word by word, which costs as much as all else that pytest does about an item. pytest keeps
    every report to the end of the run: what it carries is let go when it has been sent, or added to the results.
    """

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> Generator[None, None, None]:
        yield
        report.__dict__.pop("promptfmt", None)

    @pytest.hookimpl(wrapper=True)
    def pytest_report_to_serializable(
        self, config: pytest.Config, report: Any
    ) -> Generator[None, dict[str, Any] | None, dict[str, Any] | None]:
        data = yield
        ours = data and hasattr(config, "workerinput") and node_of(report).startswith(f"{ROOT}/")
        return {_PACKED: pickle.dumps(data)} if ours else data

    @pytest.hookimpl(wrapper=True)
    def pytest_report_from_serializable(self, data: dict[str, Any]) -> Generator[None, Any, Any]:
        if packed := data.pop(_PACKED, None):
            data |= pickle.loads(packed)
        return (yield)


Place: TypeAlias = tuple[str, str, str]
"""Slug, target, case."""


class CollectedResults:
    """Results `by_place`; an exchange whose item gave none (it was skipped, or its process died) has no verdicts.

    Where an item ran again, a failure stays one.
    """

    def __init__(self, certifications: Sequence[Certification]) -> None:
        self._certifications = certifications
        self._sources = {
            certification.implementation.slug: source_digest(certification.implementation.origin)
            for certification in certifications
        }
        self._places: dict[str, Place] = {}
        self.by_place: dict[Place, Result] = {}
        self._expected: dict[str, Expected] = {}

    def add(self, report: pytest.TestReport) -> None:
        carried: dict[str, Any] = getattr(report, "promptfmt", None) or {}
        if "expected" in carried:
            self._expected[node_of(report)] = Expected(**carried["expected"])
        elif (place := self._place(node_of(report))) is not None:
            if "result" in carried:
                if place not in self.by_place or not failed(self.by_place[place]) or not self.by_place[place].verdicts:
                    self.by_place[place] = result_from_json(carried["result"])
            elif report.when == "call" or report.outcome != "passed":
                self.by_place.setdefault(place, Result(*place[1:], ()))

    def _place(self, node: str) -> Place | None:
        if not self._places:
            for certification in self._certifications:
                slug = certification.implementation.slug
                self._places |= {node_id(slug, t, case.id): (slug, t, case.id) for t, case in certification.chosen}
        return self._places.get(node)

    def of(self, certification: Certification) -> Iterable[Result]:
        """The results of one implementation."""
        slug = certification.implementation.slug
        return (result for (held_slug, _, _), result in self.by_place.items() if held_slug == slug)

    def judged(self, certification: Certification) -> Judged:
        """One implementation in the report."""
        begins = prefix(certification.implementation.slug)
        entries = [entry for node, entry in sorted(self._expected.items()) if node.startswith(begins)]
        scored = [(target, case) for target, case in certification.plan if case.id not in certification.unscored]
        source = self._sources[certification.implementation.slug]
        return judged(certification.implementation, scored, self.of(certification), entries, source)

    def document(self, pinned: str | None, *, inputs: bool) -> ReportDocument:
        """The report on the run, which may be pinned to a revision; with `inputs` where it is written as well."""
        cases = {case.id: case for certification in self._certifications for _, case in certification.known}
        first = self._certifications[0]
        parts = [self.judged(certification) for certification in self._certifications]
        return document(parts, cases, first.checks, reference=first.reference, pinned=pinned, inputs=inputs)

    def hidden(self, certification: Certification, outcome: Callable[[str], str]) -> list[Result]:
        """The failures that pytest knows as something else (`outcome` of a node id), by a hook or a mark."""
        slug = certification.implementation.slug
        return [
            result
            for result in self.of(certification)
            if result.verdicts and failed(result) and outcome(node_id(slug, result.target, result.case)) != "failed"
        ]

    def hidden_entries(self, certification: Certification, outcome: Callable[[str], str]) -> list[Expected]:
        """The expected failures that are out of date, and that pytest knows as something else."""
        begins = prefix(certification.implementation.slug)
        return [
            entry
            for node, entry in self._expected.items()
            if node.startswith(begins) and entry.problem and outcome(node) != "failed"
        ]

    def shortfall(self, certification: Certification) -> tuple[int, int, list[Result]]:
        """How many verdicts were given, of how many that the items of this run promised, and where some are missing."""
        cases = {case.id: case for _, case in certification.chosen}
        given = promised = 0
        short = []
        for result in self.of(certification):
            case = cases[result.case]
            if (
                not result.scored
                or result.apart
                or not within_claims(result.target, certification.implementation.claim(result.target), case)
            ):
                continue
            promised_checks = graded_checks(result.target, case, certification.checks)
            given_checks = {verdict.check for verdict in result.verdicts if verdict.outcome in GRADED} & set(
                promised_checks
            )
            given, promised = given + len(given_checks), promised + len(promised_checks)
            short += [result] if len(given_checks) < len(promised_checks) else []
        return given, promised, short
