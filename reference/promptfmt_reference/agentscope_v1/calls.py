"""What several providers spell alike: a call's arguments, function calls, results as messages of role tool."""

from __future__ import annotations

import json
import re
from collections import defaultdict, deque
from typing import Any

from promptfmt_reference.agentscope_v1.message import Block
from promptfmt_reference.rewrite.refuse import check_tool_name
from promptfmt_reference.rewrite.rename import legal_ids

_ANY_ID = re.compile(".*", re.DOTALL)
BLOCKS = frozenset({"text", "tool_use", "tool_result"})
"""What every provider carries."""


def arguments(call: Block) -> dict[str, Any]:
    """A call's arguments, our own copy; what is no JSON object is refused.

    None is no argument at all, and a string is JSON already: both come from models.
    """
    try:
        value = call.get("input")
        value = json.loads(value) if isinstance(value, str) else {} if value is None else value
        if not isinstance(value, dict):
            raise TypeError(f"not an object: {value!r}")
        copy: dict[str, Any] = json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"call {call['id']!r} of {call['name']!r}: its input is no JSON object: {error}") from error
    return copy


def tool_name(call: Block, provider: str, pattern: re.Pattern[str]) -> str:
    """The name of a call's tool; `ValueError` where the provider takes no such name."""
    name: str = call["name"]
    check_tool_name(name, f"call {call['id']!r}", provider, pattern)
    return name


def function_calls(blocks: list[Block]) -> list[dict[str, Any]]:
    """`tool_calls` as OpenAI has them, and those who follow it."""
    return [
        {
            "id": call["id"],
            "type": "function",
            "function": {"name": call["name"], "arguments": json.dumps(arguments(call), ensure_ascii=False)},
        }
        for call in blocks
        if call["type"] == "tool_use"
    ]


def tool_messages(results: list[Block]) -> list[dict[str, Any]]:
    """One message of role tool for each result."""
    return [
        {"role": "tool", "tool_call_id": result["id"], "content": result["output"], "name": result["name"]}
        for result in results
    ]


def of_own_ids(payload: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The payload with an id of its own for each call of a message; a second result of one id is refused."""
    calls = [(n, call["id"]) for n, message in enumerate(payload) for call in message.get("tool_calls", ())]
    if not calls:
        return payload
    renamed = iter(legal_ids([id_ for _, id_ in calls], _ANY_ID, batches=[n for n, _ in calls]))
    waiting: defaultdict[str, deque[str]] = defaultdict(deque)
    for message in payload:
        seen: set[str] = set()
        for call in message.get("tool_calls", ()):
            id_ = call["id"]
            call["id"] = next(renamed)
            waiting[id_] = deque([*(waiting[id_] if id_ in seen else ()), call["id"]])
            seen.add(id_)
        if message["role"] == "tool" and waiting[message["tool_call_id"]]:
            message["tool_call_id"] = waiting[message["tool_call_id"]].popleft()
    return payload


def texts(blocks: list[Block]) -> list[str]:
    return [block["text"] for block in blocks if block["type"] == "text"]


def plain(role: str, name: str, text: str) -> dict[str, Any] | None:
    """A message that is its text; none where that is empty."""
    return {"role": role, "content": text} if text else None


def with_calls(message: dict[str, Any], tool_calls: list[dict[str, Any]]) -> dict[str, Any]:
    return {**message, "tool_calls": tool_calls} if tool_calls else message
