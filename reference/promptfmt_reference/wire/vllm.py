"""vLLM's server of OpenAI's API.

- content is a list of typed parts, null beside bare calls; the name goes along
- audio and video have part types of their own, by address or as data URIs, as images have
- thinking is ``reasoning``
"""

from __future__ import annotations

from typing import Any

from promptfmt_reference.wire.media import address
from promptfmt_reference.wire.openai import legal_name
from promptfmt_reference.wire.shared import function_calls, messages_with_tools, thoughts
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import Block, Conversation, Media, Message, RedactedThinking, Text


def write(conversation: Conversation) -> Any:
    return messages_with_tools(conversation, _message)


def _message(message: Message) -> dict[str, Any]:
    name = legal_name(message.name)
    spelled: dict[str, Any] = {"role": message.role, **({"name": name} if name else {})}
    tool_calls = function_calls(message)
    spelled["content"] = [written for block in message.blocks if (written := _part(block))] or (
        None if tool_calls else ""
    )
    if reasoning := thoughts(message):
        spelled["reasoning"] = reasoning
    if tool_calls:
        spelled["tool_calls"] = tool_calls
    return spelled


def _part(block: Block) -> dict[str, Any] | None:
    if isinstance(block, Text):
        return {"type": "text", "text": block.text}
    if isinstance(block, Media):
        key = f"{block.type}_url"
        return {"type": key, key: {"url": address(block, "vLLM")}}
    return None


SPELLING = Spelling(
    id="vllm",
    title="vLLM",
    write=write,
    carries=frozenset({"tool", "thinking", "image", "audio", "video"}),
    left_out=lambda block: isinstance(block, RedactedThinking),
    media_roles=frozenset({"user", "assistant"}),
)
