"""Conditions: what can be said of a place and of what stands around it, each as a short sentence.

A real fault is confined to one of them: the second of two calls, a text behind an image, an empty list.
"""

from __future__ import annotations

from collections.abc import Iterator

from planted.conditions import OF_CALLS, OF_TEXTS
from planted.crossed.links import of_call, of_result, of_round
from planted.crossed.places import Place
from planted.crossed.qualities import of_arguments, of_id, of_media, of_output, of_text, of_value
from planted.crossed.schemas import of_parameter, of_tool, words_of_parameter
from planted.crossed.standing import among_its_kind, in_row, of_message, within_message

from pytest_promptfmt.conversation import Conversation, Text, Thinking, ToolResult, ToolUse
from pytest_promptfmt.conversation.memo import memoized

SUBJECTS = ("whole", "stands", "linked", "says", "id")
"""What a condition is about: the conversation, where the place stands, calls and results, what it says, its id."""


def surroundings(place: Place) -> dict[str, str]:
    """Every condition that holds at a place, with what it is about."""
    found: dict[str, str] = {}
    for subject in SUBJECTS:
        for condition in _ABOUT[subject](place):
            found.setdefault(condition, subject)
    return found


def _whole(place: Place) -> Iterator[str]:
    yield "anywhere"
    if place.kind not in ("tool", "parameter"):
        known = OF_TEXTS if place.kind.endswith(("text", "thought", "medium")) else {**OF_TEXTS, **OF_CALLS}
        yield from (name for name in of_conversation(place.conversation) if name in known or name in _FURTHER)


def _stands(place: Place) -> Iterator[str]:
    match place.kind:
        case "tool":
            yield from of_tool(place)
            return
        case "parameter":
            yield from of_parameter(place)
            return
        case "argument":
            yield from in_row("its key is", len(place.at.input), list(place.at.input).index(place.path[0]))
        case "part of a result":
            yield from _of_part(place)
    yield from of_message(place)
    yield from within_message(place)
    yield from among_its_kind(place)


def _linked(place: Place) -> Iterator[str]:
    match place.kind, place.at if place.message >= 0 else None:
        case "argument", ToolUse() as call:
            yield from of_round(place, call.id)
            yield "its call is signed" if call.signature else "its call is unsigned"
        case _, ToolUse() as call:
            yield from of_call(place, call)
        case _, ToolResult() as result:
            yield from of_result(place, result)


def _says(place: Place) -> Iterator[str]:
    match place.kind:
        case "tool":
            yield from (f"its description: {each}" for each in of_text(place.tool.description))
            return
        case "parameter":
            yield from words_of_parameter(place)
            return
        case "argument":
            yield from of_value(place.at.input[place.path[0]], str(place.path[0]))
            return
        case "part of a result":
            part = place.part
            yield from of_text(part.text) if isinstance(part, Text) else of_media(part)
            return
    match place.at:
        case Text(text=text):
            yield from of_text(text)
            yield from _said_again(place, text)
        case Thinking(thinking=text, signature=signature):
            yield "signed" if signature else "unsigned"
            yield from of_text(text)
        case ToolUse(input=arguments):
            yield from of_arguments(arguments)
        case ToolResult(output=output):
            yield from of_output(output)
        case block if place.kind == "medium":
            yield from of_media(block)


def _id(place: Place) -> Iterator[str]:
    if place.kind in ("call", "result"):
        yield from of_id(place.at.id)


_ABOUT = {"whole": _whole, "stands": _stands, "linked": _linked, "says": _says, "id": _id}
_FURTHER = ("there are two system messages", "two assistants speak", "no tool is on offer", "there are two rounds")


@memoized
def of_conversation(conversation: Conversation) -> frozenset[str]:
    """What holds of the whole of it: the conditions of `planted.conditions`, and how often who speaks."""
    found = {name for table in (OF_TEXTS, OF_CALLS) for name, holds in table.items() if holds(conversation)}
    roles = [message.role for message in conversation.messages]
    if roles.count("system") > 1:
        found.add("there are two system messages")
    if len({message.name for message in conversation.messages if message.role == "assistant"}) > 1:
        found.add("two assistants speak")
    if not conversation.tools:
        found.add("no tool is on offer")
    return frozenset(found)


def _said_again(place: Place, text: str) -> Iterator[str]:
    texts = [
        (m, b.text)
        for m, message in enumerate(place.conversation.messages)
        for b in message.blocks
        if isinstance(b, Text)
    ]
    if sum(other == text for _, other in texts) > 1:
        yield "said more than once"
    elif any(text in other for _, other in texts if other != text):
        yield "said within another text"


def _of_part(place: Place) -> Iterator[str]:
    parts, part = list(place.at.output), place.part
    at = int(place.path[0])
    yield from in_row("as a part it is", len(parts), at)
    word = "text" if isinstance(part, Text) else part.type
    yield f"a part that is {word}"
    alike = [i for i, other in enumerate(parts) if type(other) is type(part)]
    yield from in_row(f"as a part that is {word} it is", len(alike), alike.index(at))
    for step, where in ((-1, "behind"), (1, "before")):
        if 0 <= at + step < len(parts):
            other = parts[at + step]
            yield f"as a part {where} {'text' if isinstance(other, Text) else other.type}"
