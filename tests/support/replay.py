"""Recordings of real software, replayed through the reference: what differs, and which rows explain it.

A recording is one line of `recordings/*.jsonl.gz`; its README says what the keys mean. A row of `deviations.toml`
applies where its predicate holds of the recording's input, and explains differences at its paths.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from promptfmt_reference.agentscope_v1 import formatter as formatters
from promptfmt_reference.agentscope_v1.message import Msg
from support import aisbench_facts, facts, facts_v0
from support.mendings.instead import INSTEAD
from support.mendings.table import MENDINGS
from support.places import ROOT

FACTS = {**facts.FACTS, **facts_v0.FACTS, **aisbench_facts.FACTS}


def recordings(path: Path) -> list[dict[str, Any]]:
    data = path.read_bytes()
    return [json.loads(line) for line in (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines()]


COUNTERS: dict[str, Callable[[Any], int]] = {
    "n_messages": len,
    "n_messages_plus_3": lambda payload: len(payload) + 3,
    "json_chars": lambda payload: len(json.dumps(payload, ensure_ascii=False, separators=(",", ":"), default=str)),
}


@dataclass(frozen=True)
class Counter:
    name: str

    async def count(self, payload: Any) -> int:
        return COUNTERS[self.name](payload)


def replay(recording: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What the reference does with the recording's input: ``{"output": …}`` or ``{"error": type}``."""
    for name, data in (recording.get("files") or {}).items():
        (folder / name).write_bytes(base64.b64decode(data))
    http = recording.get("http") or {}

    def fetch(url: str) -> bytes:
        return base64.b64decode(http[url])

    said = json.loads(json.dumps(recording["msgs"]).replace("{FILES}", str(folder)))
    options = dict(recording["kwargs"])
    if counter := recording.get("counter"):
        options["token_counter"] = Counter(counter)
    options["max_tokens"] = recording.get("max_tokens")
    if http:
        options["fetch"] = fetch
    with chdir(folder):
        try:
            formatter = getattr(formatters, recording["formatter"])(**options)
            msgs = [Msg(msg["name"], msg["content"], msg["role"]) for msg in said]
            output = asyncio.run(formatter.format(msgs))
        except Exception as error:
            return {"error": type(error).__name__, "message": str(error), "clear": isinstance(error, ValueError)}
    return {"output": json.loads(json.dumps(output, default=_spelled).replace(str(folder), "{FILES}"))}


def _spelled(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"__bytes__": base64.b64encode(value).decode()}
    raise TypeError(value)


def differences(recorded: Any, ours: Any, path: str = "$") -> Iterator[str]:
    """The JSON paths at which two values differ; where lists differ in length, the list's own path."""
    if isinstance(recorded, dict) and isinstance(ours, dict):
        for key in recorded.keys() | ours.keys():
            if key in recorded and key in ours:
                yield from differences(recorded[key], ours[key], f"{path}.{key}")
            else:
                yield f"{path}.{key}"
    elif isinstance(recorded, list) and isinstance(ours, list) and len(recorded) == len(ours):
        for i, (one, other) in enumerate(zip(recorded, ours, strict=True)):
            yield from differences(one, other, f"{path}[{i}]")
    elif json.dumps(recorded) != json.dumps(ours):
        yield path


def compare(recording: dict[str, Any], ours: dict[str, Any]) -> list[str]:
    """Where the reference differs from a recording; ``error`` where one of them raises, or raises another type."""
    recorded = (recording.get("error") or {}).get("type")
    if recorded or "error" in ours:
        return [] if recorded == ours.get("error") else ["error"]
    return sorted(differences(recording.get("output", []), ours["output"]))


DIRECTIONS = ("refuses", "carries", "says")


def direction(recording: dict[str, Any], ours: dict[str, Any]) -> str:
    """Which way an error differs: ours alone refuses, with a ValueError; ours alone carries; ours says it as one."""
    if "error" not in ours:
        return "carries" if ours["output"] else "empty"
    if not ours["clear"]:
        return "fails"
    return "says" if recording.get("error") else "refuses"


@dataclass(frozen=True)
class Row:
    """A row of ``deviations.toml``; one that names no generation is of the file's.

    It explains a difference at its `paths`; with `mending` what that makes equal, with `instead` what the reference
    writes of an input changed like that, and of errors those of its `directions`.
    """

    id: str
    generation: str
    formatters: list[str]
    why: str
    cases: list[str]
    paths: tuple[str, ...] = ()
    mending: str = ""
    instead: str = ""
    directions: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    any: tuple[str, ...] = ()
    unrecorded: bool = False
    switch: str = ""

    def applies(self, recording: dict[str, Any]) -> bool:
        return (
            any(fnmatchcase(recording["formatter"], pattern) for pattern in self.formatters)
            and all(FACTS[fact](recording) for fact in self.facts)
            and (not self.any or any(FACTS[fact](recording) for fact in self.any))
        )

    def covers(self, path: str) -> bool:
        return any(_pattern(pattern).match(path) for pattern in self.paths)


@cache
def _pattern(path: str) -> re.Pattern[str]:
    """A path and all beneath it; ``[*]`` is any index, ``.*`` any key."""
    escaped = re.escape(path).replace(r"\[\*\]", r"\[\d+\]").replace(r"\.\*", r"\.[^.\[]+")
    return re.compile(escaped + r"(?=$|[.\[])")


@cache
def deviations() -> tuple[tuple[Row, ...], dict[str, str]]:
    """The rows, and the faults that are no business of a payload's."""
    table = tomllib.loads((ROOT / "reference" / "deviations.toml").read_text("utf-8"))
    rows = ({"generation": table["generation"], **row} for row in table["row"])
    return tuple(Row(**row) for row in rows), table["not_applicable"]


Again: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]


def unexplained(
    recording: dict[str, Any], ours: dict[str, Any], rows: Sequence[Row], again: Again, *, changed: bool = False
) -> list[str]:
    """The paths at which the reference differs and none of `rows` says why; `again` replays a changed recording."""
    if not compare(recording, ours):
        return []
    applying = [row for row in rows if row.applies(recording)]
    left = _left(recording, ours, applying)
    if not left or changed or direction(recording, ours) in ("fails", "empty"):
        return left
    for way in dict.fromkeys(row.instead for row in applying if row.instead):
        for other in INSTEAD[way](recording):
            if not unexplained(other, again(other), rows, again, changed=True):
                return []
    return left


def _left(recording: dict[str, Any], ours: dict[str, Any], rows: list[Row]) -> list[str]:
    if recording.get("error") or "error" in ours:
        return [] if any(direction(recording, ours) in row.directions for row in rows) else ["error"]
    if not ours["output"]:
        return ["$"]
    recorded = json.loads(json.dumps(recording["output"]))
    wanted = {row.mending for row in rows}
    for mending in (mend for name, mend in MENDINGS.items() if name in wanted):
        recorded = mending(recorded, ours["output"], recording)
    return [path for path in sorted(differences(recorded, ours["output"])) if not any(row.covers(path) for row in rows)]
