"""What can be done to a call and to its arguments."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from planted.crossed.mechanisms import IDS, NEAR, PLACES, Heard, Mechanism
from planted.crossed.of_texts import half, resigned, unsigned
from planted.crossed.pairing import PAIRED, other, site_of, with_id, written
from planted.crossed.places import Place, put

from pytest_promptfmt.conversation import Conversation, ToolResult, ToolUse

CALL, ARGUMENT = ("call",), ("argument",)


def with_input(change: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Heard:
    def changed(place: Place) -> Conversation | None:
        after = change(place.at.input)
        return put(place, replace(place.at, input=after)) if json.dumps(after) != json.dumps(place.at.input) else None

    return changed


def with_value(change: Callable[[Any], Any]) -> Heard:
    """Another value under the key; `...` for none."""

    def changed(place: Place) -> Conversation | None:
        key, arguments = place.path[0], dict(place.at.input)
        after = change(arguments[str(key)])
        if after is not ... and json.dumps(after) == json.dumps(arguments[str(key)]):
            return None
        there = {k: after if k == key else v for k, v in arguments.items() if k != key or after is not ...}
        return put(place, replace(place.at, input=there))

    return changed


def renamed_key(place: Place) -> Conversation:
    there = {f"{k}_" if k == place.path[0] else k: v for k, v in place.at.input.items()}
    return put(place, replace(place.at, input=there))


def _cut(value: Any) -> Any:
    match value:
        case str() if len(value) > 1:
            return half(value)
        case list() if value:
            return value[:-1]
        case dict() if value:
            return dict(list(value.items())[:-1])
    return value


def _hollow(value: Any) -> Any:
    """What is in it, one level down, becomes text."""
    match value:
        case list() if any(isinstance(item, dict | list) for item in value):
            return [json.dumps(item) if isinstance(item, dict | list) else item for item in value]
        case dict() if any(isinstance(item, dict | list) for item in value.values()):
            return {k: json.dumps(item) if isinstance(item, dict | list) else item for k, item in value.items()}
    return value


def _as_text(value: Any) -> Any:
    return value if isinstance(value, str) else json.dumps(value)


def parsed(value: Any) -> Any:
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and abs(value) < 1e15 and value == value else value


def _imprecise(value: Any) -> Any:
    return float(value) if isinstance(value, int) and int(float(value)) != value else value


def _without_null(value: Any) -> Any:
    return ... if value is None else value


def _without_false(value: Any) -> Any:
    return ... if not value and value is not None else value


def others_arguments(place: Place) -> Conversation | None:
    """Those of another call of its message."""
    others = [b for b in place.within.blocks if isinstance(b, ToolUse) and b.input != place.at.input]
    return put(place, replace(place.at, input=others[-1].input)) if others else None


def without_round(said: Conversation, place: Place) -> Conversation | None:
    """The call goes, and its result with it."""
    one, other = site_of(said, place, ToolUse), None
    if one is None:
        return None
    call = said.messages[one[0]].blocks[one[1]]
    behind = said.messages[one[0] + 1 : one[0] + 2]
    for message in behind:
        other = next((b for b in message.blocks if isinstance(b, ToolResult) and b.id == place.at.id), None)
    gone = [each for each in (call, other) if each is not None]
    kept = [replace(m, blocks=tuple(b for b in m.blocks if not any(b is g for g in gone))) for m in said.messages]
    return replace(said, messages=tuple(message for message in kept if message.blocks))


CALLS = ("fidelity.*call*", "*.tool-call*", "*.tool-use*")
ARGUMENTS = ("fidelity.call-arguments",)
SEALS = ("fidelity.unsigned-call", "*signature*")

TABLE = (
    Mechanism("is lost with its result", CALL, ("fidelity.lost-call", "fidelity.lost-result"), writes=without_round),
    Mechanism("is lost", CALL, PAIRED, writes=written(ToolUse, lambda *_: [])),
    Mechanism("is made twice", CALL, PAIRED, writes=written(ToolUse, lambda call, *_: [call, call])),
    Mechanism(
        "has another id",
        CALL,
        PAIRED,
        sends=with_id(0),
        heeds=IDS,
    ),
    Mechanism(
        "has another name",
        CALL,
        ("fidelity.call-name", *CALLS),
        lambda p: put(p, replace(p.at, name=other(p.at.name))),
        heeds=IDS,
    ),
    Mechanism("loses its arguments", CALL, ARGUMENTS, with_input(lambda _: {})),
    Mechanism(
        "has arguments of strings",
        CALL,
        ARGUMENTS,
        with_input(lambda i: {k: _as_text(v) for k, v in i.items()}),
        heeds=NEAR,
    ),
    Mechanism("has another's arguments", CALL, ARGUMENTS, others_arguments, heeds=PLACES),
    Mechanism("loses its signature", CALL, SEALS, unsigned, heeds=PLACES),
    Mechanism("has another signature", CALL, (*SEALS, "fidelity.*thinking*"), resigned, heeds=PLACES),
    Mechanism("is lost", ARGUMENT, ARGUMENTS, with_value(lambda _: ...)),
    Mechanism("is null", ARGUMENT, ARGUMENTS, with_value(lambda _: None)),
    Mechanism("becomes a string", ARGUMENT, ARGUMENTS, with_value(_as_text), heeds=NEAR),
    Mechanism("is read as JSON", ARGUMENT, ARGUMENTS, with_value(parsed), heeds=NEAR),
    Mechanism("is cut", ARGUMENT, ARGUMENTS, with_value(_cut)),
    Mechanism("has strings for what is in it", ARGUMENT, ARGUMENTS, with_value(_hollow), heeds=NEAR),
    Mechanism("becomes whole", ARGUMENT, ARGUMENTS, with_value(_whole), heeds=NEAR),
    Mechanism("is rounded", ARGUMENT, ARGUMENTS, with_value(_imprecise), heeds=NEAR),
    Mechanism("is lost where it is null", ARGUMENT, ARGUMENTS, with_value(_without_null), heeds=NEAR),
    Mechanism("is lost where it is empty, zero or false", ARGUMENT, ARGUMENTS, with_value(_without_false), heeds=NEAR),
    Mechanism("has another key", ARGUMENT, ARGUMENTS, renamed_key),
)
