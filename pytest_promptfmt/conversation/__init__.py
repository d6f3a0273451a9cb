"""The neutral input: who said what, before any provider's spelling.

A `Conversation` is frozen. Its JSON form (`to_json`, `parsing.parse`) spells a message's blocks as ``content``, which
may be a plain string for one text block. Tool arguments and tool schemas are plain JSON values, so that `json.dumps`
takes them as they are; read them, never change them (the purity check sees a change).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Literal, TypeAlias, cast

Role: TypeAlias = Literal["system", "user", "assistant", "tool"]
ROLES: tuple[Role, ...] = ("system", "user", "assistant", "tool")


@dataclass(frozen=True, slots=True)
class UrlSource:
    """Media by address: ``https://…``, ``file://…``, a local path, or a ``data:`` URI."""

    url: str
    type: ClassVar[Literal["url"]] = "url"


@dataclass(frozen=True, slots=True)
class Base64Source:
    """Media by value: standard base64 without a prefix, and its media type."""

    media_type: str
    data: str
    type: ClassVar[Literal["base64"]] = "base64"


Source: TypeAlias = UrlSource | Base64Source


@dataclass(frozen=True, slots=True)
class Text:
    """What is said, exactly as it was said; it may be empty."""

    text: str
    type: ClassVar[Literal["text"]] = "text"


@dataclass(frozen=True, slots=True)
class Thinking:
    """A model's reasoning, with the provider's signature where it gave one."""

    thinking: str
    signature: str | None = None
    type: ClassVar[Literal["thinking"]] = "thinking"


@dataclass(frozen=True, slots=True)
class RedactedThinking:
    """Reasoning that the provider has encrypted; `data` goes back unchanged."""

    data: str
    type: ClassVar[Literal["redacted_thinking"]] = "redacted_thinking"


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A call of a tool: `input` has the arguments as a JSON object, `signature` is the provider's, if it gave one."""

    id: str
    name: str
    input: Mapping[str, Any]
    signature: str | None = None
    type: ClassVar[Literal["tool_use"]] = "tool_use"


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, shown by whoever sends the message."""

    source: Source
    type: ClassVar[Literal["image"]] = "image"


@dataclass(frozen=True, slots=True)
class Audio:
    """A recording."""

    source: Source
    type: ClassVar[Literal["audio"]] = "audio"


@dataclass(frozen=True, slots=True)
class Video:
    """A film."""

    source: Source
    type: ClassVar[Literal["video"]] = "video"


@dataclass(frozen=True, slots=True)
class Document:
    """A file to be read, such as a PDF or plain text."""

    source: Source
    type: ClassVar[Literal["document"]] = "document"


Media: TypeAlias = Image | Audio | Video | Document
Output: TypeAlias = str | tuple[Text | Media, ...] | None


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The answer to the call `id`; the role of the message that holds it means nothing."""

    id: str
    name: str | None
    output: Output
    is_error: bool = False
    type: ClassVar[Literal["tool_result"]] = "tool_result"

    @property
    def output_text(self) -> str:
        """What the output says: a list's texts, joined with newlines; ``""`` where there is none."""
        if isinstance(self.output, tuple):
            return "\n".join(part.text for part in self.output if isinstance(part, Text))
        return self.output or ""

    @property
    def output_media(self) -> tuple[Media, ...]:
        """The media in the output; empty where it is a string or None."""
        parts = self.output if isinstance(self.output, tuple) else ()
        return tuple(part for part in parts if not isinstance(part, Text))


Block: TypeAlias = Text | Thinking | RedactedThinking | ToolUse | ToolResult | Media

BLOCKS: dict[str, type[Block]] = {
    block.type: block
    for block in (Text, Thinking, RedactedThinking, ToolUse, ToolResult, Image, Audio, Video, Document)
}


@dataclass(frozen=True, slots=True)
class Message:
    """Blocks in the order in which they were said; `name` is the speaker's, or the role where nobody is named."""

    name: str
    role: Role
    blocks: tuple[Block, ...]

    @property
    def text(self) -> str:
        """The text blocks, joined with newlines; ``""`` where there is none."""
        return "\n".join(block.text for block in self.blocks if isinstance(block, Text))


@dataclass(frozen=True, slots=True)
class Tool:
    """A function on offer: `parameters` is a JSON Schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Conversation:
    """Messages in order, the tools on offer, and the agent formatted for (`None` where nobody says)."""

    messages: tuple[Message, ...]
    tools: tuple[Tool, ...] = ()
    speaker: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The JSON form; `parse` turns it back into an equal conversation."""
        value: dict[str, Any] = {"messages": [_message_json(message) for message in self.messages]}
        if self.tools:
            value["tools"] = [_fields_json(tool) for tool in self.tools]
        if self.speaker is not None:
            value["speaker"] = self.speaker
        return value

    def copy(self) -> Conversation:
        """The same, sharing nothing but strings with it."""
        return cast(Conversation, _copy(self))


def blocks_of(conversation: Conversation) -> list[Block]:
    """The blocks of all messages, in their order."""
    return [block for message in conversation.messages for block in message.blocks]


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


_ATOMS = frozenset({str, bool, int, float, type(None)})


@cache
def _values(kind: type) -> Callable[[Any], tuple[Any, ...]]:
    first, *others = _names(kind)
    get = attrgetter(first, *others)
    return get if others else lambda node: (get(node),)


def _copy(value: Any) -> Any:
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is dict:
        return {key: item if type(item) in _ATOMS else _copy(item) for key, item in value.items()}
    if kind is list:
        return [_copy(item) for item in value]
    if kind is tuple:
        return tuple([_copy(item) for item in value])
    return kind(*[item if type(item) in _ATOMS else _copy(item) for item in _values(kind)(value)])  # type: ignore[arg-type]  # classes can be hashed


def _message_json(message: Message) -> dict[str, Any]:
    return {
        "name": message.name,
        "role": message.role,
        "content": [_block_json(block) for block in message.blocks],
    }


def _block_json(block: Block | Source) -> dict[str, Any]:
    return {"type": block.type, **_fields_json(block)}


_OPTIONAL = {"signature": None, "name": None, "is_error": False}


def _fields_json(node: Block | Source | Tool) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for name in _names(type(node)):  # type: ignore[arg-type]
        item = getattr(node, name)
        if name in _OPTIONAL and item == _OPTIONAL[name]:
            continue
        match item:
            case UrlSource() | Base64Source():
                value[name] = _block_json(item)
            case tuple():
                value[name] = [_block_json(block) for block in item]
            case _:
                value[name] = item
    return value
