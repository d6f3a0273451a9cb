"""Keys and values that an answer refuses by name, found where the request has them.

To name a parameter is not to refuse it: a sentence has to say that it is not supported, unknown, or more than is taken.
What stands in the request as somebody's text, or at many places, is not what it speaks of.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.diagnosis.answer.answer import BREAK, KEY, Answer, places, table
from pytest_promptfmt.diagnosis.answer.places import PLACE, Part, like, meant, standing, steps, way
from pytest_promptfmt.payload.finding import Finding

_UN = r"(?:un(?:supported|known|recognized|expected)|invalid|illegal)"
_NOT = r"not (?:yet )?(?:supported|allowed|accepted|recognized|permitted|available|enabled)"
_EXTRA = r"(?:extra inputs are|additional propert\w+ (?:is|are)) not (?:permitted|allowed)"
_KEYS = table(
    rf"{PLACE}(?: {KEY})? (?:is|are) (?:currently )?(?:unsupported|deprecated|{_NOT})",
    rf"(?:does not|doesn't|cannot) (?:support|accept|take)(?: the)?(?: {KEY})? {PLACE}",
    rf"un(?:supported|known|recognized|expected)(?: request)? {KEY}s?(?:\(s\))?(?: supplied| in \w+)?:? {PLACE}",
    rf"(?:does not|doesn't|not) support(?:ed)? {KEY}s?:? ?[\[({{]{PLACE}",
    rf"{KEY} not supported[^:]{{0,30}}: {PLACE}",
    r"unknown parameter in (?P<above>[\w.\[\]]{1,160}): ['\"](?P<key>\w+)['\"]",
    rf"{PLACE} is not a valid {KEY}",
    rf"extra_forbidden['\"],\s*{PLACE}",
    rf"unknown name {PLACE}(?: at '(?P<above>[^'\n]{{0,160}})')?: cannot find field",
    r"extraneous key \[(?P<place>\w+)\] is not (?:permitted|allowed)",
    rf"unexpected (?:keyword argument|additional propert\w+) {PLACE}",
    rf"\({PLACE} (?:was|were) unexpected\)",
    rf"(?:不支持|未知|无效)的?(?:参数|字段)[:：]? ?{PLACE}",
    rf"{PLACE}(?:{BREAK}){_EXTRA}",
    rf"{PLACE}: \w+ (?:may|can|must|should)(?: not|not) be (?:specified|set|given|used|provided|placed|included|sent)",
    rf"property ['\"`]?{PLACE} is (?:unsupported|{_NOT})",
    rf"{PLACE} (?:is|was) (?:removed|retired|dropped|discontinued|(?:only )?(?:un)?available)\b",
    rf"{_EXTRA},? (?:at|in|for|field):? {PLACE}",
    rf"(?:extra|additional|unknown|unexpected|unsupported|unrecognized) {KEY}s?:? [\[({{]{PLACE}",
    rf"remove (?:the )?{PLACE} (?:{KEY}|setting|and (?:try|retry|resend|submit))",
)
"""Sentences that refuse a key."""
_IN_WORDS = rf"(?:is |are )?(?:currently )?(?:{_NOT}|unsupported)"
"""What is said of a key that a sentence spells as words: ``Web search options not supported with this model.``"""
_COMMON = frozenset({"model", "messages", "input", "content", "role", "type", "name", "parameter", "value", "text"}) | {
    "parameters",
    "arguments",
}
_MOST_KEYS, _MOST_VALUES = 8, 4
_KIND = (
    r"(?:\w+ )?"
    r"(?:value|type|role|format|variant|tag|mode|level|block|part|modality|media type|mime ?type|model|effort)s?"
)
_QUOTED, _BARE = r"['\"`](?P<value>[^'\"`\s][^'\"`]{0,199})['\"`]", r"(?P<value>[A-Za-z][\w./:-]+)"
_WORD = r"['\"`]?(?P<word>\w[\w.-]{1,60}\w)(?!\w)['\"`]?(?!['\"`])"
_IN_ORDER = r"(?! (?:after|before|following|between))"
_VALUES = table(
    rf"{_UN} {_KIND}(?: \w+){{0,3}}:? ?{_QUOTED}{_IN_ORDER}",
    rf"un(?:supported|known|expected|recognized) {_KIND}(?: in \w+)?: {_BARE}",
    rf"{_UN} (?:content |reasoning |thinking |message )*{_KIND}:? {_WORD}{_IN_ORDER}",
    rf"{_QUOTED} (?:is|are|was) (?:{_NOT}|not (?:a )?valid|invalid|unsupported|unknown)",
    rf"value:? {_QUOTED} (?:at|for|of|in) ",
    rf"(?:tool|type|role|format|effort|mode|tier|modality) {_WORD} (?:is|are|was) (?:{_NOT}|unsupported|"
    rf"unknown|invalid)",
    rf"invalid value at '{PLACE} \([\w./]+\), {_QUOTED}",
    rf"(?:found|got|received|given):? {_QUOTED}",
    rf"{_QUOTED} (?:cannot|can't|must not) be used",
    rf"{PLACE} does not support {_QUOTED}",
    rf"(?:does not|doesn't|cannot) (?:support|accept|take|have) (?:the )?{_KIND} {_QUOTED}",
    rf"no longer supports? {_QUOTED}",
    rf"invalid {PLACE}(?: value)?:? {_QUOTED}",
    rf"{PLACE}:? must be equal to one of the allowed values",
    rf"(?:value|format of the value) (?:at|of|for|in) {PLACE} is (?:invalid|not valid|incorrect)",
    rf"{PLACE}(?:{BREAK}|[ :]+)(?:is |was )?(?:an? )?invalid (?:input|value|base64|url|format|json|"
    rf"data)\b(?! expected)",
    rf"{PLACE}(?:: [^\s:]+)? is not a valid enum value",
    rf"invalid (?:value |input |data |argument )?(?:for |at |in )?(?:parameter |field )?['\"`]{PLACE}['\"`]"
    r"(?!: (?:string|array|object|integer|number|decimal|empty|expected))",
    rf"{PLACE} (?:must|should) be valid (?:json|base64|url)",
    rf"{PLACE}['\"`]? does not support (?P<number>-?\d+(?:\.\d+)?|null|true|false)\b",
)
"""Sentences that refuse a value, be it a mere word behind the kind of thing that it is."""
_NAMING = frozenset(
    {"type", "role", "format", "effort", "reasoning_effort", "tool_choice", "mode", "service_tier", "detail"}
)
"""Keys whose values are words of the API's, and nobody's own text."""
_EVERYBODYS = frozenset({"user", "assistant", "text", "function", "auto"})
"""Words that every provider takes: a sentence that has one is of something else."""


def refused_keys(answer: Answer, body: Any) -> Iterator[Finding]:
    """The keys of the request that the answer refuses: those on the way that it tells, or else all of the name."""
    for place in dict.fromkeys((*(way(said) for said in answer.said(_KEYS)), *_in_words(answer, body))):
        going = [str(step) for step in steps(place) if isinstance(step, str)][-1:]
        alone = [] if not going or going[0] in _COMMON else meant(body, going[0])
        there = (like(body, place) if len(steps(place)) > 1 else []) or alone
        for part in there if len(there) <= _MOST_KEYS else ():
            yield answer.finding("refused-key", part.path, "the provider does not take it")


def _in_words(answer: Answer, body: Any) -> Iterator[str]:
    """The keys of several words at the top of the request that the answer refuses in words."""
    for key in body if isinstance(body, dict) else ():
        if isinstance(key, str) and "_" in key and answer.has(table(rf"\b{_words(key)} {_IN_WORDS}")):
            yield key


def _words(key: str) -> str:
    return re.escape(key.replace("_", " "))


def refused_values(answer: Answer, body: Any) -> Iterator[Finding]:
    """The values of the request that the answer refuses."""
    named = places(answer.whole)
    for said in answer.said(_VALUES):
        there = [*_with(said, body, named)]
        for part in there if len(there) <= _MOST_VALUES else ():
            yield answer.finding("refused-value", part.path, f"the provider does not take {part.value!r}")


def _with(said: dict[str, str], body: Any, named: tuple[str, ...]) -> Iterator[Part]:
    if "word" in said:
        if said["word"] not in _EVERYBODYS:
            yield from (part for part in standing(body, said["word"], named) if part.key in _NAMING)
        return
    if "value" not in said:
        yield from _pointed_at(said, body)
        return
    at_it = [part for part in meant(body, said["place"]) if part.value == said["value"]] if "place" in said else []
    yield from at_it or standing(body, said["value"], named)


def _pointed_at(said: dict[str, str], body: Any) -> Iterator[Part]:
    """What stands at a place that a sentence calls invalid: one place, and no word that stands for anything."""
    there = [part for part in meant(body, said["place"]) if part.key not in _COMMON or len(steps(said["place"])) > 1]
    if "number" in said:
        there = [part for part in there if json.dumps(part.value) in (said["number"], f"{said['number']}.0")]
    yield from there if len(there) == 1 else ()
