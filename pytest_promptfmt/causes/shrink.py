"""The smallest conversation that still shows a fault: what can be left out of a case is left out, and stays legal.

Left out are whole units (a message, or a call with everything up to the last of its results), then single calls with
their results, blocks, tools on offer, and the ends of long texts. A conversation is legal where any two neighbours in
it are neighbours in the case as well, or always may be: so what a provider takes stays what it takes. What a case
expects of payloads beside its conversation (a bad input, golden payloads, a template) does not hold for a part of it,
and such cases stay whole.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from math import inf
from typing import TypeAlias

from pytest_promptfmt.conversation import (
    Audio,
    Conversation,
    Document,
    Image,
    Message,
    Text,
    ToolResult,
    ToolUse,
    Video,
    blocks_of,
)
from pytest_promptfmt.conversation.cuts import cuts, head, rewritten
from pytest_promptfmt.corpus import Case
from pytest_promptfmt.corpus.case_files import restore_placeholders
from pytest_promptfmt.generation.cases import derived, is_generated

Shows: TypeAlias = Callable[[Case], bool]
"""Does the fault show on this case?"""


def can_shrink(case: Case, dialect: str) -> bool:
    """Does what the case asks hold for a part of it?"""
    return is_generated(case) or (not case.is_template and case.expects(dialect).demand == "carry")


def shrink(case: Case, shows: Shows, *, calls: int = 100, until: float = inf) -> Case:
    """The case with the smallest conversation that was found, itself where the fault does not show again.

    `shows` is called at most `calls` times, and not after `until` on `time.monotonic`. But for that, the answer depends
    on nothing but `shows`.
    """
    whole = case.conversation()
    legal = neighbours(whole) | _ALWAYS
    tried: set[str] = set()

    def holds(conversation: Conversation) -> bool:
        if len(tried) >= calls or time.monotonic() > until or not neighbours(conversation) <= legal:
            return False
        if (key := repr(conversation)) in tried:
            return False
        tried.add(key)
        return shows(_with(case, conversation))

    if not holds(whole):
        return case
    best = whole
    while (smaller := next(filter(holds, _smaller(best, units_only=case.budget is not None)), None)) is not None:
        best = smaller
    return case if best is whole else _with(case, best)


def _with(case: Case, conversation: Conversation) -> Case:
    document = conversation.to_json()
    smaller = replace(case, document=restore_placeholders(document, case.directory()) if case.files else document)
    return derived(smaller) if is_generated(case) else smaller


def _smaller(conversation: Conversation, *, units_only: bool) -> Iterator[Conversation]:
    """Every conversation that has a little less, those with the least first."""
    yield from _fewer_units(conversation)
    if not units_only:
        yield from _fewer_calls(conversation)
        yield from _fewer_blocks(conversation)
        yield from _fewer_tools(conversation)
        yield from _shorter_texts(conversation)


def _fewer_units(conversation: Conversation) -> Iterator[Conversation]:
    """A few units alone, then all but a run of units, the longest runs first."""
    messages = conversation.messages
    bounds = [*range(head(conversation)), *cuts(conversation), len(messages)]
    number = len(bounds) - 1
    for size in range(1, min(_FEW, number - 1) + 1):
        for first in range(number - size, -1, -1):
            yield replace(conversation, messages=messages[bounds[first] : bounds[first + size]])
    size = number
    while (size := size // 2) > 0:
        for first in range(number - size, -1, -1 if number <= _MANY else -size):
            start, end = bounds[first], bounds[first + size]
            yield replace(conversation, messages=messages[:start] + messages[end:])


_FEW, _MANY = 3, 50


def _fewer_calls(conversation: Conversation) -> Iterator[Conversation]:
    """Without one call and its results; a message that has nothing else goes with them."""
    ids = [block.id for block in blocks_of(conversation) if isinstance(block, ToolUse)]
    for id_ in dict.fromkeys(reversed(ids)):
        yield _without(conversation, id_)


def _fewer_blocks(conversation: Conversation) -> Iterator[Conversation]:
    """Without one block that is no part of a call, in a message that has others."""
    for i, message in enumerate(conversation.messages):
        for j, block in enumerate(message.blocks):
            if len(message.blocks) > 1 and not isinstance(block, (ToolUse, ToolResult)):
                rest = replace(message, blocks=message.blocks[:j] + message.blocks[j + 1 :])
                yield _replaced(conversation, i, rest)


def _fewer_tools(conversation: Conversation) -> Iterator[Conversation]:
    """With no more tools on offer than are called; a provider may want one where there are calls."""
    called = {b.name for b in blocks_of(conversation) if isinstance(b, ToolUse)}
    tools = tuple(tool for tool in conversation.tools if tool.name in called)
    if tools != conversation.tools and (tools or not called):
        yield replace(conversation, tools=tools)


_LONG = 60


def _shorter_texts(conversation: Conversation) -> Iterator[Conversation]:
    """With the beginning of one long text, up to the end of a word, that no other text has in it."""
    texts = [b.text for b in blocks_of(conversation) if isinstance(b, Text)]
    for i, message in enumerate(conversation.messages):
        for j, block in enumerate(message.blocks):
            if isinstance(block, Text) and len(block.text) > _LONG:
                for width in (_LONG // 2, len(block.text) // 2):
                    short = block.text[:width].rpartition(" ")[0]
                    if short.strip() == short and sum(short in text for text in texts) == 1 and short:
                        blocks = (*message.blocks[:j], Text(short), *message.blocks[j + 1 :])
                        yield _replaced(conversation, i, replace(message, blocks=blocks))


def _replaced(conversation: Conversation, i: int, message: Message) -> Conversation:
    messages = conversation.messages
    return replace(conversation, messages=(*messages[:i], message, *messages[i + 1 :]))


def _without(conversation: Conversation, id_: str) -> Conversation:
    return rewritten(conversation, lambda b: None if isinstance(b, (ToolUse, ToolResult)) and b.id == id_ else b)


Neighbours: TypeAlias = frozenset[tuple[str, str, bool]]


def neighbours(conversation: Conversation) -> Neighbours:
    """Which kinds of message follow each other, behind the leading system text; True where one speaker does."""
    messages = conversation.messages[head(conversation) :]
    if not messages:
        return frozenset({("start", "end", False)})
    found = {(_kind(a), _kind(b), a.name == b.name) for a, b in pairwise(messages)}
    return frozenset(found | {("start", _kind(messages[0]), False), (_kind(messages[-1]), "end", False)})


_ALWAYS: Neighbours = frozenset(
    (a, b, False)
    for a, b in (
        ("start", "user"),
        ("user", "assistant"),
        ("user", "call"),
        ("assistant", "user"),
        ("call", "results"),
        ("results", "assistant"),
        ("results", "end"),
        ("user", "end"),
    )
)


def _kind(message: Message) -> str:
    """What a provider minds of a message in the order of turns: who speaks, in words or not, or what is called."""
    answered = any(isinstance(block, ToolResult) for block in message.blocks)
    goes_on = answered and message.role == "assistant" and not isinstance(message.blocks[-1], ToolResult | ToolUse)
    behind = ", and the assistant's words" if goes_on else ""
    if any(isinstance(block, ToolUse) for block in message.blocks):
        return f"call{behind}" if message.role == "assistant" else f"call of {message.role}"
    if answered:
        return f"results{behind}"
    if any(isinstance(block, Text) and block.text.strip() for block in message.blocks):
        return message.role
    return f"{message.role} with {'media' if any(isinstance(block, _MEDIA) for block in message.blocks) else 'nothing'}"


_MEDIA = (Image, Audio, Video, Document)
