"""Families H and L: budgets that are not kept, pairs that are cut, a caller's list that is changed."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from liars.payloads import messages
from planted.conversations import of, saying
from planted.planted import TOOLS, Formatter, Planted, first
from support.truncating import NothingFits, drops

from pytest_promptfmt.conversation import Conversation, Message, Text

Count = Callable[[Any], int]
EVERY = f"{TOOLS} ollama-generate"


def replaces_the_callers(honest: Formatter) -> Formatter:
    """An assistant's message of text is another object in the caller's list."""

    def format_(conversation: Conversation) -> Any:
        payload = honest(conversation)
        changed = [
            Message(m.name, "assistant", (Text(m.text),)) if m.role == "assistant" and len(of(Text, m)) > 1 else m
            for m in conversation.messages
        ]
        object.__setattr__(conversation, "messages", tuple(changed))
        return payload

    return format_


def cuts_between(honest: Formatter) -> Formatter:
    """Counts the payload's messages, not calls: what is left may begin with a result."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = deepcopy(honest(conversation))
        if budget is None or count(payload) <= budget:
            return payload
        rest = messages(payload)
        head = 1 if rest[0].get("role") == "system" else 0
        first, said = rest[:head], rest[head:]
        kept = 0
        while kept < len(said):
            rest[:] = [*first, *said[len(said) - kept - 1 :]]
            if count(payload) > budget:
                break
            kept += 1
        if not kept:
            raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")
        rest[:] = [*first, *said[len(said) - kept :]]
        return payload

    return format_


def long_as_it_is(honest: Formatter) -> Formatter:
    """Where not even the newest fits, it is sent."""
    truncating = drops(honest)

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        try:
            return truncating(conversation, budget, count)
        except NothingFits:
            system = tuple(message for message in conversation.messages[:1] if message.role == "system")
            return honest(saying(conversation, (*system, conversation.messages[-1])))

    return format_


TABLE = (
    Planted(
        "langchain-ollama-36567",
        "an assistant's message of several texts is replaced in the caller's list",
        first("ollama", EVERY),
        ("purity.changed-input",),
        acts=replaces_the_callers,
    ),
    Planted(
        "sk-13608",
        "the history is cut between a call and its result",
        TOOLS,
        ("truncation.cut-call", "truncation.not-a-suffix", "truncation.altered", "*.tool-result-has-*"),
        acts=cuts_between,
        truncates="drop",
        scenarios=("chat",),  # a history is one message, in which there is nothing to cut
    ),
    Planted(
        "litellm-742",
        "a newest message that does not fit is sent all the same",
        EVERY,
        ("truncation.over-budget", "truncation.no-error"),
        acts=long_as_it_is,
        truncates="drop",
    ),
)
