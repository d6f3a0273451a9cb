"""What an answer lists as taken, or asks to be spelled like a pattern: told where one part of the request has another.

A sentence names the place, or the value that stands there, or both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pytest_promptfmt.common.json.leaves import nodes
from pytest_promptfmt.diagnosis.answer.answer import BREAK, Answer, places, table
from pytest_promptfmt.diagnosis.answer.places import PLACE, Part, like, standing, way
from pytest_promptfmt.payload.finding import Finding

_VALUE = r"['\"`](?P<value>[^'\"`]{1,200})['\"`]"
_LIST = r"(?P<taken>['\"`][^\n]{0,600})"
_ITEM = r"['\"`]?[\w./-]+['\"`]?"
_ITEMS = rf"(?P<taken>[\[(]?{_ITEM}(?:(?:, | \| |,| or |, or | and |, and ){_ITEM})*)"
_MUST = r"(?: for \S+)? (?:must|should|has to|can only|may only) be(?: set to)?"
_LISTED = table(
    rf"{PLACE}:?{_MUST} (?:one|any) of (?:the following)?(?: values)?:? ?{_ITEMS}",
    rf"{PLACE}:?{_MUST} (?:one of |either |in )?[:\[(]?\s*{_LIST}",
    rf"{PLACE}{BREAK}input should be {_LIST}",
    rf"{PLACE} does not match any of the expected \w+: {_LIST}",
    rf"{PLACE}{BREAK}invalid (?:option|input|enum value|discriminator value)[:.] ?expected (?:one of )?{_LIST}",
    rf"{PLACE}: invalid literal value, expected {_LIST}",
    rf"valid (?P<place>\w+?)s?: {_ITEMS}",
    rf"(?:expected to be|must be|should be) either (?P<taken>{_ITEM} or {_ITEM}) (?P<place>type|role|format)\b",
    rf"(?<!\w)(?P<place>\w+):?{_MUST} (?P<taken>{_ITEM},? or {_ITEM})(?! [a-z])",
    rf"{PLACE}: (?:allowed|supported|valid|accepted) \w+ are:? {_ITEMS}",
    r"(?<!\w)(?P<above>\w{1,80}): only (?P<place>\w+)=(?P<taken>\w+) is (?:allowed|supported|accepted)",
    rf"invalid value: {_VALUE}[.,]? supported values are:? {_LIST}",
    rf"unknown variant {_VALUE}, expected (?:one of )?{_LIST}",
    rf"{_VALUE} is not one of \[(?P<taken>[^\]]*)",
    rf"input should be (?P<taken>['\"`][^\n]{{0,600}}?)['\"]input['\"]: ?{_VALUE}",
    rf"input tag {_VALUE} found using \S+ does not match any of the expected tags: {_LIST}",
    rf"value {_VALUE} at [^\n]{{1,200}}? must satisfy enum value set: \[(?P<taken>[^\]]*)",
    rf"invalid enum value\. expected {_LIST}, received {_VALUE}",
    rf"{_VALUE}[^\n.;]{{0,80}}(?:must be|should be|expected|choose) (?:one )?of:? {_LIST}",
)
"""Sentences that list what is taken."""
_NAMELESS = table(rf"^\W*(?:error: )?(?:input )?(?:must|should) be {_LIST}")
"""A list that names neither the place nor the value."""
_KINDS = (
    ("none minimal low medium high xhigh max default auto", "reasoning_effort effort thinking_level thinkingLevel"),
    ("text json_object json_schema", "type"),
    ("auto none required any", "tool_choice"),
    ("developer system user assistant tool function", "role"),
)
"""The words of a kind of parameter, and the names of its keys."""
_GIVEN = re.compile(r"\b(?:but|got|received|found|given|input)\b|\[type=|input_value=|\}", re.IGNORECASE)
_QUOTED = re.compile(r"['\"`]([^'\"`]{1,80})['\"`]")
_BARE = re.compile(r"(?!(?:or|and)\b)[\w./-]+")
_PATTERN = table(
    rf"{PLACE}[^\n]{{0,80}}?match(?:es)? (?:the )?pattern ?:?\s*['\"`](?P<pattern>[^'\"`\n]{{2,200}})['\"`]",
    rf"{PLACE}['\"`]* failed to satisfy constraint: member must satisfy regular expression pattern: "
    r"(?P<pattern>\S{2,200})",
    rf"{PLACE}[^\n]{{0,120}}?(?P<begins>(?:begins?|starts?) with) ['\"`](?P<pattern>[^'\"`\n]{{1,40}})['\"`]",
)
_LONG = 200
"""So long a text is held against somebody's pattern."""


def listed(answer: Answer, body: Any) -> Iterator[Finding]:
    """The words of the request that are none of those that the answer lists."""
    named = places(answer.whole)
    yield from _of_a_kind(answer, body)
    for said in answer.said(_LISTED):
        taken = _QUOTED.findall(_GIVEN.split(said["taken"])[0]) or _BARE.findall(said["taken"])
        wrong = [part for part in _spoken_of(said, body, named) if part.value not in taken]
        for part in wrong if len(wrong) == 1 else ():
            yield answer.finding(
                "stated-value", part.path, f"{part.value!r}, and the provider takes {', '.join(taken)}"
            )


def _of_a_kind(answer: Answer, body: Any) -> Iterator[Finding]:
    """A list without a name, whose words are those of one kind of parameter."""
    for said in answer.said(_NAMELESS):
        taken = _QUOTED.findall(_GIVEN.split(said["taken"])[0])
        keys = [key for words, key in _KINDS if len(taken) > 1 and {*taken} <= {*words.split()}]
        there = [Part(*node) for node in nodes(body) if node[0].rpartition(".")[2] in " ".join(keys).split()]
        wrong = [part for part in there if isinstance(part.value, str) and part.value not in taken]
        for part in wrong if len(wrong) == 1 else ():
            yield answer.finding(
                "stated-value", part.path, f"{part.value!r}, and the provider takes {', '.join(taken)}"
            )


def _spoken_of(said: dict[str, str], body: Any, named: Sequence[str]) -> list[Part]:
    if "value" in said:
        return standing(body, said["value"], named)
    return [part for part in like(body, way(said)) if isinstance(part.value, str)]


def misspelled(answer: Answer, body: Any) -> Iterator[Finding]:
    """Texts that the answer wants to match a pattern, and that do not."""
    for said in answer.said(_PATTERN):
        try:
            begins = "begins" in said
            pattern = re.compile(f"^{re.escape(said['pattern'])}" if begins else said["pattern"])
        except re.error:
            continue
        for part in like(body, said["place"]):
            if isinstance(part.value, str) and len(part.value) <= _LONG and not pattern.search(part.value):
                yield answer.finding("stated-value", part.path, f"{part.value[:80]!r} does not match {pattern.pattern}")
