"""What Bedrock's messages say."""

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

# Matroska and WebM begin with the same bytes, 3GP and MP4 too: where bytes show no difference, neither do types here.
_TYPES: dict[MediaKind, dict[str, str]] = {
    "image": {},
    "audio": {
        **{"mp3": "audio/mpeg", "mpga": "audio/mpeg", "opus": "audio/ogg", "x-aac": "audio/aac", "m4a": "audio/mp4"},
        **{"mkv": "audio/webm", "mka": "audio/webm"},
    },
    "video": {
        **{"mkv": "video/webm", "mov": "video/quicktime", "flv": "video/x-flv", "mpg": "video/mpeg"},
        **{"wmv": "video/x-ms-wmv", "three_gp": "video/mp4"},
    },
    "document": {
        **{
            "pdf": "application/pdf",
            "csv": "text/csv",
            "html": "text/html",
            "txt": "text/plain",
            "md": "text/markdown",
        },
        **{"doc": "application/msword", "xls": "application/vnd.ms-excel"},
        "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    },
}


def read(request: Request) -> Transcript:
    """The system text, then the messages; a result is a part of the user's turn that it stands in."""
    return Transcript(turns(request, _content), read_tools(request))


def read_tools(request: Request) -> tuple[ToolPart, ...] | None:
    """The tools of the caller's own, None where the request does not list any."""
    if not isinstance(request.tools, list):
        return None
    specs = ((f"{path}.toolSpec", tool.get("toolSpec")) for path, tool in objects(request.tools, request.tools_path))
    return tuple(part for path, spec in specs for part in tool_part(spec, path, "inputSchema.json"))


def _content(content: Any, path: str) -> Iterator[Part]:
    if isinstance(content, str):
        yield TextPart(content, path)
    for where, block in objects(content, path):
        for key, value in block.items():
            yield from _part(key, value, f"{where}.{key}")


def _part(key: str, value: Any, path: str) -> Iterator[Part]:
    match key, value:
        case "text", str(text):
            yield TextPart(text, path)
        case "guardContent", dict():
            yield from _guarded(value, path)
        case "citationsContent", {"content": list(cited)}:
            yield from _content(cited, f"{path}.content")
        case "reasoningContent", {"reasoningText": {"text": str(text)} as thought}:
            yield ThinkingPart(text, f"{path}.reasoningText.text", signature=string(thought.get("signature")) or "")
        case "reasoningContent", {"redactedContent": str(data)}:
            yield ThinkingPart("", f"{path}.redactedContent", redacted=data)
        case "image" | "audio" | "video" | "document" as kind, dict():
            yield replace(_media(kind, value, f"{path}.source"), name=string(value.get("name")))
        case "toolUse", {"name": str(name)} if value.get("type") != "server_tool_use":
            yield CallPart(string(value.get("toolUseId")), name, value.get("input"), path)
        case "toolResult", dict():
            yield _result(value, path)
        case _:
            pass  # cache points, search results and what the server's own tools said are none of the conversation's


def _guarded(value: dict[str, Any], path: str) -> Iterator[Part]:
    match value:
        case {"text": {"text": str(text)}}:
            yield TextPart(text, f"{path}.text.text")
        case {"image": dict(image)}:
            yield _media("image", image, f"{path}.image.source")
        case _:
            pass


_MARKS = {"error": True, "success": False}


def _result(result: dict[str, Any], path: str) -> ResultPart:
    content = result.get("content")
    where = f"{path}.content"
    media = tuple(part for part in _content(content, where) if isinstance(part, MediaPart))
    values = [value for _, block in objects(content, where) for value in _values(block)]
    value = values if isinstance(content, list) else content
    return ResultPart(string(result.get("toolUseId")), None, value, path, media, _MARKS.get(str(result.get("status"))))


def _values(block: dict[str, Any]) -> Iterator[Any]:
    """The texts and JSON values of one block of a result."""
    if isinstance(block.get("text"), str):
        yield block["text"]
    if "json" in block:
        value = block["json"]
        yield {"json": value} if isinstance(value, str) else value  # no text, but the value that a text spells
    match block.get("searchResult"):
        case {"content": list(found)}:
            yield from (item["text"] for _, item in objects(found, "") if isinstance(item.get("text"), str))
        case _:
            pass


def _media(kind: MediaKind, value: dict[str, Any], path: str) -> MediaPart:
    """Media in a bucket are given by their address, since that is all that the payload says of them."""
    type_ = _type(kind, value.get("format"))
    match value.get("source"):
        case {"bytes": str(data)}:
            return media_of(kind, data, path, type_)
        case {"s3Location": {"uri": str(uri)}}:
            return MediaPart(kind, path, url=uri, media_type=type_)
        case {"text": str(text)}:
            return MediaPart(kind, path, data=_utf8(text), media_type=type_)
        case {"content": list(chunks)}:
            texts = [chunk["text"] for _, chunk in objects(chunks, "") if isinstance(chunk.get("text"), str)]
            return MediaPart(kind, path, data=_utf8("\n".join(texts)), media_type=type_)
        case _:
            return MediaPart(kind, path)


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _type(kind: MediaKind, format_: Any) -> str | None:
    """The media type that a format stands for; None where there is none."""
    return _TYPES[kind].get(format_, f"{kind}/{format_}") if isinstance(format_, str) else None
