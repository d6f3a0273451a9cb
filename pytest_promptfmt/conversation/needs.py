"""What a conversation needs of a formatter, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Literal, TypeAlias

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)
from pytest_promptfmt.conversation.memo import memoized

Capability: TypeAlias = Literal["tool", "thinking", "image", "audio", "video", "document"]
CAPABILITIES: tuple[Capability, ...] = ("tool", "thinking", "image", "audio", "video", "document")


@memoized
def needs(conversation: Conversation) -> frozenset[Capability]:
    """The capabilities that a conversation exercises; empty for plain text."""
    return frozenset(_needs(conversation))


@memoized
def told_of_thoughts(conversation: Conversation) -> Mapping[str, bool]:
    """What rules want to know of the conversation behind a request: what of its thoughts can be given back."""
    return {
        "signed_calls": all_signed(conversation),
        "thought_calls": all_thought(conversation),
        "sealed_call": last_sealed(conversation),
    }


def all_signed(conversation: Conversation) -> bool:
    """Has every call that is the first of its message a signature? Who made none can give none back."""
    first = (next((b for b in m.blocks if isinstance(b, ToolUse)), None) for m in conversation.messages)
    return all(call.signature for call in first if call is not None)


def all_thought(conversation: Conversation) -> bool:
    """Has every message with calls a thought in words before them? Who has no thoughts can give none back."""
    return all(
        any(isinstance(block, Thinking) and block.thinking.strip() for block in _before_calls(message))
        for message in conversation.messages
        if _calls(message)
    )


def last_sealed(conversation: Conversation) -> bool:
    """Is there a signed or redacted thought before the last calls, be it in a message of its own?"""
    found = before = False
    for message in conversation.messages:
        here = any(map(_is_sealed, _before_calls(message)))
        before = here or (before and message.role == "assistant")
        if _calls(message):
            found, before = before, False
    return found


def _is_sealed(block: Block) -> bool:
    return isinstance(block, RedactedThinking) or (isinstance(block, Thinking) and bool(block.signature))


def _calls(message: Message) -> bool:
    return any(isinstance(block, ToolUse) for block in message.blocks)


def _before_calls(message: Message) -> tuple[Block, ...]:
    return tuple(takewhile(lambda block: not isinstance(block, ToolUse), message.blocks))


def _needs(conversation: Conversation) -> Iterator[Capability]:
    if conversation.tools:
        yield "tool"
    for message in conversation.messages:
        for block in message.blocks:
            match block:
                case Text():
                    pass
                case ToolUse():
                    yield "tool"
                case ToolResult(output=output):
                    yield "tool"
                    if isinstance(output, tuple):
                        yield from (item.type for item in output if not isinstance(item, Text))
                case Thinking() | RedactedThinking():
                    yield "thinking"
                case media:
                    yield media.type
