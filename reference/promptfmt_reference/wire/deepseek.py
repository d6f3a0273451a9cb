"""DeepSeek.

- content is a string, several texts joined by newlines; null beside bare calls
- thinking is ``reasoning_content``
- no media of any kind
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from promptfmt_reference.wire.shared import function_calls, functions, request, thoughts, tool_messages
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import Conversation, Message, RedactedThinking


def write(conversation: Conversation) -> Any:
    """The messages, with the tools beside them where there are any."""
    return request(
        [spelled for message in conversation.messages for spelled in _messages(message)], functions(conversation)
    )


def _messages(message: Message) -> Iterator[dict[str, Any]]:
    if message.role == "tool":
        yield from tool_messages(message)
        return
    tool_calls = function_calls(message)
    spelled: dict[str, Any] = {"role": message.role, "content": message.text or (None if tool_calls else "")}
    if reasoning := thoughts(message):
        spelled["reasoning_content"] = reasoning
    if tool_calls:
        spelled["tool_calls"] = tool_calls
    yield spelled


SPELLING = Spelling(
    id="deepseek",
    title="DeepSeek",
    write=write,
    carries=frozenset({"tool", "thinking"}),
    left_out=lambda block: isinstance(block, RedactedThinking),
)
