"""Tools on offer that were lost, and are there after all: in a form of which the provider reads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from pytest_promptfmt.common.json_leaves import strings_outside
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript

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
