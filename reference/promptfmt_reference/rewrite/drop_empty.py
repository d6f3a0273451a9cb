"""Leaving out what says nothing: empty texts, what the provider does without, and messages that hold nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolUse,
)


def drop_empty(
    conversation: Conversation, left_out: Callable[[Block], bool], *, followed: bool = False
) -> Conversation:
    """The conversation without empty texts, the blocks that `left_out` names, and thinking that is no assistant's.

    Nor, where a thought must be `followed`, thinking that leads to nothing of the assistant's. `ValueError` if nothing
    stays.
    """
    messages: list[Message] = []
    for message in conversation.messages:
        says_nothing = left_out if _is_assistants(message) else lambda block: left_out(block) or _is_thinking(block)
        blocks = tuple(block for block in message.blocks if not (block == Text("") or says_nothing(block)))
        if blocks:
            messages.append(replace(message, blocks=blocks))
    if followed:
        messages = _without_last_thoughts(messages)
    if not messages:
        raise ValueError("the conversation says nothing: it has no message with anything in it that could be sent")
    return replace(conversation, messages=tuple(messages))


def _without_last_thoughts(messages: list[Message]) -> list[Message]:
    kept: list[Message] = []
    for message in reversed(messages):
        blocks = message.blocks
        while blocks and _is_thinking(blocks[-1]) and not (kept and _is_assistants(kept[-1])):
            blocks = blocks[:-1]
        kept += [replace(message, blocks=blocks)] if blocks else []
    return kept[::-1]


def _is_assistants(message: Message) -> bool:
    """Who calls is an assistant, whatever the message's role."""
    return message.role == "assistant" or any(isinstance(block, ToolUse) for block in message.blocks)


def _is_thinking(block: Block) -> bool:
    return isinstance(block, Thinking | RedactedThinking)
