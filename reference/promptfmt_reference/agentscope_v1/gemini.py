"""Google Gemini.

- the assistant is ``model``, all others are ``user``, the system too; content is a list of parts that say something
- results of one turn stand together in the user's turn behind it, with the ids of their calls
- a turn of the model that calls is one with the model's turns before it
- media go as bare base64, or as ``file_data`` by an address that shows their type; `fetch` makes them go by value
- signatures are base64 in blocks, and bytes for Google's SDK
- a history begins on the line of its tag
"""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

from promptfmt_reference.agentscope_v1.calls import BLOCKS, arguments
from promptfmt_reference.agentscope_v1.media import KINDS, media
from promptfmt_reference.agentscope_v1.message import Block
from promptfmt_reference.agentscope_v1.promote import Promotion
from promptfmt_reference.agentscope_v1.spelling import HISTORY, Payload, Spelling
from promptfmt_reference.wire.gemini import media_part

_ROLES = {"assistant": "model", "user": "user", "system": "user"}


def message(role: str, name: str, blocks: list[Block]) -> dict[str, Any] | None:
    parts = [part for block in blocks if (part := _part(block))]
    return {"role": _ROLES[role], "parts": parts} if parts else None


def plain(role: str, name: str, text: str) -> dict[str, Any] | None:
    return {"role": _ROLES[role], "parts": [{"text": text}]} if text else None


def results(blocks: list[Block]) -> Payload:
    parts = []
    for block in blocks:
        response = {"error" if block.get("is_error") else "output": block["output"]}
        parts.append({"function_response": {"id": block["id"], "name": block["name"], "response": response}})
    return [{"role": "user", "parts": parts}]


def _part(block: Block) -> dict[str, Any] | None:
    match block["type"]:
        case "text":
            return _signed({"text": block["text"]}, block) if block["text"] else None
        case "tool_use":
            call = {"id": block["id"], "name": block["name"], "args": arguments(block)}
            return _signed({"function_call": call}, block)
        case _:
            return _media(block)


def _media(block: Block) -> dict[str, Any]:
    """A type has the name that Gemini's documentation gives it, unless its registered one was declared."""
    part = media_part(media(block))
    (value,) = part.values()
    declared = "" if "url" in block["source"] else block["source"]["media_type"]
    if declared != value["mime_type"]:
        value["mime_type"] = _NAMES.get(value["mime_type"], value["mime_type"])
    return part


_NAMES = {
    "audio/mpeg": "audio/mp3",
    "video/quicktime": "video/mov",
    "video/x-msvideo": "video/avi",
    "video/x-ms-wmv": "video/wmv",
}


def _signed(part: dict[str, Any], block: Block) -> dict[str, Any]:
    signature = block.get("thought_signature")
    if isinstance(signature, str) and signature:
        part["thought_signature"] = base64.b64decode(signature)
    return part


def finish(payload: Payload) -> Payload:
    """A call stands right behind a user's turn or results."""
    joined: Payload = []
    for turn in payload:
        if any("function_call" in part for part in turn["parts"]):
            while joined and joined[-1]["role"] == "model":
                turn["parts"] = joined.pop()["parts"] + turn["parts"]
        joined.append(turn)
    return joined


SPELLING = Spelling(
    title="Gemini",
    message=message,
    plain=plain,
    results=results,
    carries=BLOCKS | set(KINDS),
    one_system_text=True,
    user_before_calls=True,
    by_value=frozenset(KINDS),
    promotable=("image",),
    promotion=Promotion(shown=frozenset(KINDS), roles=frozenset({"user", "assistant", "system"})),
    framing=replace(HISTORY, opening="<history>"),
    finish=finish,
)
