"""What an OpenAI-like payload says; DeepSeek, Zhipu, vLLM, DashScope and Mistral send variations of it.

Beyond OpenAI's own shapes it reads ``reasoning``, ``reasoning_content`` and ``reasoning_details``, and vLLM's part
types and plain strings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from pytest_promptfmt.common.media import split_data_uri
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
from pytest_promptfmt.payload.walking import json_or_raw, media_at, media_of, objects, string, tool_part, unwrapped

ROLES: Mapping[str, TurnRole] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}
_ROLES: Mapping[str, TurnRole] = {**ROLES, "developer": "system", "function": "tool"}
Parts: TypeAlias = Callable[[dict[str, Any], TurnRole, str], Iterator[Part]]
"""What a message says, by its turn's role; the last is its path."""
Calls: TypeAlias = Callable[[dict[str, Any], str], Iterator[CallPart]]
"""The calls of a message, with its path."""


def read(request: Request) -> Transcript:
    """What the messages say."""
    return read_with(read_calls, request)


def read_with(calls: Calls, request: Request) -> Transcript:
    """What the messages say, whose calls are read so."""
    return read_messages(request, partial(_parts, calls), _ROLES)


def read_messages(request: Request, parts: Parts, roles: Mapping[str, TurnRole] = ROLES) -> Transcript:
    """What the messages of such a list say, whatever their `parts`; who has no role of theirs is a user."""

    def turn(message: dict[str, Any], path: str) -> Turn:
        role = roles.get(str(message.get("role")), "user")
        return Turn(role, tuple(parts(message, role, path)), path, string(message.get("name")))

    return Transcript(tuple(turn(message, path) for path, message in request.each()), read_tools(request))


def _parts(calls: Calls, message: dict[str, Any], role: TurnRole, path: str) -> Iterator[Part]:
    if role == "tool":
        yield read_result(message, path, read_content)
        return
    yield from read_reasoning(message, path)
    yield from read_content(message.get("content"), f"{path}.content")
    if isinstance(message.get("refusal"), str):
        yield TextPart(message["refusal"], f"{path}.refusal")
    yield from calls(message, path)


def read_reasoning(message: dict[str, Any], path: str) -> Iterator[ThinkingPart]:
    """The reasoning beside the content, once where several of its keys say the same."""
    details = list(read_details(message, path))
    yield from details
    said = {_letters("".join(part.text for part in details))} if details else set()
    for key in ("reasoning_content", "reasoning"):
        text = message.get(key)
        if isinstance(text, str) and _letters(text) not in said:
            yield ThinkingPart(text, f"{path}.{key}", beside=True)
            said.add(_letters(text))


def read_details(message: dict[str, Any], path: str) -> Iterator[ThinkingPart]:
    """The items of ``reasoning_details``: a text that may be signed, a summary, or what nobody but the model reads."""
    for where, detail in objects(message.get("reasoning_details"), f"{path}.reasoning_details"):
        match detail:
            case {"type": "reasoning.text", **said} if isinstance(said.get("text"), str | None):
                yield ThinkingPart(said.get("text") or "", f"{where}.text", string(said.get("signature")))
            case {"type": "reasoning.summary", "summary": str(text)}:
                yield ThinkingPart(text, f"{where}.summary")
            case {"type": "reasoning.encrypted", "data": str(data)}:
                yield ThinkingPart("", f"{where}.data", redacted=data)
            case _:
                pass  # a search of the server's own, and what is yet to come


def _letters(text: str) -> str:
    return "".join(text.split())


def read_result(message: dict[str, Any], path: str, read: Callable[[Any, str], Iterable[Part]]) -> ResultPart:
    """A tool message as the result that it is; `read` gives the parts of its content, with the path."""
    content = message.get("content")
    inner = tuple(read(content, f"{path}.content"))
    value = [part.text for part in inner if isinstance(part, TextPart)] if isinstance(content, list) else content
    media = tuple(part for part in inner if isinstance(part, MediaPart))
    return ResultPart(string(message.get("tool_call_id")), string(message.get("name")), value, path, media)


def read_content(content: Any, path: str) -> Iterator[Part]:
    """Texts and media of a string or a list of typed parts."""
    if isinstance(content, str):
        yield TextPart(content, path)
    elif isinstance(content, list):
        for i, part in enumerate(content):
            if isinstance(part, str):
                yield TextPart(part, f"{path}[{i}]")
            else:
                yield from read_part(part, f"{path}[{i}]")


def read_part(part: Any, path: str) -> Iterator[Part]:
    """The text or media of one typed part, whichever of the chat's spellings it has."""
    match part:
        case {"type": "text" | "input_text" | "output_text", "text": str(text)}:
            yield TextPart(text, f"{path}.text")
        case {"type": "refusal", "refusal": str(text)}:
            yield TextPart(text, f"{path}.refusal")
        case {"type": "thinking", "thinking": str(text)}:
            yield ThinkingPart(text, f"{path}.thinking")
        case {"image_url": {"url": url}}:
            yield media_at("image", url, f"{path}.image_url.url")
        case {"audio_url": {"url": url}}:
            yield media_at("audio", url, f"{path}.audio_url.url")
        case {"video_url": {"url": url}}:
            yield media_at("video", url, f"{path}.video_url.url")
        case {"file_url": {"url": url}}:
            yield media_at("document", url, f"{path}.file_url.url")
        case {"image_url": str(url)}:
            yield media_at("image", url, f"{path}.image_url")
        case {"audio_url": str(url)}:
            yield media_at("audio", url, f"{path}.audio_url")
        case {"video_url": str(url)}:
            yield media_at("video", url, f"{path}.video_url")
        case {"input_audio": {"data": str(data), **audio}}:
            format_ = string(audio.get("format"))
            type_ = f"audio/{format_}" if format_ else None
            yield media_of("audio", data, f"{path}.input_audio", type_)
        case {"file": {"file_data": str(data), **file}}:
            yield replace(_file(data, f"{path}.file.file_data"), name=string(file.get("filename")))
        case _:
            pass  # what is no part of ours says nothing that we could compare


def _file(data: str, path: str) -> MediaPart:
    """A file by value: a ``data:`` URI as everybody sends it, or the bare base64 of OpenAI's specification."""
    if split_data_uri(data) is None and (decoded := unwrapped(data)) is not None:
        return MediaPart("document", path, data=decoded)
    return media_at("document", data, path)


def calls(message: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and item of the message's tool calls."""
    return objects(message.get("tool_calls"), f"{path}.tool_calls")


def read_calls(message: dict[str, Any], path: str) -> Iterator[CallPart]:
    """The calls of a message: functions, custom tools, and the one ``function_call`` of 2023."""
    yield from read_tool_calls(message, path)
    match message.get("function_call"):
        case {"name": str(name), **function}:
            yield CallPart(None, name, json_or_raw(function.get("arguments")), f"{path}.function_call")
        case _:
            pass


def read_tool_calls(message: dict[str, Any], path: str) -> Iterator[CallPart]:
    """Those of ``tool_calls`` alone, for servers that never knew the other."""
    for where, call in calls(message, path):
        match call:
            case {"function": {"name": str(name), **function}}:
                yield CallPart(string(call.get("id")), name, json_or_raw(function.get("arguments")), where)
            case {"custom": {"name": str(name), **custom}}:
                yield CallPart(string(call.get("id")), name, json_or_raw(custom.get("input")), where)
            case _:
                pass


def read_tools(request: Request) -> tuple[ToolPart, ...] | None:
    """The tools on offer, None where the request does not list any."""
    if not isinstance(request.tools, list):
        return None
    return tuple(part for path, tool in objects(request.tools, request.tools_path) for part in _tool(tool, path))


LONGEST_DESCRIPTION = 1024
"""In characters: "string too long. Expected a string with maximum length 1024" (of a tool's description)."""


def _tool(tool: dict[str, Any], path: str) -> Iterator[ToolPart]:
    """What stands under ``function`` or ``custom``; beside the type, as Responses has it, the API sees nothing."""
    for key in ("function", "custom"):
        function = tool.get(key)
        strict = isinstance(function, dict) and function.get("strict") is True
        yield from tool_part(function, f"{path}.{key}", "parameters", narrow=strict, longest=LONGEST_DESCRIPTION)
