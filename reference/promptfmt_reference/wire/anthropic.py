"""Anthropic Messages.

- leading system text is the request's ``system``; what the system says later is a user's turn
- content is a list of typed blocks; a text block holds something to read
- the last turn is a user's: Claude of 4.6 and later takes no other; thinking behind it is cut
- texts of a turn stand before its calls: behind them newer models take them for the beginning of the answer
- calls are blocks of an assistant's turn, their results blocks of the user's turn behind it, all together
- call ids are word characters and dashes, and unique in the request: others are replaced
- thinking is kept where it is signed, or redacted
- media stand in user turns and in tool results; a document is a PDF, or plain text as it is
- what is too wide is refused, not drawn anew
"""

from __future__ import annotations

import re
from typing import Any

from promptfmt_reference.rewrite.rename import rename_calls
from promptfmt_reference.wire.media import Link, file_of, longest_side, open_media
from promptfmt_reference.wire.openai import IMAGE_TYPES
from promptfmt_reference.wire.schemas import parameters
from promptfmt_reference.wire.shared import (
    json_copy,
    lift_system,
    require_more_than_system,
    require_user_last,
    texts_first,
)
from promptfmt_reference.wire.spelling import Spelling, blank_or_unsigned, blank_text
from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Document,
    Image,
    Media,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)

CALL_ID = re.compile(r"[a-zA-Z0-9_-]+")
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")


def write(conversation: Conversation) -> dict[str, Any]:
    """The messages, with system text and tools beside them."""
    system, messages = lift_system(rename_calls(conversation, CALL_ID))
    request: dict[str, Any] = {}
    if system:
        request["system"] = [{"type": "text", "text": text} for text in system]
    request["messages"] = [
        {
            "role": "assistant" if message.role == "assistant" else "user",
            "content": [written for block in texts_first(message.blocks) if (written := _block(block))],
        }
        for message in messages
    ]
    cut_end(request["messages"])
    if not request["messages"]:
        raise ValueError("Anthropic takes no conversation that is nothing but thinking")
    require_user_last(request["messages"])
    refuse_wide(request["messages"])
    if conversation.tools:
        request["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": parameters(tool)}
            for tool in conversation.tools
        ]
    return request


def cut_end(messages: list[dict[str, Any]]) -> None:
    """Takes from the end of the conversation what the assistant's last turn must not end in."""
    while messages and messages[-1]["role"] == "assistant":
        content = messages[-1]["content"]
        while content and content[-1]["type"] in ("thinking", "redacted_thinking"):
            content.pop()
        if content:
            if content[-1]["type"] == "text":
                content[-1]["text"] = content[-1]["text"].rstrip()
            break
        messages.pop()


def refuse_wide(messages: list[dict[str, Any]]) -> None:
    """Raises where an image has more pixels a side than Anthropic takes: 8000, of more than twenty images 2000."""
    images = [
        inner["source"]
        for message in messages
        for block in message["content"]
        for inner in (block["content"] if block["type"] == "tool_result" else [block])
        if inner["type"] == "image"
    ]
    most = 8000 if len(images) <= 20 else 2000
    for source in images:
        if source["type"] == "base64" and (side := longest_side(source["data"])) > most:
            raise ValueError(
                f"image: it has {side} pixels a side, of which Anthropic takes {most} (of {len(images)} images)"
            )


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Text(text):
            return {"type": "text", "text": text}
        case Thinking(thinking, signature):
            return {"type": "thinking", "thinking": thinking, "signature": signature}
        case RedactedThinking(data):
            return {"type": "redacted_thinking", "data": data}
        case ToolUse(id_, name, input_):
            return {"type": "tool_use", "id": id_, "name": name, "input": json_copy(input_)}
        case ToolResult(id_, _, _, is_error):
            spelled = {"type": "tool_result", "tool_use_id": id_, "content": _result(block)}
            return spelled | {"is_error": True} if is_error else spelled
        case media:
            return {"type": media.type, "source": _source(media)}


def _result(result: ToolResult) -> list[dict[str, Any]]:
    output = result.output if isinstance(result.output, tuple) else (Text(result.output or ""),)
    blocks = [_block(item) for item in output if not blank_text(item)]
    if result.is_error and not blocks:
        return [{"type": "text", "text": "The tool failed and said nothing."}]
    return blocks


def _source(media: Media) -> dict[str, Any]:
    match open_media(media):
        case Link() as link if link.is_web:
            return {"type": "url", "url": link.url}
        case _:
            types = IMAGE_TYPES if isinstance(media, Image) else _DOCUMENT_TYPES
            file = file_of(media, "Anthropic", types)
            if file.media_type == "text/plain":
                return {"type": "text", "media_type": "text/plain", "data": file.text}
            return {"type": "base64", "media_type": file.media_type, "data": file.data}


_DOCUMENT_TYPES = ("application/pdf", "text/plain")


SPELLING = Spelling(
    id="anthropic",
    title="Anthropic",
    write=write,
    carries=frozenset({"tool", "thinking", Image.type, Document.type}),
    check=require_more_than_system,
    left_out=blank_or_unsigned,
    media_in_results=True,
    tool_names=TOOL_NAME,
)
