"""Tools on offer and calls that were lost, and are there after all: in a form of which the provider reads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pytest_promptfmt.common.json_equal import equal
from pytest_promptfmt.common.json_leaves import nodes, strings_outside
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript
from pytest_promptfmt.payload.walking import json_or_raw

_LACKING = " is on offer, the payload's tools lack it"


def with_unread_tools(findings: Iterable[Finding], transcript: Transcript, payload: Any) -> Iterator[Finding]:
    """The findings, of which those that say that a tool is lacking name the object that has its name."""
    known = list(findings)
    if not any(map(_is_lacking, known)):
        yield from known
        return
    unread = strings_outside(payload, {tool.path for tool in transcript.tools or ()})
    objects = {node: path.removesuffix(".name") for path, node in unread if "tools" in path and path.endswith(".name")}
    for finding in known:
        name = finding.message.removeprefix("the tool ").removesuffix(_LACKING)
        if _is_lacking(finding) and (place := objects.get(name)):
            message = f"the tool {name} stands at {place}, in a form of which nothing is read"
            finding = replace(finding, path=place, message=message)
        yield finding


def _is_lacking(finding: Finding) -> bool:
    return finding.id == "fidelity.lost-tool" and finding.message.endswith(_LACKING)


def with_unread_calls(findings: Iterable[Finding], payload: Any) -> Iterator[Finding]:
    """The findings, of which those that say that a call is nowhere name the object that tells it."""
    known = list(findings)
    if not any(map(_is_nowhere, known)):
        yield from known
        return
    told = [(path, node) for path, node in nodes(payload) if isinstance(node, dict) and "name" in node]
    for finding in known:
        call = finding.data.get("expected")
        if _is_nowhere(finding) and isinstance(call, Mapping):
            if place := next((path for path, node in told if _tells(node, call)), None):
                message = finding.message.replace(_NOWHERE, f" stands at {place}, where no call is read")
                finding = replace(finding, path=place, message=message)
        yield finding


def _tells(node: dict[str, Any], call: Mapping[str, Any]) -> bool:
    told = [json_or_raw(node[key]) for key in _ARGUMENTS if key in node]
    return bool(node["name"] == call["name"]) and any(equal(each, call["input"]) for each in told)


_NOWHERE = " is nowhere"
_ARGUMENTS = ("arguments", "args", "input")


def _is_nowhere(finding: Finding) -> bool:
    return finding.id == "fidelity.lost-call" and finding.message.endswith(_NOWHERE)
