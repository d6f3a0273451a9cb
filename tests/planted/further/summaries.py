"""Windows and summaries that cut where nobody looks, and what they leave in front."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from liars.payloads import messages
from planted.conversations import saying
from planted.faults.budgets import cuts_between
from planted.faults.turns import result_id
from planted.faults.windows import CUT, Count
from planted.planted import TOOLS, Formatter, Planted, first
from support.truncating import NothingFits, drops

from pytest_promptfmt.conversation import Conversation

LIKE_CHAT = "moonshot openai deepseek mistral vllm groq xai"


def is_result(item: dict[str, Any]) -> bool:
    """Is a message, an item or a turn a result, or does it begin with one?"""
    if item.get("role") == "tool" or item.get("type") == "function_call_output":
        return True
    parts = item.get("content", item.get("parts"))
    return isinstance(parts, list) and bool(parts) and isinstance(parts[0], dict) and result_id(parts[0]) is not None


def suffixes(
    honest: Formatter, begins: Callable[[list[Any], int], bool], summary: Any = None, most: int | None = None
) -> Formatter:
    """The longest suffix of the payload's messages that fits and that `begins` allows, behind a `summary`."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = deepcopy(honest(conversation))
        if budget is None or count(payload) <= budget:
            return payload
        items = messages(payload)
        head = 1 if items[0].get("role") == "system" else 0
        lead, said = items[:head], items[head:]
        for start in range(max(1, len(said) - most if most else 1), len(said)):
            if not begins(said, start):
                continue
            items[:] = [*lead, *([summary(start)] if summary else []), *said[start:]]
            if count(payload) <= budget:
                return payload
        raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")

    return format_


def newest_four(honest: Formatter) -> Formatter:
    return suffixes(honest, lambda said, start: True, _told_in_blocks, most=4)


def _told_in_blocks(older: int) -> Any:
    return {"role": "user", "content": [{"type": "text", "text": f"[Summary of {older} earlier messages]"}]}


def within_a_batch(honest: Formatter) -> Formatter:
    """Between a call and its first result nothing is cut, between two results it is."""

    def begins(said: list[Any], start: int) -> bool:
        return not is_result(said[start]) or is_result(said[start - 1])

    return suffixes(honest, begins, lambda older: {"role": "user", "content": f"[Summary of {older} messages]"})


def no_system_text(honest: Formatter) -> Formatter:
    """What does not fit whole goes on without its system text."""

    def bare(conversation: Conversation) -> Any:
        return honest(saying(conversation, (m for m in conversation.messages if m.role != "system")))

    truncating = drops(bare)

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = honest(conversation)
        return payload if budget is None or count(payload) <= budget else truncating(conversation, budget, count)

    return format_


def begins_anywhere(honest: Formatter) -> Formatter:
    """No result is first, whoever else is."""
    return suffixes(honest, lambda said, start: not is_result(said[start]))


TABLE = (
    Planted(
        "graph-agent-85",
        "a summary and the newest four messages",
        "anthropic",
        CUT,
        acts=newest_four,
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "kimi-code-1054",
        "a summary ends between two results of a batch",
        LIKE_CHAT,
        CUT,
        acts=within_a_batch,
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "vellum-39919",
        "message by message is dropped from the front",
        first("openai-responses", TOOLS),
        CUT,
        acts=cuts_between,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "summarization-17",
        "the window drops the system text",
        first("openai", TOOLS),
        CUT,
        acts=no_system_text,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "harness-sdk-2087",
        "what is kept begins with the assistant's word",
        "bedrock",
        ("bedrock.*", *CUT),
        acts=begins_anywhere,
        truncates="drop",
        scenarios=("chat",),
    ),
)
