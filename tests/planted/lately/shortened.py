"""Windows and system text of the eleventh collection."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from liars.payloads import by, messages
from planted.collected import meant
from planted.conversations import by_result, saying
from planted.planted import Formatter, Planted
from support.truncating import NothingFits, drops

from pytest_promptfmt.conversation import Conversation, ToolResult


def halves_of_system_text(honest: Formatter) -> Formatter:
    """Where everything is system text it is history like any other."""
    truncating = drops(honest)

    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        said = conversation.messages
        payload = honest(conversation)
        if budget is None or count(payload) <= budget or any(message.role != "system" for message in said):
            return truncating(conversation, budget, count)
        return honest(saying(conversation, said[len(said) // 2 :]))

    return format_


def the_newest_alone(honest: Formatter) -> Formatter:
    """Where little is too much nothing is kept but the newest item."""
    truncating = drops(honest, summary="told before")

    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        payload = deepcopy(honest(conversation))
        if budget is None or count(payload) <= budget or count(payload) > 1.5 * budget:
            return truncating(conversation, budget, count)
        items = messages(payload)
        head = 1 if items[0].get("role") in ("system", "developer") else 0
        items[head:-1] = [{"role": "user", "content": "[Summary of what was said before]"}]
        if count(payload) > budget:
            raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")
        return payload

    return format_


def compacted(honest: Formatter) -> Formatter:
    """Results go before anything else goes."""
    truncating = drops(honest)

    def format_(conversation: Conversation, budget: int | None = None, count: Any = len) -> Any:
        if budget is None or count(honest(conversation)) <= budget:
            return honest(conversation)
        gone = by_result(conversation, lambda result: ToolResult(result.id, result.name, "[compacted]"))
        return truncating(gone, budget, count)

    return format_


def empty_first(payload: Any, given: Conversation) -> Any:
    """A system message without words goes out."""
    first = given.messages[0] if given.messages else None
    if first and first.role == "system" and not first.text.strip():
        messages(payload).insert(0, {"role": "system", "content": ""})
    return payload


def of_the_developers(payload: Any, given: Conversation) -> Any:
    for message in by("system", payload):
        message["role"] = "developer"
    return payload


TABLE = (
    Planted(
        "astrbot-8855",
        "where everything is system text the older half of it is dropped",
        "openai",
        meant("astrbot-8855"),
        acts=halves_of_system_text,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "pi-smart-compact-13",
        "where little is too much the newest item alone is kept",
        "openai-responses",
        meant("pi-smart-compact-13"),
        acts=the_newest_alone,
        truncates="summarise",
        scenarios=("chat",),
    ),
    Planted(
        "openclaw-28962",
        "results are told as [compacted] where it does not fit",
        "anthropic openai",
        meant("openclaw-28962"),
        acts=compacted,
        truncates="drop",
        scenarios=("chat",),
    ),
    Planted(
        "anything-analyzer-32",
        "an empty system message stands first",
        "moonshot",
        meant("anything-analyzer-32"),
        sends=empty_first,
    ),
    Planted(
        "openclaw-22194",
        "system text is a message of role developer",
        "moonshot",
        meant("openclaw-22194"),
        sends=of_the_developers,
    ),
)
