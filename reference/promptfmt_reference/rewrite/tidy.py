"""Leaving out what says nothing: empty texts, what the provider does without, and messages that hold nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pytest_promptfmt.conversation import Block, Conversation, Text


def tidy(conversation: Conversation, left_out: Callable[[Block], bool]) -> Conversation:
    """The conversation without empty texts and the blocks that `left_out` names; `ValueError` if nothing stays."""
    messages = []
    for message in conversation.messages:
        blocks = tuple(block for block in message.blocks if not (block == Text("") or left_out(block)))
        if blocks:
            messages.append(replace(message, blocks=blocks))
    if not messages:
        raise ValueError("the conversation says nothing: it has no message with anything in it that could be sent")
    return replace(conversation, messages=tuple(messages))
