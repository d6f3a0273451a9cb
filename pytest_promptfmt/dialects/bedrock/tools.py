"""Bedrock's rules over tools: what is on offer, ids, names, and that each call is answered in the message after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.dialects import shared_rules
from pytest_promptfmt.dialects.bedrock.content import PlacedValue, blocks, ids, inside
from pytest_promptfmt.dialects.bedrock.reader import read_tools
from pytest_promptfmt.dialects.rules import Breach, asks, may_ask
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects

CALL_ID = re.compile(r"[a-zA-Z0-9_.:-]{1,64}")


def tool_use_id(request: Request) -> Iterator[Breach]:
    """A call's id matches ``^[a-zA-Z0-9_.:-]+$`` and has at most 64 characters; so has its result's."""
    for placed in blocks(request, "toolUse", "toolResult"):
        id_ = placed.value.get("toolUseId")
        if isinstance(id_, str) and not CALL_ID.fullmatch(id_):
            data = {"expected": CALL_ID.pattern, "actual": id_}
            yield Breach(f"{placed.path}.toolUseId", f"{id_!r} does not match", data)


_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def tool_name(request: Request) -> Iterator[Breach]:
    """A tool's name matches ``^[a-zA-Z0-9_-]+$`` and has at most 64 characters."""
    named = [(placed.path, placed.value) for placed in blocks(request, "toolUse")]
    for path, tool in objects(request.tools, request.tools_path):
        named += [(f"{path}.{key}", tool[key]) for key in ("toolSpec", "systemTool") if isinstance(tool.get(key), dict)]
    for path, tool in named:
        name = tool.get("name")
        if isinstance(name, str) and not _NAME.fullmatch(name):
            yield Breach(f"{path}.name", f"{name!r} does not match", {"expected": _NAME.pattern, "actual": name})


def _calls(message: dict[str, Any], path: str) -> Iterator[PlacedValue]:
    """The calls that the user has to answer: not those of the server's own tools."""
    return (call for call in inside(message, path, "toolUse") if call.value.get("type") != "server_tool_use")


def tool_results(request: Request) -> Iterator[Breach]:
    """Each toolUse is answered by a toolResult in the user message right after it."""
    for (path, message), (_, after) in pairwise([*request.each(), ("", {})]):
        answered = ids(inside(after, "", "toolResult")) if after.get("role") == "user" else set()
        for call in _calls(message, path):
            id_ = call.value.get("toolUseId")
            if isinstance(id_, str) and id_ not in answered:
                problem = f"call {id_!r} has no toolResult in the next message"
                yield Breach(f"{call.path}.toolUseId", problem, {"actual": id_})


def tool_result_has_use(request: Request) -> Iterator[Breach]:
    """A toolResult answers a toolUse of the message right before it."""
    for (_, before), (path, message) in pairwise([("", {}), *request.each()]):
        called = ids(_calls(before, ""))
        for result in inside(message, path, "toolResult"):
            id_ = result.value.get("toolUseId")
            of_server = result.role == "assistant" and "type" in result.value
            if isinstance(id_, str) and id_ not in called and not of_server:
                problem = f"no call {id_!r} in the message before"
                yield Breach(f"{result.path}.toolUseId", problem, {"actual": id_})


def tool_results_first(request: Request) -> Iterator[Breach]:
    """In a user message the toolResults precede everything else; some models refuse what stands between."""
    for path, message in request.each():
        before = ""
        for where, block in objects(message.get("content"), f"{path}.content"):
            if "toolResult" not in block:
                before = before or where
            elif before and message.get("role") == "user":
                yield Breach(where, f"{before} stands before this result")
                break


def tool_ids_unique(request: Request) -> Iterator[Breach]:
    """Within a message no two calls, and no two results, have the same id."""
    for path, message in request.each():
        for key in ("toolUse", "toolResult"):
            first: dict[str, str] = {}
            for placed in inside(message, path, key):
                id_ = placed.value.get("toolUseId")
                if isinstance(id_, str) and first.setdefault(id_, placed.path) != placed.path:
                    problem = f"{first[id_]} has the id {id_!r} too"
                    yield Breach(f"{placed.path}.toolUseId", problem, {"actual": id_})


def tool_input_object(request: Request) -> Iterator[Breach]:
    """A call's input is an object, not a JSON string and not null."""
    for call in blocks(request, "toolUse"):
        if "input" in call.value and not isinstance(call.value["input"], dict):
            kind = type_name(call.value["input"])
            yield Breach(f"{call.path}.input", f"expected an object, got {kind}", {"actual": call.value["input"]})


def result_json_object(request: Request) -> Iterator[Breach]:
    """What a toolResult holds as ``json`` is an object; lists, numbers and strings go as text."""
    for result in blocks(request, "toolResult"):
        for path, block in objects(result.value.get("content"), f"{result.path}.content"):
            if "json" in block and not isinstance(block["json"], dict):
                kind = type_name(block["json"])
                yield Breach(f"{path}.json", f"expected an object, got {kind}", {"actual": block["json"]})


@may_ask("result-empty", "failed-result-empty")
def tool_result_nonempty(request: Request) -> Iterator[Breach]:
    """A toolResult has content: some models refuse an empty one, and all where its status is error."""
    for result in blocks(request, "toolResult"):
        if result.value.get("content") == []:
            failed = result.value.get("status") == "error"
            problem = f"the result has no content{' and its status is error' if failed else ''}"
            yield Breach(f"{result.path}.content", problem, asks="failed-result-empty" if failed else "result-empty")


@asks("results-beside-text")
def results_beside_text(request: Request) -> Iterator[Breach]:
    """A message holds toolResults or what the user says, for models that refuse both in one turn."""
    for path, message in request.each():
        found = list(objects(message.get("content"), f"{path}.content"))
        others = [where for where, block in found if not block.keys() & {"toolResult", "cachePoint"}]
        if message.get("role") == "user" and others and any("toolResult" in block for _, block in found):
            yield Breach(others[0], f"beside results, which {request.model.name} wants in a turn of their own")


@asks("calls-beside-text")
def calls_beside_text(request: Request) -> Iterator[Breach]:
    """A message holds toolUses or what the assistant says, for models that refuse both in one turn."""
    for path, message in request.each():
        found = list(objects(message.get("content"), f"{path}.content"))
        texts = [where for where, block in found if "text" in block]
        if message.get("role") == "assistant" and texts and any("toolUse" in block for _, block in found):
            yield Breach(texts[0], f"beside calls, which {request.model.name} wants in a turn of their own")


@asks("result-status")
def result_status(request: Request) -> Iterator[Breach]:
    """A toolResult has a status for models that take one."""
    for result in blocks(request, "toolResult"):
        if "status" in result.value:
            yield Breach(f"{result.path}.status", f"{request.model.name} takes no status")


def tool_config(request: Request) -> Iterator[Breach]:
    """Beside calls and results the request has a ``toolConfig`` with at least one tool."""
    given = request.context.get("toolConfig")
    if not request.tools_path and given is not None:
        yield Breach("$.toolConfig", "it is no object with tools", {"actual": given})
        return
    if request.where == "$" or not any(blocks(request, "toolUse", "toolResult")):
        return  # in the list form tools are the caller's business
    if not request.tools_path:
        yield Breach("$", "the caller must add a toolConfig to this request", note=True)
    elif not any("toolSpec" in tool or "systemTool" in tool for _, tool in objects(request.tools, "")):
        yield Breach(request.tools_path, "no tool is on offer, and the history has calls")


def tools_nonempty(request: Request) -> Iterator[Breach]:
    """A ``toolConfig`` has at least one tool (beside a history with calls, `tool_config` says so)."""
    if request.tools == [] and not any(blocks(request, "toolUse", "toolResult")):
        yield Breach(request.tools_path, "the list of tools is empty; leave toolConfig out")


@asks("schema-alternatives")
def tool_schema_top_level(request: Request) -> Iterator[Breach]:
    """A tool's ``inputSchema.json`` has no oneOf, allOf or anyOf at the top, where the model is Claude."""
    yield from shared_rules.nothing_beside_the_root(read_tools(request), ("oneOf", "allOf", "anyOf"))


def tool_schema_type(request: Request) -> Iterator[Breach]:
    """A tool's ``inputSchema.json`` is of type object."""
    yield from shared_rules.objects_at_the_root(read_tools(request))


def tool_schema_valid(request: Request) -> Iterator[Breach]:
    """A tool's ``inputSchema.json`` is a JSON Schema, of whichever draft."""
    yield from shared_rules.json_schemas(read_tools(request), "2020-12", "7", "4")


def tool_names_unique(request: Request) -> Iterator[Breach]:
    """No two tools on offer have the same name."""
    yield from shared_rules.unique_names(shared_rules.named(read_tools(request)))
