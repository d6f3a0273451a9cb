"""Anthropic as this generation writes it: the system's message stays in the list, a picture's source is its address.

The API takes neither; the kit says so.
"""

from __future__ import annotations

import logging
from copy import deepcopy
from typing import Any

from promptfmt_reference.agentscope_v0_0.history import CONVERSATION, history
from promptfmt_reference.agentscope_v0_1.message import Block, Msg
from promptfmt_reference.agentscope_v0_1.openai import Payload, picture
from promptfmt_reference.wire.openai import text_part

logger = logging.getLogger("agentscope")
_IMAGES = (".png", ".jpg", ".jpeg", ".gif")


def chat(msgs: list[Msg]) -> Payload:
    """Typed blocks; a system message that is not the first is a user's."""
    return [
        {
            "role": "user" if msg.role == "system" and i else msg.role,
            "content": [spelled for block in msg.blocks() if (spelled := _block(block))],
        }
        for i, msg in enumerate(msgs)
    ]


def multi_agent(msgs: list[Msg]) -> Payload:
    """The system's text, and one user's turn: a history with calls and results as Python prints them, and pictures."""
    if not msgs:
        raise ValueError("At least one message should be provided. An empty message list is not allowed.")
    first, others = (msgs[0], msgs[1:]) if msgs[0].role == "system" else (None, msgs)
    system = first.text() if first else None
    blocks = [(msg, block) for msg in others for block in msg.blocks()]
    lines = [line for msg, block in blocks if (line := _line(msg, block)) is not None]
    images = [_block(block) for _, block in blocks if block["type"] == "image"]
    return [
        *([] if system is None else [{"role": "system", "content": system}]),
        {"role": "user", "content": [text_part(history(lines, CONVERSATION) if lines else ""), *images]},
    ]


def _block(block: Block) -> dict[str, Any] | None:
    match block["type"]:
        case "text":
            return text_part(block["text"])
        case "image":
            return {"type": "image", "source": _source(block["url"])}
        case "tool_use":
            return deepcopy(block)
        case "tool_result":
            return {"type": "tool_result", "tool_use_id": block["id"], "content": deepcopy(block["output"])}
        case kind:
            logger.warning("Anthropic has no place for %s blocks, skipped.", kind)
            return None


def _source(url: Any) -> str | dict[str, str]:
    found = picture(url, _IMAGES, {"jpg": "jpeg"})
    if not found.startswith("data:"):
        return found
    return {"type": "base64", "media_type": found[len("data:") : found.index(";")], "data": found}


def _line(msg: Msg, block: Block) -> str | None:
    match block["type"]:
        case "text":
            return f"{msg.name}: {block['text']}"
        case "tool_use" | "tool_result" as kind:
            return f"<{kind}>{block}</{kind}>"
        case _:
            return None
