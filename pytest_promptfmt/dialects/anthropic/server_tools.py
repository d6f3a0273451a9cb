"""Anthropic's rules over tools that run at its own place, and tools that are searched for: what belongs together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pytest_promptfmt.dialects import shared_rules
from pytest_promptfmt.dialects.anthropic.content import Merged, PlacedBlock, blocks, everywhere, merged
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects

_CALLS = ("server_tool_use", "mcp_tool_use")


def _results(turn: Merged) -> list[PlacedBlock]:
    """What those tools answered: ``web_search_tool_result`` and the like."""
    return [placed for placed in turn.blocks if str(placed.block.get("type")).endswith("_tool_result")]


def server_result_has_use(request: Request) -> Iterator[Breach]:
    """The result of a tool that Anthropic runs follows the call that it answers."""
    called: set[str] = set()
    for turn in merged(request):
        for placed in turn.blocks:
            if placed in turn.of(*_CALLS):
                called.add(str(placed.block.get("id")))
            id_ = placed.block.get("tool_use_id")
            if placed in _results(turn) and isinstance(id_, str) and id_ not in called:
                yield Breach(f"{placed.path}.tool_use_id", f"no call {id_!r} stands before it", {"actual": id_})


def server_use_answered(request: Request) -> Iterator[Breach]:
    """A call of a tool that Anthropic runs has its result before the user says anything further."""
    turns = merged(request)
    answered = {placed.block.get("tool_use_id") for turn in turns for placed in _results(turn)}
    for turn, after in pairwise(turns):
        # A turn that is broken off goes on behind the results of one's own tools.
        resumed = bool(turn.of("tool_use")) and len(after.of("tool_result")) == len(after.blocks)
        for placed in turn.of(*_CALLS) if turn.role == "assistant" and after.role == "user" and not resumed else ():
            id_ = placed.block.get("id")
            if isinstance(id_, str) and id_ not in answered:
                yield Breach(f"{placed.path}.id", f"call {id_!r} has no result", {"actual": id_})


def no_unknown_keys(request: Request) -> Iterator[Breach]:
    """No keys outside the documented shape."""
    yield from shared_rules.no_unknown_keys(request)
    # What the server makes comes back as it came, whatever keys it has: but none of them is the stream's own.
    for turn in merged(request):
        for placed in (*turn.of(*_CALLS, "compaction"), *_results(turn)):
            if "index" in placed.block:
                told = "unknown key 'index': it is of the stream that brought the block"
                yield Breach(f"{placed.path}.index", told, {"actual": "index"})


def search_result_sealed(request: Request) -> Iterator[Breach]:
    """What a search of the web found comes back with the ``encrypted_content`` that it came with."""
    for placed in blocks(request, "web_search_tool_result"):
        for path, found in objects(placed.block.get("content"), f"{placed.path}.content"):
            sealed = found.get("encrypted_content")
            if found.get("type") == "web_search_result" and sealed in (None, ""):
                problem = "is missing" if sealed is None else "is empty"
                yield Breach(f"{path}.encrypted_content", f"the encrypted content {problem}")


def tool_reference_offered(request: Request) -> Iterator[Breach]:
    """A ``tool_reference``, anywhere in the messages, names a tool on offer."""
    tools = [tool for _, tool in objects(request.tools, "")]
    if not tools or any(tool.get("type") == "mcp_toolset" for tool in tools):
        return  # nobody knows which tools those are
    names = [tool.get("name") for tool in tools]
    for path, reference in _references(request):
        if (name := reference.get("tool_name")) not in names or name is None:
            problem = "the reference names no tool" if name is None else f"no tool {name!r} is on offer"
            yield Breach(f"{path}.tool_name", problem, {"expected": names, "actual": name})


def _references(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    """Those in results of one's own search, and of Anthropic's."""
    for placed in everywhere(request, "tool_reference"):
        yield placed.path, placed.block
    for placed in blocks(request, "tool_search_tool_result"):
        found = placed.block.get("content")
        if isinstance(found, dict):
            yield from objects(found.get("tool_references"), f"{placed.path}.content.tool_references")


def tools_not_all_deferred(request: Request) -> Iterator[Breach]:
    """Not all tools on offer are deferred: the one that searches for them is not."""
    tools = list(objects(request.tools, request.tools_path))
    if tools and all(tool.get("defer_loading") is True for _, tool in tools):
        yield Breach(f"{tools[0][0]}.defer_loading", "every tool is deferred, and none is left to find them")
