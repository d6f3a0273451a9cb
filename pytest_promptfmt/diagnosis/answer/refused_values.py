"""Values that a provider's answer refuses by name, found where the request has them.

A sentence has to say that the value is not taken, unknown or not valid; what stands in the request as somebody's text,
or at many places, is not what it speaks of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pytest_promptfmt.common.json_leaves import nodes
from pytest_promptfmt.diagnosis.error_words import at_place, places
from pytest_promptfmt.diagnosis.own_words import read, source_of
from pytest_promptfmt.payload.finding import Finding, Severity

_QUOTED = r"""['"`](?P<value>[^'"`\s][^'"`]{0,199})['"`]"""
_WORD = r"""(?P<value>[A-Za-z][\w./:-]+)"""
_KIND = (
    r"(?:\w+ )?(?:value|type|role|format|variant|tag|mode|level|block|modality|media type|mime ?type|model|effort)s?"
)
_NOT = r"(?:not (?:a )?(?:valid|supported|allowed|accepted|recognized|permitted|available)|invalid|unsupported|unknown)"
_REFUSED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:invalid|unsupported|unknown|unexpected|unrecognized|illegal) {_KIND}(?: \w+){{0,3}}:? ?{_QUOTED}",
        rf"(?:unsupported|unknown|unexpected|unrecognized) {_KIND}(?: in \w+)?: {_WORD}",
        rf"{_QUOTED} (?:is|are) {_NOT}",
        rf"value:? {_QUOTED} (?:at|for|of|in) ",
        rf"(?:{_KIND}) {_QUOTED} (?:is|was) {_NOT}",
        rf"invalid value at '[\w.\[\]]+' \([\w./]+\), {_QUOTED}",
        rf"unexpected role:? {_QUOTED}",
        rf"(?:found|got|received|given):? {_QUOTED}",
        rf"{_QUOTED} (?:cannot|can't|must not) be used",
    )
)
"""Sentences that refuse a value."""
_FREE = frozenset(
    {"content", "text", "description", "instructions", "prompt", "arguments", "thinking", "signature", "data"}
    | {"id", "tool_call_id", "tool_use_id", "toolUseId", "call_id"}
)
_FEW = 4


def refused_values(answer: str, body: Any, dialect: str, seen: Sequence[Finding]) -> Iterator[Finding]:
    """The values of the request that the answer refuses, but for those of which something was `seen`."""
    said, data = read(answer), source_of(answer, dialect)
    named = places(said)
    for value in dict.fromkeys(found["value"] for pattern in _REFUSED for found in pattern.finditer(said)):
        there = [path for path, leaf in nodes(body) if leaf == value and path.rpartition(".")[2] not in _FREE]
        there = [path for path in there if any(at_place(path, place) for place in named)] or there
        for path in there if len(there) <= _FEW else ():
            if not any(_about(finding.path, path) for finding in seen):
                yield Finding(
                    "request.refused-value", Severity.ERROR, path, f"the provider does not take {value!r}", data=data
                )


def _about(seen: str, path: str) -> bool:
    """Was something seen there, or of the object that it stands in?"""
    return seen == path or seen == path.rpartition(".")[0]
