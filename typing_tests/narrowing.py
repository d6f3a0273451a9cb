"""A formatter that asks each block for its `type`, and each source: both checkers know what is left."""

from __future__ import annotations

from typing import Any, Literal, assert_never, assert_type

from pytest_promptfmt import (
    Audio,
    Base64Source,
    Block,
    Conversation,
    Document,
    Image,
    Message,
    RedactedThinking,
    Source,
    Text,
    Thinking,
    Tool,
    ToolResult,
    ToolUse,
    UrlSource,
    Video,
)


def by_if(block: Block) -> str:
    if block.type == "text":
        assert_type(block, Text)
        return block.text
    if block.type == "tool_use":
        assert_type(block, ToolUse)
        return block.name
    if block.type != "tool_result":
        assert_type(block, Thinking | RedactedThinking | Image | Audio | Video | Document)
        return block.type
    assert_type(block, ToolResult)
    assert_type(block.output_text, str)
    assert_type(block.output_media, tuple[Image | Audio | Video | Document, ...])
    return block.id


def by_match(block: Block) -> str:
    match block.type:
        case "text":
            return block.text
        case "thinking":
            assert_type(block.signature, str | None)
            return block.thinking
        case "redacted_thinking":
            return block.data
        case "tool_use":
            return block.name
        case "tool_result":
            assert_type(block.output, str | tuple[Text | Image | Audio | Video | Document, ...] | None)
            return block.id
        case "image" | "audio" | "video" | "document":
            assert_type(block, Image | Audio | Video | Document)
            return address(block.source)
        case _:
            assert_never(block)


def by_class(block: Block) -> str:
    match block:
        case Text(text=text):
            return text
        case Thinking() | RedactedThinking():
            return ""
        case ToolUse() | ToolResult():
            return block.id
        case Image() | Audio() | Video() | Document():
            return address(block.source)
        case _:
            assert_never(block)


def address(source: Source) -> str:
    if source.type == "url":
        assert_type(source, UrlSource)
        return source.url
    assert_type(source, Base64Source)
    return f"data:{source.media_type};base64,{source.data}"


def parts(conversation: Conversation) -> None:
    assert_type(conversation.messages, tuple[Message, ...])
    assert_type(conversation.tools, tuple[Tool, ...])
    assert_type(conversation.speaker, str | None)
    assert_type(conversation.to_json(), dict[str, Any])
    for message in conversation.messages:
        assert_type(message.role, Literal["system", "user", "assistant", "tool"])
        assert_type(message.text, str)
        assert_type(message.blocks, tuple[Block, ...])


assert_type(Text.type, Literal["text"])
assert_type(UrlSource.type, Literal["url"])
