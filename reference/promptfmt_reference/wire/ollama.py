"""Ollama's chat.

- content is a string, several texts joined by newlines; images stand beside it as bare base64, in order
- a call's arguments are an object; a tool message names its tool in ``tool_name``
- thinking is ``thinking``
- nothing is fetched: an image by address is refused
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from promptfmt_reference.wire.media import file_of
from promptfmt_reference.wire.shared import calls, functions, json_copy, request, results, thoughts
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import Conversation, Image, Message, RedactedThinking


def write(conversation: Conversation) -> Any:
    """The messages, with the tools beside them where there are any."""
    return request(
        [spelled for message in conversation.messages for spelled in _messages(message)], functions(conversation)
    )


def _messages(message: Message) -> Iterator[dict[str, Any]]:
    if message.role == "tool":
        for result, output in results(message):
            yield {"role": "tool", "content": output, "tool_name": result.name, "tool_call_id": result.id}
        return
    spelled: dict[str, Any] = {"role": message.role, "content": message.text}
    if reasoning := thoughts(message):
        spelled["thinking"] = reasoning
    tool_calls = [
        {"id": call.id, "function": {"name": call.name, "arguments": json_copy(call.input)}} for call in calls(message)
    ]
    if tool_calls:
        spelled["tool_calls"] = tool_calls
    if pictures := images(message):
        spelled["images"] = pictures
    yield spelled


def images(message: Message) -> list[str]:
    """A message's images, as Ollama takes them."""
    return [file_of(block, "Ollama").data for block in message.blocks if isinstance(block, Image)]


SPELLING = Spelling(
    id="ollama",
    title="Ollama",
    write=write,
    carries=frozenset({"tool", "thinking", "image"}),
    left_out=lambda block: isinstance(block, RedactedThinking),
    media_roles=frozenset({"user", "assistant"}),
)
