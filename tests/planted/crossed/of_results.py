"""What can be done to a result and to a part of one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from planted.crossed.mechanisms import IDS, NEAR, PLACES, Heard, Mechanism
from planted.crossed.of_calls import parsed
from planted.crossed.of_texts import half
from planted.crossed.pairing import PAIRED, other, site_of, with_id, written
from planted.crossed.places import Place, is_media, put

from pytest_promptfmt.conversation import Conversation, Message, Text, ToolResult, ToolUse

RESULT, PART = ("result",), ("part of a result",)


def late(said: Conversation, place: Place) -> Conversation | None:
    """The result comes a message later."""
    site = site_of(said, place, ToolResult)
    if site is None or site[0] + 1 >= len(said.messages):
        return None
    m, n = site
    message, result = said.messages[m], said.messages[m].blocks[n]
    further = said.messages[m + 1]
    rest = replace(message, blocks=tuple(block for block in message.blocks if block is not result))
    messages = (*said.messages[:m], rest, further, replace(message, blocks=(result,)), *said.messages[m + 2 :])
    return replace(said, messages=tuple(each for each in messages if each.blocks))


def as_words(said: Conversation, place: Place) -> Conversation | None:
    """The result becomes a user's text."""
    site = site_of(said, place, ToolResult)
    if site is None or not place.at.output_text.strip():
        return None
    m, n = site
    message = said.messages[m]
    rest = replace(message, blocks=tuple(block for i, block in enumerate(message.blocks) if i != n))
    words = Message("user", "user", (Text(f"Result: {place.at.output_text}"),))
    messages = (*said.messages[:m], rest, words, *said.messages[m + 1 :])
    return replace(said, messages=tuple(each for each in messages if each.blocks))


def with_output(change: Callable[[Any], Any]) -> Heard:
    def changed(place: Place) -> Conversation | None:
        after = change(place.at.output)
        return put(place, replace(place.at, output=after)) if after != place.at.output else None

    return changed


def each_text(change: Callable[[str], str]) -> Callable[[Any], Any]:
    def changed(output: Any) -> Any:
        if isinstance(output, str):
            return change(output)
        items = output if isinstance(output, tuple) else ()
        return tuple(Text(change(part.text)) if isinstance(part, Text) else part for part in items) or output

    return changed


def _only_first(output: Any) -> Any:
    return output[:1] if isinstance(output, tuple) else output


def _only_last(output: Any) -> Any:
    return output[-1:] if isinstance(output, tuple) else output


def _only_texts(output: Any) -> Any:
    return tuple(part for part in output if isinstance(part, Text)) if isinstance(output, tuple) else output


def _only_media(output: Any) -> Any:
    if not isinstance(output, tuple) or not any(map(is_media, output)):
        return output
    return tuple(part for part in output if is_media(part))


def _printed(output: Any) -> Any:
    """As Python prints it."""
    if output is None:
        return "None"
    if not isinstance(output, tuple):
        return output
    return repr([{"type": "text", "text": part.text} for part in output if isinstance(part, Text)])


def _written_anew(text: str) -> str:
    value = parsed(text)
    return json.dumps(value) if not isinstance(value, str) else text


def others_output(place: Place) -> Conversation | None:
    """That of the next result of its round, which gets this one's."""
    rounds = [[b.id for b in m.blocks if isinstance(b, ToolUse)] for m in place.conversation.messages]
    ids = next((row for row in rounds if place.at.id in row), [])
    spots = {
        block.id: (m, n)
        for m, message in enumerate(place.conversation.messages)
        for n, block in enumerate(message.blocks)
        if isinstance(block, ToolResult) and block.id in ids
    }
    at = ids.index(place.at.id) if ids else 0
    if at + 1 >= len(ids) or ids[at + 1] not in spots or spots.get(place.at.id) != (place.message, place.block):
        return None
    there = Place(place.conversation, "result", *spots[ids[at + 1]])
    if there.at.output == place.at.output:
        return None
    mine, its = place.at.output, there.at.output
    changed = put(place, replace(place.at, output=its))
    return put(Place(changed, "result", there.message, there.block), replace(there.at, output=mine))


def marked(place: Place) -> Conversation:
    return put(place, replace(place.at, is_error=not place.at.is_error))


def with_part(change: Callable[[Place], tuple[Any, ...] | None]) -> Heard:
    def changed(place: Place) -> Conversation | None:
        at, output = int(place.path[0]), place.at.output
        parts = change(place)
        return (
            None if parts is None else put(place, replace(place.at, output=(*output[:at], *parts, *output[at + 1 :])))
        )

    return changed


def _shorter(place: Place) -> tuple[Any, ...] | None:
    part = place.part
    return (Text(half(part.text)),) if isinstance(part, Text) and len(part.text) > 1 else None


def part_swapped(place: Place) -> Conversation | None:
    at, parts = int(place.path[0]), list(place.at.output)
    if at + 1 >= len(parts) or parts[at] == parts[at + 1] or is_media(parts[at]) != is_media(parts[at + 1]):
        return None
    parts[at : at + 2] = [parts[at + 1], parts[at]]
    return put(place, replace(place.at, output=tuple(parts)))


def part_to_next(place: Place) -> Conversation | None:
    """To the next result."""
    order = [
        (m, n)
        for m, message in enumerate(place.conversation.messages)
        for n, block in enumerate(message.blocks)
        if isinstance(block, ToolResult)
    ]
    at = order.index((place.message, place.block))
    if at + 1 >= len(order):
        return None
    there = Place(place.conversation, "result", *order[at + 1])
    output = there.at.output
    said = output if isinstance(output, tuple) else ((Text(output),) if output else ())
    rest = tuple(part for n, part in enumerate(place.at.output) if n != place.path[0])
    changed = put(place, replace(place.at, output=rest))
    grown = replace(there.at, output=(place.part, *said))
    return put(Place(changed, "result", there.message, there.block), grown)


SAYS = ("fidelity.*result*", "fidelity.wrong-call", "fidelity.printed-nothing", "fidelity.*text*", "fidelity.reordered")
SHOWS = (*SAYS, "fidelity.*media*")

TABLE = (
    Mechanism("is lost", RESULT, (*PAIRED, "fidelity.lost-*"), writes=written(ToolResult, lambda *_: [])),
    Mechanism("is given twice", RESULT, PAIRED, writes=written(ToolResult, lambda result, *_: [result, result])),
    Mechanism("has another id", RESULT, PAIRED, sends=with_id(1), heeds=IDS),
    Mechanism(
        "has another name",
        RESULT,
        PAIRED,
        writes=written(ToolResult, lambda r, *_: [replace(r, name=other(r.name or "x"))]),
        heeds=IDS,
    ),
    Mechanism("comes late", RESULT, (*PAIRED, "fidelity.reordered", "*role*"), writes=late, heeds=PLACES),
    Mechanism("becomes a user's text", RESULT, (*PAIRED, "fidelity.*text*"), writes=as_words),
    Mechanism("is emptied", RESULT, SHOWS, with_output(lambda _: "")),
    Mechanism("is cut in half", RESULT, SAYS, with_output(each_text(half))),
    Mechanism("says its first part only", RESULT, SHOWS, with_output(_only_first), heeds=PLACES),
    Mechanism("says its last part only", RESULT, SHOWS, with_output(_only_last), heeds=PLACES),
    Mechanism("says its texts only", RESULT, SHOWS, with_output(_only_texts), heeds=PLACES),
    Mechanism("shows its media only", RESULT, SHOWS, with_output(_only_media), heeds=PLACES),
    Mechanism("is printed", RESULT, SAYS, with_output(_printed), heeds=NEAR),
    Mechanism("has its lines joined", RESULT, SAYS, with_output(each_text(lambda t: t.replace("\n", " "))), heeds=NEAR),
    Mechanism("is read as JSON and written anew", RESULT, SAYS, with_output(each_text(_written_anew)), heeds=NEAR),
    Mechanism(
        "becomes ASCII",
        RESULT,
        SAYS,
        with_output(each_text(lambda t: t.encode("ascii", "replace").decode())),
        heeds=NEAR,
    ),
    Mechanism("changes its output with the next", RESULT, SHOWS, others_output, heeds=PLACES),
    Mechanism("has the other mark", RESULT, ("fidelity.*mark", "fidelity.*result*"), marked, heeds=PLACES),
    Mechanism("is lost", PART, SHOWS, with_part(lambda _: ())),
    Mechanism("is there twice", PART, SHOWS, with_part(lambda place: (place.part, place.part))),
    Mechanism("is cut in half", PART, SAYS, with_part(_shorter)),
    Mechanism("changes places with the next", PART, SHOWS, part_swapped, heeds=PLACES),
    Mechanism("goes to the next result", PART, SHOWS, part_to_next, heeds=PLACES),
)
