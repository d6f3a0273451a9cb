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
    """The system text, and the units behind it: a result belongs to the last call of its id."""
    messages = list(conversation.messages)
    system = []
    while messages and messages[0].role == "system" and not _of(ToolResult, messages[0]):
        system.append(messages.pop(0))
    latest: dict[str, int] = {}
    reaches = list(range(len(messages)))
    for i, message in enumerate(messages):
        for block in message.blocks:
            if isinstance(block, ToolUse):
                latest[block.id] = i
            elif isinstance(block, ToolResult) and block.id in latest:
                reaches[latest[block.id]] = i
    found: list[tuple[Message, ...]] = []
    unit: list[Message] = []
    end = 0
    for i, message in enumerate(messages):
        unit.append(message)
        end = max(end, reaches[i])
        if i == end:
            found.append(tuple(unit))
            unit, end = [], i + 1
    return tuple(system), found


def _of(kind: Any, message: Message) -> list[Any]:
    return [block for block in message.blocks if isinstance(block, kind)]


def suffixes(conversation: Conversation) -> Iterator[Conversation]:
    """The conversation and what is left of it, unit by unit; the system text stays."""
    system, parts = units(conversation)
    for i in range(len(parts)):
        yield replace(conversation, messages=(*system, *(message for unit in parts[i:] for message in unit)))


def drops(formatter: Formatter, *, to_user: bool = False, summary: str = "") -> Callable[..., Any]:
    """Drops the oldest units until the rest fits; `to_user` goes on to a user's turn, `summary` is told instead.

    What fits is found by adding unit after unit to the newest, so that a long history and a small budget take no time.
    """

    def format_(conversation: Conversation, budget: int | None = None, count: Callable[[Any], int] = len) -> Any:
        if budget is None:
            return formatter(conversation)
        payload = formatter(conversation)
        found = payload if count(payload) <= budget else None
        system, parts = units(conversation)
        rest: tuple[Message, ...] = ()
        for i in reversed(range(1, len(parts) if found is None else 1)):
            rest = (*parts[i], *rest)
            told = Message("user", "user", (Text(f"[{i} older units: {summary}]"),))
            if to_user and (rest[0].role != "user" or _of(ToolResult, rest[0])):
                continue
            try:
                payload = formatter(replace(conversation, messages=(*system, *((told,) if summary else ()), *rest)))
            except ValueError:
                continue  # the provider does not begin here
            if count(payload) > budget:
                break
            found = payload
        if found is None:
            raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")
        return found

    return format_


def halves(formatter: Formatter) -> Callable[..., Any]:
    """Keeps the longest that fits, found by halving, since a shorter one never has more tokens."""

    def format_(conversation: Conversation, budget: int | None = None, count: Callable[[Any], int] = len) -> Any:
        if budget is None:
            return formatter(conversation)
        low, found, fitting = 0, None, list(suffixes(conversation))
        high = len(fitting)
        while low < high:
            middle = (low + high) // 2
            payload = _formatted(formatter, fitting[middle:])
            if payload is not None and count(payload) > budget:
                low = middle + 1
            else:
                high, found = middle, payload or found
        if found is None:
            raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")
        return found

    return format_


def _formatted(formatter: Formatter, conversations: list[Conversation]) -> Any:
    """The payload of the first that the provider lets begin."""
    for conversation in conversations[:3]:
        try:
            return formatter(conversation)
        except ValueError:
            continue
    return None
