"""Honest truncation around any formatter: the naive loop, in the ways that are right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from pytest_promptfmt.conversation import Conversation, Message, Text, ToolResult, ToolUse

Formatter = Callable[[Conversation], Any]


class NothingFits(ValueError):
    """The budget holds no suffix of the history."""


@dataclass(frozen=True, slots=True)
class Truncating:
    """An implementation of one target that truncates; `claim` is what it says of it."""

    target: str
    format_: Callable[..., Any]
    claim: str = "drop"

    @property
    def FORMATTERS(self) -> dict[str, Callable[..., Any]]:
        return {self.target: self.format_}

    @property
    def CAPABILITIES(self) -> dict[str, dict[str, str]]:
        return {self.target: {"truncation": self.claim}}


def units(conversation: Conversation) -> tuple[tuple[Message, ...], list[tuple[Message, ...]]]:
    """The system text, and the units behind it."""
    messages = list(conversation.messages)
    system = []
    while messages and messages[0].role == "system" and not _of(ToolResult, messages[0]):
        system.append(messages.pop(0))
    found: list[tuple[Message, ...]] = []
    while messages:
        unit = [messages.pop(0)]
        while {use.id for m in unit for use in _of(ToolUse, m)} & {r.id for m in messages for r in _of(ToolResult, m)}:
            unit.append(messages.pop(0))
        found.append(tuple(unit))
    return tuple(system), found


def _of(kind: Any, message: Message) -> list[Any]:
    return [block for block in message.blocks if isinstance(block, kind)]


def suffixes(conversation: Conversation) -> Iterator[Conversation]:
    """The conversation and what is left of it, unit by unit; the system text stays."""
    system, parts = units(conversation)
    for i in range(len(parts)):
        yield replace(conversation, messages=(*system, *(message for unit in parts[i:] for message in unit)))


def drops(formatter: Formatter, *, to_user: bool = False, summary: str = "") -> Callable[..., Any]:
    """Drops the oldest units until the rest fits; `to_user` goes on to a user's turn, `summary` is told instead."""

    def format_(conversation: Conversation, budget: int | None = None, count: Callable[[Any], int] = len) -> Any:
        if budget is None:
            return formatter(conversation)
        for i, rest in enumerate(suffixes(conversation)):
            kept = rest
            first = next((m for m in rest.messages if m not in units(conversation)[0]), None)
            if i and to_user and (first is None or first.role != "user" or _of(ToolResult, first)):
                continue
            if i and summary:
                at = len(units(conversation)[0])
                told = Message("user", "user", (Text(f"[{i} older units: {summary}]"),))
                kept = replace(rest, messages=(*rest.messages[:at], told, *rest.messages[at:]))
            try:
                payload = formatter(kept)
            except ValueError:
                continue  # the provider does not begin here
            if count(payload) <= budget:
                return payload
        raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")

    return format_
