"""Ollama's chat.

- content is a string, several texts joined by newlines, null where there are none; images stand beside it, in order
- a call's arguments are an object; a tool message names its tool in ``tool_name``
- nothing is fetched: an image by address is refused
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from promptfmt_reference.agentscope_v1.calls import BLOCKS, arguments, plain, texts, with_calls
from promptfmt_reference.agentscope_v1.media import media
from promptfmt_reference.agentscope_v1.message import Block
from promptfmt_reference.agentscope_v1.promote import Promotion
from promptfmt_reference.agentscope_v1.spelling import HISTORY, Payload, Spelling
from promptfmt_reference.wire.media import file_of


def message(role: str, name: str, blocks: list[Block]) -> dict[str, Any] | None:
    content = "\n".join(texts(blocks)) or None
    calls = [
        {"id": call["id"], "type": "function", "function": {"name": call["name"], "arguments": arguments(call)}}
        for call in blocks
        if call["type"] == "tool_use"
    ]
    images = [file_of(media(block), "Ollama").data for block in blocks if block["type"] == "image"]
    if content is None and not calls and not images:
        return None
    spelled = with_calls({"role": role, "content": content}, calls)
    return {**spelled, "images": images} if images else spelled


def results(blocks: list[Block]) -> Payload:
    return [
        {"role": "tool", "tool_call_id": block["id"], "content": block["output"], "tool_name": block["name"]}
        for block in blocks
    ]


SPELLING = Spelling(
    title="Ollama",
    message=message,
    plain=plain,
    results=results,
    carries=BLOCKS | {"image"},
    by_value=frozenset({"image"}),
    promotable=("image",),
    promotion=Promotion(shown=frozenset({"image"}), roles=frozenset({"user", "assistant", "system"})),
    framing=replace(HISTORY, gap=True),
)
