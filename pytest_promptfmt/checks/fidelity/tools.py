"""Tool calls and results together."""

from __future__ import annotations

from dataclasses import dataclass

from pytest_promptfmt.checks.fidelity.calls import Call, calls_of, match_calls
from pytest_promptfmt.checks.fidelity.heard import Heard, Place
from pytest_promptfmt.checks.fidelity.results import Result, match_results, results_of
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.repairs import Repair
from pytest_promptfmt.said import SaidCall, SaidResult
from pytest_promptfmt.verdict import Finding


@dataclass(frozen=True, slots=True)
class Answered:
    """What was found: places by the conversation's own calls and results."""

    calls: tuple[tuple[Call, Place, SaidCall], ...]
    results: tuple[tuple[Result, Place, SaidResult], ...]
    findings: tuple[Finding, ...]


def compare_tools(conversation: Conversation, heard: Heard, repair: Repair, *, error_flag: bool) -> Answered:
    """Holds the payload's calls and results against the conversation's."""
    findings: list[Finding] = []
    calls = list(match_calls(calls_of(conversation), heard, repair, findings))
    ids = {call.use.id: said.id for call, _, said in calls} if repair.free_ids else {}
    names = {call.use.name: said.name for call, _, said in calls} if repair.free_tool_names else {}
    results = list(match_results(results_of(conversation), heard, ids, names, findings, error_flag=error_flag))
    return Answered(tuple(calls), tuple(results), tuple(findings))
