"""Anthropic's rules over ``cache_control``: how many blocks carry it, which, and in what order of time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.dialects.anthropic.content import THINKING, blocks, everywhere
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.dialects.shared_rules import more_than
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects

_MARKED = ("text", "image", "document", "search_result", "tool_use", "tool_result", "server_tool_use")


def _marks(request: Request) -> list[tuple[str, Any]]:
    """Path and value of each ``cache_control``, in the order in which they are processed."""
    system = objects(request.system, request.system_path)
    content_blocks = [(placed.path, placed.block) for placed in everywhere(request, *_MARKED)]
    return [
        (f"{path}.cache_control", block["cache_control"])
        for path, block in [*objects(request.tools, request.tools_path), *system, *content_blocks]
        if block.get("cache_control") is not None
    ]


def cache_control_max4(request: Request) -> Iterator[Breach]:
    """At most four blocks of tools, system and messages carry ``cache_control``."""
    whole = request.context.get("cache_control")  # which marks the last block that can be
    marks = [*_marks(request), *([("$.cache_control", whole)] if whole is not None else ())]
    yield from more_than(4, [path for path, _ in marks], f"{len(marks)} blocks carry cache_control")


def cache_control_ttl_order(request: Request) -> Iterator[Breach]:
    """What is cached for an hour comes before what is cached for five minutes: tools, then system, then messages."""
    shorter = ""
    for path, mark in _marks(request):
        lasts = mark.get("ttl") if isinstance(mark, dict) else None
        if lasts == "1h" and shorter:
            yield Breach(f"{path}.ttl", f"an hour, and {shorter} stands before it", {"actual": lasts})
        elif lasts in (None, "5m"):
            shorter = shorter or path


def cache_control_not_on_thinking(request: Request) -> Iterator[Breach]:
    """No ``cache_control`` on thinking blocks."""
    for placed in blocks(request, *THINKING):
        if "cache_control" in placed.block:
            yield Breach(f"{placed.path}.cache_control", "thinking blocks take no cache_control")


def cache_control_not_on_deferred(request: Request) -> Iterator[Breach]:
    """No ``cache_control`` on a tool that is loaded when it is searched for."""
    for path, tool in objects(request.tools, request.tools_path):
        if tool.get("defer_loading") is True and tool.get("cache_control") is not None:
            yield Breach(f"{path}.cache_control", "the tool is deferred, and stands in no prompt that could be cached")
