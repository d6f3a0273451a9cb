"""Call ids that a provider refuses, replaced: ids only tie results to calls, so others serve as well."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import replace
from itertools import count

from pytest_promptfmt.conversation import Block, Conversation, ToolResult, ToolUse


def rename_calls(conversation: Conversation, legal: re.Pattern[str]) -> Conversation:
    """The conversation with call ids that match `legal` and are used once; it has been paired."""
    taken = {block.id for message in conversation.messages for block in message.blocks if isinstance(block, ToolUse)}
    fresh = (id_ for i in count(1) if (id_ := f"call_{i}") not in taken)
    used: set[str] = set()
    answers: deque[str] = deque()

    def rewrite(block: Block) -> Block:
        match block:
            case ToolUse(id=id_):
                if id_ in used or not legal.fullmatch(id_):
                    id_ = next(fresh)
                used.add(id_)
                answers.append(id_)
                return replace(block, id=id_)
            case ToolResult():
                return replace(block, id=answers.popleft())
            case _:
                return block

    return replace(
        conversation,
        messages=tuple(
            replace(message, blocks=tuple(map(rewrite, message.blocks))) for message in conversation.messages
        ),
    )
