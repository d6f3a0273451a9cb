"""Keys that a provider's answer refuses by name, found wherever the request has them.

To name a parameter is not to refuse it: a sentence has to say that it is not supported, unknown, or more than is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json_leaves import nodes
from pytest_promptfmt.diagnosis.own_words import plain, read, source_of
from pytest_promptfmt.payload.finding import Finding, Severity

_NAME = r"""(?<![\w.])['"`]?(?P<name>[A-Za-z_]\w{0,80}(?:\.\w{1,80}){0,12})['"`]?"""
_KIND = r"(?:parameter|argument|option|field|key|property|keyword)"
_REFUSED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_NAME}(?: {_KIND})? (?:is|are) (?:currently )?"
        r"(?:unsupported|deprecated|"
        r"not (?:yet )?(?:supported|permitted|allowed|available|enabled|recognized|accepted))",
        rf"(?:does not|doesn't|cannot) (?:support|accept|take)(?: the)?(?: {_KIND})? {_NAME}",
        rf"un(?:supported|known|recognized|expected)(?: request)? {_KIND}s?(?:\(s\))?(?: supplied)?:? {_NAME}",
        rf"(?:argument|parameter) not supported[^:]{{0,30}}: {_NAME}",
        rf"{_NAME} is not a valid {_KIND}",
        rf"un(?:recognized|known|expected) {_KIND}(?:\(s\))?(?: in object)?: {_NAME}",
        r"""extra_forbidden['"],\s*['"]loc['"]:\s*[\[(][^\])]*?['"](?P<name>\w+)['"][\])]""",
        rf"unknown name {_NAME}(?: at '[^']*')?: cannot find field",
        r"extraneous key \[(?P<name>\w+)\] is not (?:permitted|allowed)",
        rf"unknown parameter in input: {_NAME}",
        rf"unexpected (?:keyword argument|{_KIND}|additional propert\w+) {_NAME}",
        rf"\({_NAME} (?:was|were) unexpected\)",
        rf"(?:不支持|未知|无效)的?(?:参数|字段)[:：]? ?{_NAME}",
        rf"{_NAME}: (?:extra inputs are|additional propert\w+ (?:is|are)) not (?:permitted|allowed)",
        rf"{_NAME}(?:: |\s*\n\s*)(?:extra inputs are|additional propert\w+ (?:is|are)) not (?:permitted|allowed)",
        rf"extra inputs are not (?:permitted|allowed),? (?:at|in|for|field):? {_NAME}",
        rf"(?:extra|additional|unknown|unexpected|unsupported|unrecognized) {_KIND}s?:? [\[({{]{_NAME}",
        rf"(?:please |and |then )?remove (?:the )?{_NAME} (?:{_KIND}|setting|and (?:try|retry|resend|submit))",
    )
)
"""Sentences that refuse what they name."""
_SPELLED_OUT = (
    r"(?:is |are )?(?:currently )?(?:not (?:yet )?(?:supported|permitted|allowed|available|enabled)|unsupported)"
)
"""What is said of a key that a sentence spells as words: ``Web search options not supported with this model.``"""
_COMMON = frozenset({"model", "messages", "input", "content", "role", "type", "name", "parameter", "value", "text"})
_FEW = 8


def refused_keys(answer: str, body: Any, dialect: str, seen: Sequence[Finding]) -> Iterator[Finding]:
    """The keys of the request that the answer refuses, but for those of which something was `seen`."""
    data = source_of(answer, dialect)
    known = {finding.path for finding in seen}
    for name in (*_refused(read(answer)), *_spelled_out(read(answer), body)):
        there = [path for path in _meant(body, name) if path not in known]
        for path in there if len(there) <= _FEW else ():
            known.add(path)
            yield Finding("request.refused-key", Severity.ERROR, path, "the provider does not take it", data=data)


def _refused(answer: str) -> list[str]:
    """Each name that is refused, with the way to it where the sentence tells one."""
    return [*dict.fromkeys(found["name"] for pattern in _REFUSED for found in pattern.finditer(answer))]


def _spelled_out(answer: str, body: Any) -> list[str]:
    """The keys of several words at the top of the request that the answer refuses in words."""
    keys = [key for key in body if isinstance(key, str) and "_" in key] if isinstance(body, dict) else []
    spelled = {key: re.escape(key.replace("_", " ")) for key in keys}
    return [key for key, words in spelled.items() if re.search(rf"\b{words} {_SPELLED_OUT}", answer, re.IGNORECASE)]


def _meant(body: Any, name: str) -> Iterator[str]:
    """The paths of a name's last key: those on the way that is told, and all unless that key is any message's."""
    way, there = [plain(part) for part in name.split(".")], [*_having(body, name.rpartition(".")[2])]
    told = [path for path in there if len(way) > 1 and _on(_parts(path), way)]
    longest = max(map(len, map(_parts, told)), default=0)
    if told or way[-1] not in _COMMON:
        yield from [path for path in told if len(_parts(path)) == longest] or there


def _parts(path: str) -> list[str]:
    return re.findall(r"\w+", plain(path))


def _on(parts: Sequence[str], way: Sequence[str]) -> bool:
    """Whether all parts of a path are on a way in their order; a way has words of its own among them."""
    left = iter(way)
    return all(part in left for part in parts)


def _having(body: Any, key: str) -> Iterator[str]:
    """The paths of a key, be it in another case."""
    for path, value in nodes(body):
        for name in value if isinstance(value, dict) else ():
            if isinstance(name, str) and plain(name) == plain(key):
                yield jsonpath.join(path, [name])
