"""Where the tables of a TOML array stand in its text; tomllib gives values only."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any


def blocks(text: str, name: str, rows: Sequence[Any]) -> list[tuple[int, str]]:
    """For each row of ``[[name]]`` the line of its header, and its lines; ``(0, "")`` where they cannot be found."""
    lines = text.replace("\r\n", "\n").split("\n")  # TOML has no other ends of lines
    header = re.compile(rf"\s*\[\[\s*{re.escape(name)}\s*\]\]")
    headers = [i for i, line in enumerate(lines) if header.match(line)]
    if len(headers) != len(rows):
        return [(0, "")] * len(rows)  # written in another way, as an inline array say
    found = []
    for (start, end), row in zip(pairwise([*headers, len(lines)]), rows, strict=True):
        block = _own(lines[start:end])
        found.append((start + 1, block if _holds(block, name, row) else ""))
    return found


def misnamed(document: Mapping[str, Any]) -> str:
    """The table of pyproject.toml that holds expected failures by another name than ``tool.promptfmt``."""
    tool = document.get("tool")
    tables = {**document, **({f"tool.{name}": table for name, table in tool.items()} if isinstance(tool, dict) else {})}
    return next((name for name, table in tables.items() if _is_misnamed(name, table)), "")


def _is_misnamed(name: str, table: Any) -> bool:
    holds = isinstance(table, dict) and not {"xfail", "xfails"}.isdisjoint(table)
    return holds and name != "tool.promptfmt" and "promptfmt" in name.replace("_", "")


def _own(lines: list[str]) -> str:
    """The header and what belongs to it: up to the next table, without the blank lines and comments before that."""
    rest = next((i for i, line in enumerate(lines) if i and re.match(r"\s*\[", line)), len(lines))
    kept = lines[:rest]
    while kept and (not kept[-1].strip() or kept[-1].lstrip().startswith("#")):
        kept.pop()
    return "\n".join(kept)


def _holds(block: str, name: str, row: Any) -> bool:
    try:
        value: Any = tomllib.loads(block)
    except tomllib.TOMLDecodeError:
        return False
    for key in name.split("."):
        value = value[key]
    return bool(value == [row])
