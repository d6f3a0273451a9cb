"""DashScope.

- content is a string, several texts joined by newlines; with media it is a list of parts with one key each
- beside bare calls content is ``[]``; up to AgentScope 1.0.12 it was ``[{"text": null}]``: `NULL_TEXT`
- media go by address (also ``oss://``) or as data URIs
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from promptfmt_reference.agentscope_v1.calls import BLOCKS, function_calls, texts, tool_messages, with_calls
from promptfmt_reference.agentscope_v1.media import KINDS, media
from promptfmt_reference.agentscope_v1.message import Block
from promptfmt_reference.agentscope_v1.promote import Promotion
from promptfmt_reference.agentscope_v1.spelling import Spelling
from promptfmt_reference.wire.media import address


def message(
    role: str, name: str, blocks: list[Block], *, nothing: Callable[[], list[Any]] = list
) -> dict[str, Any] | None:
    calls = function_calls(blocks)
    content: Any
    if any(block["type"] in KINDS for block in blocks):
        content = [_part(block) for block in blocks if block["type"] != "tool_use"]
    else:
        content = "\n".join(filter(None, texts(blocks))) or (nothing() if calls else "")
    return with_calls({"role": role, "content": content}, calls)


def plain(role: str, name: str, text: str) -> dict[str, Any]:
    return {"role": role, "content": text}


def _part(block: Block) -> dict[str, str]:
    if block["type"] == "text":
        return {"text": block["text"]}
    return {block["type"]: address(media(block), "DashScope", schemes=("oss://",))}


SPELLING = Spelling(
    title="DashScope",
    message=message,
    plain=plain,
    results=tool_messages,
    carries=BLOCKS | set(KINDS),
    promotable=tuple(KINDS),
    promotion=Promotion(shown=frozenset(KINDS), roles=frozenset({"user", "assistant", "system"}), what="media"),
)
NULL_TEXT = replace(SPELLING, message=partial(message, nothing=lambda: [{"text": None}]))
