"""OpenAI Chat Completions.

- content is a list of typed parts, null beside bare calls
- a message's name goes along, spelled as the pattern allows; a history and a tool message have none
- images go by address or as data URIs, audio as bare base64 (wav, mp3), PDFs as files; all in user messages only
- thinking has no place
- a tool that takes nothing has an object with no properties
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from promptfmt_reference.rewrite.rename import rename_calls
from promptfmt_reference.wire.media import address, file_of
from promptfmt_reference.wire.shared import function_calls, messages_with_tools
from promptfmt_reference.wire.spelling import Spelling
from pytest_promptfmt.conversation import Audio, Block, Conversation, Document, Image, Message, Text

IMAGE_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp")
FILE_TYPES = ("application/pdf",)
AUDIO_FORMATS = {"audio/wav": "wav", "audio/mpeg": "mp3"}
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def write(conversation: Conversation) -> Any:
    return messages_with_tools(rename_calls(conversation, within_messages=True), _message)


def _message(message: Message) -> dict[str, Any]:
    name = legal_name(message.name)
    spelled: dict[str, Any] = {"role": message.role, **({"name": name} if name else {})}
    spelled["content"] = [written for block in message.blocks if (written := _part(block))] or None
    if tool_calls := function_calls(message):
        spelled["tool_calls"] = tool_calls
    return spelled


@lru_cache(1024)
def legal_name(name: str) -> str:
    """The name with an underscore for what OpenAI refuses, at most 64 characters long."""
    return re.sub(r"[\s<|\\/>]+", "_", name)[:64]


def text_part(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def image_part(url: str) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": url}}


def _part(block: Block) -> dict[str, Any] | None:
    match block:
        case Text(text):
            return text_part(text)
        case Image():
            return image_part(address(block, "OpenAI", IMAGE_TYPES))
        case Audio():
            audio = file_of(block, "OpenAI", tuple(AUDIO_FORMATS))
            return {
                "type": "input_audio",
                "input_audio": {"data": audio.data, "format": AUDIO_FORMATS[audio.media_type]},
            }
        case Document():
            file = file_of(block, "OpenAI", FILE_TYPES)
            return {"type": "file", "file": {"filename": file.name or "document", "file_data": file.data_uri}}
        case _:
            return None  # calls stand beside the content


SPELLING = Spelling(
    id="openai",
    title="OpenAI",
    write=write,
    carries=frozenset({"tool", "image", "audio", "document"}),
    tool_names=TOOL_NAME,
)
