"""OpenAI Chat Completions, and vLLM's server of it.

- content is a list of typed parts, also for one text; null beside bare calls
- a message's name goes along, spelled as the pattern allows; a history has none
- images go by address or as data URIs, audio as bare base64 (wav, mp3); both in user messages only
- thinking and video have no place
"""

from __future__ import annotations

from typing import Any

from promptfmt_reference.agentscope_v1.calls import (
    BLOCKS,
    function_calls,
    of_own_ids,
    tool_messages,
    tool_name,
    with_calls,
)
from promptfmt_reference.agentscope_v1.media import media
from promptfmt_reference.agentscope_v1.message import Block
from promptfmt_reference.agentscope_v1.promote import Promotion
from promptfmt_reference.agentscope_v1.spelling import Spelling
from promptfmt_reference.wire.media import address, file_of
from promptfmt_reference.wire.openai import AUDIO_FORMATS, IMAGE_TYPES, TOOL_NAME, image_part, legal_name, text_part


def message(role: str, name: str, blocks: list[Block]) -> dict[str, Any] | None:
    spelled = _said(role, name, [_part(block) for block in blocks if block["type"] != "tool_use"] or None)
    calls = function_calls(blocks)
    for block in blocks if calls else ():
        if block["type"] == "tool_use":
            tool_name(block, "OpenAI", TOOL_NAME)
    return with_calls(spelled, calls)


def plain(role: str, name: str, text: str) -> dict[str, Any]:
    return _said(role, name, [text_part(text)])


def _said(role: str, name: str, content: list[dict[str, Any]] | None) -> dict[str, Any]:
    name = legal_name(name)
    return {"role": role, "name": name, "content": content} if name else {"role": role, "content": content}


def _part(block: Block) -> dict[str, Any]:
    match block["type"]:
        case "text":
            return text_part(block["text"])
        case "image":
            return image_part(address(media(block), "OpenAI", IMAGE_TYPES))
        case _:
            audio = file_of(media(block), "OpenAI", tuple(AUDIO_FORMATS))
            return {
                "type": "input_audio",
                "input_audio": {"data": audio.data, "format": AUDIO_FORMATS[audio.media_type]},
            }


SPELLING = Spelling(
    title="OpenAI",
    message=message,
    plain=plain,
    results=tool_messages,
    carries=BLOCKS | {"image", "audio"},
    by_value=frozenset({"audio"}),
    promotable=("image",),
    promotion=Promotion(shown=frozenset({"image", "audio"})),
    finish=of_own_ids,
)
