"""The text of a cause, in some 15 lines: what is wrong, in whose words, on the smallest conversation; what is right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.causes import Cause
from pytest_promptfmt.causes.example import Example
from pytest_promptfmt.common.text import compact, count, cut, safe, sentence
from pytest_promptfmt.conversation import Conversation, Message
from pytest_promptfmt.corpus import Case, Given
from pytest_promptfmt.dialects.proofs import proofs
from pytest_promptfmt.implementation import Implementation
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.report.excerpt import appears_in, element, right_request
from pytest_promptfmt.report.failure_text import budget_lines, finding_lines, given_lines, prose, remedy, row
from pytest_promptfmt.report.ids import titled
from pytest_promptfmt.report.right_payload import pieces, right_payload
from pytest_promptfmt.verdicts.result import Result

_SHOWN = 3
_ALSO = 4
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

    @property
    def dialect(self) -> str:
        return self.member.target.rpartition(".")[0]


def shown_of(cause: Cause, cases: Mapping[str, Case], example: Example | None) -> CauseExample:
    """The example, or where there is none the first of the results."""
    if example is None:
        member = cause.results[0]
        case = cases[member.case]
        return CauseExample(cause.finding(member), member, case, case.given(), member.payload)
    exchange = example.judgement.exchange
    payload = None if exchange.failure else example.case.portable(exchange.payload)
    return CauseExample(
        example.finding,
        example.member,
        cases[example.member.case],
        exchange.given,
        payload,
        tuple(budget_lines(exchange)),
    )


def first_line(cause: Cause, finding: Finding) -> str:
    """What is wrong, and how often."""
    return f"{cut(sentence(finding.message), 300)} ({count(len(cause.results), 'failure')})"


def explain_cause(
    cause: Cause, shown: CauseExample, implementation: Implementation, *, rerun: str = "", rerun_all: str = ""
) -> str:
    """The whole text of a cause; the two commands run the example's case, and all that may show it."""
    targets = ", ".join(dict.fromkeys(result.target for result in cause.results))
    made = safe(titled(implementation.spec, implementation.version))
    around = "" if shown.payload is None else element(shown.payload, shown.finding.path)
    conversation = list(given_lines(shown.given, list(shown.finding.about), around))
    if len(conversation) > _CONVERSATION:
        conversation = [*conversation[: _CONVERSATION - 1], *row("", "…")]
    lines = [first_line(cause, shown.finding), ""]
    lines += prose("formatter", f"{targets} of {made}")
    lines += shown.budget
    lines += finding_lines(shown.finding, shown.payload, {shown.finding.message})
    lines += _also(cause)
    lines += remedy(shown.case.expects(shown.dialect)) or _right_lines(shown, around)
    lines += [*conversation, *prose("cases", _cases(cause, shown.member))]
    lines += row("run it again", safe(rerun)) if rerun else []
    lines += row("all of them", safe(rerun_all)) if rerun_all else []
    return "\n".join(lines)


def _cases(cause: Cause, first: Result) -> str:
    """The example's case, two more, and how many there are besides."""
    ids = list(dict.fromkeys((first.case, *(result.case for result in cause.results))))
    more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return ", ".join(ids[:_SHOWN]) + more


def _also(cause: Cause) -> list[str]:
    """Its consequences, which go with it, the most frequent first."""
    more = f" and {len(cause.consequences) - _ALSO} more" if len(cause.consequences) > _ALSO else ""
    return prose("leads to", ", ".join(cause.consequences[:_ALSO]) + more) if cause.consequences else []


def _right_lines(shown: CauseExample, around: str) -> Iterator[str]:
    """The same part of the case in a right payload, or else in one that keeps the rule."""
    if shown.case.requests:
        yield from row("right is", compact(right_request(shown.case.requests, shown.finding.path), 400))
        return
    golden = right_payload(shown.member.target, shown.case)
    found: list[tuple[str, str]] = []
    if golden is not None and isinstance(shown.given, Conversation):
        found = list(pieces(golden[1], _concerned(shown.given, shown.finding.about, around)))[:2]
    for n, (path, text) in enumerate(found):
        yield from row("" if n else "right", f"{path} = {text}")
    if golden is not None and found:
        yield from row("", f"(of {golden[0]}, for the whole case)")
    elif proof := proofs().get(shown.finding.id):
        yield from row("right", f"{compact(proof.keeps.payload, 240)}  (keeps the rule)")


def _concerned(given: Conversation, about: tuple[int, ...], around: str) -> list[Message]:
    """The messages that the finding is about, else those that appear in the failing part of the payload, else all."""
    named = [given.messages[i] for i in about if 0 <= i < len(given.messages)]
    appearing = [message for message in given.messages if around and appears_in(message, around)]
    return named or appearing or list(given.messages)
