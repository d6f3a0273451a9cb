"""Fidelity where a request goes on from what the server holds: only what follows is asked.

Nobody sees the state. It is taken for the one that explains the payload best, of those that the provider's key allows:
up to an answer of the model's, any beginning, system text, or single items. What it may hold is not compared, and the
warning says so; what stands in it *and* in the payload is doubled, an error where every state that the rest allows
holds it, else a warning. System text may be sent with each request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from pytest_promptfmt.checks.fidelity.losses import loss, mild
from pytest_promptfmt.conversation import Conversation, Text
from pytest_promptfmt.payload.finding import Finding, errors, weight
from pytest_promptfmt.payload.state import State

Compared: TypeAlias = tuple[Finding, ...]
Compare: TypeAlias = Callable[[Conversation], Iterable[Finding]]

_MOST_TRIED = 30
_LOST = frozenset(
    f"fidelity.{slug}"
    for slug in ("lost-text", "altered-text", "lost-call", "lost-result", "lost-media", "lost-thinking")
)
_OMITTED = _LOST | {"fidelity.omitted-thinking"}
_NEW = frozenset(f"fidelity.{slug}" for slug in ("added-turn", "added-words", "invented-call", "invented-result"))


def beyond_state(conversation: Conversation, state: State | None, compare: Compare) -> Compared:
    """What `compare` finds wrong with what stands behind the state, and what is said of the state itself."""
    whole = tuple(compare(conversation))
    if state is None:
        return whole
    lost = {index for finding in whole if finding.id in _OMITTED for index in finding.about}
    if state.holds == "item":
        return _without_items(conversation, state, whole, compare)
    if not any(finding.is_error for finding in whole):
        return (*whole, *_unknown(conversation, state))
    ends = _ends(conversation, state)
    told = {n for n, message in enumerate(conversation.messages) if message.role == "system"} - lost
    tried = {end: tuple(compare(_emptied(conversation, {*range(end)} - told))) for end in ends[-_MOST_TRIED:]}
    end = min(tried, key=lambda each: (weight(tried[each]), each), default=0)
    found = tried.get(end, whole)
    if any(finding.id in _NEW for finding in found):
        last = max((index for index in lost if index < max(ends)), default=-1)
        end = next((each for each in ends if each > last), end)
        missing = {index for index in lost if index < end}
        resent = [index for index in range(end) if index not in missing | told and _speaks(conversation, index)]
        again = (*compare(_emptied(conversation, missing)), *_doubled(conversation, state, resent))
        found = again if resent else found
    if not end or errors(found) > errors(whole):
        return (*whole, *_unknown(conversation, state))
    return (*found, _held(state, tuple(sorted({*range(end)} - told))))


def _without_items(conversation: Conversation, state: State, whole: Compared, compare: Compare) -> Compared:
    """References stand for as many things of the model's as there are references."""
    gone = [finding for finding in whole if finding.id in _OMITTED and _is_answer(conversation, finding.about)]
    if not gone or len(gone) > state.items:
        return (*whole, _held(state, ()))
    about = {index for finding in gone for index in finding.about}
    rest = (finding for finding in compare(_emptied(conversation, about)) if not set(finding.about) & about)
    return (*rest, _held(state, tuple(sorted(about))))


def _is_answer(conversation: Conversation, about: tuple[int, ...]) -> bool:
    return bool(about) and all(conversation.messages[index].role == "assistant" for index in about)


def _ends(conversation: Conversation, state: State) -> list[int]:
    """How many messages the state can hold, from the smallest number on."""
    messages = conversation.messages
    match state.holds:
        case "answer":
            return [index + 1 for index, message in enumerate(messages) if message.role == "assistant"]
        case "beginning":
            return list(range(1, len(messages)))
        case _:
            others = (index for index, message in enumerate(messages) if message.role != "system")
            return [end] if (end := next(others, len(messages))) else []


def _emptied(conversation: Conversation, indexes: Iterable[int]) -> Conversation:
    """Without what these messages say; they stay, so that the others keep their numbers."""
    held = set(indexes)
    messages = (
        replace(message, blocks=()) if index in held else message for index, message in enumerate(conversation.messages)
    )
    return replace(conversation, messages=tuple(messages))


def _speaks(conversation: Conversation, index: int) -> bool:
    return any(not isinstance(block, Text) or block.text.strip() for block in conversation.messages[index].blocks)


def _doubled(conversation: Conversation, state: State, resent: Iterable[int]) -> Iterator[Finding]:
    for index in resent:
        who = conversation.messages[index].name
        message = f"message {index}, of {who}, is sent, and what came behind it is not: the server has both or neither"
        yield loss("doubled-state", state.path, message, (index,))


def _unknown(conversation: Conversation, state: State) -> Iterator[Finding]:
    """All is in the payload: nothing tells what the state holds, but that an answer ended it."""
    yield _held(state, ())
    answers = [index for index, message in enumerate(conversation.messages) if message.role == "assistant"]
    if state.holds == "answer" and answers:
        message = "the request goes on from an answer, and what stands before an answer is sent again"
        yield mild(loss("doubled-state", state.path, message, tuple(answers)))


def _held(state: State, held: tuple[int, ...]) -> Finding:
    what = {
        "item": "items are referred to by their ids, and nothing tells what they say",
        "system": "the system text may stand on the server, and nothing tells what it says",
    }.get(state.holds, "the request goes on from what the server holds, and nothing tells what that is")
    asked = f": {len(held)} of the conversation's messages were not compared" if held else ""
    return loss("server-state", state.path, what + asked, held)
