"""Windows and summaries of the tenth collection, and a text that is cut where it is long."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import messages
from planted.collected import meant
from planted.conversations import by_block
from planted.further.arguments import EVERY
from planted.further.summaries import is_result, suffixes
from planted.planted import Formatter, Planted, first
from support.truncating import NothingFits

from pytest_promptfmt.conversation import Block, Conversation, Message, Text, ToolResult

UNITS = 32_000
"""UTF-16 units from which on llumiverse cut a text."""


def units_of(text: str) -> str:
    data = text.encode("utf-16-le", "surrogatepass")
    if len(data) <= 2 * UNITS:
        return text
    return data[: 2 * UNITS].decode("utf-16-le", "surrogatepass") + "\n[truncated]"


def long_cut(conversation: Conversation) -> Conversation:
    def cut(block: Block, message: Message) -> list[Block]:
        match block:
            case Text(text):
                return [replace(block, text=units_of(text))]
            case ToolResult(output=str(output)):
                return [replace(block, output=units_of(output))]
            case ToolResult(output=tuple(output)):
                items = (replace(i, text=units_of(i.text)) if isinstance(i, Text) else i for i in output)
                return [replace(block, output=tuple(items))]
        return [block]

    return by_block(conversation, cut)


def _summary(older: int) -> Any:
    return {"role": "user", "content": f"[Summary of {older} earlier messages]"}


def one_before_a_result(honest: Formatter) -> Formatter:
    """Where the window would begin with a result it begins one before."""

    def begins(said: list[Any], start: int) -> bool:
        return not is_result(said[start]) or (start + 1 < len(said) and is_result(said[start + 1]))

    return suffixes(honest, begins, _summary)


def by_pairs(honest: Formatter) -> Formatter:
    """From the front a call goes with the output right behind it, and any other item goes alone."""

    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        payload = deepcopy(honest(conversation))
        items = messages(payload)
        head = 1 if items and items[0].get("role") in ("system", "developer") else 0
        while budget is not None and count(payload) > budget:
            if len(items) <= head + 1:
                raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")
            pair = [item.get("type") for item in items[head : head + 2]] == ["function_call", "function_call_output"]
            del items[head : head + (2 if pair else 1)]
        return payload

    return format_


def twice_behind_a_summary(honest: Formatter) -> Formatter:
    """Where a summary stands, the first turn of several results has them twice."""
    cut = suffixes(honest, lambda said, start: not is_result(said[start]), _summary)

    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        payload = cut(conversation, budget, count)
        for turn in messages(payload) if payload != honest(conversation) else ():
            parts = turn["content"] if isinstance(turn["content"], list) else []
            results = [part for part in parts if part.get("type") == "tool_result"]
            if len(results) > 1:
                turn["content"] = [*results, *parts]
                if budget is None or count(payload) <= budget:
                    return payload
                turn["content"] = parts
        return payload

    return format_


TABLE = (
    Planted(
        "llumiverse-462",
        "a text of over 32,000 UTF-16 units is cut there",
        first("gemini", EVERY),
        meant("llumiverse-462"),
        hears=long_cut,
    ),
    Planted(
        "openhermit-242",
        "what is kept begins one before a result",
        "minimax openai moonshot",
        meant("openhermit-242"),
        acts=one_before_a_result,
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "omnigent-2449",
        "the oldest are dropped, a call with the output right behind it",
        "openai-responses",
        meant("omnigent-2449"),
        acts=by_pairs,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "atomic-2051",
        "behind a summary the results of parallel calls are there twice",
        "anthropic",
        meant("atomic-2051"),
        acts=twice_behind_a_summary,
        truncates="summarise",
        scenarios=("chat",),
    ),
)
