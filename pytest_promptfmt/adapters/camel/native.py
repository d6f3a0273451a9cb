"""A conversation as CAMEL's model backends take it: messages of OpenAI's, and tools.

- CAMEL takes what a model thought out of its history, and so none is told
- a tool's message has texts, no name and no mark of a failure, as CAMEL's own have none
"""

from __future__ import annotations

from typing import Any

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapting import ChatForm, chat_messages, tools_of

FORM = ChatForm(called="CAMEL's messages", has=lambda thought: False, result_names="never")


def prepare(conversation: kit.Conversation) -> tuple[list[Any], list[Any]]:
    """The messages and the tools on offer. Raises `NotImplementedError` for what they have no place for."""
    for message in conversation.messages:
        for block in message.blocks:
            if isinstance(block, kit.ToolResult) and isinstance(block.output, tuple):
                if other := next((item for item in block.output if not isinstance(item, kit.Text)), None):
                    raise NotImplementedError(f"a tool's message of CAMEL's holds texts, and no {other.type}")
    return chat_messages(conversation, FORM), tools_of(conversation)
