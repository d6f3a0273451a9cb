"""Cohere, version 2 of the API.

- content is a list of blocks; beside calls it is what was thought, and texts are the ``tool_plan``
- thinking is blocks before the texts; empty and redacted thoughts are left out
- images go by address or as data URIs, in user messages only; sounds, films and documents have no place
- a result is a string; an id that two calls have is replaced
"""

from __future__ import annotations

import re
from typing import Any

from promptfmt_reference.rewrite.rename import rename_calls
from promptfmt_reference.wire.media import address
from promptfmt_reference.wire.openai import IMAGE_TYPES, image_part, text_part
from promptfmt_reference.wire.shared import function_calls, messages_with_tools
from promptfmt_reference.wire.spelling import Spelling, blank_or_redacted_thinking
from pytest_promptfmt.conversation import Block, Conversation, Image, Message, Text, Thinking

_ANY_ID = re.compile(".*", re.DOTALL)


def write(conversation: Conversation) -> Any:
    return messages_with_tools(rename_calls(conversation, _ANY_ID), _message)


def _message(message: Message) -> dict[str, Any]:
    thoughts = [
        {"type": "thinking", "thinking": block.thinking} for block in message.blocks if isinstance(block, Thinking)
    ]
    if not (tool_calls := function_calls(message)):
        return {"role": message.role, "content": [*thoughts, *filter(None, map(_block, message.blocks))]}
    plan = "\n".join(block.text for block in message.blocks if isinstance(block, Text))
    return {
        "role": message.role,
        **({"content": thoughts} if thoughts else {}),
        **({"tool_plan": plan} if plan else {}),
        "tool_calls": tool_calls,
    }


def _block(block: Block) -> dict[str, Any] | None:
    match block:
        case Text(text):
            return text_part(text)
        case Image():
            return image_part(address(block, "Cohere", IMAGE_TYPES))
        case _:
            return None  # thoughts come first


SPELLING = Spelling(
    id="cohere",
    title="Cohere",
    write=write,
    carries=frozenset({"tool", "thinking", "image"}),
    left_out=blank_or_redacted_thinking,
)
