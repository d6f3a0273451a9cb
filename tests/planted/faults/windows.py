"""Windows that orphan results, cut them, or keep nothing; the assistant's word sent last; marks for caches."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import by, messages, respelled
from planted.conversations import MARK, by_message, of, saying
from planted.faults.budgets import cuts_between
from planted.planted import TOOLS, Formatter, Planted, first
from support.truncating import NothingFits, drops

from pytest_promptfmt.conversation import Conversation, Message, Text, ToolResult

Count = Callable[[Any], int]
CUT = ("truncation.*", "*.tool-result-has-*", "fidelity.*")


def keeps_the_first(honest: Formatter) -> Formatter:
    """The first message stays, then the newest by their number: what follows the first may be a result."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = deepcopy(honest(conversation))
        if budget is None or count(payload) <= budget:
            return payload
        items = messages(payload)
        head, said = items[:1], items[1:]
        for kept in range(len(said) - len(said) % 2, -1, -2):
            items[:] = [*head, *said[len(said) - kept :]]
            if count(payload) <= budget and kept:
                return payload
        raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")

    return format_


def no_history(honest: Formatter) -> Formatter:
    """What does not fit is the system text and the user's last word."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = honest(conversation)
        if budget is None or count(payload) <= budget:
            return payload
        system = [m for m in conversation.messages[:1] if m.role == "system"]
        users = [m for m in conversation.messages if m.role == "user" and of(Text, m) and not of(ToolResult, m)]
        payload = honest(saying(conversation, (*system, *users[-1:])))
        if count(payload) > budget:
            raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")
        return payload

    return format_


def results_first(honest: Formatter) -> Formatter:
    """Before anything is dropped, results are cut."""
    truncating = drops(honest)

    def cut(block: Any) -> Any:
        if isinstance(block, ToolResult) and isinstance(block.output, str) and len(block.output) > 8:
            return replace(block, output=f"{block.output[:8]} [truncated]")
        return block

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = honest(conversation)
        if budget is None or count(payload) <= budget:
            return payload
        return truncating(
            by_message(conversation, lambda m: [replace(m, blocks=tuple(map(cut, m.blocks)))]), budget, count
        )

    return format_


def and_a_mark(conversation: Conversation) -> Conversation:
    """Behind the assistant's last word a user's, which is a mark."""
    last = conversation.messages[-1] if conversation.messages else None
    if last is None or last.role != "assistant" or not any(text.text.strip() for text in of(Text, last)):
        return conversation
    return saying(conversation, (*conversation.messages, Message("user", "user", (Text(MARK),))))


def without_the_mark(payload: Any, given: Conversation) -> Any:
    kept = [turn for turn in messages(payload) if MARK not in str(turn)]
    messages(payload)[:] = kept
    return payload


# marks for caches

CACHED = {"cache_control": {"type": "ephemeral"}}


def every_user(payload: Any, given: Conversation) -> Any:
    """The system text and each turn have a mark on their last block."""
    if isinstance(payload, dict) and isinstance(payload.get("system"), list):
        payload["system"][-1] |= CACHED
    for turn in messages(payload):
        if turn["content"] and "thinking" not in turn["content"][-1]["type"]:
            turn["content"][-1] |= CACHED
    return payload


def last_two(payload: Any, given: Conversation) -> Any:
    """The last block of the last two turns has a mark, whatever it is."""
    for turn in messages(payload)[-2:]:
        if turn["content"]:
            turn["content"][-1] |= CACHED
    return payload


def ends_in_marks(conversation: Conversation) -> Conversation:
    """A mark in the place of an empty text that ends a user's turn."""

    def marked(message: Message) -> list[Message]:
        empty = message.role == "user" and message.blocks and message.blocks[-1] == Text("")
        return [replace(message, blocks=(*message.blocks[:-1], Text(MARK))) if empty else message]

    return by_message(conversation, marked)


def cached_and_empty(payload: Any, given: Conversation) -> Any:
    for turn in by("user", payload)[-1:]:
        if turn["content"]:
            turn["content"][-1] |= CACHED
    return respelled(payload, MARK, "")


TABLE = (
    Planted(
        "oasis-70",
        "the window drops a call and keeps its result",
        "openai",
        CUT,
        acts=cuts_between,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "open-multi-agent-193",
        "the window keeps the first message and the newest by their number",
        first("anthropic", TOOLS),
        CUT,
        acts=keeps_the_first,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "ai-agent-book-198",
        "the window has no history",
        first("openai", TOOLS),
        CUT,
        acts=no_history,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "harness-sdk-1837",
        "results are cut before old messages are dropped",
        first("bedrock", TOOLS),
        CUT,
        acts=results_first,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "mastra-14953",
        "the assistant's word is sent last",
        "anthropic",
        ("anthropic.*prefill*", "anthropic.*"),
        hears=and_a_mark,
        sends=without_the_mark,
    ),
    Planted(
        "soleur-3250",
        "the assistant's word is sent last",
        "bedrock",
        ("bedrock.*prefill*", "bedrock.*"),
        hears=and_a_mark,
        sends=without_the_mark,
    ),
    Planted(
        "bike4mind-2208", "every turn has a mark for the cache", "anthropic", ("anthropic.cache-*",), sends=every_user
    ),
    Planted(
        "vellum-23678",
        "a thought has a mark for the cache",
        "anthropic",
        ("anthropic.cache-*", "schema.*"),
        sends=last_two,
    ),
    Planted(
        "dario-1066",
        "an empty text at the end has a mark for the cache",
        "anthropic",
        ("anthropic.*",),
        hears=ends_in_marks,
        sends=cached_and_empty,
    ),
)
