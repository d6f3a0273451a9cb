"""What an answer says is empty, or stands twice: told where the request has it so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common.json.leaves import nodes
from pytest_promptfmt.diagnosis.answer.answer import Answer, places, table
from pytest_promptfmt.diagnosis.answer.places import at_place
from pytest_promptfmt.payload.finding import Finding

_EMPTY = table(
    r"\b(?:must|should|can|cannot|can't|may|is|are|was|were)\b[^.;\n]{0,30}?"
    r"\b(?:non-?empty|not be (?:empty|blank)|not (?:be )?an empty|empty|blank|non-whitespace)\b",
    r"\b(?:must|should) (?:have|contain) at least one\b",
    r"(?:\[\]|'') is too short[^\n]{0,80}",
    r"minimum length 1|at least 1 (?:item|character|element|content)",
)
_TWICE = table(
    r"\b(?P<key>\w+)s? must be (?:globally )?unique", r"duplicated? (?:\w+ ){0,3}?(?P<key>id|name|key)\b",
    r"duplicated? (?P<key>\w+)",
    r"\b(?:multiple|several|two|more than one) [^.\n]{0,60}?(?:with )?the same (?P<key>\w+)",
)  # fmt: skip
_SAYING = frozenset(
    {"content", "text", "parts", "arguments", "name", "input", "messages", "tools", "data", "url", "stop"}
)
_WORD = re.compile(r"[A-Za-z_]\w+")
_FEW = 3
_BEFORE = 60
"""So much stands before the verb of what is spoken of."""


def emptied(answer: Answer, body: Any) -> Iterator[Finding]:
    """What is empty where the answer says that something is."""
    found_in = [found for pattern in _EMPTY for found in pattern.finditer(answer.text)]
    said = [answer.text[max(0, found.start() - _BEFORE) : found.end()] for found in found_in]
    there = [path for path, node in nodes(body) if _says_nothing(node)] if said else []
    words = {word.rstrip("s").lower() for what in said for word in _WORD.findall(what)}
    pointed_at = [*places(answer.whole)] if there else []
    placed = [path for path in there if any(at_place(path, place) for place in pointed_at)]
    named = [path for path in there if {*_key(path).rstrip("s").lower().split("_")} <= words]
    found = placed or named or [path for path in there if _key(path) in _SAYING]
    for path in found if len(found) <= _FEW else ():
        yield answer.finding("stated-value", path, "it is empty")


def doubled(answer: Answer, body: Any) -> Iterator[Finding]:
    """The second of equal names or ids, where the answer says that there are."""
    for said in answer.said(_TWICE):
        key = said["key"].lower()
        ends = {key, key.rstrip("s"), f"{key.rstrip('s')}_id"}
        held = [(path, node) for path, node in nodes(body) if isinstance(node, str) and _ends(path, ends)]
        first: dict[tuple[str, str], str] = {}
        twice = [path for path, node in held if first.setdefault((re.sub(r"\d+", "", path), node), path) != path]
        for path in twice[:1]:
            yield answer.finding("stated-value", path, "another has the same")


def _ends(path: str, ends: set[str]) -> bool:
    return path.rpartition(".")[2].lower() in ends and "[" in path


def _says_nothing(node: Any) -> bool:
    return (isinstance(node, str) and not node.strip()) or (isinstance(node, list) and not node)


def _key(path: str) -> str:
    return re.sub(r"(\[\d+\])+$", "", path).rpartition(".")[2]
