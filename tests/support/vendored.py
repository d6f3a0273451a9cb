"""The providers' own schemas of `tests/derived`, and ours beside them: what differs, and which rows explain it."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from pytest_promptfmt.dialects import DIALECTS
from support.places import DERIVED
from support.shapes import facts


@cache
def index() -> dict[str, dict[str, str]]:
    """By the name of a schema: its `dialect`, and the `part` of a request that it is of."""
    found: dict[str, dict[str, str]] = tomllib.loads(DERIVED.joinpath("index.toml").read_text("utf-8"))["schema"]
    return found


@cache
def vendored(name: str) -> dict[str, Any]:
    """The copy that is kept of a schema."""
    found: dict[str, Any] = json.loads(gzip.decompress(DERIVED.joinpath(f"{name}.json.gz").read_bytes()))
    return found


@cache
def ours(name: str) -> dict[str, Any]:
    """The kit's own schema of the same part of a request."""
    schema: Mapping[str, Any] = DIALECTS[index()[name]["dialect"]].schemas
    match index()[name]["part"]:
        case "request":
            messages = {"type": "array", "items": {"$ref": "#/$defs/message"}}
            properties = {"messages": messages, "system": {"$ref": "#/$defs/system"}}
            return {"type": "object", "properties": properties, "$defs": schema["$defs"]}
        case "system":
            return {"$ref": "#/$defs/system", "$defs": schema["$defs"]}
        case _:
            return dict(schema)


@dataclass(frozen=True)
class Row:
    """A row of ``differences.toml``: facts that only `ours` has, or only `theirs`, and why."""

    schemas: list[str]
    why: str
    ours: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()

    def of(self, name: str) -> bool:
        return any(fnmatchcase(name, pattern) for pattern in self.schemas)


def covers(patterns: tuple[str, ...], fact: str) -> bool:
    """Is the fact one of these, in which ``*`` stands for anything and everything else for itself?"""
    return any(fnmatchcase(fact, pattern.replace("[", "[[]")) for pattern in patterns)


@cache
def rows() -> tuple[Row, ...]:
    table = tomllib.loads(DERIVED.joinpath("differences.toml").read_text("utf-8"))
    return tuple(Row(**{key: tuple(v) if key != "why" else v for key, v in row.items()}) for row in table["row"])


def differences(name: str, derived: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    """The facts that only our schema says, and those that only the derived one does.

    Gemini's API takes camel case and snake case, and ours has both side by side, where a client's has one.
    """
    here, there = facts(ours(name)), facts(derived)
    if index()[name]["dialect"] == "gemini":
        known = {_snake(fact) for fact in there}
        return {fact for fact in here if _snake(fact) not in known}, there - here
    return here - there, there - here


def _snake(fact: str) -> str:
    path, equals, value = fact.partition(" = ")
    return re.sub(r"(?<=[a-z])[A-Z]", lambda match: "_" + match[0].lower(), path) + equals + value


def unexplained(name: str, derived: Mapping[str, Any]) -> list[str]:
    only_ours, only_theirs = differences(name, derived)
    known = [row for row in rows() if row.of(name)]
    return sorted(
        [f"only ours: {fact}" for fact in only_ours if not any(covers(row.ours, fact) for row in known)]
        + [f"only theirs: {fact}" for fact in only_theirs if not any(covers(row.theirs, fact) for row in known)]
    )
