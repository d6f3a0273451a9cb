"""Tool calls: each once, with its id, name and arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.common.json_equal import equal, first_difference
from pytest_promptfmt.common.media import decode_base64
from pytest_promptfmt.common.text import count
from pytest_promptfmt.conversation import Conversation, ToolUse
from pytest_promptfmt.conversation.repairs import Repair
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.plain_json import to_plain
from pytest_promptfmt.payload.transcript import CallPart, ResultPart

S = TypeVar("S", bound=CallPart | ResultPart)


class Unmatched(Generic[S]):
    """Calls or results of a payload that are still free, by the id that they carry; what is taken is gone."""

    def __init__(self, parts: tuple[tuple[Position, S], ...], *, free_ids: bool = False) -> None:
        self._parts = parts
        self._by_id: dict[str | None, dict[int, None]] = {}
        for number, (_, part) in enumerate(parts):
            self._by_id.setdefault(None if free_ids else part.id, {})[number] = None

    def take(self, id_: str | None, *predicates: Callable[[S], bool]) -> tuple[Position, S] | None:
        """The first under `id_` that the first predicate is true of, else the second, …; None where none is left."""
        free = self._by_id.get(id_, {})
        for predicate in predicates:
            for number in free:
                if predicate(self._parts[number][1]):
                    del free[number]
                    return self._parts[number]
        return None

    def take_any(self, predicate: Callable[[S], bool]) -> tuple[Position, S] | None:
        """The first under whatever id."""
        return next((found for id_ in self._by_id if (found := self.take(id_, predicate)) is not None), None)

    def left(self) -> list[S]:
        return [self._parts[number][1] for number in sorted(n for free in self._by_id.values() for n in free)]


def anything(_: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Call:
    """A call, and where it stands: its message, and its place among that message's blocks."""

    index: int
    use: ToolUse
    number: int = 0


def calls_of(conversation: Conversation) -> list[Call]:
    return [
        Call(index, block, number)
        for index, message in enumerate(conversation.messages)
        for number, block in enumerate(message.blocks)
        if isinstance(block, ToolUse)
    ]


def match_calls(
    expected: list[Call], segments: Segments, repair: Repair, findings: list[Finding]
) -> Iterator[tuple[Call, Position, CallPart]]:
    """Each call that was found, with its place; what is wrong with them is added to `findings`."""
    unmatched = Unmatched(segments.calls, free_ids=repair.free_ids)
    misnamed: list[Call] = []
    for call in expected:
        alike, namesake = partial(equal_call, call), partial(_same_name, call)
        found = (None if repair.free_ids else unmatched.take(call.use.id, alike, anything)) or unmatched.take(
            None, alike, namesake, *([anything] if repair.free_tool_names else [])
        )
        if found is None:
            misnamed.append(call)
            continue
        findings += _differences(call, found[1], repair)
        yield call, *found
    renamed = [(call, unmatched.take_any(partial(equal_call, call))) for call in misnamed]
    for call, equal_one in renamed:  # those that are equal first, then those of the same tool
        found = equal_one or unmatched.take_any(partial(_same_name, call))
        if found is None:
            message = f"the call {_title(call)} is nowhere"
            findings.append(loss("lost-call", "$", message, (call.index,), expected=call.use.input))
            continue
        message = f"the call {_title(call)} has another id"
        part = found[1]
        findings.append(loss("call-id", part.path, message, (call.index,), expected=call.use.id, actual=part.id))
        findings += _differences(call, part, repair)
        yield call, *found
    findings += (_extra_call(part, expected) for part in unmatched.left())


def equal_call(call: Call, part: CallPart) -> bool:
    """The same tool with the same arguments?"""
    return part.name == call.use.name and equal(_json(call.use.input), part.input)


def _same_name(call: Call, part: CallPart) -> bool:
    return part.name == call.use.name


def _json(value: Any) -> Any:
    return to_plain(value)[0]


def _differences(call: Call, part: CallPart, repair: Repair) -> Iterator[Finding]:
    if part.name != call.use.name and not repair.free_tool_names:
        yield loss(
            "call-name",
            part.path,
            f"the call {_title(call)} names another tool",
            (call.index,),
            expected=call.use.name,
            actual=part.name,
        )
    expected = _json(call.use.input)
    if not equal(expected, part.input):
        difference = first_difference(expected, part.input)
        assert difference is not None
        where = "" if difference.path == "$" else f" at {difference.path[2:]}"
        yield loss(
            "call-arguments",
            part.path,
            f"the call {_title(call)} has other arguments{where}",
            (call.index,),
            expected=difference.expected,
            actual=difference.actual,
        )

    if part.signature and not same_signature(part.signature, call.use.signature):
        message = f"the call {_title(call)} is signed otherwise than it was"
        data = {"expected": call.use.signature, "actual": part.signature}
        yield loss("altered-thinking", part.path, message, (call.index,), **data)
    elif part.signature == "" and call.use.signature:
        message = f"the call {_title(call)} comes back without its signature"
        yield loss("unsigned-call", part.path, message, (call.index,), expected=call.use.signature)


def same_signature(found: str, given: str | None) -> bool:
    """Equal, or the same bytes in either alphabet of base64, or what Google lets stand for a signature."""
    data = decode_base64(found, url_safe=True)
    if found in _DUMMIES or (data and data.decode("latin-1") in _DUMMIES):
        return True
    return given is not None and _standard(found) == _standard(given)


def _standard(signature: str) -> str:
    return signature.translate(_ALPHABET).rstrip("=")


_ALPHABET = str.maketrans("-_", "+/")


# ai.google.dev/gemini-api/docs/thought-signatures: for calls that another model made
_DUMMIES = ("skip_thought_signature_validator", "context_engineering_is_the_way_to_go")


def _title(call: Call) -> str:
    return f"{call.use.name} ({call.use.id})"


def _extra_call(part: CallPart, expected: list[Call]) -> Finding:
    twin = next((call for call in expected if equal_call(call, part)), None)
    if twin is not None:
        return loss("doubled-call", part.path, f"the call {_title(twin)} is here once more", (twin.index,))
    often = sum(part.name == call.use.name for call in expected)
    message = (
        f"{part.name} was called {count(often, 'time')}, and here once more" if often else f"nobody called {part.name}"
    )
    return loss("invented-call", part.path, f"{message} ({part.id})", actual=part.input)
