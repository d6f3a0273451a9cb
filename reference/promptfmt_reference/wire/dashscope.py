"""DashScope, its text models and its multimodal ones.

- content is a string, several texts joined by newlines; with media it is a list of parts with one key each
- beside bare calls content is empty: a string for text models, a list for multimodal ones
- media go by address (also ``oss://``) or as data URIs
- a tool message names its tool; a user has to speak
- tools on offer stand among the parameters, away from the messages
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from promptfmt_reference.wire.media import address
from promptfmt_reference.wire.shared import function_calls, functions, require_user, results
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import Block, Conversation, Media, Message, Text


def write(conversation: Conversation, *, content: Callable[[Message], Any]) -> Any:
    """The messages; the whole request where tools stand beside them."""
    messages = [spelled for message in conversation.messages for spelled in _messages(message, content)]
    if not conversation.tools:
        return messages
    return {"input": {"messages": messages}, "parameters": {"tools": functions(conversation)}}


def _messages(message: Message, content: Callable[[Message], Any]) -> Iterator[dict[str, Any]]:
    if message.role == "tool":
        for result, output in results(message):
            yield {"role": "tool", "tool_call_id": result.id, "content": output, "name": result.name}
        return
    spelled = {"role": message.role, "content": content(message)}
    if tool_calls := function_calls(message):
        spelled["tool_calls"] = tool_calls
    yield spelled


def _text(message: Message) -> str:
    return message.text


def _parts(message: Message) -> str | list[dict[str, str]]:
    if any(isinstance(block, Media) for block in message.blocks):
        return [written for block in message.blocks if (written := _part(block))]
    return message.text or []


def _part(block: Block) -> dict[str, str] | None:
    if isinstance(block, Text):
        return {"text": block.text}
    if isinstance(block, Media):
        return {block.type: address(block, "DashScope", schemes=("oss://",))}
    return None


TEXT = Spelling(
    id="dashscope",
    title="DashScope's text models",
    write=partial(write, content=_text),
    carries=frozenset({"tool"}),
    check=require_user,
)
MULTIMODAL = Spelling(
    id="dashscope-multimodal",
    title="DashScope",
    write=partial(write, content=_parts),
    carries=frozenset({"tool", "image", "audio", "video"}),
    check=require_user,
    media_roles=frozenset({"user", "assistant"}),
)
