"""The outcomes of each implementation, counted from pytest's reports; and the end of the output, which tells them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pytest_promptfmt.causes import Cause, causes
from pytest_promptfmt.common.text import count, hanging_indent
from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.ending.cause_lines import LineLimit, cause_lines
from pytest_promptfmt.report.ending.counts import share_line, skip_lines
from pytest_promptfmt.report.ids import is_apart, node_id, node_of, prefix, row
from pytest_promptfmt.report.level_table import level_lines, models_line, overall_line, unneeded_limits
from pytest_promptfmt.report.outcome_table import table, totals, warning_lines
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.session.results import CollectedResults

if TYPE_CHECKING:
    import pytest

XFAILS = "xfails"


class ItemOutcomes:
    """Outcomes and warnings by node id; the last report of an item counts, and what fails around it."""

    def __init__(self) -> None:
        self._outcomes: dict[str, str] = {}
        self._warnings: dict[str, list[tuple[str, str, str]]] = {}

    def add(self, report: pytest.TestReport) -> None:
        node = node_of(report)
        if report.when == "call" or report.outcome != "passed":
            self._outcomes[node] = "xfailed" if hasattr(report, "wasxfail") else report.outcome
        carried: dict[str, Any] | None = getattr(report, "promptfmt", None)
        if carried:
            self._warnings.pop(node, None)
        if carried and carried["warnings"]:
            self._warnings[node] = [tuple(warning) for warning in carried["warnings"]]

    def counts(self, slug: str) -> Counter[tuple[str, str]]:
        """How many items by target and outcome; targets by name, whatever the order in which xdist's workers end."""
        found = [
            (row(slug, nodeid), outcome)
            for nodeid, outcome in self._outcomes.items()
            if nodeid.startswith(prefix(slug))
        ]
        return Counter(sorted(found, key=lambda cell: (cell[0] == XFAILS, is_apart(cell[0]), cell)))

    def outcome(self, node: str) -> str:
        """What pytest says of an item."""
        return self._outcomes.get(node, "")

    def silent(self, slug: str) -> bool:
        """Was everything skipped?"""
        return {outcome for name, outcome in self.counts(slug) if name != XFAILS} == {"skipped"}

    def lines(self, slug: str, name: str, verbosity: int) -> Iterator[str]:
        """The table of one implementation, one line (-q), or nothing (-qq)."""
        counts = self.counts(slug)
        if counts and verbosity >= 0:
            yield from (name, *table(counts))
        elif counts and verbosity == -1:
            yield f"{name}: {totals(counts)}, {count(len(self._of(slug)), 'warning')}"

    def causes(self, certification: Certification, collected: CollectedResults) -> tuple[Cause, ...]:
        """Of the results that failed for pytest as well."""
        slug = certification.implementation.slug
        return causes(
            result
            for result in collected.of(certification)
            if self.outcome(node_id(slug, result.target, result.case)) == "failed"
        )

    def ending(
        self,
        certification: Certification,
        name: str,
        collected: CollectedResults,
        document: ReportDocument,
        config: pytest.Config,
        width: int,
        room: LineLimit,
    ) -> list[str]:
        """The end of the run's output about one implementation: outcomes, causes as far as there is room, levels."""
        verbosity, slug = config.get_verbosity(), certification.implementation.slug
        lines = list(self.lines(slug, name, verbosity))
        if verbosity < -1 or config.option.collectonly:
            return lines
        whole, found = verbosity > 0, self.causes(certification, collected)
        results, cases = list(collected.of(certification)), {case.id: case for _, case in certification.known}
        if verbosity >= 0:
            lines += [f"  {line}" for line in [share_line(results, cases)] if line]
            lines += skip_lines(results, whole=whole, width=width)
            most = 0 if found else 3  # what fails comes first
            lines += warning_lines(self._of(slug), places=whole, most=most, width=width)
        several = len(certification.implementation.formatters) > 1
        shown = None if whole else room
        lines += cause_lines(found, cases, width=width, several=several, room=shown, named=verbosity < 0)
        return lines + _levels(certification, collected, document, width, whole=verbosity >= 0)

    def _of(self, slug: str) -> list[tuple[str, str, str]]:
        return [
            warning
            for nodeid, item_warnings in sorted(self._warnings.items())
            if nodeid.startswith(prefix(slug))
            for warning in item_warnings
        ]

    def complaint(self, slug: str, name: str) -> str:
        skipped = count(sum(self.counts(slug).values()), "exchange")
        return f"nothing was judged of {name}, {skipped} skipped"


def _levels(
    certification: Certification, collected: CollectedResults, document: ReportDocument, width: int, *, whole: bool
) -> list[str]:
    judged = next(each for each in document.implementations if each.slug == certification.implementation.slug)
    if not judged.results:
        return []
    found, blocks = document.standings(judged), document.blocking(judged)
    given, promised, _ = collected.shortfall(certification)
    table = level_lines(found, blocks) if whole else []
    overall = overall_line(found, blocks, judged.failed_apart())
    if given != promised:
        asked = f"; graded {given:,} of {promised:,}"
    else:
        asked = f"; all {given:,} checks judged" if overall.startswith("overall") else ""  # else it is said already
    lines = [f"{overall}{asked}", models_line(judged)]
    lines += [line for line in [unneeded_limits(document, judged)] if line]
    return [*table, *(folded for line in lines for folded in hanging_indent(line, width, indent=2))]
