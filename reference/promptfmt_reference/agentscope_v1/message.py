"""AgentScope's messages: a `Msg` of plain dictionaries, and the blocks that type them.

Calling a block makes a dictionary: ``TextBlock(type="text", text="hi")``. What else a block holds (a signature, a cache
mark) stays in it, and goes to the provider that knows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Required, TypeAlias, TypedDict

Role: TypeAlias = Literal["user", "assistant", "system"]


class URLSource(TypedDict):
    type: Literal["url"]
    url: str


class Base64Source(TypedDict):
    type: Literal["base64"]
    media_type: str
    data: str


class TextBlock(TypedDict, total=False):
    type: Required[Literal["text"]]
    text: Required[str]


class ThinkingBlock(TypedDict, total=False):
    """A model's reasoning; Anthropic takes it back with its signature only."""

    type: Required[Literal["thinking"]]
    thinking: Required[str]
    signature: str


class ImageBlock(TypedDict, total=False):
    type: Required[Literal["image"]]
    source: Required[URLSource | Base64Source]


class AudioBlock(TypedDict, total=False):
    type: Required[Literal["audio"]]
    source: Required[URLSource | Base64Source]


class VideoBlock(TypedDict, total=False):
    type: Required[Literal["video"]]
    source: Required[URLSource | Base64Source]


class ToolUseBlock(TypedDict, total=False):
    type: Required[Literal["tool_use"]]
    id: Required[str]
    name: Required[str]
    input: Required[dict[str, Any]]


class ToolResultBlock(TypedDict, total=False):
    type: Required[Literal["tool_result"]]
    id: Required[str]
    name: Required[str]
    output: Required[str | Sequence[TextBlock | ImageBlock | AudioBlock | VideoBlock] | None]


Block: TypeAlias = dict[str, Any]
"""What a formatter works on: any of the blocks above, with whatever else it holds."""


def only_text(content: str | list[Block]) -> str | None:
    """The text of what is nothing else: a string, or one text block without more than its text."""
    if isinstance(content, str):
        return content
    if len(content) != 1 or type(block := content[0]) is not dict or len(block) != 2 or block.get("type") != "text":
        return None
    text = block.get("text")
    return text if isinstance(text, str) else None


class Msg:
    """What one agent said: `content` is a string or a list of blocks."""

    __slots__ = ("content", "invocation_id", "metadata", "name", "role", "timestamp")

    def __init__(
        self,
        name: str,
        content: str | Sequence[Any],
        role: Role,
        metadata: dict[str, Any] | None = None,
        timestamp: str | None = None,
        invocation_id: str | None = None,
    ) -> None:
        assert role in ("user", "assistant", "system"), f"role is user, assistant or system, not {role!r}"
        assert isinstance(content, str | list), "The content must be a string or a list of content blocks."
        self.name = name
        self.content: str | list[Block] = content
        self.role: Role = role
        self.metadata = metadata
        self.timestamp = timestamp
        self.invocation_id = invocation_id

    def get_content_blocks(self, block_type: str | None = None) -> list[Block]:
        """The blocks, of one type where it is named; a string is one text block."""
        blocks = [{"type": "text", "text": self.content}] if isinstance(self.content, str) else self.content
        return blocks if block_type is None else [block for block in blocks if block["type"] == block_type]

    def has_content_blocks(self, block_type: str | None = None) -> bool:
        return bool(self.get_content_blocks(block_type))

    def get_text_content(self) -> str | None:
        """The texts, joined by newlines; None where there are none."""
        if isinstance(self.content, str):
            return self.content
        texts = [text for block in self.get_content_blocks("text") if isinstance(text := block.get("text"), str)]
        return "\n".join(texts) if texts else None

    def __repr__(self) -> str:
        return f"Msg({self.name!r}, {self.content!r}, {self.role!r})"
