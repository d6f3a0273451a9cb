"""What may be left out of a history: what stands before a cut, and single blocks.

It may be cut between units, a message or a call with everything up to the last of its results.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Message,
    RedactedThinking,
    Thinking,
    ToolResult,
    ToolUse,
)


def head(conversation: Conversation) -> int:
    """How many messages are the system text that the conversation begins with."""
    number = 0
    for message in conversation.messages:
        if message.role != "system" or any(isinstance(block, ToolResult) for block in message.blocks):
            break
        number += 1
    return number


def cuts(conversation: Conversation) -> list[int]:
    """Where a kept suffix may begin, the longest first; the first is the end of the system text: nothing is cut."""
    ends = _ends(conversation)
    legal: list[int] = []
    closed = head(conversation)  # every call so far has its last result before this message
    for i in range(closed, len(ends)):
        if i >= closed:
            legal.append(i)
        closed = max(closed, ends[i])
    return legal


def _ends(conversation: Conversation) -> list[int]:
    """For each message, behind which one the last result of its calls stands; an id may be used again."""
    ends: list[int] = []
    results: dict[str, int] = {}
    for i, message in reversed(list(enumerate(conversation.messages))):
        end = i + 1
        for block in reversed(message.blocks):
            if isinstance(block, ToolResult):
                results.setdefault(block.id, i + 1)
            elif isinstance(block, ToolUse):
                end = max(end, results.pop(block.id, end))
        ends.append(end)
    return ends[::-1]


def suffix(conversation: Conversation, cut: int) -> Conversation:
    """The conversation from `cut` on, behind its system text."""
    messages = conversation.messages
    return replace(conversation, messages=messages[: head(conversation)] + messages[cut:])


def rewritten(conversation: Conversation, rewrite: Callable[[Block], Block | None]) -> Conversation:
    """The conversation with every block rewritten or (None) left out, and messages that became empty left out."""
    messages = []
    for message in conversation.messages:
        blocks = tuple(new for block in message.blocks if (new := rewrite(block)) is not None)
        if blocks or not message.blocks:
            messages.append(replace(message, blocks=blocks))
    return replace(conversation, messages=tuple(messages))


def is_users_turn(message: Message) -> bool:
    """Does a user say something here?"""
    silent = (ToolUse, ToolResult, Thinking, RedactedThinking)
    return message.role == "user" and any(not isinstance(block, silent) for block in message.blocks)
