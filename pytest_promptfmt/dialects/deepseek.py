"""DeepSeek chat: OpenAI's format, of texts and, since 2026-09, of images.

- parts are of type text or, for models with eyes, image_url; of images users and tools have any
- roles are system, user, assistant, tool (and DeepSeek's own latest_reminder); it knows no developer
- an assistant message has ``reasoning_content``, which comes back with every tool call of thinking mode
- ``prefix`` on the last assistant message lets the model go on from there
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.dialects import compatible, openai
from pytest_promptfmt.dialects.dialect import Dialect, carrying
from pytest_promptfmt.dialects.openai import content, reader, tool_calls
from pytest_promptfmt.dialects.rules import Breach, asks, borrowed, may_ask, needs_context, own
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects

_PLACES = {"assistant": "image-of-assistant", "system": "image-in-system"}


@may_ask("image-sent", "tool-content-list", *_PLACES.values())
def text_only(request: Request) -> Iterator[Breach]:
    """Content parts are of type text, or images of users and tools where the model takes images."""
    for path, message in request.each():
        parts = message.get("content")
        if message.get("role") == "tool" and isinstance(parts, list) and not _other_than_text(parts):
            problem = "what the tool said is a list, and a string is expected"
            yield Breach(f"{path}.content", problem, {"expected": "string"}, asks="tool-content-list")
        place = "" if request.model.minds("image-sent") else _PLACES.get(str(message.get("role")))
        for where, part in objects(message.get("content"), f"{path}.content"):
            type_ = part.get("type")
            asked = place or "image-sent" if _is_image(part) else ""
            if type_ != "text":
                found = {"expected": "text", "actual": type_}
                yield Breach(f"{where}.type", f"a part of type {type_!r}", found, asks=asked)


def _other_than_text(parts: list[Any]) -> bool:
    return any(isinstance(part, dict) and part.get("type") != "text" for part in parts)


def _is_image(part: dict[str, Any]) -> bool:
    """By address or by value, or one that was uploaded before, of which only the id is told."""
    held = part.get("file")
    uploaded = "file_id" in part or (isinstance(held, dict) and "file_id" in held)
    return part.get("type") == "image_url" or (part.get("type") == "file" and uploaded)


def image_address(request: Request) -> Iterator[Breach]:
    """An image is an http(s) URL or a base64 data URI, no local path."""
    yield from content.image_url(request)


@asks("thinking-missing")
@may_ask("thinking-missing-anywhere")
@needs_context("thinking")
def reasoning_passback(request: Request) -> Iterator[Breach]:
    """In thinking mode an assistant message with calls has its reasoning_content, and so has what is said before it."""
    yield from compatible.calls_without(request, "reasoning_content", before_calls=True)


@asks("roles-repeat")
def alternate(request: Request) -> Iterator[Breach]:
    """The model deepseek-reasoner takes no successive messages of one role (2025)."""
    before = None
    for path, message in request.each():
        role = message.get("role")
        if role == before and role in ("user", "assistant"):
            yield Breach(f"{path}.role", f"a second {role} message in a row", {"actual": role})
        before = role


@asks("assistant-first")
def first_user(request: Request) -> Iterator[Breach]:
    """The model deepseek-reasoner wants a user's message first, or right after the system's (2025)."""
    path, message = next(((p, m) for p, m in request.each() if m.get("role") != "system"), ("", {}))
    if message.get("role") == "assistant":
        yield Breach(
            f"{path}.role", "the first message is the assistant's", {"expected": "user", "actual": "assistant"}
        )


@asks("assistant-last")
def last_user(request: Request) -> Iterator[Breach]:
    """The model deepseek-reasoner takes an assistant's message last with ``prefix`` only (2025)."""
    for path, message in list(request.each())[-1:]:
        if message.get("role") == "assistant" and message.get("prefix") is not True:
            yield Breach(f"{path}.role", "the last message is the assistant's, without prefix", {"actual": "assistant"})


@asks("system-later")
def system_first(request: Request) -> Iterator[Breach]:
    """The model deepseek-reasoner takes system messages at the beginning only (2025)."""
    spoken = False
    for path, message in request.each():
        if message.get("role") == "system" and spoken:
            yield Breach(f"{path}.role", "a system message behind another's", {"actual": "system"})
        spoken = spoken or message.get("role") != "system"


def content_not_null(request: Request) -> Iterator[Breach]:
    """The content of an assistant message without calls is not null."""
    for path, message in request.each():
        if message.get("role") == "assistant" and message.get("content") is None and not message.get("tool_calls"):
            yield Breach(f"{path}.content", "neither content nor calls; an empty string is taken")


_NAME = re.compile(r"[a-zA-Z0-9_-]+")


def tool_name(request: Request) -> Iterator[Breach]:
    """The name of a function on offer matches ``^[a-zA-Z0-9_-]+$``, and has at most 64 characters by the documents."""
    for tool in reader.read_tools(request) or ():
        if not _NAME.fullmatch(tool.name):
            found = {"expected": _NAME.pattern, "actual": tool.name}
            yield Breach(f"{tool.path}.name", f"{tool.name!r} does not match", found)
        elif len(tool.name) > 64:
            yield Breach(f"{tool.path}.name", f"the name has {len(tool.name)} characters", note=True)


RULES = (
    *own(
        "deepseek",
        text_only,
        reasoning_passback,
        alternate,
        first_user,
        last_user,
        system_first,
        content_not_null,
        tool_name,
        image_address,
        tool_calls_answered=tool_calls.tool_calls_answered,
        tool_result_has_call=tool_calls.tool_result_has_call,
        tool_call_id_unique=tool_calls.tool_call_id_unique,
        tool_calls_nonempty=tool_calls.tool_calls_nonempty,
        tools_nonempty=tool_calls.tools_nonempty,
        tools_typed=tool_calls.tools_typed,
        tool_names_unique=tool_calls.tool_names_unique,
        parameters_object=tool_calls.parameters_object,
    ),
    *borrowed(
        openai.RULES,
        "messages-nonempty",
        "content-array-nonempty",
        "function-name-pattern",
        "arguments-is-json-string",
        "no-unknown-keys",
        "tool-message-name",
        "parameters-valid",
    ),
)

DIALECT = Dialect(
    id="deepseek",
    title="DeepSeek chat",
    provider="DeepSeek",
    carries=carrying("tool", "thinking", "image"),
    read=reader.read,
    rules=RULES,
)
