"""What the items of a Responses request say, each a turn of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pytest_promptfmt.common.media import split_data_uri
from pytest_promptfmt.dialects.openai.reader import LONGEST_DESCRIPTION, read_part
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import (
    CallPart,
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
from pytest_promptfmt.payload.walking import json_or_raw, media_at, objects, string, tool_part, unwrapped

_ROLES: dict[str, TurnRole] = {"system": "system", "developer": "system", "assistant": "assistant"}


def item_type(item: dict[str, Any]) -> str:
    """An item's type; what has a role and no type is a message, what has an id alone points to an item."""
    return str(item.get("type") or ("message" if "role" in item else "item_reference"))


def content_path(request: Request, path: str) -> str:
    """Where a message's content stands; an `input` that is a string is all content."""
    return path if path == request.where else f"{path}.content"


def read(request: Request) -> Transcript:
    """The instructions, then the items."""
    turns = [turn for path, item in request.each() for turn in _turn(request, item, path)]
    if request.system_path:
        turns.insert(0, Turn("system", tuple(_content(request.system, request.system_path)), request.system_path))
    return Transcript(tuple(turns), read_tools(request))


def _turn(request: Request, item: dict[str, Any], path: str) -> Iterator[Turn]:
    match item_type(item):
        case "message":
            role = _ROLES.get(str(item.get("role")), "user")
            yield Turn(role, tuple(_content(item.get("content"), content_path(request, path))), path)
        case "function_call" | "custom_tool_call":
            yield Turn("assistant", tuple(_call(item, path)), path)
        case "function_call_output" | "custom_tool_call_output":
            yield Turn("tool", (_result(item, path),), path)
        case "reasoning":
            yield Turn("assistant", (_thinking(item, path),), path)
        case _:
            pass  # items of server tools are none of the conversation's


def _content(content: Any, path: str) -> Iterator[Part]:
    if isinstance(content, str):
        yield TextPart(content, path)
    for where, part in objects(content, path):
        match part:
            case {"type": "input_text" | "output_text", "text": str(text)}:
                yield TextPart(text, f"{where}.text")
            case {"type": "refusal", "refusal": str(text)}:
                yield TextPart(text, f"{where}.refusal")
            case {"type": "input_image", "image_url": str(url)}:
                yield media_at("image", url, f"{where}.image_url")
            case {"type": "input_image"}:
                yield MediaPart("image", where, url=string(part.get("file_id")))
            case {"type": "input_file", "file_data": str(data)}:
                yield replace(_by_value(data, f"{where}.file_data"), name=string(part.get("filename")))
            case {"type": "input_file"}:
                yield MediaPart("document", where, url=string(part.get("file_url")) or string(part.get("file_id")))
            case _:
                yield from read_part(part, where)  # of the chat's kind: the schema blames it, and it is there


def _by_value(data: str, path: str) -> MediaPart:
    """A ``data:`` URI as OpenAI's guides have it, or bare base64 as its type does."""
    if split_data_uri(data) is None and (decoded := unwrapped(data)) is not None:
        return MediaPart("document", path, data=decoded)
    return media_at("document", data, path)


def _call(item: dict[str, Any], path: str) -> Iterator[CallPart]:
    name = item.get("name")
    if isinstance(name, str):
        yield CallPart(string(item.get("call_id")), name, json_or_raw(item.get("arguments", item.get("input"))), path)


def _result(item: dict[str, Any], path: str) -> ResultPart:
    output = item.get("output")
    inner = tuple(_content(output, f"{path}.output"))
    value = [part.text for part in inner if isinstance(part, TextPart)] if isinstance(output, list) else output
    media = tuple(part for part in inner if isinstance(part, MediaPart))
    return ResultPart(string(item.get("call_id")), string(item.get("name")), value, path, media)


def _thinking(item: dict[str, Any], path: str) -> ThinkingPart:
    """The summary, or the reasoning itself where a model has shown it; what is encrypted signs it.

    Without that, the API knows it by its id.
    """
    items = [*objects(item.get("summary"), ""), *objects(item.get("content"), "")]
    texts = [part["text"] for _, part in items if isinstance(part.get("text"), str)]
    sealed = string(item.get("encrypted_content"))
    return ThinkingPart("\n".join(texts), path, signature=sealed if sealed or item.get("id") else "")


def read_tools(request: Request) -> tuple[ToolPart, ...] | None:
    """What stands beside the type; under ``function``, as Chat Completions has it, the API sees nothing."""
    if not isinstance(request.tools, list):
        return None
    return tuple(
        part
        for path, tool in objects(request.tools, request.tools_path)
        for part in tool_part(tool, path, "parameters", narrow=tool.get("strict") is True, longest=LONGEST_DESCRIPTION)
    )
