"""The ledger of faults that other frameworks shipped, and `fault`, which makes a liar of one of its lines.

A liar returns, for the conversation that showed the fault, the payload that the line tells of; its honest twin returns
a right one. Both are written by hand, whole. `caught_by` was written down before the kit saw either.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

from support.places import RECORDINGS

from liars.liar import Formatter, Liar, Severity
from liars.payloads import picture
from pytest_promptfmt.corpus import Case, case_from_json

LEDGER = RECORDINGS / "shipped-faults.jsonl"


@dataclass(frozen=True, slots=True)
class Line:
    """One fault: `trigger` is the conversation that showed it, or a sentence; `kind` its class, `family` of peers.md.

    `bad` is the last release that had it, `good` the first without, None where that is not known.
    """

    id: str
    package: str
    bad: str | None
    good: str | None
    provider: str
    family: str
    kind: str
    trigger: str | list[dict[str, Any]]
    wrong: str
    why: str
    link: str


@cache
def lines() -> dict[str, Line]:
    """The lines by their ids."""
    return {line.id: line for line in (Line(**json.loads(text)) for text in LEDGER.read_text("utf-8").splitlines())}


RED, BLUE = picture("PNG"), picture("PNG", colour=(40, 60, 180))
PICTURES = (RED, BLUE)
MP3 = base64.b64encode(b"\xff\xfb\x90\x64" + bytes(413)).decode()


def case_of(
    id_: str,
    *messages: Mapping[str, Any],
    expect: Mapping[str, Any] | None = None,
    budget: Mapping[str, float] | None = None,
) -> Case:
    """The case of a line: its own trigger, or `messages` where that is a sentence; `expect` is for every dialect."""
    entry: dict[str, Any] = {
        "name": id_,
        "hunts": lines()[id_].wrong,
        "source": [lines()[id_].link],
        "conversation": {"messages": _shown(list(messages) or lines()[id_].trigger)},
        "scenarios": ["chat", "multiagent"],
        "expect": [expect] if expect else [],
    }
    return case_from_json("shipped", entry | ({"budget": budget} if budget else {}))


def _shown(messages: Any) -> Any:
    """The messages with bytes in their media, which the ledger leaves out."""
    filled = deepcopy(messages)
    empty = [node["source"] for node in _nodes(filled) if isinstance(node.get("source"), dict)]
    pictures = iter(PICTURES)
    for source in empty:
        if source["type"] == "base64" and "data" not in source:
            source["data"] = MP3 if source["media_type"] == "audio/mpeg" else next(pictures)
    return filled


def _nodes(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, dict):
        return [value, *(node for item in value.values() for node in _nodes(item))]
    return [node for item in value for node in _nodes(item)] if isinstance(value, list) else []


def fault(
    id_: str,
    target: str,
    caught_by: str,
    severity: Severity = "error",
    *,
    wrong: Any,
    right: Any,
    case: Case | None = None,
    name: str = "",
    also: Sequence[str] = (),
    context: Mapping[str, Any] | None = None,
    truncates: str = "none",
) -> Liar:
    """The liar of a line; `wrong` and `right` are a payload, an error to raise, or a formatter."""
    return Liar(
        name or id_,
        target,
        case or case_of(id_),
        caught_by,
        severity,
        lambda honest: _formatter(wrong),
        _formatter(right),
        also=tuple(also),
        context=context or {},
        like=id_,
        truncates=truncates,
    )


def _formatter(answer: Any) -> Formatter | Any:
    if isinstance(answer, BaseException):
        return _raiser(answer)
    return answer if callable(answer) or hasattr(answer, "format") else lambda conversation: deepcopy(answer)


def _raiser(error: BaseException) -> Formatter:
    def format_(conversation: Any) -> Any:
        raise error

    return format_
