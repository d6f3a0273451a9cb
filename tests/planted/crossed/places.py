"""Places: the single things that a conversation is made of, each where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Media,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    Tool,
    ToolResult,
    ToolUse,
)

Step: TypeAlias = int | str


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One thing of a `kind` (`KINDS`) in a conversation.

    `message` and `block` say where it stands, for tools `block` is the number of the tool. `path` leads on: to a key of
    a call's arguments, an item of a result's output, a property of a tool's parameters.
    """

    conversation: Conversation
    kind: str
    message: int
    block: int
    path: tuple[Step, ...] = ()

    @property
    def within(self) -> Message:
        return self.conversation.messages[self.message]

    @property
    def at(self) -> Any:
        """The block, of an argument its call, of a part its result."""
        return self.within.blocks[self.block]

    @property
    def tool(self) -> Tool:
        return self.conversation.tools[self.block]

    @property
    def part(self) -> Any:
        """The item of a result's output."""
        return self.at.output[self.path[0]]

    @property
    def schema(self) -> Mapping[str, Any]:
        """The schema of a property."""
        found: Any = self.tool.parameters
        for step in self.path:
            found = found[step]
        return found  # type: ignore[no-any-return]  # JSON

    def beside(self, step: int) -> Block | None:
        """The block that stands so far before or behind it in its message."""
        at = self.block + step
        return self.within.blocks[at] if 0 <= at < len(self.within.blocks) else None

    def turn(self, step: int) -> Message | None:
        """The message so far before or behind it."""
        at = self.message + step
        return self.conversation.messages[at] if 0 <= at < len(self.conversation.messages) else None


def places(conversation: Conversation) -> Iterator[Place]:
    """Every place of a conversation."""
    for m, message in enumerate(conversation.messages):
        for b, block in enumerate(message.blocks):
            kind = kind_of(block, message)
            if kind:
                yield Place(conversation, kind, m, b)
            if isinstance(block, ToolUse):
                yield from (Place(conversation, "argument", m, b, (key,)) for key in block.input)
            if isinstance(block, ToolResult) and isinstance(block.output, tuple):
                yield from (Place(conversation, "part of a result", m, b, (i,)) for i in range(len(block.output)))
    for n, tool in enumerate(conversation.tools):
        yield Place(conversation, "tool", -1, n)
        yield from (Place(conversation, "parameter", -1, n, path) for path in properties(tool.parameters))


def kind_of(block: Block, message: Message) -> str:
    """Empty for what says nothing: nobody can lose that."""
    match block:
        case Text(text=text):
            role = "assistant" if any(isinstance(b, ToolUse) for b in message.blocks) else message.role
            return f"{role}'s text".replace("tool's", "user's") if text.strip() else ""
        case Thinking():
            return "thought"
        case RedactedThinking():
            return "redacted thought"
        case ToolUse():
            return "call"
        case ToolResult():
            return "result"
        case _:
            return "medium"


def properties(schema: Any, path: tuple[Step, ...] = ()) -> Iterator[tuple[Step, ...]]:
    """The paths of all properties in a schema."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key in ("properties", "$defs", "definitions") and isinstance(value, dict):
                for name, inner in value.items():
                    if key == "properties" and isinstance(inner, dict):
                        yield (*path, key, name)
                    yield from properties(inner, (*path, key, name))
            elif key in ("items", "additionalProperties", "not"):
                yield from properties(value, (*path, key))
            elif key in ("anyOf", "oneOf", "allOf", "prefixItems") and isinstance(value, list):
                for i, inner in enumerate(value):
                    yield from properties(inner, (*path, key, i))


def put(place: Place, *blocks: Block) -> Conversation:
    """The conversation with other blocks in this one's place."""
    message = place.within
    there = (*message.blocks[: place.block], *blocks, *message.blocks[place.block + 1 :])
    return with_message(place.conversation, place.message, replace(message, blocks=there))


def with_message(conversation: Conversation, at: int, *messages: Message) -> Conversation:
    """The conversation with these messages in the place of one; who has no blocks is none."""
    kept = tuple(message for message in messages if message.blocks)
    return replace(conversation, messages=(*conversation.messages[:at], *kept, *conversation.messages[at + 1 :]))


def with_tool(place: Place, *tools: Tool) -> Conversation:
    known = place.conversation.tools
    return replace(place.conversation, tools=(*known[: place.block], *tools, *known[place.block + 1 :]))


def is_media(block: Any) -> bool:
    return isinstance(block, Media)
