"""What Gemini's contents say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pytest_promptfmt.dialects.gemini.keys import find, parts, respelled, system_parts, types_named
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import (
    CallPart,
    MediaKind,
    MediaPart,
    Part,
    ResultPart,
    TextPart,
    ThinkingPart,
    ToolPart,
    Transcript,
    Turn,
    TurnRole,
)
from pytest_promptfmt.payload.walking import media_of, objects, string, tool_part

_ROLES: dict[str, TurnRole] = {"model": "assistant", "assistant": "assistant", "system": "system"}


def read(request: Request) -> Transcript:
    """The system text, then the contents; a response is a part of the user's turn that it stands in."""
    turns = [Turn(_role(content), tuple(_all(parts(content, path))), path) for path, content in request.each()]
    calls = [part for turn in turns for part in turn.parts if isinstance(part, CallPart)]
    if calls and not any(call.id for call in calls):
        turns = [replace(turn, parts=tuple(map(_by_name, turn.parts))) for turn in turns]
    if request.system_path:
        turns.insert(0, Turn("system", tuple(_system(request)), request.system_path))
    tools = read_tools(request)
    return Transcript(tuple(turns), tools and tuple(map(_in_one_spelling, tools)))


def _by_name(part: Part) -> Part:
    """A response as it is read where no call has an id: its own leads to none, and its name tells what it answers."""
    return replace(part, id=None) if isinstance(part, ResultPart) else part


def _in_one_spelling(tool: ToolPart) -> ToolPart:
    return replace(tool, parameters=respelled(tool.parameters)) if tool.narrow else tool


def _role(content: dict[str, Any]) -> TurnRole:
    role = content.get("role")
    return _ROLES.get(role, "user") if isinstance(role, str) else "user"


def _system(request: Request) -> Iterator[Part]:
    match request.system:
        case str(text):
            yield TextPart(text, request.system_path)
        case list(items):
            for i, item in enumerate(items):
                where = f"{request.system_path}[{i}]"
                if isinstance(item, str):
                    yield TextPart(item, where)
                elif isinstance(item, dict):
                    yield from _part(item, where)
        case _:
            yield from _all(system_parts(request))


def _all(found: Iterator[tuple[str, dict[str, Any]]]) -> Iterator[Part]:
    for path, part in found:
        yield from _part(part, path)


def _part(part: dict[str, Any], path: str) -> Iterator[Part]:
    signature = string(find(part, path, "thoughtSignature")[1])
    where, text = find(part, path, "text")
    if isinstance(text, str):
        yield ThinkingPart(text, where, signature or "") if part.get("thought") is True else TextPart(text, where)
    yield from _media(part, path)
    match find(part, path, "functionCall"):
        case where, {"name": str(name)} as call:
            arguments = call.get("args")
            arguments = {} if arguments is None else arguments
            yield CallPart(string(call.get("id")), name, arguments, where, signature or "")
    match find(part, path, "functionResponse"):
        case where, dict(response):
            inner = (_untyped(media) for place, item in parts(response, where) for media in _media(item, place))
            id_, tool = string(response.get("id")), string(response.get("name"))
            value = response.get("response")
            failed = True if isinstance(value, dict) and value.get("error") is not None else None
            value = [value] if isinstance(value, list) else value  # JSON, and no list of parts
            yield ResultPart(id_, tool, value, where, tuple(inner), failed)


def _media(part: dict[str, Any], path: str) -> Iterator[MediaPart]:
    match find(part, path, "inlineData"):
        case where, dict(blob):
            type_, data = string(find(blob, where, "mimeType")[1]), blob.get("data")
            data = data if isinstance(data, str) else ""
            yield media_of(_kind(type_), data, where, type_, url_safe=True)
    match find(part, path, "fileData"):
        case where, dict(file):
            type_, uri = string(find(file, where, "mimeType")[1]), string(find(file, where, "fileUri")[1])
            yield MediaPart(_kind(type_), where, url=uri, media_type=type_)


def _untyped(media: MediaPart) -> MediaPart:
    """Of texts a response takes ``text/plain`` alone (ai.google.dev/gemini-api/docs/function-calling)."""
    return replace(media, media_type=None) if media.media_type == "text/plain" else media


NO_TYPES = ("application/octet-stream", "binary/octet-stream")
"""Types that say nothing of what it is."""


def _kind(media_type: str | None) -> MediaKind:
    if not media_type or media_type.lower().partition(";")[0].strip() in NO_TYPES:
        return "unknown"
    for kind in ("image", "audio", "video"):
        if media_type.lower().startswith(f"{kind}/"):
            return kind
    return "document"


def read_tools(request: Request) -> tuple[ToolPart, ...] | None:
    """The functions declared, None where the request has no tools; ``parameters`` takes a part of JSON Schema only."""
    if not isinstance(request.tools, list):
        return None
    declared = (find(tool, path, "functionDeclarations") for path, tool in objects(request.tools, request.tools_path))
    functions = (placed for path, value in declared for placed in objects(value, path))
    keys = ("parametersJsonSchema", "parameters_json_schema")
    return tuple(part for path, function in functions for part in _declared(function, path, *keys))


def _declared(function: dict[str, Any], path: str, *keys: str) -> Iterator[ToolPart]:
    narrow = function.get("parameters") is not None
    for tool in tool_part(function, path, "parameters", *keys, narrow=narrow):
        yield replace(tool, parameters=types_named(tool.parameters)) if narrow else tool
