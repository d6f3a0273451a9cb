"""What a conversation needs of a formatter, by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from pytest_promptfmt.conversation import Conversation, RedactedThinking, Text, Thinking, ToolResult, ToolUse

Capability: TypeAlias = Literal["tool", "thinking", "image", "audio", "video", "document"]
CAPABILITIES: tuple[Capability, ...] = ("tool", "thinking", "image", "audio", "video", "document")


def needs(conversation: Conversation) -> frozenset[Capability]:
    """The capabilities that a conversation exercises; empty for plain text."""
    return frozenset(_needs(conversation))


def all_signed(conversation: Conversation) -> bool:
    """Has every call that is the first of its message a signature? Who made none can give none back."""
    first = (next((b for b in m.blocks if isinstance(b, ToolUse)), None) for m in conversation.messages)
    return all(call.signature for call in first if call is not None)


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
