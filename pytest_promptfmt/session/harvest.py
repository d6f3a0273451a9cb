"""What the items' reports carry, whichever process they come from: the results of a run, and its expected failures."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from pytest_promptfmt.report.build import judged
from pytest_promptfmt.report.document import Expected, Judged, failed
from pytest_promptfmt.report.ids import node_id, prefix
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.verdicts.levels import GRADED, case_needs, graded_checks, within_claims
from pytest_promptfmt.verdicts.result import Result, result_from_json

if TYPE_CHECKING:
    import pytest

Place: TypeAlias = tuple[str, str, str]
"""Slug, target, case."""


class Harvest:
    """`results` by place; an exchange whose item gave none (it was skipped, or its process died) has no verdicts.

    Where an item ran again, a failure stays one.
    """

    def __init__(self, certifications: Sequence[Certification]) -> None:
        self._certifications = certifications
        self._places: dict[str, Place] = {}
        self.results: dict[Place, Result] = {}
        self._expected: dict[str, Expected] = {}

    def add(self, report: pytest.TestReport) -> None:
        carried: dict[str, Any] = getattr(report, "promptfmt", None) or {}
        if "expected" in carried:
            self._expected[report.nodeid] = Expected(**carried["expected"])
        elif (place := self._place(report.nodeid)) is not None:
            if "result" in carried:
                if place not in self.results or not failed(self.results[place]) or not self.results[place].verdicts:
                    self.results[place] = result_from_json(json.loads(carried["result"]))
            elif report.when == "call" or report.outcome != "passed":
                self.results.setdefault(place, Result(*place[1:], ()))

    def _place(self, node: str) -> Place | None:
        if not self._places:
            for one in self._certifications:
                slug = one.implementation.slug
                self._places |= {node_id(slug, t, case.id): (slug, t, case.id) for t, case in one.chosen}
        return self._places.get(node)

    def of(self, one: Certification) -> Iterable[Result]:
        """The results of one implementation."""
        slug = one.implementation.slug
        return (result for (held, _, _), result in self.results.items() if held == slug)

    def judged(self, one: Certification) -> Judged:
        """One implementation in the report."""
        begins = prefix(one.implementation.slug)
        entries = [entry for node, entry in sorted(self._expected.items()) if node.startswith(begins)]
        scored = [(target, case) for target, case in one.plan if case.id not in one.unscored]
        return judged(one.implementation, scored, self.of(one), entries)

    def hidden(self, one: Certification, outcome: Callable[[str], str]) -> list[Result]:
        """The failures that pytest knows as something else (`outcome` of a node id), by a hook or a mark."""
        slug = one.implementation.slug
        return [
            result
            for result in self.of(one)
            if result.verdicts and failed(result) and outcome(node_id(slug, result.target, result.case)) != "failed"
        ]

    def shortfall(self, one: Certification) -> tuple[int, int, list[Result]]:
        """How many verdicts were given, of how many that the items of this run promised, and where some are missing."""
        cases = {case.id: case for _, case in one.chosen}
        given = promised = 0
        short = []
        for result in self.of(one):
            case = cases[result.case]
            if not result.scored or not within_claims(
                result.target, one.implementation.claim(result.target), case_needs(case)
            ):
                continue
            wanted = graded_checks(result.target, case, one.checks)
            got = {verdict.check for verdict in result.verdicts if verdict.outcome in GRADED} & set(wanted)
            given, promised = given + len(got), promised + len(wanted)
            short += [result] if len(got) < len(wanted) else []
        return given, promised, short
