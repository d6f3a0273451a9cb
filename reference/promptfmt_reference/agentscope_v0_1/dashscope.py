"""DashScope: content is a list of parts with one key each; among many agents one user's turn, media before the text."""

from __future__ import annotations

import logging
from typing import Any

from promptfmt_reference.agentscope_v0_0.history import CONVERSATION, history
from promptfmt_reference.agentscope_v0_0.models import shown
from promptfmt_reference.agentscope_v0_1.message import Block, Msg
from promptfmt_reference.agentscope_v0_1.openai import Payload, written

logger = logging.getLogger("agentscope")


def chat(msgs: list[Msg]) -> Payload:
    """Addresses go as they are; tools as OpenAI has them."""
    return [said for msg in msgs for said in written(msg, {"role": msg.role}, _part)]


def multi_agent(msgs: list[Msg]) -> Payload:
    """What media are shows by their ending; tools have no place."""
    system = msgs[0].text() if msgs and msgs[0].role == "system" else None
    others = msgs[1:] if system else msgs
    media = [
        part
        for msg in others
        for block in msg.blocks()
        if block["type"] in ("image", "audio")
        for part in shown(block["url"])
    ]
    lines = [f"{msg.name}: {text}" for msg in others if (text := msg.text())]
    return [
        *([{"role": "system", "content": [{"text": system}]}] if system else []),
        {"role": "user", "content": [*media, {"text": history(lines, CONVERSATION)}]},
    ]


def _part(block: Block) -> dict[str, Any] | None:
    match block["type"]:
        case "text":
            return {"text": block["text"]}
        case "image" | "audio" as kind:
            return {kind: block["url"]}
        case kind:
            logger.warning("DashScope has no place for %s blocks, skipped.", kind)
            return None
