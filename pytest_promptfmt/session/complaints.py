"""Why a run whose items all went well for pytest is not green: it hides a failure, or judged less than it was to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import pytest

from pytest_promptfmt.common.text import count
from pytest_promptfmt.report.ids import node_id, xfails_id
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.session.item_outcomes import ItemOutcomes
from pytest_promptfmt.session.items import KitItem
from pytest_promptfmt.session.results import CollectedResults
from pytest_promptfmt.verdicts.result import Result


def complaints(
    certification: Certification, name: str, collected: CollectedResults, outcomes: ItemOutcomes
) -> Iterator[str]:
    """Of one implementation, which is called `name`."""
    if hidden := collected.hidden(certification, outcomes.outcome):
        failures = count(len(hidden), "failure")
        yield (
            f"{name}: {failures} did not fail for pytest: {_places(hidden)}; "
            "what is expected to fail stands in promptfmt.toml"
        )
    given, promised, short = collected.shortfall(certification)
    if outcomes.silent(certification.implementation.slug):
        yield outcomes.complaint(certification.implementation.slug, name)
    elif short:
        yield f"{name}: graded {given:,} of {promised:,}; not judged: {_places(short)} (-rs says why)"


class Deselection:
    """A plugin object: the `nodes` that pytest and its plugins say they leave out.

    A worker of xdist passes them on to the controller as it ends.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._output: dict[str, Any] | None = getattr(config, "workeroutput", None)
        self.nodes: set[str] = set()

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        nodes = [item.nodeid for item in items if isinstance(item, KitItem)]
        self.nodes.update(nodes)
        if self._output is not None:
            self._output.setdefault("promptfmt_deselected", []).extend(nodes)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker that crashed has no output."""
        self.nodes.update(getattr(node, "workeroutput", {}).get("promptfmt_deselected", ()))


def lost(
    certification: Certification,
    xfails: Iterable[int],
    name: str,
    outcomes: ItemOutcomes,
    deselected: Collection[str],
) -> Iterator[str]:
    """What was chosen, exchanges and the expected failures of these numbers, and neither deselected nor reported."""
    slug = certification.implementation.slug
    chosen = {node_id(slug, target, case.id): f"{target} / {case.id}" for target, case in certification.chosen}
    chosen |= {xfails_id(slug, n): f"expected failure {n}" for n in xfails}
    missing = [place for node, place in chosen.items() if node not in deselected and not outcomes.outcome(node)]
    if missing:
        yield (
            f"{name}: {len(missing):,} of {len(chosen):,} were chosen and never reported: {_first(missing)}; "
            "a plugin or a conftest swallowed them, or took them away without pytest_deselected"
        )


def _places(results: Sequence[Result]) -> str:
    return _first([f"{result.target} / {result.case}" for result in results])


def _first(places: Sequence[str]) -> str:
    """The first three."""
    return ", ".join(places[:3]) + (f" and {len(places) - 3:,} more" if len(places) > 3 else "")
