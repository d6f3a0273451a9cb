"""The outcomes of each implementation, counted from pytest's reports, whichever process they come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pytest_promptfmt.common.text import count
from pytest_promptfmt.report.ids import prefix, row
from pytest_promptfmt.report.outcome_table import table, totals, warning_lines

if TYPE_CHECKING:
    import pytest

XFAILS = "xfails"


class ItemOutcomes:
    """Outcomes and warnings by node id; the last report of an item counts, and what fails around it."""

    def __init__(self) -> None:
        self._outcomes: dict[str, str] = {}
        self._warnings: dict[str, list[tuple[str, str, str]]] = {}

    def add(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            self._outcomes[report.nodeid] = "xfailed" if hasattr(report, "wasxfail") else report.outcome
        carried: dict[str, Any] | None = getattr(report, "promptfmt", None)
        if carried:
            self._warnings[report.nodeid] = [tuple(warning) for warning in carried["warnings"]]

    def counts(self, slug: str) -> Counter[tuple[str, str]]:
        """How many items by target and outcome; targets by name, whatever the order in which xdist's workers end."""
        found = [
            (row(slug, nodeid), outcome)
            for nodeid, outcome in self._outcomes.items()
            if nodeid.startswith(prefix(slug))
        ]
        return Counter(sorted(found, key=lambda cell: (cell[0] == XFAILS, cell)))

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

    def warning_lines(self, slug: str, *, whole: bool, most: int, width: int) -> list[str]:
        """How often what fails nothing was found, the most frequent first; the `whole` list says where."""
        return warning_lines(self._of(slug), places=whole, most=most, width=width)

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
