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
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from promptfmt_reference.agentscope_v1 import formatter as formatters
from promptfmt_reference.agentscope_v1.message import Msg
from support import aisbench_facts, facts, facts_v0
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
            return {"error": type(error).__name__, "message": str(error)}
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


@dataclass(frozen=True)
class Row:
    """A row of ``deviations.toml``; one that names no generation is of the file's."""

    id: str
    generation: str
    formatters: list[str]
    paths: list[str]
    why: str
    cases: list[str]
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
        return any(path == "error" if pattern == "error" else _pattern(pattern).match(path) for pattern in self.paths)


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


def explain(recording: dict[str, Any], paths: list[str], generation: str = "agentscope-1.0") -> dict[str, list[str]]:
    """For each path the ids of the generation's rows that explain it."""
    rows = [row for row in deviations()[0] if row.generation == generation and row.applies(recording)]
    return {path: [row.id for row in rows if row.covers(path)] for path in paths}
