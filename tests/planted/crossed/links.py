"""How calls and results hang together: which of a round, answered where and by what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from planted.crossed.places import Place
from planted.crossed.qualities import of_output
from planted.crossed.standing import in_row, who

from pytest_promptfmt.conversation import Conversation, Thinking, ToolResult, ToolUse


def rounds_of(conversation: Conversation) -> list[list[ToolUse]]:
    """The calls of each message that calls."""
    found = ([block for block in message.blocks if isinstance(block, ToolUse)] for message in conversation.messages)
    return [calls for calls in found if calls]


def of_round(place: Place, id_: str) -> Iterator[str]:
    """Where a call stands among those of its round, and its round among all."""
    rounds = rounds_of(place.conversation)
    number = next((n for n, calls in enumerate(rounds) if any(call.id == id_ for call in calls)), None)
    if number is None:
        yield "of no call"
        return
    calls = rounds[number]
    yield from in_row("its call is", len(calls), next(i for i, call in enumerate(calls) if call.id == id_))
    yield from in_row("its round is", len(rounds), number)
    call = next(call for call in calls if call.id == id_)
    if sum(other.name == call.name for other in calls) > 1:
        yield "its tool is called twice in the round"
    if any(other.name == call.name for others in rounds[:number] for other in others):
        yield "its tool was called before"
    if any(o is not call and o.name == call.name and o.input == call.input for row in rounds for o in row):
        yield "another call has its name and arguments"
    if sum(other.id == id_ for row in rounds for other in row) > 1:
        yield "another call has its id"


def _answer(conversation: Conversation, id_: str) -> tuple[int, int, ToolResult] | None:
    return next(
        (
            (m, n, block)
            for m, message in enumerate(conversation.messages)
            for n, block in enumerate(message.blocks)
            if isinstance(block, ToolResult) and block.id == id_
        ),
        None,
    )


def of_call(place: Place, call: ToolUse) -> Iterator[str]:
    yield from of_round(place, call.id)
    yield "signed" if call.signature else "unsigned"
    if not any(tool.name == call.name for tool in place.conversation.tools):
        yield "its tool is not on offer"
    if "." in call.name:
        yield "its tool's name has a dot"
    if len(call.name) > 40:
        yield "its tool's name is long"
    others = [block for block in place.within.blocks if isinstance(block, ToolUse) and block is not call]
    if not call.input and any(other.input for other in others):
        yield "it alone has no arguments"
    if call.signature and any(not other.signature for other in others):
        yield "signed beside an unsigned call"
    thoughts = sum(isinstance(block, Thinking) for block in place.within.blocks)
    if thoughts:
        yield "a thought stands in its message" if thoughts == 1 else "thoughts stand in its message"
    answered = _answer(place.conversation, call.id)
    if answered is None:
        yield "unanswered"
        return
    m, _n, result = answered
    yield f"answered in role {place.conversation.messages[m].role}"
    yield f"answered {'in its message' if m == place.message else 'at once' if m == place.message + 1 else 'later'}"
    if result.is_error:
        yield "it failed"
    yield from (f"its {each}" for each in of_output(result.output) if _SHAPES.fullmatch(each))
    behind = place.conversation.messages[m + 1] if m + 1 < len(place.conversation.messages) else None
    yield f"its result is before {who(behind)}"


def of_result(place: Place, result: ToolResult) -> Iterator[str]:
    yield from of_round(place, result.id)
    yield "it failed" if result.is_error else "it did not fail"
    if result.name is None:
        yield "it has no name"
    results = [b for m in place.conversation.messages for b in m.blocks if isinstance(b, ToolResult)]
    if sum(other.output == result.output for other in results) > 1:
        yield "another result says the same"
    if result.is_error and any(not other.is_error for other in results):
        yield "another did not fail"
    call = next((c for calls in rounds_of(place.conversation) for c in calls if c.id == result.id), None)
    if call is not None and not call.input:
        yield "its call has no arguments"
    if call is not None and call.signature:
        yield "its call is signed"
    order = [c.id for calls in rounds_of(place.conversation) for c in calls]
    ids = [other.id for other in results]
    known = [order.index(id_) for id_ in ids if id_ in order]
    if known != sorted(known):
        yield "results come in another order"


_SHAPES = re.compile("output (is (null|an empty text|an empty list|media alone|a list.*)|has .*|begins .*)")
