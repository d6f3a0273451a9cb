"""Tool calls and results together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.tools.calls import Call, calls_of, match_calls
from pytest_promptfmt.checks.fidelity.tools.results import GivenResult, match_results, results_of
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.repairs import Repair
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import CallPart, ResultPart


@dataclass(frozen=True, slots=True)
class Answered:
    """What was found: places by the conversation's own calls and results; `ids` are the new ones of renamed calls."""

    calls: tuple[tuple[Call, Position, CallPart], ...]
    results: tuple[tuple[GivenResult, Position, ResultPart], ...]
    findings: tuple[Finding, ...]
    ids: Mapping[str, str]


def compare_tools(conversation: Conversation, heard: Segments, repair: Repair, *, error_flag: bool) -> Answered:
    """Holds the payload's calls and results against the conversation's."""
    expected = calls_of(conversation)
    found = _compare(expected, conversation, heard, repair, error_flag=error_flag)
    if found.findings and repair.free_ids:  # under new ids, calls that are equal are told apart by their results
        other = _compare(expected[::-1], conversation, heard, repair, error_flag=error_flag)
        return min(found, other, key=lambda answered: len(answered.findings))
    return found


def _compare(
    expected: list[Call], conversation: Conversation, heard: Segments, repair: Repair, *, error_flag: bool
) -> Answered:
    findings: list[Finding] = []
    calls = list(match_calls(expected, heard, repair, findings))
    ids = {call.use.id: said.id for call, _, said in calls if said.id is not None} if repair.free_ids else {}
    names = {call.use.name: said.name for call, _, said in calls} if repair.free_tool_names else {}
    told = _numbered(heard, {id(said): call.use.id for call, _, said in calls})
    results = list(match_results(results_of(conversation), told, ids, names, findings, error_flag=error_flag))
    return Answered(tuple(calls), tuple(results), tuple(findings), ids)


def _numbered(heard: Segments, ids: dict[int, str]) -> Segments:
    """A result that the wire gives no id takes its call's: that of the first open call of its tool in the round.

    `ids` are the conversation's ids of the calls that were found.
    """
    results: list[tuple[Position, ResultPart]] = []
    round_: list[CallPart] = []
    answered = False
    parts: list[tuple[Position, CallPart | ResultPart]] = [*heard.calls, *heard.results]
    for place, item in sorted(parts, key=lambda part: part[0]):
        if isinstance(item, CallPart):
            round_ = [item] if answered else [*round_, item]
            answered = False
            continue
        answered = True
        call = next((call for call in round_ if _answers(item, call)), None)
        if call is not None:
            round_.remove(call)
            if item.id is None:
                item = replace(item, id=ids.get(id(call)))
        results.append((place, item))
    return replace(heard, results=tuple(results))


def _answers(result: ResultPart, call: CallPart) -> bool:
    if result.id is not None and call.id is not None:
        return result.id == call.id
    return result.name in (None, call.name)
