"""Why a run whose items all went well for pytest is not green: it hides a failure, or judged less than it was to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pytest_promptfmt.common.text import count
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.session.item_outcomes import ItemOutcomes
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


def _places(results: Sequence[Result]) -> str:
    """The first three."""
    more = f" and {len(results) - 3} more" if len(results) > 3 else ""
    return ", ".join(f"{result.target} / {result.case}" for result in results[:3]) + more
