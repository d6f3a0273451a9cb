"""DeepSeek.

- content is a string, several texts joined by newlines; null beside bare calls
- thinking is ``reasoning_content``; where one turn has it, every turn that calls does
- no media of any kind
"""

from __future__ import annotations

from functools import partial
from typing import Any

from promptfmt_reference.wire.openai import TOOL_NAME
from promptfmt_reference.wire.shared import function_calls, thoughts, written
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import Conversation, Message, RedactedThinking


def write(conversation: Conversation) -> Any:
    thinks = any(thoughts(message) for message in conversation.messages)
    return written(conversation, partial(_message, thinks=thinks))


def _message(message: Message, *, thinks: bool) -> dict[str, Any]:
    tool_calls = function_calls(message)
    spelled: dict[str, Any] = {"role": message.role, "content": message.text or (None if tool_calls else "")}
    if (reasoning := thoughts(message)) or (thinks and tool_calls):
        spelled["reasoning_content"] = reasoning
    if tool_calls:
        spelled["tool_calls"] = tool_calls
    return spelled


SPELLING = Spelling(
    id="deepseek",
    title="DeepSeek",
    write=write,
    carries=frozenset({"tool", "thinking"}),
    left_out=lambda block: isinstance(block, RedactedThinking),
    tool_names=TOOL_NAME,
)
