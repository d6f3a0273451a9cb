"""What the steps of an interaction say, each a turn of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from pytest_promptfmt.common.media import split_data_uri
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
from pytest_promptfmt.payload.walking import media_at, media_of, objects, string, texts, tool_part

Located: TypeAlias = tuple[str, dict[str, Any]]
"""A step, with its path before it."""

MEDIA: dict[str, MediaKind] = {"image": "image", "audio": "audio", "video": "video", "document": "document"}
CONTENTS = ("text", *MEDIA)
_SPEAKERS: dict[str, TurnRole] = {"user_input": "user", "model_output": "assistant"}
_ROLES: dict[str, TurnRole] = {"model": "assistant", "assistant": "assistant", "system": "system"}


def read(request: Request) -> Transcript:
    """The system text, then the steps."""
    turns = [turn for path, step in _signed(request.each()) for turn in _turn(step, path)]
    if request.system_path:
        system = tuple(TextPart(text, path) for path, text in texts(request.system, request.system_path))
        turns.insert(0, Turn("system", system, request.system_path))
    return Transcript(tuple(turns), read_tools(request))


def _signed(steps: Iterable[Located]) -> Iterator[Located]:
    """The steps, each call with its state: that of a thought right before it of which there is nothing else.

    A call behind a thought that says more is signed by that; any other call is not.
    """
    thought: Located | None = None
    for path, step in steps:
        calls = step.get("type") == "function_call"
        bare = calls and "signature" not in step
        state = thought[1]["signature"] if thought and bare and _is_state(thought[1]) else None
        if thought and not state:
            yield thought
        if bare and (state or not thought):
            step = {"signature": state or "", **step}
        thought = (path, step) if step.get("type") == "thought" and isinstance(step.get("signature"), str) else None
        if not thought:
            yield path, step
    if thought:
        yield thought


def _is_state(thought: dict[str, Any]) -> bool:
    return not any(text.strip() for _, text in texts(thought.get("summary"), ""))


def _turn(step: dict[str, Any], path: str) -> Iterator[Turn]:
    match step.get("type"):
        case "user_input" | "model_output" as type_:
            yield Turn(_SPEAKERS[type_], tuple(_contents(step.get("content"), f"{path}.content")), path)
        case "thought":
            summary = "\n".join(text for _, text in texts(step.get("summary"), path))
            yield Turn("assistant", (ThinkingPart(summary, path, string(step.get("signature")) or ""),), path)
        case "function_call":
            if isinstance(step.get("name"), str):
                signature = string(step.get("signature"))
                call = CallPart(string(step.get("id")), step["name"], step.get("arguments"), path, signature)
                yield Turn("assistant", (call,), path)
        case "function_result":
            yield Turn("tool", (_result(step, path),), path)
        case str(type_) if type_ in CONTENTS:
            yield Turn("user", tuple(_content(step, path)), path)
        case None:  # a turn, as it was until May 2026
            role = _ROLES.get(str(step.get("role")), "user")
            yield Turn(role, tuple(_contents(step.get("content"), f"{path}.content")), path)
        case _:
            pass  # steps of Google's own tools are none of the conversation's


def _contents(content: Any, path: str) -> Iterator[Part]:
    if isinstance(content, str):
        yield TextPart(content, path)
    for where, each in objects(content, path):
        yield from _content(each, where)


def _content(content: dict[str, Any], path: str) -> Iterator[Part]:
    match content:
        case {"type": "text", "text": str(text)}:
            yield TextPart(text, f"{path}.text")
        case {"type": str(type_)} if type_ in MEDIA:
            yield _media(MEDIA[type_], content, path)
        case _:
            pass  # the schema reports the rest


def _media(kind: MediaKind, content: dict[str, Any], path: str) -> MediaPart:
    type_ = string(content.get("mime_type"))
    match content:
        case {"data": str(data)} if split_data_uri(data):
            return media_at(kind, data, f"{path}.data")
        case {"data": str(data)}:
            return media_of(kind, data, f"{path}.data", type_, url_safe=True)
        case _:
            return MediaPart(kind, path, url=string(content.get("uri")), media_type=type_)


def _result(step: dict[str, Any], path: str) -> ResultPart:
    value, failed = step.get("result"), step.get("is_error")
    inner = tuple(_contents(value, f"{path}.result")) if isinstance(value, list) else ()
    if isinstance(value, list):
        value = [part.text for part in inner if isinstance(part, TextPart)]
    media = tuple(part for part in inner if isinstance(part, MediaPart))
    mark = failed if isinstance(failed, bool) else None
    return ResultPart(string(step.get("call_id")), string(step.get("name")), value, path, media, mark)


def read_tools(request: Request) -> tuple[ToolPart, ...] | None:
    """The functions among the tools; under ``function`` or ``functionDeclarations`` the API sees nothing."""
    if not isinstance(request.tools, list):
        return None
    found = objects(request.tools, request.tools_path)
    return tuple(
        part
        for path, tool in found
        if tool.get("type") in ("function", None)
        for part in tool_part(tool, path, "parameters")
    )
