"""Tool calls and results together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.tools.answers import GivenResult, carries, results_of, texts_of
from pytest_promptfmt.checks.fidelity.tools.calls import Call, calls_of, match_calls
from pytest_promptfmt.checks.fidelity.tools.marks import marked
from pytest_promptfmt.checks.fidelity.tools.repeats import said_in_words
from pytest_promptfmt.checks.fidelity.tools.results import match_results
from pytest_promptfmt.conversation import Conversation, ToolUse
from pytest_promptfmt.conversation.repairs import Repair
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import Model
from pytest_promptfmt.payload.transcript import CallPart, ResultPart


@dataclass(frozen=True, slots=True)
class ToolComparison:
    """What was found: places by the conversation's own calls and results; `ids` are the new ones of renamed calls."""

    calls: tuple[tuple[Call, Position, CallPart], ...]
    results: tuple[tuple[GivenResult, Position, ResultPart], ...]
    findings: tuple[Finding, ...]
    ids: Mapping[str, str]


def compare_tools(
    conversation: Conversation,
    segments: Segments,
    repair: Repair,
    dialect: Dialect,
    model: Model,
    told: Sequence[Call] = (),
) -> ToolComparison:
    """Holds the payload's calls and results against the conversation's, but for those calls that texts have `told`.

    An id says which result answers which call, and nothing else: where all of them were made anew in step, no error is
    left, and a word is said of it where the provider would have taken the old ones.
    """
    uses = {id(call.use) for call in told}
    calls = [call for call in calls_of(conversation) if id(call.use) not in uses]
    results = [
        each
        for each in results_of(conversation)
        if id(each.call) not in uses or not said_in_words(each, segments.dialog)
    ]

    def compared(calls: list[Call], repair: Repair) -> ToolComparison:
        return _compare(calls, results, segments, repair, dialect, model)

    found = compared(calls, repair)
    if not found.findings:
        return found
    free = replace(repair, free_ids=True)  # calls that are equal differ by their results
    renamed = min((compared(calls, free), compared(calls[::-1], free)), key=lambda comparison: len(comparison.findings))
    if len(renamed.findings) >= len(found.findings):
        return found
    return renamed if repair.free_ids else replace(renamed, findings=(*renamed.findings, *_named(renamed, dialect)))


def _named(renamed: ToolComparison, dialect: Dialect) -> Iterator[Finding]:
    """One word about ids that are others, where no provider's pattern made them so."""
    changed = [(call, part) for call, _, part in renamed.calls if part.id not in (None, call.use.id)]
    liked = dialect.call_ids
    if changed and not (liked and all(liked.fullmatch(part.id or "") for _, part in changed)):
        call, part = changed[0]
        message = f"the call {call.use.name} ({call.use.id}) and its result have the id {part.id}"
        yield loss("renamed-call", part.path, message, (call.index,), expected=call.use.id, actual=part.id)


def _compare(
    expected: list[Call],
    given: list[GivenResult],
    segments: Segments,
    repair: Repair,
    dialect: Dialect,
    model: Model,
) -> ToolComparison:
    findings: list[Finding] = []
    calls = list(match_calls(expected, segments, repair, findings))
    ids = {call.use.id: part.id for call, _, part in calls if part.id is not None} if repair.free_ids else {}
    names = {call.use.name: part.name for call, _, part in calls} if repair.free_tool_names else {}
    numbered = _numbered(segments, {id(part): call.use for call, _, part in calls}, given)
    results = list(match_results(given, numbered, ids, names, findings, named=dialect.pairs_by_name))
    takes_mark = model.known and model.takes("result-status")
    for result, _, part in results:
        findings += marked(result, part, place=dialect.error_flag, taken=takes_mark)
    return ToolComparison(tuple(calls), tuple(results), tuple(findings), ids)


Answered: TypeAlias = tuple[list[CallPart], list[tuple[Position, ResultPart]]]


def _numbered(segments: Segments, uses: dict[int, ToolUse], given: list[GivenResult]) -> Segments:
    """A result that the wire gives no id takes its call's: that of the first open call of its tool in the round.

    A result that names no tool leaves the calls of a tool to those that name it. Where the round lacks a result, places
    tell nothing, and the call is rather the one whose answer it is; but for a result without a name that might have
    one, where the first call is one that nobody answered. `uses` are the conversation's calls, by what was found.
    """
    answers = {id(each.call): each for each in given if texts_of(each.block)}
    answered_uses = {id(each.call) for each in given}
    results: list[tuple[Position, ResultPart]] = []
    for calls, answered in _rounds(segments):
        short = len(answered) < len(calls)
        named = Counter(part.name for _, part in answered if part.id is None)
        for place, part in answered:
            fitting = [call for call in calls if _answers(part, call)]
            if part.id is None and part.name is None:
                fitting = [call for call in fitting if sum(c.name == call.name for c in calls) > named[call.name]]
            elif part.id is None:
                named[part.name] -= 1
            its_own = (
                [call for call in fitting if (each := answers.get(id(uses.get(id(call))))) and carries(each, part)]
                if part.id is None and short and not _is_anothers(part, fitting, uses, answered_uses)
                else []
            )
            for call in (its_own or fitting)[:1]:
                calls = [each for each in calls if each is not call]
                if part.id is None and id(call) in uses:
                    part = replace(part, id=uses[id(call)].id)
            results.append((place, part))
    return replace(segments, results=tuple(results))


def _is_anothers(
    part: ResultPart, fitting: list[CallPart], uses: dict[int, ToolUse], answered_uses: Container[int]
) -> bool:
    """Does a result that does not name its tool read as the answer to a call that is still open?"""
    names = {call.name for call in fitting}
    return part.name is None and len(names) > 1 and id(uses.get(id(fitting[0]))) not in answered_uses


def _rounds(segments: Segments) -> Iterator[Answered]:
    """Calls in a row, with all results before the next one."""
    parts: list[tuple[Position, CallPart | ResultPart]] = [*segments.calls, *segments.results]
    calls: list[CallPart] = []
    answered: list[tuple[Position, ResultPart]] = []
    for place, part in sorted(parts, key=lambda part: part[0]):
        if isinstance(part, ResultPart):
            answered.append((place, part))
            continue
        if answered:
            yield calls, answered
            calls, answered = [], []
        calls.append(part)
    yield calls, answered


def _answers(result: ResultPart, call: CallPart) -> bool:
    if result.id is not None and call.id is not None:
        return result.id == call.id
    return result.name in (None, call.name)
