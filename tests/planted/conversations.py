"""Changing conversations: block by block, result by result, with a mark for what the reference would not say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from pytest_promptfmt.conversation import Block, Conversation, Image, Message, Text, ToolResult, ToolUse, UrlSource

B = TypeVar("B")

MARK = "\N{REFERENCE MARK}planted\N{REFERENCE MARK}"


def saying(conversation: Conversation, messages: Iterable[Message]) -> Conversation:
    return replace(conversation, messages=tuple(messages))


def by_message(conversation: Conversation, change: Callable[[Message], Iterable[Message]]) -> Conversation:
    """Each message as `change` has it: none, one or several."""
    return saying(conversation, (new for message in conversation.messages for new in change(message)))


def by_block(conversation: Conversation, change: Callable[[Block, Message], Iterable[Block]]) -> Conversation:
    """Each block as `change` has it; who says nothing more says nothing at all."""

    def changed(message: Message) -> Iterable[Message]:
        blocks = tuple(new for block in message.blocks for new in change(block, message))
        return [replace(message, blocks=blocks)] if blocks or not message.blocks else []

    return by_message(conversation, changed)


def by_kind(conversation: Conversation, kind: type[B], change: Callable[[B], Block]) -> Conversation:
    """Each block of a kind as `change` has it."""
    return by_block(conversation, lambda block, _: [change(block) if isinstance(block, kind) else block])


def by_result(conversation: Conversation, change: Callable[[ToolResult], ToolResult]) -> Conversation:
    return by_kind(conversation, ToolResult, change)


def of(kind: Any, message: Message) -> list[Any]:
    return [block for block in message.blocks if isinstance(block, kind)]


def blocks(kind: Any, conversation: Conversation) -> list[Any]:
    """All blocks of a kind, not those in results."""
    return [block for message in conversation.messages for block in of(kind, message)]


def shown(kind: Any, conversation: Conversation) -> list[Any]:
    """All media of a kind, also those in results."""
    return [
        *blocks(kind, conversation),
        *(item for result in blocks(ToolResult, conversation) for item in inside(result) if isinstance(item, kind)),
    ]


def inside(result: ToolResult) -> tuple[Any, ...]:
    return result.output if isinstance(result.output, tuple) else ()


def addresses(conversation: Conversation) -> list[str]:
    """Of images."""
    return [image.source.url for image in shown(Image, conversation) if isinstance(image.source, UrlSource)]


def is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://"))


def pairs_apart(conversation: Conversation) -> dict[str, int]:
    """For each id of a result the number of the message that holds it."""
    return {block.id: i for i, message in enumerate(conversation.messages) for block in of(ToolResult, message)}


def calls_before(conversation: Conversation, message: Message) -> list[ToolUse]:
    """The calls of the message and of those before it."""
    end = next(i for i, each in enumerate(conversation.messages) if each is message)
    return [call for each in conversation.messages[: end + 1] for call in of(ToolUse, each)]


def is_marked(block: Block) -> bool:
    return isinstance(block, ToolResult) and (block.output == MARK or Text(MARK) in inside(block))
