"""Mistral.

- content is a list of chunks, an empty string beside bare calls
- system text that comes behind an assistant's or a tool's message, or last, is a user's turn
- the assistant's last word has ``prefix``; a conversation that begins with a call is refused, as Mistral would
- thinking is chunks before all others; empty and redacted thoughts are left out
- images and documents go by address or as data URIs, audio by address or as bare base64; all in user messages only
- a result names its tool; a call's id is nine letters and digits; others are replaced
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from promptfmt_reference.rewrite.rename import rename_calls
from promptfmt_reference.wire.media import Link, address, file_of, open_media
from promptfmt_reference.wire.openai import IMAGE_TYPES, TOOL_NAME, text_part
from promptfmt_reference.wire.shared import calls, function_calls, functions, request, results
from promptfmt_reference.wire.spelling import Spelling, blank_or_redacted_thinking
from pytest_promptfmt.conversation import (
    Audio,
    Block,
    Conversation,
    Document,
    Image,
    Media,
    Message,
    Text,
    Thinking,
)

CALL_ID = re.compile(r"[a-zA-Z0-9]{9}")


def write(conversation: Conversation) -> Any:
    """The messages, with tools beside them where there are any."""
    said = late_system_as_user(rename_calls(conversation, CALL_ID, "call{:05}"))
    messages: list[dict[str, Any]] = []
    for message in said.messages:
        messages += _results(message) if message.role == "tool" else [_message(message)]
    if messages[-1]["role"] == "assistant":
        messages[-1]["prefix"] = True
    return request(messages, functions(said))


def late_system_as_user(conversation: Conversation) -> Conversation:
    """The conversation with system messages where Mistral takes them; the others are a user's."""
    spoken = [i for i, message in enumerate(conversation.messages) if message.role != "system"]
    messages: list[Message] = []
    for i, message in enumerate(conversation.messages):
        late = messages and messages[-1].role in ("assistant", "tool")
        last = spoken and i > spoken[-1]
        messages.append(replace(message, role="user") if message.role == "system" and (late or last) else message)
    return replace(conversation, messages=tuple(messages))


def _message(message: Message) -> dict[str, Any]:
    thoughts = [_thought(block) for block in message.blocks if isinstance(block, Thinking)]
    chunks = [written for block in message.blocks if (written := _chunk(block))]
    spelled: dict[str, Any] = {"role": message.role, "content": [*thoughts, *chunks] or ""}
    if calls(message):
        spelled["tool_calls"] = function_calls(message)
    return spelled


def _results(message: Message) -> Iterator[dict[str, Any]]:
    for result, output in results(message):
        named = {"name": result.name} if result.name else {}
        yield {"role": "tool", "tool_call_id": result.id, **named, "content": output}


def _thought(block: Thinking) -> dict[str, Any]:
    return {"type": "thinking", "thinking": [text_part(block.thinking)]}


def _chunk(block: Block) -> dict[str, Any] | None:
    match block:
        case Text(text):
            return text_part(text)
        case Image():
            return {"type": "image_url", "image_url": address(block, "Mistral", IMAGE_TYPES)}
        case Audio():
            return {"type": "input_audio", "input_audio": _sound(block)}
        case Document():
            return {"type": "document_url", "document_url": address(block, "Mistral")}
        case _:
            return None  # thoughts come first, and calls stand beside the content


def _sound(audio: Media) -> str:
    return address(audio, "Mistral") if isinstance(open_media(audio), Link) else file_of(audio, "Mistral").data


def _check(conversation: Conversation) -> None:
    """`ValueError` where nobody has spoken before the first call: Mistral takes its result for nobody's."""
    first = next(iter(conversation.messages), None)
    if first is not None and (made := calls(first)):
        raise ValueError(
            f"Mistral asks for a user's turn first, and the conversation begins with the call {made[0].id!r}"
        )


SPELLING = Spelling(
    id="mistral",
    title="Mistral",
    write=write,
    carries=frozenset({"tool", "thinking", "image", "audio", "document"}),
    check=_check,
    left_out=blank_or_redacted_thinking,
    tool_names=TOOL_NAME,
)
