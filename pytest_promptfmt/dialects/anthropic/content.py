"""Walking Anthropic's messages: blocks, what tool results hold, and turns as the API merges them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects

THINKING = ("thinking", "redacted_thinking")


class PlacedBlock(NamedTuple):
    """A block with its path, and the message that it stands in."""

    path: str
    block: dict[str, Any]
    message: str
    role: Any


@dataclass(frozen=True, slots=True)
class Merged:
    """What the API makes of consecutive messages of one role; content that is a string counts as one text block."""

    role: Any
    blocks: tuple[PlacedBlock, ...]

    def of(self, *types: str) -> list[PlacedBlock]:
        return [placed for placed in self.blocks if placed.block.get("type") in types]

    def ids(self, key: str, *types: str) -> set[str]:
        """The ids under `key` in the blocks of these types; what is no string, the schema reports."""
        return {id_ for placed in self.of(*types) if isinstance(id_ := placed.block.get(key), str)}


def blocks(request: Request, *types: str) -> Iterator[PlacedBlock]:
    """The blocks of these types that stand in messages."""
    for path, message in request.each():
        for where, block in objects(message.get("content"), f"{path}.content"):
            if block.get("type") in types:
                yield PlacedBlock(where, block, path, message.get("role"))


def everywhere(request: Request, *types: str) -> Iterator[PlacedBlock]:
    """The blocks of these types, also those inside tool results."""
    for placed in blocks(request, *types, "tool_result"):
        if placed.block.get("type") in types:
            yield placed
        if placed.block.get("type") == "tool_result":
            for where, inner in objects(placed.block.get("content"), f"{placed.path}.content"):
                if inner.get("type") in types:
                    yield PlacedBlock(where, inner, placed.message, placed.role)


def merged(request: Request) -> list[Merged]:
    """The turns of the request, consecutive messages of one role merged."""
    turns = groupby(request.each(), key=lambda item: item[1].get("role"))
    return [Merged(role, tuple(placed for item in group for placed in _placed(*item))) for role, group in turns]


def _placed(path: str, message: dict[str, Any]) -> Iterator[PlacedBlock]:
    content, role = message.get("content"), message.get("role")
    if isinstance(content, str):
        yield PlacedBlock(f"{path}.content", {"type": "text", "text": content}, path, role)
    for where, block in objects(content, f"{path}.content"):
        yield PlacedBlock(where, block, path, role)
