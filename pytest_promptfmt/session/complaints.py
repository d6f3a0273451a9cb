"""Why a run whose items all went well for pytest is not green: it hides a failure, or judged less than it was to."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt.common.text import count, cut, first_few, sentence
from pytest_promptfmt.report.ids import node_id, xfails_id
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.session.item_outcomes import ItemOutcomes
from pytest_promptfmt.session.items import KitItem
from pytest_promptfmt.session.results import CollectedResults
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome


def complaints(
    certification: Certification, name: str, collected: CollectedResults, outcomes: ItemOutcomes, *, green: bool
) -> Iterator[str]:
    """Of one implementation, which is called `name`; `green` is what pytest makes of the run."""
    slug = certification.implementation.slug
    outcome = (lambda node: "") if green else outcomes.outcome
    if stale := collected.hidden_entries(certification, outcome):
        yield f'{name}: {count(len(stale), "expected failure")} out of date did not fail for pytest: "{stale[0].match}"'
    if hidden := collected.hidden(certification, outcome):
        failures = count(len(hidden), "failure")
        yield (
            f"{name}: {failures} did not fail for pytest: {_places(hidden)}; "
            "what is expected to fail stands in promptfmt.toml"
        )
    given, promised, short = collected.shortfall(certification)
    if outcomes.silent(slug):
        yield f"{outcomes.complaint(slug, name)}{_why(short)}"
    elif short:
        yield f"{name}: graded {given:,} of {promised:,}; not judged: {_places(short)}{_why(short)}"


def unread_xfail_files(rootdir: Path, here: Path, certifications: Iterable[Certification]) -> Iterator[str]:
    """Files of expected failures that nobody reads: where pytest was started, beside formatters, below the rootdir."""
    certified = list(certifications)
    beside = [each.implementation.origin.file.parent for each in certified if each.implementation.origin]
    shipped = {each.implementation.xfails for each in certified}
    for name in _MISSPELT_NAMES:
        if (rootdir / name).is_file() and not (rootdir / "promptfmt.toml").is_file():
            yield f"{name} is not read: the file is called promptfmt.toml; --promptfmt-xfails={name} reads it"
    found = [place / "promptfmt.toml" for place in (here, *beside)] + sorted(rootdir.glob("*/promptfmt.toml"))
    for path in dict.fromkeys(path.resolve() for path in found if path.is_file()):
        if path.parent != rootdir.resolve() and path.read_text("utf-8-sig", "replace") not in shipped:
            told = os.path.relpath(path, here)
            yield f"{told} is not read, since it is not at the rootdir {rootdir}: --promptfmt-xfails={told} reads it"


_MISSPELT_NAMES = (".promptfmt.toml", "promptfmt.tml", "pytest-promptfmt.toml", "pytest_promptfmt.toml")


class Deselection:
    """A plugin object: the `nodes` that pytest and its plugins say they leave out.

    A worker of xdist passes them on to the controller as it ends.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._output: dict[str, Any] | None = getattr(config, "workeroutput", None)
        self.nodes: set[str] = set()

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        nodes = [item.node for item in items if isinstance(item, KitItem)]
        self.nodes.update(nodes)
        if self._output is not None:
            self._output.setdefault("promptfmt_deselected", []).extend(nodes)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker that crashed has no output."""
        self.nodes.update(getattr(node, "workeroutput", {}).get("promptfmt_deselected", ()))


def unreported(
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
            f"{name}: {len(missing):,} of {len(chosen):,} were chosen and never reported: {first_few(missing, 10)}; "
            "a plugin or a conftest swallowed them, or took them away without pytest_deselected"
        )


def _why(results: Sequence[Result]) -> str:
    """What most of them say of it, and who says all of it."""
    reasons = Counter(v.reason for result in results for v in result.verdicts if v.outcome is Outcome.INCONCLUSIVE)
    said = [cut(sentence(reason), 200) for reason, _ in reasons.most_common(1)]
    return f"{': ' if said else ''}{''.join(said)} (-rs says {'all of it' if said else 'why'})"


def _places(results: Sequence[Result]) -> str:
    return first_few([f"{result.target} / {result.case}" for result in results])
