"""The text of a cause, in some 15 lines: what is wrong, in whose words, on the smallest conversation; what is right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.causes import Cause
from pytest_promptfmt.causes.example import Example
from pytest_promptfmt.common.text import count, cut, first_few, safe, sentence
from pytest_promptfmt.corpus import Case, Given
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.excerpt import NARROW, element
from pytest_promptfmt.report.failure_text import (
    about_offers,
    budget_lines,
    finding_lines,
    given_lines,
    more_about,
    prose,
    right_lines,
    right_ways,
    row,
    said_lines,
)
from pytest_promptfmt.report.ids import with_version
from pytest_promptfmt.report.words import spoken
from pytest_promptfmt.verdicts.result import Result

_SHOWN = 1
_ALSO = 2
_CONVERSATION = 7


@dataclass(frozen=True, slots=True)
class CauseExample:
    """What is shown of a cause: one finding, with what was given and what was returned (None: nothing was)."""

    finding: Finding
    member: Result
    case: Case
    given: Given
    payload: Any
    budget: tuple[str, ...] = ()
    said: tuple[str, ...] = ()

    @property
    def dialect(self) -> str:
        return self.member.target.rpartition(".")[0]


def example_of(cause: Cause, cases: Mapping[str, Case], example: Example | None) -> CauseExample:
    """The example, or where there is none the first of the results."""
    if example is None:
        member = cause.results[0]
        case = cases[member.case]
        return CauseExample(finding_of(cause), member, case, case.given(), member.payload)
    exchange = example.judgement.exchange
    payload = None if exchange.failure else example.case.portable(exchange.payload)
    return CauseExample(
        spoken(example.finding, example.judgement.findings),
        example.member,
        cases[example.member.case],
        exchange.given,
        payload,
        tuple(budget_lines(exchange)),
        tuple(said_lines(exchange)),
    )


def finding_of(cause: Cause, result: Result | None = None) -> Finding:
    """The finding that a cause is known by where no smaller example is at hand, in the words of the best informed.

    It is that of this `result`, else of the first.
    """
    first = result or cause.results[0]
    return spoken(cause.finding(first), first.findings)


def first_line(cause: Cause, finding: Finding) -> str:
    """What is wrong, and how often."""
    return f"{cut(sentence(finding.message), 300)} ({count(len(cause.results), 'failure')})"


def explain_cause(
    cause: Cause, shown: CauseExample, implementation: Implementation, *, rerun: str = "", rerun_all: str = ""
) -> str:
    """The whole text of a cause; the two commands run the example's case, and all that may show it."""
    targets = ", ".join(dict.fromkeys(result.target for result in cause.results))
    made = safe(with_version(implementation.spec, implementation.version))
    around = "" if shown.payload is None else element(shown.payload, shown.finding.path)
    offers = about_offers(shown.finding)
    conversation = list(given_lines(shown.given, list(shown.finding.about), around, offers=offers))
    if len(conversation) > _CONVERSATION:
        conversation = [*conversation[: _CONVERSATION - 1], *row("", "…")]
    lines = [first_line(cause, shown.finding), ""]
    lines += prose("formatter", f"{targets} of {made}")
    lines += shown.budget
    lines += finding_lines(shown.finding, shown.payload, {shown.finding.message}, NARROW)
    lines += _also(cause)
    lines += right_ways(shown.case.expects(shown.dialect), shown.dialect)
    lines += right_lines(shown.case, shown.member.target, shown.given, shown.finding, around, NARROW)
    lines += [*conversation, *prose("cases", _cases(cause, shown.member))]
    lines += more_about(shown.finding)
    lines += shown.said
    lines += row("run it again", safe(rerun)) if rerun else []
    lines += row("all of them", safe(rerun_all)) if rerun_all else []
    return "\n".join(lines)


def _cases(cause: Cause, first: Result) -> str:
    """The example's case, and how many there are besides."""
    ids = list(dict.fromkeys((first.case, *(result.case for result in cause.results))))
    return first_few(ids, _SHOWN)


def _also(cause: Cause) -> list[str]:
    """Its consequences, which go with it, the most frequent first."""
    return prose("leads to", first_few(cause.consequences, _ALSO)) if cause.consequences else []
