"""Anthropic's rules over tools: ids, names, and that each call is answered in the turn after it.

The API merges consecutive messages of one role before it looks, and so do these rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.dialects import shared_rules
from pytest_promptfmt.dialects.anthropic.content import Merged, PlacedBlock, blocks, merged
from pytest_promptfmt.dialects.anthropic.reader import read_tools
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import ToolPart
from pytest_promptfmt.payload.walking import objects

CALL_ID = re.compile(r"[a-zA-Z0-9_-]+")
_ID_PATTERNS = {"tool_use": CALL_ID, "server_tool_use": re.compile(r"srvtoolu_[a-zA-Z0-9_]+")}


def tool_use_id_pattern(request: Request) -> Iterator[Breach]:
    """A call's id matches ``^[a-zA-Z0-9_-]+$``, a server tool's ``^srvtoolu_[a-zA-Z0-9_]+$``."""
    for placed in blocks(request, *_ID_PATTERNS):
        id_, pattern = placed.block.get("id"), _ID_PATTERNS[placed.block["type"]]
        if isinstance(id_, str) and not pattern.fullmatch(id_):
            yield Breach(f"{placed.path}.id", f"{id_!r} does not match", {"expected": pattern.pattern, "actual": id_})


def tool_use_id_unique(request: Request) -> Iterator[Breach]:
    """Call ids are unique in the whole request."""
    first: dict[str, str] = {}
    for placed in blocks(request, *_ID_PATTERNS):
        id_ = placed.block.get("id")
        if isinstance(id_, str) and first.setdefault(id_, placed.path) != placed.path:
            yield Breach(f"{placed.path}.id", f"the call at {first[id_]} has the id {id_!r} too", {"actual": id_})


_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")


def tool_name_pattern(request: Request) -> Iterator[Breach]:
    """A tool's name matches ``^[a-zA-Z0-9_-]{1,128}$``."""
    called = [(placed.path, placed.block) for placed in blocks(request, "tool_use")]
    for path, tool in [*called, *objects(request.tools, request.tools_path)]:
        name = tool.get("name")
        if isinstance(name, str) and not _NAME.fullmatch(name):
            yield Breach(f"{path}.name", f"{name!r} does not match", {"expected": _NAME.pattern, "actual": name})


_NOTHING = Merged(None, ())


def tool_result_follows_tool_use(request: Request) -> Iterator[Breach]:
    """Each call is answered by a tool_result in the user turn right after it."""
    for turn, after in pairwise([*merged(request), _NOTHING]):
        answered = after.ids("tool_use_id", "tool_result") if after.role == "user" else set()
        for placed in turn.of("tool_use") if turn.role == "assistant" else ():
            id_ = placed.block.get("id")
            if isinstance(id_, str) and id_ not in answered:
                yield Breach(f"{placed.path}.id", f"call {id_!r} has no tool_result in the next turn", {"actual": id_})


def tool_result_has_tool_use(request: Request) -> Iterator[Breach]:
    """A tool_result answers a call of the assistant turn right before it."""
    for calls, turn in _answers(request):
        for placed in turn.of("tool_result"):
            id_ = placed.block.get("tool_use_id")
            if isinstance(id_, str) and id_ not in calls:
                yield Breach(f"{placed.path}.tool_use_id", f"no call {id_!r} in the turn before", {"actual": id_})


def _answers(request: Request) -> Iterator[tuple[set[str], Merged]]:
    """Each user turn, and the ids of the calls in the assistant turn before it."""
    for before, turn in pairwise([_NOTHING, *merged(request)]):
        if turn.role == "user":
            yield before.ids("id", "tool_use") if before.role == "assistant" else set(), turn


def tool_result_once(request: Request) -> Iterator[Breach]:
    """A call has a single tool_result."""
    for _, turn in _answers(request):
        seen: set[str] = set()
        for placed in turn.of("tool_result"):
            id_ = placed.block.get("tool_use_id")
            if not isinstance(id_, str):
                continue
            if id_ in seen:
                yield Breach(f"{placed.path}.tool_use_id", f"a second result for call {id_!r}", {"actual": id_})
            seen.add(id_)


def parallel_results_one_message(request: Request) -> Iterator[Breach]:
    """All results of one turn's calls are in one user message."""
    for calls, turn in _answers(request):
        results = [placed for placed in turn.of("tool_result") if placed.block.get("tool_use_id") in tuple(calls)]
        for placed in results:
            if placed.message != results[0].message:
                yield Breach(placed.path, f"{results[0].message} has results of the same turn; they belong together")
                break


def tool_results_first(request: Request) -> Iterator[Breach]:
    """In the user turn that answers calls, the tool_results precede everything else."""
    for calls, turn in _answers(request):
        before: PlacedBlock | None = None
        for placed in turn.blocks if calls else ():
            if placed.block.get("type") != "tool_result":
                before = before or placed
            elif before:
                yield Breach(placed.path, f"{before.path} stands before this result")
                break


_SHOWN = ("image", "document", "search_result", "container_upload")
_ROLE = {
    "tool_result": "user",
    "tool_use": "assistant",
    "server_tool_use": "assistant",
    "thinking": "assistant",
    "redacted_thinking": "assistant",
    **dict.fromkeys(_SHOWN, "user"),
}


def tool_block_role(request: Request) -> Iterator[Breach]:
    """Results, media and documents appear in user messages only; calls and thinking in assistant messages only."""
    for placed in blocks(request, *_ROLE):
        type_ = placed.block["type"]
        roles = ("user", "assistant") if type_ in _SHOWN else ("user", "assistant", "system")  # which holds text alone
        if placed.role in roles and placed.role != _ROLE[type_]:
            one = f"an {type_}" if type_ == "image" else f"a {type_}"
            yield Breach(placed.path, f"{one} block in a message of role {placed.role}", {"expected": _ROLE[type_]})


def tool_result_error_nonempty(request: Request) -> Iterator[Breach]:
    """A tool_result with ``is_error: true`` has content."""
    for placed in blocks(request, "tool_result"):
        content = placed.block.get("content")
        empty = not content or all(
            part.get("type") == "text" and not part.get("text") for _, part in objects(content, "")
        )
        if placed.block.get("is_error") is True and empty and not (content and isinstance(content, str)):
            yield Breach(f"{placed.path}.content", "is_error is true and the content is empty")


def tool_names_unique(request: Request) -> Iterator[Breach]:
    """No two tools on offer have the same name."""
    offered = objects(request.tools, request.tools_path)
    yield from shared_rules.unique_names((path, tool.get("name")) for path, tool in offered)


_TYPED = re.compile(r"[a-z]+(_[a-z0-9]+)*_(20\d{6}|toolset|bm25|regex)")
"""The types of tools that run at the provider's: ``web_search_20250305``."""


def tool_type(request: Request) -> Iterator[Breach]:
    """A tool of one's own is of type custom, or of none, and no ``function`` around its name."""
    for path, tool in objects(request.tools, request.tools_path):
        type_ = tool.get("type")
        if type_ not in (None, "custom") and not (isinstance(type_, str) and _TYPED.fullmatch(type_)):
            found = {"expected": "custom", "actual": type_}
            yield Breach(f"{path}.type", "no type of Anthropic's tools", found)


def tool_schema_type(request: Request) -> Iterator[Breach]:
    """A tool's ``input_schema`` is of type object."""
    yield from shared_rules.objects_at_the_root(read_tools(request))


def tool_schema_top_level(request: Request) -> Iterator[Breach]:
    """A tool's ``input_schema`` has no oneOf, allOf or anyOf at the top."""
    yield from shared_rules.nothing_beside_the_root(read_tools(request), ("oneOf", "allOf", "anyOf"))


def tool_schema_valid(request: Request) -> Iterator[Breach]:
    """A tool's ``input_schema`` is a JSON Schema of draft 2020-12."""
    tools = read_tools(request) or ()
    yield from shared_rules.json_schemas(tuple(map(_without_nulls, tools)), "2020-12")
    for tool in tools:
        for key in _NULLABLE:
            if isinstance(tool.parameters, dict) and tool.parameters.get(key, ()) is None:
                yield Breach(f"{tool.schema_path}.{key}", "null is no JSON Schema's", {"actual": None}, note=True)


_NULLABLE = ("properties", "required")
"""What may be null at the root by Anthropic's own types."""


def _without_nulls(tool: ToolPart) -> ToolPart:
    if not isinstance(tool.parameters, dict):
        return tool
    given = {key: each for key, each in tool.parameters.items() if each is not None or key not in _NULLABLE}
    return replace(tool, parameters=given)


def tool_input_object(request: Request) -> Iterator[Breach]:
    """A call's input is an object, not a JSON string."""
    for placed in blocks(request, "tool_use"):
        if not isinstance(placed.block.get("input"), dict):
            kind = type_name(placed.block.get("input"))
            yield Breach(
                f"{placed.path}.input", f"expected an object, got {kind}", {"actual": placed.block.get("input")}
            )
