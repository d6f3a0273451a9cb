"""OpenAI Responses.

- leading system text is `instructions`; what the system says later, or says alone, is a message of its role
- a message is an item, and so is each of its calls and each of their results, without ids of their own
- content is a list of typed parts, but the assistant's a string, several texts joined by newlines
- images go by address or as data URIs, documents by address or as files; both stay in the results that hold them
- call ids are 1 to 64 characters long and used once: others are replaced
- a thought goes back where it is signed, as an item in front of what it led to, without an id: nothing was stored
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from promptfmt_reference.rewrite.rename import rename_calls
from promptfmt_reference.wire.media import Link, address, file_of, open_media
from promptfmt_reference.wire.openai import IMAGE_TYPES
from promptfmt_reference.wire.schemas import parameters
from promptfmt_reference.wire.shared import arguments, calls, lift_system
from promptfmt_reference.wire.spelling import Spelling, unsigned
from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Document,
    Image,
    Message,
    Text,
    Thinking,
    ToolResult,
)

CALL_ID = re.compile(r".{1,64}", re.DOTALL)
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")


def write(conversation: Conversation) -> dict[str, Any]:
    """The input, with system text and tools beside it."""
    conversation = rename_calls(conversation, CALL_ID)
    system, messages = lift_system(conversation)
    request: dict[str, Any] = {}
    if system and messages:
        request["instructions"] = "\n".join(system)
    request["input"] = [item for message in messages or conversation.messages for item in _items(message)]
    if conversation.tools:
        request["tools"] = [
            {
                "type": "function",
                "name": tool.name,
                "description": tool.description,
                "parameters": parameters(tool),
                "strict": False,
            }
            for tool in conversation.tools
        ]
    return request


def _items(message: Message) -> Iterator[dict[str, Any]]:
    if message.role == "tool":
        for block in message.blocks:
            if isinstance(block, ToolResult):
                yield {"type": "function_call_output", "call_id": block.id, "output": _output(block)}
        return
    for thinks, group in groupby(message.blocks, lambda block: isinstance(block, Thinking)):
        blocks = tuple(group)
        yield from map(_reasoning, blocks) if thinks else _said(replace(message, blocks=blocks))


def _reasoning(block: Block) -> dict[str, Any]:
    assert isinstance(block, Thinking)
    summary = [{"type": "summary_text", "text": block.thinking}] if block.thinking else []
    return {"type": "reasoning", "summary": summary, "encrypted_content": block.signature}


def _said(message: Message) -> Iterator[dict[str, Any]]:
    if content := _content(message):
        yield {"role": message.role, "content": content}
    for call in calls(message):
        yield {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": arguments(call)}


def _content(message: Message) -> str | list[dict[str, Any]]:
    return message.text if message.role == "assistant" else _parts(message.blocks)


def _output(result: ToolResult) -> str | list[dict[str, Any]]:
    return _parts(result.output) or "" if isinstance(result.output, tuple) else result.output or ""


def _parts(blocks: tuple[Block, ...]) -> list[dict[str, Any]]:
    return [part for block in blocks if (part := _part(block))]


def _part(block: Block) -> dict[str, Any] | None:
    match block:
        case Text(text) if text:
            return {"type": "input_text", "text": text}
        case Image():
            return {"type": "input_image", "image_url": address(block, "OpenAI", IMAGE_TYPES), "detail": "auto"}
        case Document():
            return {"type": "input_file", **_file(block)}
        case _:
            return None  # calls are items of their own


def _file(document: Document) -> dict[str, str]:
    match open_media(document):
        case Link() as link if link.is_web:
            return {"file_url": link.url}
        case _:
            file = file_of(document, "OpenAI")
            return {"filename": file.name or "document", "file_data": file.data_uri}


SPELLING = Spelling(
    id="openai-responses",
    title="OpenAI Responses",
    write=write,
    carries=frozenset({"tool", "thinking", Image.type, Document.type}),
    left_out=unsigned,
    thoughts_followed=True,
    media_in_results=True,
    tool_names=TOOL_NAME,
)
