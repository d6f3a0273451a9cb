"""A symptom: what one error finding shows, whatever the case. Two results with one symptom may have one cause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.result import Result
from pytest_promptfmt.verdicts.verdict import Outcome


@dataclass(frozen=True, slots=True)
class Symptom:
    """`id` of an error finding; `where` is what was raised and its place, or the place that the schema speaks of."""

    id: str
    where: str = ""


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
    if raised is None:
        return Symptom(finding.id, _part(finding) if finding.id.startswith("schema.") else "")
    return Symptom(finding.id, f"{raised[1]} at {raised[2]}" if raised[2] else raised[1])


def _part(finding: Finding) -> str:
    """The place in any payload, whatever the number of the message; the schema has few ids for many faults."""
    place = _TURN.sub("$[]", re.sub(r"\[\d+\]", "[]", finding.path))
    return f"{place}: {finding.message}" if finding.id == "schema.required" else place


_TURN = re.compile(r"^\$\.(?:input\.)?(?:messages|contents|input)\[\]")
"""A message of the request in object form, which is the same as one of the bare list."""
