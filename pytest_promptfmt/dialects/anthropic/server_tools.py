"""Anthropic's rules over the tools that run at its own place: each result has its call, and the other way round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pytest_promptfmt.dialects.anthropic.content import Merged, PlacedBlock, merged
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.payload.request import Request

_CALLS = ("server_tool_use", "mcp_tool_use")


def _results(turn: Merged) -> list[PlacedBlock]:
    """What those tools answered: ``web_search_tool_result`` and the like."""
    return [placed for placed in turn.blocks if str(placed.block.get("type")).endswith("_tool_result")]


def server_result_has_use(request: Request) -> Iterator[Breach]:
    """The result of a tool that runs at Anthropic's stands behind the call that it answers."""
    called: set[str] = set()
    for turn in merged(request):
        for placed in turn.blocks:
            if placed in turn.of(*_CALLS):
                called.add(str(placed.block.get("id")))
            id_ = placed.block.get("tool_use_id")
            if placed in _results(turn) and isinstance(id_, str) and id_ not in called:
                yield Breach(f"{placed.path}.tool_use_id", f"no call {id_!r} stands before it", {"actual": id_})


def server_use_answered(request: Request) -> Iterator[Breach]:
    """A call of a tool that runs at Anthropic's has its result, before the user says anything further."""
    turns = merged(request)
    answered = {placed.block.get("tool_use_id") for turn in turns for placed in _results(turn)}
    for turn, after in pairwise(turns):
        # A turn that is broken off goes on behind the results of one's own tools.
        resumed = bool(turn.of("tool_use")) and len(after.of("tool_result")) == len(after.blocks)
        for placed in turn.of(*_CALLS) if turn.role == "assistant" and after.role == "user" and not resumed else ():
            id_ = placed.block.get("id")
            if isinstance(id_, str) and id_ not in answered:
                yield Breach(f"{placed.path}.id", f"call {id_!r} has no result", {"actual": id_})
