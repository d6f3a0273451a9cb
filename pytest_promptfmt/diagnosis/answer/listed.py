"""What an answer lists as taken at a place, refuses by its value, or asks to be spelled like a pattern."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common.json_leaves import nodes
from pytest_promptfmt.diagnosis.answer.located import PLACE, meant

_LIST = r"(?P<taken>['\"`][^\n]{0,600})"
_WORD = re.compile(r"['\"`]([^'\"`]{1,80})['\"`]")
_BREAK = r"['\"]?[\s,:]+(?:['\"](?:msg|message)['\"]:\s*)?['\"]?"
_ONE_OF = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{PLACE}['\"]?:? (?:must|should|has to|can only|may only) be (?:set to |one of |either |in )?"
        rf"[:\[(]?\s*{_LIST}",
        rf"{PLACE}{_BREAK}input should be {_LIST}",
        rf"{PLACE} does not match any of the expected \w+: {_LIST}",
        rf"{PLACE}{_BREAK}invalid (?:option|input|enum value|discriminator value)[:.] ?expected (?:one of )?{_LIST}",
    )
)
"""Sentences that list what a place takes, and say nothing of the value there."""
_GIVEN = re.compile(r"\b(?:but|got|received|found|given|input)\b", re.IGNORECASE)
_KIND = (
    r"(?:message |content |part |block |tool |item |input |reasoning |thinking )*"
    r"(?:types?|roles?|formats?|efforts?|parts?|values?)"
)
_QUOTED, _BARE = r"['\"`](?P<value>[^'\"`\s]{1,80})['\"`]", r"['\"`]?(?P<value>\w[\w.-]{1,60}\w)['\"`]?"
_REFUSED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:unknown|unsupported|invalid|unexpected|unrecognized) {_KIND}:? {_BARE}"
        r"(?! (?:after|before|following|between))",
        rf"{_KIND}:? {_QUOTED} (?:is|are) (?:not (?:supported|allowed|valid|permitted|accepted)|unsupported|invalid)",
        rf"unsupported value: {PLACE} does not support {_QUOTED}",
        rf"(?:does not|doesn't|cannot) (?:support|accept|take|have) (?:the )?{_KIND} {_QUOTED}",
        rf"no longer supports? {_QUOTED}",
    )
)
"""Sentences that refuse a value; it stands in quotation marks, or behind the kind of thing that it is."""
_NAMING = frozenset(
    {"type", "role", "format", "effort", "reasoning_effort", "tool_choice", "mode", "service_tier", "detail"}
)
"""Keys whose values are words of the API's, and nobody's own text."""
_EVERYBODYS = frozenset({"user", "assistant", "text", "function", "auto"})
"""Words that every provider takes: a sentence that has one is of something else."""
_PATTERN = re.compile(
    rf"{PLACE}[^\n]{{0,80}}?(?:(?:matches|match) (?:the )?pattern) ?:?\s*['\"`](?P<pattern>[^'\"`\n]{{2,200}})['\"`]",
    re.I,
)


_LONG = 200


def not_taken(answer: str, body: Any) -> Iterator[tuple[str, str]]:
    """Path and problem of what is none of the listed words."""
    for pattern in _ONE_OF:
        for found in pattern.finditer(answer):
            taken = _WORD.findall(_GIVEN.split(found["taken"])[0])
            wrong = [each for each in meant(body, found["place"]) if isinstance(each.value, str)]
            wrong = [each for each in wrong if each.value not in taken]
            for each in wrong if taken and len(wrong) == 1 else ():
                yield each.path, f"{each.value!r}, and the provider takes {', '.join(taken)}"


def refused_values(answer: str, body: Any) -> Iterator[tuple[str, str]]:
    """Path and problem of words of the API's that the answer refuses, wherever the request has them."""
    for pattern in _REFUSED:
        for found in pattern.finditer(answer):
            for path, value in nodes(body):
                if value == found["value"] not in _EVERYBODYS and path.rpartition(".")[2] in _NAMING:
                    yield path, f"{value!r} is not taken here"


_QUOTES = re.compile(rf"invalid {PLACE}(?: value)?:? ['\"`](?P<value>[^'\"`\n]{{1,200}})['\"`]", re.IGNORECASE)


def quoted_values(answer: str, body: Any) -> Iterator[tuple[str, str]]:
    """Path and problem of a value that the answer calls invalid, and quotes with its place."""
    for found in _QUOTES.finditer(answer):
        there = [each for each in meant(body, found["place"]) if each.value == found["value"]]
        for each in there if len(there) == 1 else ():
            yield each.path, f"{each.value!r} is not taken here"


def spelled_otherwise(answer: str, body: Any) -> Iterator[tuple[str, str]]:
    """Path and problem of texts that the answer wants to match a pattern, and that do not."""
    for found in _PATTERN.finditer(answer):
        try:
            pattern = re.compile(found["pattern"])
        except re.error:
            continue
        for each in meant(body, found["place"]):
            if isinstance(each.value, str) and len(each.value) <= _LONG and not pattern.search(each.value):
                yield each.path, f"{each.value[:80]!r} does not match {pattern.pattern}"
