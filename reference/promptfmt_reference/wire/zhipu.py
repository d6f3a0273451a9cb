"""Zhipu (GLM).

- content is a string, or a list of typed parts where there are media; null beside bare calls
- images and video go by address or as bare base64, in user messages only
- thinking is ``reasoning_content``
- a user has to speak
"""

from __future__ import annotations

from typing import Any

from promptfmt_reference.wire.media import Link, address, file_of, open_media
from promptfmt_reference.wire.shared import (
    calls,
    function_calls,
    messages_with_tools,
    require_user,
    thoughts,
)
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import Block, Conversation, Media, Message, RedactedThinking, Text


def write(conversation: Conversation) -> Any:
    return messages_with_tools(conversation, _message)


def _message(message: Message) -> dict[str, Any]:
    spelled: dict[str, Any] = {"role": message.role}
    if any(isinstance(block, Media) for block in message.blocks):
        spelled["content"] = [written for block in message.blocks if (written := _part(block))]
    else:
        spelled["content"] = message.text or (None if calls(message) else "")
    if reasoning := thoughts(message):
        spelled["reasoning_content"] = reasoning
    if tool_calls := function_calls(message):
        spelled["tool_calls"] = tool_calls
    return spelled


def _part(block: Block) -> dict[str, Any] | None:
    if isinstance(block, Text):
        return {"type": "text", "text": block.text}
    if isinstance(block, Media):
        key = f"{block.type}_url"
        return {"type": key, key: {"url": _address(block)}}
    return None


def _address(media: Media) -> str:
    return address(media, "Zhipu") if isinstance(open_media(media), Link) else file_of(media, "Zhipu").data


SPELLING = Spelling(
    id="zhipu",
    title="Zhipu",
    write=write,
    carries=frozenset({"tool", "thinking", "image", "video"}),
    check=require_user,
    left_out=lambda block: isinstance(block, RedactedThinking),
)
