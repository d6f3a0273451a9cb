"""Changing a call or a result when all is in order already, and ids in a payload."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

from planted.crossed.mechanisms import Sent, Written
from planted.crossed.places import Place, with_message

from pytest_promptfmt.conversation import Block, Conversation

PAIRED = ("fidelity.*call*", "fidelity.*result*", "*.tool-*", "*-answered", "*.function-*", "*.call-*")
"""Findings of calls and results that do not belong together."""


def site_of(said: Conversation, place: Place, kind: type) -> tuple[int, int] | None:
    """Where the call, or the result, of a place stands in what is about to be written: calls of one id in order."""
    alike = [
        block
        for message in place.conversation.messages
        for block in message.blocks
        if isinstance(block, kind) and block.id == place.at.id  # type: ignore[attr-defined]
    ]
    number = next(n for n, block in enumerate(alike) if block is place.at)
    found = [
        (m, n)
        for m, message in enumerate(said.messages)
        for n, block in enumerate(message.blocks)
        if isinstance(block, kind) and block.id == place.at.id  # type: ignore[attr-defined]
    ]
    return found[number] if number < len(found) else None


def written(kind: type, change: Callable[[Any, Conversation, int], list[Block] | None]) -> Written:
    """Other blocks in the place of a call or of a result, when all is in order already."""

    def changed(said: Conversation, place: Place) -> Conversation | None:
        site = site_of(said, place, kind)
        if site is None:
            return None
        m, n = site
        message = said.messages[m]
        blocks = change(message.blocks[n], said, m)
        if blocks is None:
            return None
        there = (*message.blocks[:n], *blocks, *message.blocks[n + 1 :])
        return with_message(said, m, replace(message, blocks=there))

    return changed


def with_id(number: int) -> Sent:
    """Another id in the payload, of the call (0) or of the result (1) that is told under it."""

    def changed(payload: Any, place: Place) -> Any:
        found = [keys for keys, value in walk(payload) if value == place.at.id and keys[-1] in _IDS]
        if len(found) != 2:
            return None
        *keys, last = found[number]
        there = deepcopy(payload)
        inner = there
        for key in keys:
            inner = inner[key]
        inner[last] = other(place.at.id)
        return there

    return changed


_IDS = ("id", "tool_call_id", "tool_use_id", "toolUseId", "call_id")


def walk(value: Any, keys: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value in a payload, with the keys that lead to it."""
    yield keys, value
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from walk(item, (*keys, key))


def other(name: str) -> str:
    return f"{name[:30]}x" if name[-1:] != "x" else f"{name[:30]}y"
