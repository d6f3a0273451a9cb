"""Budgets: how many tokens a payload may have, how the kit counts them, and where a history may be cut.

A case states its budget as ``{"of_full": 0.5}`` (that part of the whole payload), ``{"full_minus": 1}`` or
``{"tokens": 12}``. A legal cut lies between units: a message, or a call with everything up to the last of its results.
The system text that a conversation begins with belongs to no unit, and is never cut.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, cast

from pytest_promptfmt.conversation import Conversation, Message, RedactedThinking, Thinking, ToolResult, ToolUse
from pytest_promptfmt.plain import plain

Measure: TypeAlias = Literal["of_full", "full_minus", "tokens"]
MEASURES: tuple[Measure, ...] = ("of_full", "full_minus", "tokens")


@dataclass(frozen=True, slots=True)
class Budget:
    """`amount` is a part of the whole (``of_full``), or a number of tokens, which may be none or less than none."""

    measure: Measure
    amount: float

    def tokens(self, full: int) -> int:
        """The number of tokens, where the whole payload has `full`."""
        match self.measure:
            case "of_full":
                return int(full * self.amount)
            case "full_minus":
                return full - int(self.amount)
            case "tokens":
                return int(self.amount)

    def __str__(self) -> str:
        match self.measure:
            case "of_full":
                return f"{self.amount:g} of the whole"
            case "full_minus":
                return f"{self.amount:g} tokens less than the whole"
            case "tokens":
                return f"{self.amount:g} tokens"


def budget_from_json(value: Mapping[str, float]) -> Budget:
    """The budget in a case; raises `ValueError` where it is none."""
    if len(value) != 1 or not value.keys() <= set(MEASURES):
        raise ValueError(f"a budget has one of the keys {', '.join(MEASURES)}, not {', '.join(value) or 'none'}")
    ((measure, amount),) = value.items()
    return Budget(cast(Measure, measure), amount)


def count(payload: Any) -> int:
    """The kit's counter: a quarter of the bytes of the payload as compact JSON in UTF-8, rounded up."""
    try:
        text = _compact(payload)
    except (TypeError, ValueError, RecursionError):  # bytes, objects, keys that are no strings: as near as can be
        text = _compact(plain(payload, layer="sdk")[0])
    return -(-len(text.encode("utf-8", "surrogatepass")) // 4)


def _compact(payload: Any) -> str:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))


def head(conversation: Conversation) -> int:
    """How many messages are the system text that the conversation begins with."""
    number = 0
    for message in conversation.messages:
        if message.role != "system" or any(isinstance(block, ToolResult) for block in message.blocks):
            break
        number += 1
    return number


def cuts(conversation: Conversation) -> list[int]:
    """Where a kept suffix may begin, the longest first; the first is the end of the system text: nothing is cut."""
    ends = _ends(conversation)
    legal: list[int] = []
    closed = head(conversation)  # every call so far has its last result before this message
    for i in range(closed, len(ends)):
        if i >= closed:
            legal.append(i)
        closed = max(closed, ends[i])
    return legal


def _ends(conversation: Conversation) -> list[int]:
    """For each message, behind which one the last result of its calls stands; an id may be used again."""
    ends: list[int] = []
    results: dict[str, int] = {}
    for i, message in reversed(list(enumerate(conversation.messages))):
        end = i + 1
        for block in reversed(message.blocks):
            if isinstance(block, ToolResult):
                results.setdefault(block.id, i + 1)
            elif isinstance(block, ToolUse):
                end = max(end, results.pop(block.id, end))
        ends.append(end)
    return ends[::-1]


def suffix(conversation: Conversation, cut: int) -> Conversation:
    """The conversation from `cut` on, behind its system text."""
    messages = conversation.messages
    return replace(conversation, messages=messages[: head(conversation)] + messages[cut:])


def is_users_turn(message: Message) -> bool:
    """Does a user say something here?"""
    silent = (ToolUse, ToolResult, Thinking, RedactedThinking)
    return message.role == "user" and any(not isinstance(block, silent) for block in message.blocks)
