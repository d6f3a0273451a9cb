"""README's first formatter, word for word."""

import json
import re
from typing import Any

from pytest_promptfmt import Conversation, Text, ToolResult, ToolUse


def chat(conversation: Conversation) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    calls: list[dict[str, Any]] = []
    waiting: set[str] = set()  # calls whose result is still to come
    for message in conversation.messages:
        asks = message.role == "assistant"  # then its texts come first, else the results do
        for block in sorted(message.blocks, key=lambda block: isinstance(block, Text) != asks):
            match block:
                case Text() if not waiting:
                    messages.append({"role": message.role, "content": block.text})
                case ToolUse() if asks and re.fullmatch("[A-Za-z0-9_-]{1,64}", block.name):
                    if not waiting:
                        messages.append({"role": "assistant", "tool_calls": (calls := [])})
                    arguments = json.dumps(block.input, ensure_ascii=False, allow_nan=False)
                    function = {"name": block.name, "arguments": arguments}
                    calls.append({"id": block.id, "type": "function", "function": function})
                    waiting.add(block.id)
                case ToolResult() if block.id in waiting and not block.output_media:
                    messages.append({"role": "tool", "tool_call_id": block.id, "content": block.output_text})
                    waiting.remove(block.id)
                case _:
                    raise ValueError(f"no place for this {block.type}")
    if waiting or not json.dumps(messages, ensure_ascii=False).encode():  # no request carries half a character
        raise ValueError(f"no result of {', '.join(waiting)}")
    return messages


FORMATTERS = {"openai.chat": chat}
CAPABILITIES = {"openai.chat": {"blocks": ["tool"]}}
