"""DeepSeek.

- content is a string, several texts joined by newlines; null beside bare calls
- thinking is ``reasoning_content``; where one turn has it, every turn that calls does, an empty one at least
- no media of any kind
"""

from __future__ import annotations

from typing import Any

from promptfmt_reference.agentscope_v1.calls import (
    BLOCKS,
    function_calls,
    of_own_ids,
    plain,
    texts,
    tool_messages,
    with_calls,
)
from promptfmt_reference.agentscope_v1.message import Block
from promptfmt_reference.agentscope_v1.spelling import Payload, Spelling


def message(role: str, name: str, blocks: list[Block]) -> dict[str, Any] | None:
    content = "\n".join(texts(blocks))
    thinking = "\n".join(str(block["thinking"]) for block in blocks if block["type"] == "thinking")
    calls = function_calls(blocks)
    if not content and not calls:
        return None
    spelled: dict[str, Any] = {"role": role, "content": content or None}
    if thinking:
        spelled["reasoning_content"] = thinking
    return with_calls(spelled, calls)


def finish(payload: Payload) -> Payload:
    """Ids that are used once, and reasoning with every call where one has it: beside others an empty one will do."""
    if any("reasoning_content" in each for each in payload):
        for each in payload:
            if each.get("tool_calls"):
                each.setdefault("reasoning_content", "")
    return of_own_ids(payload)


SPELLING = Spelling(
    title="DeepSeek", message=message, plain=plain, results=tool_messages, carries=BLOCKS | {"thinking"}, finish=finish
)
