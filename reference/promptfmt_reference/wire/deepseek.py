"""DeepSeek.

- content is a string, several texts joined by newlines, or a list of typed parts where there are images; null beside
  bare calls
- images go by address or as data URIs, in user messages only
- thinking is ``reasoning_content``; where one turn has it, every turn that calls does
"""

from __future__ import annotations

from functools import partial
from typing import Any

from promptfmt_reference.rewrite.rename import rename_calls
from promptfmt_reference.wire.media import address
from promptfmt_reference.wire.openai import IMAGE_TYPES, TOOL_NAME, image_part, text_part
from promptfmt_reference.wire.shared import function_calls, messages_with_tools, thoughts
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import Block, Conversation, Image, Message, RedactedThinking, Text


def write(conversation: Conversation) -> Any:
    thinks = any(thoughts(message) for message in conversation.messages)
    payload = messages_with_tools(rename_calls(conversation, within_messages=True), partial(_message, thinks=thinks))
    if thinks:
        _before_calls(payload["messages"] if isinstance(payload, dict) else payload)
    return payload


def _before_calls(messages: list[dict[str, Any]]) -> None:
    """What is said before a call in one turn has its reasoning as well, be it empty."""
    calls = False
    for message in reversed(messages):
        if message["role"] == "assistant":
            calls = calls or "tool_calls" in message
            if calls:
                message.setdefault("reasoning_content", "")
        elif message["role"] == "user":
            calls = False


def _message(message: Message, *, thinks: bool) -> dict[str, Any]:
    tool_calls = function_calls(message)
    spelled: dict[str, Any] = {"role": message.role, "content": message.text or (None if tool_calls else "")}
    if any(isinstance(block, Image) for block in message.blocks):
        spelled["content"] = [written for block in message.blocks if (written := _part(block))]
    if (reasoning := thoughts(message)) or (thinks and tool_calls):
        spelled["reasoning_content"] = reasoning
    if tool_calls:
        spelled["tool_calls"] = tool_calls
    return spelled


def _part(block: Block) -> dict[str, Any] | None:
    match block:
        case Text(text):
            return text_part(text)
        case Image():
            return image_part(address(block, "DeepSeek", IMAGE_TYPES))
        case _:
            return None  # thinking and calls stand beside the content


SPELLING = Spelling(
    id="deepseek",
    title="DeepSeek",
    write=write,
    carries=frozenset({"tool", "thinking", "image"}),
    left_out=lambda block: isinstance(block, RedactedThinking),
    tool_names=TOOL_NAME,
)
