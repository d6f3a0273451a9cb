"""Providers that speak OpenAI's format with differences, each a row: how it spells thoughts and media.

- content is a string, several texts joined by newlines, or a list of typed parts where there are media; null beside
  bare calls
- media stand in user messages only
- a thought stands under the row's key, beside the content
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from promptfmt_reference.rewrite.rename import rename_calls
from promptfmt_reference.wire.media import address, file_of
from promptfmt_reference.wire.openai import AUDIO_FORMATS, IMAGE_TYPES, TOOL_NAME, image_part, text_part
from promptfmt_reference.wire.shared import calls, function_calls, messages_with_tools, require_user_last, thoughts
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Media,
    Message,
    RedactedThinking,
    Text,
    Thinking,
)

Part: TypeAlias = Callable[[Media, str], dict[str, Any]]
Thought: TypeAlias = Callable[[Message], dict[str, Any]]
"""The keys that an assistant's message has for what it thought, none where it did not."""


def _image(media: Media, provider: str) -> dict[str, Any]:
    return image_part(address(media, provider, IMAGE_TYPES))


def _plain_image(media: Media, provider: str) -> dict[str, Any]:
    return image_part(address(media, provider, IMAGE_TYPES[:2]))


def _media_by_url(media: Media, provider: str) -> dict[str, Any]:
    key = f"{media.type}_url"
    return {"type": key, key: {"url": address(media, provider)}}


def _media_by_value(media: Media, provider: str) -> dict[str, Any]:
    key = f"{media.type}_url"
    return {"type": key, key: {"url": file_of(media, provider).data_uri}}


def _input_audio(media: Media, provider: str) -> dict[str, Any]:
    file = file_of(media, provider, tuple(AUDIO_FORMATS))
    return {"type": "input_audio", "input_audio": {"data": file.data, "format": AUDIO_FORMATS[file.media_type]}}


def _file(media: Media, provider: str) -> dict[str, Any]:
    return {"type": "file", "file": {"filename": "document.pdf", "file_data": address(media, provider)}}


def _thoughts_under(key: str) -> Thought:
    return lambda message: {key: reasoning} if (reasoning := thoughts(message)) else {}


def _reasoning_details(message: Message, *, sealed: bool) -> dict[str, Any]:
    """``reasoning_details``: texts, and where they are `sealed` their signatures, what is encrypted, those of calls."""
    thought = [detail for block in message.blocks if (detail := _reasoning_detail(block, sealed=sealed))]
    seals = [
        {"type": "reasoning.encrypted", "data": call.signature, "id": call.id}
        for call in calls(message)
        if call.signature and sealed
    ]
    details = [{**detail, "index": index} for index, detail in enumerate([*thought, *seals])]
    return {"reasoning_details": details} if details else {}


def _reasoning_detail(block: Block, *, sealed: bool) -> dict[str, Any] | None:
    match block:
        case Thinking(thinking, signature):
            signed = {"signature": signature} if signature and sealed else {}
            return {"type": "reasoning.text", "text": thinking, **signed}
        case RedactedThinking(data):
            return {"type": "reasoning.encrypted", "data": data}
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Row:
    """`thought` is None where it has no place; `media` are the parts by kind; `sealed`: redacted thoughts have a place.

    `one_system`: it takes one message of system text, the first. `strict`: ids of calls differ, and where one turn has
    a thought every turn that calls does. `user_last`: its default model does not go on with the assistant's words.
    """

    id: str
    title: str
    thought: Thought | None
    media: Mapping[str, Part]
    sealed: bool = False
    one_system: bool = False
    strict: bool = False
    user_last: bool = False


def _write(conversation: Conversation, row: Row) -> Any:
    said = _one_system(conversation) if row.one_system else conversation
    said = rename_calls(said) if row.strict else said
    thinks = row.strict and any(thoughts(message) for message in said.messages)
    payload = messages_with_tools(said, partial(_message, row=row, empty={"reasoning_content": " "} if thinks else {}))
    messages = payload["messages"] if isinstance(payload, dict) else payload
    if row.user_last and messages and not messages[-1].get("tool_calls"):
        require_user_last(messages)
    return payload


def _message(message: Message, *, row: Row, empty: dict[str, Any]) -> dict[str, Any]:
    tool_calls = function_calls(message)
    spelled: dict[str, Any] = {"role": message.role, "content": message.text or (None if tool_calls else "")}
    if any(isinstance(block, Media) for block in message.blocks):
        spelled["content"] = [part for block in message.blocks if (part := _part(block, row))]
    if message.role == "assistant" and row.thought:
        spelled |= row.thought(message) or (empty if tool_calls else {})
    return {**spelled, "tool_calls": tool_calls} if tool_calls else spelled


def _part(block: Block, row: Row) -> dict[str, Any] | None:
    if isinstance(block, Text):
        return text_part(block.text)
    return row.media[block.type](block, row.title) if isinstance(block, Media) else None


def _one_system(conversation: Conversation) -> Conversation:
    """The leading system texts in one message; later ones are told as a user's."""
    messages: list[Message] = []
    for message in conversation.messages:
        if message.role == "system" and messages and messages[-1].role == "system" and len(messages) == 1:
            messages = [replace(messages[0], blocks=messages[0].blocks + message.blocks)]
        else:
            messages.append(replace(message, role="user") if message.role == "system" and messages else message)
    return replace(conversation, messages=tuple(messages))


def _left_out(block: Block, *, row: Row) -> bool:
    return (isinstance(block, RedactedThinking) and not row.sealed) or (isinstance(block, Thinking) and not row.thought)


ROWS = (
    Row("groq", "Groq", _thoughts_under("reasoning"), {"image": _image}),
    Row(
        "openrouter",
        "OpenRouter",
        partial(_reasoning_details, sealed=True),
        {"image": _image, "audio": _input_audio, "video": _media_by_value, "document": _file},
        sealed=True,
        user_last=True,
    ),
    Row(
        "moonshot",
        "Moonshot",
        _thoughts_under("reasoning_content"),
        {"image": _media_by_value, "video": _media_by_value},
        strict=True,
    ),
    Row("xai", "xAI", None, {"image": _plain_image}),
    Row(
        "minimax",
        "MiniMax",
        partial(_reasoning_details, sealed=False),
        {"image": _media_by_url, "video": _media_by_url},
        one_system=True,
    ),
    Row(
        "siliconflow",
        "SiliconFlow",
        _thoughts_under("reasoning_content"),
        {"image": _media_by_url, "audio": _media_by_url, "video": _media_by_url},
    ),
)
SPELLINGS = tuple(
    Spelling(
        id=row.id,
        title=row.title,
        write=partial(_write, row=row),
        carries=frozenset({"tool", *(["thinking"] if row.thought else []), *row.media}),
        left_out=partial(_left_out, row=row),
        tool_names=TOOL_NAME,
    )
    for row in ROWS
)
