"""Google Gemini.

- leading system text is the request's ``system_instruction``; what the system says later is a user's turn
- the assistant is ``model``, all others are ``user``; content is a list of parts
- turns of the model that follow each other are one, so that its calls follow a user's turn or results
- results of one turn stand together in the turn behind it, with the ids of their calls; a failed one under ``error``
- a thought goes back where it is signed, as a part of its own before what it led to
- media go as bare base64, or as ``file_data`` by an address that shows their type
- the last turn is a user's
"""

from __future__ import annotations

import re
from typing import Any

from promptfmt_reference.wire.media import Link, file_of, linked_type, open_media
from promptfmt_reference.wire.shared import json_copy, lift_system, require_more_than_system
from promptfmt_reference.wire.spelling import Spelling, unsigned
from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Media,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)

TOOL_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}")


def write(conversation: Conversation) -> dict[str, Any]:
    """The contents, with system text and tools beside them."""
    system, messages = lift_system(conversation)
    contents: list[dict[str, Any]] = []
    for message in messages:
        role = "model" if message.role == "assistant" else "user"
        parts = [_part(block) for block in message.blocks]
        if role == "model" and contents and contents[-1]["role"] == role:
            contents[-1]["parts"] += parts
        else:
            contents.append({"role": role, "parts": parts})
    request: dict[str, Any] = {}
    if system:
        request["system_instruction"] = {"parts": [{"text": text} for text in system]}
    request["contents"] = contents
    if conversation.tools:
        request["tools"] = [{"function_declarations": _declarations(conversation)}]
    return request


def check(conversation: Conversation) -> None:
    """`ValueError` where nobody but the system speaks, where the assistant speaks last, or where a call comes first."""
    require_more_than_system(conversation)
    messages = lift_system(conversation)[1]
    if messages[-1].role == "assistant":
        raise ValueError("Gemini asks for a user's turn at the end, and the assistant has the last word")
    if next(message.role for message in messages if message.role != "assistant") == "tool":
        raise ValueError("Gemini asks for a user's turn before a call, and the conversation begins with the call")


def _part(block: Block) -> dict[str, Any]:
    match block:
        case Text(text):
            return {"text": text}
        case ToolUse(id_, name, input_, signature):
            part: dict[str, Any] = {"function_call": {"id": id_, "name": name, "args": json_copy(input_)}}
            return part | {"thought_signature": signature} if signature else part
        case ToolResult(id_, name, output, is_error):
            response = {"error" if is_error else "output": output}
            return {"function_response": {"id": id_, "name": name, "response": response}}
        case Thinking(thinking, signature):
            return {"text": thinking, "thought": True, "thought_signature": signature}
        case RedactedThinking():
            raise AssertionError("redacted thinking is left out before")
        case media:
            return media_part(media)


def media_part(media: Media) -> dict[str, Any]:
    """Media by value, or by an address that shows their type."""
    types = _TYPES.get(media.type, ())
    match open_media(media):
        case Link() as link:
            if not (link.is_web or link.url.lower().startswith("gs://")):
                raise ValueError(f"{link.kind} {link.url!r}: Gemini fetches from https and gs only")
            return {"file_data": {"file_uri": link.url, "mime_type": linked_type(link, "Gemini", types)}}
        case _:
            file = file_of(media, "Gemini", types)
            return {"inline_data": {"mime_type": file.media_type, "data": file.data}}


_TYPES = {"image": ("image/png", "image/jpeg", "image/webp", "image/heic", "image/heif")}


def _declarations(conversation: Conversation) -> list[dict[str, Any]]:
    return [
        {"name": tool.name, "description": tool.description, "parameters_json_schema": json_copy(tool.parameters)}
        for tool in conversation.tools
    ]


SPELLING = Spelling(
    id="gemini",
    title="Gemini",
    write=write,
    carries=frozenset({"tool", "thinking", "image", "audio", "video", "document"}),
    check=check,
    left_out=unsigned,
    thoughts_followed=True,
    media_roles=frozenset({"user", "assistant"}),
    tool_names=TOOL_NAME,
)
