"""Gemini's Interactions API.

- leading system text is ``system_instruction``, several texts joined by newlines; later, it is a user's
- what is said is a step of the user or of the model, and so is each thought, each call and each result
- a thought goes back where it is signed, as a step before what it led to; a signature that stands on a call likewise,
  or on the call where another thought stands before it
- results have the id and the name of their call, and say where they failed; a text or a list of contents
- media go as bare base64 with their type, or by an address, and stay in the results that hold them
- the last step is a user's, or a result
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from promptfmt_reference.wire import gemini
from promptfmt_reference.wire.media import Link, file_of, open_media
from promptfmt_reference.wire.schemas import parameters
from promptfmt_reference.wire.shared import json_copy, lift_system
from pytest_promptfmt.conversation import Block, Conversation, Media, Message, Text, Thinking, ToolResult, ToolUse


def write(conversation: Conversation) -> dict[str, Any]:
    """The input, with system text and tools beside it."""
    system, messages = lift_system(conversation)
    request: dict[str, Any] = {"system_instruction": "\n".join(system)} if system else {}
    request["input"] = [step for message in messages for step in _steps(message)]
    if conversation.tools:
        request["tools"] = [
            {"type": "function", "name": tool.name, "description": tool.description, "parameters": parameters(tool)}
            for tool in conversation.tools
        ]
    return request


def _steps(message: Message) -> Iterator[dict[str, Any]]:
    speaker = "model_output" if message.role == "assistant" else "user_input"
    thought: Block | None = None
    for said, group in groupby(message.blocks, lambda block: isinstance(block, Text | Media)):
        if said:
            yield {"type": speaker, "content": [_content(block) for block in group]}
            continue
        for block in group:
            signature = block.signature if isinstance(block, ToolUse) else None
            if signature and not thought:
                yield {"type": "thought", "signature": signature}
            own = signature and isinstance(thought, Thinking) and thought.signature != signature
            yield _step(block) | ({"signature": signature} if own else {})
            thought = block if isinstance(block, Thinking) else None


def _step(block: Block) -> dict[str, Any]:
    match block:
        case Thinking(thinking, signature):
            summary = {"summary": [{"type": "text", "text": thinking}]} if thinking else {}
            return {"type": "thought", "signature": signature, **summary}
        case ToolUse(id_, name, input_):
            return {"type": "function_call", "id": id_, "name": name, "arguments": json_copy(input_)}
        case ToolResult(id_, name, output, is_error):
            return {
                "type": "function_result",
                "call_id": id_,
                **({"name": name} if name else {}),
                "result": [_content(item) for item in output] if isinstance(output, tuple) else output or "",
                **({"is_error": is_error} if is_error is not None else {}),
            }
        case other:
            raise AssertionError(f"{other.type} is left out, or said")


def _content(block: Block) -> dict[str, Any]:
    if isinstance(block, Text):
        return {"type": "text", "text": block.text}
    assert isinstance(block, Media)
    return {"type": block.type, **_source(block)}


def _source(media: Media) -> dict[str, str]:
    match open_media(media):
        case Link() as link if link.is_web:
            return {"uri": link.url}
        case _:
            file = file_of(media, "Gemini", _TYPES.get(media.type, ()))
            return {"mime_type": file.media_type, "data": file.data}


_TYPES = {"image": tuple(f"image/{type_}" for type_ in ("png", "jpeg", "webp", "heic", "heif", "gif", "bmp", "tiff"))}

SPELLING = replace(gemini.SPELLING, id="gemini-interactions", write=write, media_in_results=True)
