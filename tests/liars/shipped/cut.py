"""Family H, truncation: pairs of call and result cut apart, budgets that are not kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support.truncating import drops

from liars.liar import liars_of
from liars.shipped.ledger import case_of, fault
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation import Conversation

openai = FORMATTERS["openai.chat"]


def by_message(conversation: Conversation, budget: int | None = None, count: Callable[[Any], int] = len) -> Any:
    """Drops one message after the other, whatever it is."""
    payload = openai(conversation)
    while budget is not None and count(payload) > budget:
        payload = payload[1:]
    return payload


ORPHANED = fault(
    "sk-13608",
    "openai.chat",
    "truncation.cut-call",
    case=case_of(
        "sk-13608",
        {"role": "user", "content": "q0"},
        {"role": "assistant", "content": "a0"},
        {"role": "user", "content": "q1"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "w", "input": {}}]},
        {"role": "tool", "content": [{"type": "tool_result", "id": "c1", "name": "w", "output": "18C"}]},
        {"role": "assistant", "content": "done"},
        budget={"tokens": 40},
    ),
    also=("openai.tool-result-has-call",),
    truncates="drop",
    wrong=by_message,
    right=drops(openai),
)


def whole(conversation: Conversation, budget: int | None = None, count: Callable[[Any], int] = len) -> Any:
    """A single message is sent as it is, be it longer than the budget."""
    payload = openai(conversation)
    while budget is not None and count(payload) > budget and len(payload) > 1:
        payload = payload[1:]
    return payload


TOO_LONG = fault(
    "litellm-742",
    "openai.chat",
    "truncation.over-budget",
    case=case_of("litellm-742", {"role": "user", "content": "A very long text. " * 40}, budget={"tokens": 50}),
    truncates="drop",
    wrong=whole,
    right=drops(openai),
)

LIARS = liars_of(globals())
