"""What Anthropic's messages say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

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
)
from pytest_promptfmt.payload.walking import media_of, objects, string, tool_part, turns


def read(request: Request) -> Transcript:
    """The system text, then the messages; a result is a part of the user's turn that it stands in."""
    return Transcript(turns(request, _content), read_tools(request))


def read_tools(request: Request) -> tuple[ToolPart, ...] | None:
    """The tools of the caller's own; those of the server have a type."""
    if not isinstance(request.tools, list):
        return None
    custom = (
        (path, tool)
        for path, tool in objects(request.tools, request.tools_path)
        if tool.get("type") in (None, "custom")
    )
    return tuple(
        part
        for path, tool in custom
        for part in tool_part(tool, path, "input_schema", narrow=tool.get("strict") is True)
    )


def _content(content: Any, path: str) -> Iterator[Part]:
    if isinstance(content, str):
        yield TextPart(content, path)
    for where, block in objects(content, path):
        match block:
            case {"type": "text", "text": str(text)}:
                yield TextPart(text, f"{where}.text")
            case {"type": "thinking", "thinking": str(text)}:
                yield ThinkingPart(text, f"{where}.thinking", signature=string(block.get("signature")))
            case {"type": "redacted_thinking", "data": str(data)}:
                yield ThinkingPart("", f"{where}.data", redacted=data)
            case {"type": "image" | "document" as kind, "source": dict(source)}:
                yield replace(_media(kind, source, f"{where}.source"), name=string(block.get("title")))
            case {"type": "tool_use", "name": str(name)}:
                yield CallPart(string(block.get("id")), name, block.get("input"), where)
            case {"type": "tool_result"}:
                yield _result(block, where)
            case _:
                pass  # blocks of server tools are none of the conversation's


def _result(block: dict[str, Any], path: str) -> ResultPart:
    content = block.get("content")
    inner = tuple(_content(content, f"{path}.content"))
    value = [part.text for part in inner if isinstance(part, TextPart)] if isinstance(content, list) else content or ""
    media = tuple(part for part in inner if isinstance(part, MediaPart))
    id_, failed = string(block.get("tool_use_id")), block.get("is_error")
    return ResultPart(id_, None, value, path, media, failed if isinstance(failed, bool) else None)


def _is_text(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)


def _media(kind: MediaKind, source: dict[str, Any], path: str) -> MediaPart:
    """A file is given by its id, since that is all that the payload says of it.

    Every text is ``text/plain`` here: the only value of its place says nothing.
    """
    type_ = string(source.get("media_type"))
    match source:
        case {"type": "base64", "data": str(data)}:
            return media_of(kind, data, path, type_)
        case {"type": "text", "data": str(text)} | {"type": "content", "content": str(text)}:
            type_ = None if type_ == "text/plain" else type_
            return MediaPart(kind, path, data=text.encode("utf-8", "surrogatepass"), media_type=type_)
        case {"type": "content", "content": list(blocks)} if all(_is_text(block) for block in blocks):
            text = "".join(block["text"] for block in blocks)
            return MediaPart(kind, path, data=text.encode("utf-8", "surrogatepass"))
        case {"type": "url", "url": str(url)} | {"type": "file", "file_id": str(url)}:
            return MediaPart(kind, path, url=url)
        case _:
            return MediaPart(kind, path)
