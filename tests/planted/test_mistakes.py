"""Mistakes that programs make: the first of several alone, one kind where another stands beside it, found by its name.

Each is made wherever it can be, in every conversation of a chat, and two cases tell it by an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from planted.conversations import blocks, by_block, by_message, by_result, inside, of, saying
from planted.crossed.counting import enumerated
from planted.crossed.mechanisms import Mechanism
from planted.crossed.places import Place
from planted.crossed.telling import errors, honest, planted

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Document,
    Image,
    Media,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)
from pytest_promptfmt.corpus import case_files

ENOUGH, TRIES = 2, 40
Deed = Callable[[Conversation], Conversation]
Pick = Callable[[list[Any]], list[Any]]
THOUGHT = (Thinking, RedactedThinking)
KINDS: dict[str, Any] = {"text": Text, "thought": THOUGHT, "call": ToolUse, "image": Image, "document": Document}
PICKS: dict[str, Pick] = {
    "the first": lambda found: found[:1],
    "the last": lambda found: found[-1:],
    "all but the first": lambda found: found[1:],
    "all but the last": lambda found: found[:-1],
}


def without_calls(conversation: Conversation, gone: set[str]) -> Conversation:
    """Without these calls and their results."""
    return by_block(conversation, lambda b, _: [] if isinstance(b, ToolUse | ToolResult) and b.id in gone else [b])


def of_several(kind: Any, pick: Pick) -> Deed:
    """Of several of a kind in one message those alone that are picked."""

    def changed(conversation: Conversation) -> Conversation:
        lost: list[Block] = []
        for message in conversation.messages:
            found = of(kind, message)
            lost += [each for each in found if len(found) > 1 and not any(each is one for one in pick(found))]
        if kind is ToolUse:
            return without_calls(conversation, {call.id for call in lost if isinstance(call, ToolUse)})
        return by_block(conversation, lambda block, _: [] if any(block is each for each in lost) else [block])

    return changed


def where(kind: Any, other: Any) -> Deed:
    """Of a kind nothing where another stands in the message."""

    def changed(conversation: Conversation) -> Conversation:
        if kind is ToolUse:
            return without_calls(
                conversation, {c.id for m in conversation.messages if of(other, m) for c in of(kind, m)}
            )
        return by_block(conversation, lambda b, m: [] if isinstance(b, kind) and of(other, m) else [b])

    return changed


def behind(kind: Any, other: Any) -> Deed:
    """Of a kind nothing behind the first of another."""

    def kept(message: Message) -> list[Message]:
        first = next((i for i, block in enumerate(message.blocks) if isinstance(block, other)), len(message.blocks))
        rest = (block for i, block in enumerate(message.blocks) if i < first or not isinstance(block, kind))
        return [replace(message, blocks=tuple(rest))]

    return lambda conversation: by_message(conversation, kept)


def once(key: Callable[[Block], Any]) -> Deed:
    """What has been said is not said again; None is said as often as it is."""

    def changed(conversation: Conversation) -> Conversation:
        known: list[Any] = []

        def kept(block: Block, message: Message) -> list[Block]:
            said = key(block)
            if said is None or said not in known:
                known.append(said)
                return [block]
            return []

        return by_block(conversation, kept)

    return changed


def calls_once(conversation: Conversation) -> Conversation:
    """The same call is made once."""
    calls = blocks(ToolUse, conversation)
    same = [c for i, c in enumerate(calls) if any((o.name, o.input) == (c.name, c.input) for o in calls[:i])]
    return without_calls(conversation, {call.id for call in same})


def cleared(kept: int) -> Deed:
    """Of all results the newest say something."""

    def changed(conversation: Conversation) -> Conversation:
        old = blocks(ToolResult, conversation)[: -kept or None]
        return by_result(conversation, lambda r: replace(r, output="[cleared]") if any(r is o for o in old) else r)

    return changed


def in_the_last_turn(kind: Any) -> Deed:
    """Media and thoughts stay in the last turn of their speaker alone."""

    def changed(conversation: Conversation) -> Conversation:
        last = {message.role: message for message in conversation.messages if not of(ToolResult, message)}
        return by_block(conversation, lambda b, m: [] if isinstance(b, kind) and m is not last.get(m.role) else [b])

    return changed


def parts(pick: Callable[[tuple[Any, ...]], Any]) -> Deed:
    """Of what a result holds that which is picked."""
    return lambda conversation: by_result(
        conversation, lambda r: replace(r, output=tuple(pick(inside(r)))) if len(inside(r)) > 1 else r
    )


def newest(number: int) -> Deed:
    def changed(conversation: Conversation) -> Conversation:
        said = conversation.messages[-number:]
        return conversation if of(ToolResult, said[0]) else saying(conversation, said)

    return changed


MISTAKES: dict[str, Deed] = {
    **{
        f"of each {name} {which}": of_several(kind, pick)
        for name, kind in KINDS.items()
        for which, pick in PICKS.items()
    },
    "no text beside calls": where(Text, ToolUse),
    "no text beside thoughts": where(Text, THOUGHT),
    "no calls beside text": where(ToolUse, Text),
    "no calls beside thoughts": where(ToolUse, THOUGHT),
    "no thought beside calls": where(THOUGHT, ToolUse),
    "no thought beside text": where(THOUGHT, Text),
    "no image beside text": where(Image, Text),
    "no text beside an image": where(Text, Image),
    "no image beside a document": where(Image, Document),
    "no text behind a call": behind(Text, ToolUse),
    "no thought behind a call": behind(THOUGHT, ToolUse),
    "no thought behind text": behind(THOUGHT, Text),
    "the same text once": once(lambda block: block.text if isinstance(block, Text) else None),
    "the same image once": once(lambda block: block.source if isinstance(block, Image) else None),
    "the same call once": calls_once,
    **{f"the newest {number} results": cleared(number) for number in (0, 1, 2, 3)},
    "media of the last turn": in_the_last_turn(Media),
    "thoughts of the last turn": in_the_last_turn(THOUGHT),
    "the first part": parts(lambda found: found[:1]),
    "the last part": parts(lambda found: found[-1:]),
    "texts among parts": parts(lambda found: [part for part in found if isinstance(part, Text)]),
    "media among parts": parts(lambda found: [part for part in found if isinstance(part, Media)] or found),
    **{f"the newest {number} messages": newest(number) for number in (5, 10, 20)},
}


def made() -> Iterator[tuple[str, Mechanism]]:
    return (
        (name, Mechanism(name, (), (), lambda place, deed=deed: deed(place.conversation)))
        for name, deed in MISTAKES.items()
    )


@cache
def told(dialect: str) -> dict[str, int]:
    """How many cases tell each mistake, until there are enough of them."""
    found, tried = dict.fromkeys(MISTAKES, 0), dict.fromkeys(MISTAKES, 0)
    for case in enumerated():
        right = honest(dialect, case)
        if right is ... or errors(dialect, case, right):
            continue
        for name, mechanism in made():
            if found[name] >= ENOUGH or tried[name] >= TRIES:
                continue
            payload = planted(dialect, mechanism, Place(case.said(), "conversation", 0, 0), right)
            if payload is not ...:
                tried[name] += 1
                found[name] += bool(errors(dialect, case, payload))
        if case.files:
            case_files.remove_root()
    return found


NOWHERE = {"openai": ("thought", "beside thoughts")}
"""What a dialect has no place for."""


@pytest.mark.slow
@pytest.mark.parametrize("dialect", ["openai", "anthropic", "gemini"])
def test_two_cases_tell_each_mistake(dialect: str) -> None:
    asked = {name for name in MISTAKES if not any(word in name for word in NOWHERE.get(dialect, ()))}

    assert {name: number for name, number in told(dialect).items() if name in asked and number < ENOUGH} == {}
