"""OpenAI: one message each with role and name, for a chat and for many agents alike; content is a list of parts.

A result is a message of role tool. It stands before the rest of its message, and behind it where that holds its call.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from promptfmt_reference.agentscope_v0_0.urls import address
from promptfmt_reference.agentscope_v0_1.message import Block, Msg
from promptfmt_reference.agentscope_v1.calls import function_calls, tool_messages, with_calls
from promptfmt_reference.wire.openai import image_part, text_part

logger = logging.getLogger("agentscope")
Payload = list[dict[str, Any]]
_IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".webp")


def chat(msgs: list[Msg]) -> Payload:
    return [said for msg in msgs for said in written(msg, {"role": msg.role, "name": msg.name}, _part)]


multi_agent = chat


def written(msg: Msg, head: dict[str, Any], part: Callable[[Block], dict[str, Any] | None]) -> Payload:
    """The message with its calls and, apart, its results; nothing where neither a part nor a call is left."""
    blocks = msg.blocks()
    calls = function_calls(blocks)
    parts = [spelled for block in blocks if block["type"] not in _TOOLS and (spelled := part(block))]
    message = [with_calls({**head, "content": parts or None}, calls)] if parts or calls else []
    called = {call["id"] for call in calls}
    results = [block for block in blocks if block["type"] == "tool_result"]
    before, behind = (
        tool_messages(
            [
                {"id": result["id"], "output": str(result["output"]), "name": result.get("name")}
                for result in results
                if (result["id"] in called) == here
            ]
        )
        for here in (False, True)
    )
    return [*before, *message, *behind]


_TOOLS = ("tool_use", "tool_result")


def _part(block: Block) -> dict[str, Any] | None:
    match block["type"]:
        case "text":
            return text_part(block["text"])
        case "image":
            return image_part(picture(block["url"], _IMAGES))
        case kind:
            logger.warning("OpenAI has no place for %s blocks, skipped.", kind)
            return None


class NoPicture(TypeError):
    """An address of which no picture can be had: meant, where a bare `TypeError` is mostly an accident."""


def picture(url: Any, endings: tuple[str, ...], subtypes: dict[str, str] | None = None) -> str:
    """The address of a picture, or its data URI; `NoPicture` for what is neither a web address nor a file of these."""
    found = address(str(url), endings, subtypes)
    if found is None:
        raise NoPicture(f"{url!r} is neither a web address nor a file that is there, or it does not end in {endings}.")
    return found
