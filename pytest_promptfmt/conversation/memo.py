"""What is worked out of a conversation once: it is frozen, so that an answer holds for as long as it is there.

A case's conversation is held against the payloads of all targets, and each comparison asks the same of it many times.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from weakref import ref

from pytest_promptfmt.conversation import Conversation

P = ParamSpec("P")
R = TypeVar("R")

_facts: dict[int, tuple[ref[Conversation], dict[Any, Any]]] = {}
"""By the conversation's id, which nothing else can have while it is there; they go with it."""


def memoized(
    ask: Callable[Concatenate[Conversation, P], R],
) -> Callable[Concatenate[Conversation, P], R]:
    """`ask`, whose answer about a conversation is kept: nobody may change it. What it is asked by can be hashed."""

    @wraps(ask)
    def answer(conversation: Conversation, /, *more: P.args, **named: P.kwargs) -> R:
        found = _facts.get(id(conversation))
        if found is None:
            found = _facts[id(conversation)] = ref(conversation, partial(_forget, id(conversation))), {}
        facts, key = found[1], (ask, *more, *named.items())
        if key not in facts:
            facts[key] = ask(conversation, *more, **named)
        known: R = facts[key]
        return known

    return answer


def _forget(gone: int, _: ref[Conversation]) -> None:
    _facts.pop(gone, None)
