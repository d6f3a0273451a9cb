"""Truncation that is wrong in one way, around any formatter: each keeps what no law allows, at some budget or other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.payloads import messages

from pytest_promptfmt.conversation import Conversation, Message, Text
from support.truncating import Formatter, NothingFits, suffixes, units

Count = Callable[[Any], int]
Keeps = Callable[[Conversation], Iterable[Conversation]]
"""What is tried in turn; the first that fits is kept."""


def first_of(keeps: Keeps, *, spare: int = 0) -> Callable[[Formatter], Any]:
    """A truncation that keeps the first that fits, or that is over the budget by no more than `spare`."""

    def make(formatter: Formatter) -> Any:
        def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
            if budget is None:
                return formatter(conversation)
            for kept in keeps(conversation):
                payload = formatter(kept)
                if count(payload) <= budget + spare:
                    return payload
            raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")

        return format_

    return make


def of(conversation: Conversation, messages: Iterable[Message]) -> Conversation:
    return replace(conversation, messages=tuple(messages))


def without_system(conversation: Conversation) -> Iterator[Conversation]:
    """Takes the system text for the oldest turn."""
    yield conversation
    head = len(units(conversation)[0])
    yield from (of(conversation, rest.messages[head:]) for rest in suffixes(conversation))


def oldest(conversation: Conversation) -> Iterator[Conversation]:
    """Cuts the newest."""
    system, parts = units(conversation)
    kept = [(message for unit in parts[:i] for message in unit) for i in range(len(parts), 0, -1)]
    return (of(conversation, (*system, *messages)) for messages in kept)


def one_more(conversation: Conversation) -> Iterator[Conversation]:
    """Cuts one unit that would have fitted."""
    whole, *rest = suffixes(conversation)
    yield whole
    yield from rest[1:]


def halved(conversation: Conversation) -> Iterator[Conversation]:
    """Cuts half of what is left, and half again."""
    every = list(suffixes(conversation))
    at = 0
    while at < len(every):
        yield every[at]
        at = at + max(1, (len(every) - at) // 2)


def without_the_middle(conversation: Conversation) -> Iterator[Conversation]:
    """Keeps the first unit whatever happens."""
    system, (first, *rest) = units(conversation)
    for i in range(len(rest)):
        yield of(conversation, (*system, *first, *(message for unit in rest[i:] for message in unit)))


def shortened(conversation: Conversation) -> Iterator[Conversation]:
    """Takes the end of the oldest text away before it cuts the message."""
    for i, rest in enumerate(suffixes(conversation)):
        head = len(units(rest)[0])
        (oldest_, *newer) = rest.messages[head:]
        blocks = tuple(
            replace(b, text=b.text[: len(b.text) // 2]) if isinstance(b, Text) else b for b in oldest_.blocks
        )
        yield rest if i == 0 else of(rest, (*rest.messages[:head], replace(oldest_, blocks=blocks), *newer))


def inside_a_unit(formatter: Formatter) -> Any:
    """Cuts the payload's list anywhere, also between a call and its result."""

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        payload = deepcopy(formatter(conversation))
        rest = messages(payload)
        while budget is not None and count(payload) > budget:
            if len(rest) < 2:
                raise NothingFits(f"{budget} tokens hold nothing of {len(conversation.messages)} messages")
            del rest[1 if rest[0]["role"] == "system" else 0]
        return payload

    return format_


def empty_at_last(formatter: Formatter) -> Any:
    """An empty payload where nothing fits."""
    honest = first_of(suffixes)(formatter)

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        try:
            return honest(conversation, **({} if budget is None else {"budget": budget, "count": count}))
        except NothingFits:
            return []

    return format_


def if_there_is_a_budget(formatter: Formatter) -> Any:
    """Takes a budget of nothing, or of less, for none."""
    honest = first_of(suffixes)(formatter)

    def format_(conversation: Conversation, budget: int | None = None, count: Count = len) -> Any:
        return honest(conversation, budget=budget, count=count) if budget and budget > 0 else formatter(conversation)

    return format_


WRONG: dict[str, Callable[[Formatter], Any]] = {
    "cuts-inside-a-unit": inside_a_unit,
    "drops-the-system-text": first_of(without_system),
    "keeps-the-oldest": first_of(oldest),
    "is-over-the-budget": first_of(suffixes, spare=3),
    "cuts-one-more": first_of(one_more),
    "cuts-by-halves": first_of(halved),
    "cuts-the-middle": first_of(without_the_middle),
    "shortens-the-oldest": first_of(shortened),
    "sends-an-empty-list": empty_at_last,
    "takes-nothing-for-no-budget": if_there_is_a_budget,
}
