"""Texts that were lost, and are there after all: at a place where the provider reads none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from pytest_promptfmt.checks.fidelity.stream import forms
from pytest_promptfmt.common.json_leaves import strings_outside
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import Transcript

_NOWHERE = " is nowhere: "
_SHORTEST = 8
"""Of a text in characters; what is shorter stands anywhere."""
_MOST = 20
"""Texts that are looked for; of what loses more it is known by then."""


def with_unread(findings: Iterable[Finding], transcript: Transcript, payload: Any) -> Iterator[Finding]:
    """The findings, of which those that say that a text is nowhere name the place where it stands unread."""
    known = list(findings)
    if not any(map(_is_nowhere, known)):
        yield from known
        return
    read = {part.path for turn in transcript.turns for part in turn.parts}
    read |= {tool.path for tool in transcript.tools or ()}
    unread = list(strings_outside(payload, read))
    sought = 0
    for finding in known:
        text = finding.data.get("expected")
        if _is_nowhere(finding) and isinstance(text, str) and len(text) >= _SHORTEST and sought < _MOST:
            sought += 1
            place = next((path for path, node in unread if any(form in node for form in forms(text))), None)
            if place:
                message = finding.message.replace(_NOWHERE, f" stands at {place}, where no text is read: ", 1)
                finding = replace(finding, path=place, message=message)
        yield finding


def _is_nowhere(finding: Finding) -> bool:
    return finding.id == "fidelity.lost-text" and finding.path == "$" and _NOWHERE in finding.message
