"""What was found, with what its order is judged by: see the order of things in `misordered`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pytest_promptfmt.checks.fidelity.comparison import Comparison, Found
from pytest_promptfmt.checks.fidelity.order import Located
from pytest_promptfmt.checks.fidelity.thinking import FoundThought
from pytest_promptfmt.checks.fidelity.tools.answers import says_anything


def located(this: Comparison, found: Found) -> list[Located]:
    """Everything that was found, by kind; the thoughts in the order of the conversation."""
    placed = [*_texts(found), *_media(this, found)]
    if this.has_tools:
        placed += (*_calls(found), *_results(found))
    beside: dict[int, set[int]] = {}
    for item in placed:
        beside.setdefault(item.place.turn, set()).add(item.index)
    return [*placed, *map(_thought, found.thoughts.in_order(beside))]


def _texts(found: Found) -> Iterator[Located]:
    for text in found.texts.found:
        label = f"the text of message {text.index}"
        kind: Literal["system", "text"] = "system" if text.is_system else "text"
        yield Located(kind, text.index, text.place, text.path, label, number=text.number)


def _media(this: Comparison, found: Found) -> Iterator[Located]:
    """All but those of which a twin was left out that has no place here: nobody knows whose place they have."""
    there = {id(given) for given, _, _ in found.media.found}
    not_taken = (given for given in this.given_media if given.media.type not in this.dialect.carries)
    left_out = {given.content for given in not_taken if id(given) not in there}
    for given, place, part in found.media.found:
        if given.content in left_out:
            continue
        label = f"the {part.kind} of message {given.index}"
        yield Located("media", given.index, place, part.path, label, of_result=given.result, number=given.number)


def _calls(found: Found) -> Iterator[Located]:
    for call, place, part in found.tools.calls:
        label = f"the call {call.use.id or 'of an empty id'}"
        yield Located("call", call.index, place, part.path, label, number=call.number)


def _results(found: Found) -> Iterator[Located]:
    """All but those that neither an id nor their words tell: which of them is whose was guessed by the order itself."""
    altered = {finding.path for finding in found.tools.findings if finding.id == "fidelity.altered-result"}
    called = {id(call.use): (call.index, place) for call, place, _ in found.tools.calls}
    for result, place, part in found.tools.results:
        if part.id is None and (part.path in altered or not says_anything(result.block)):
            continue
        id_, (call_index, call_place) = result.block.id, called.get(id(result.call), (0, None))
        if call_index > result.index:
            call_place = None  # a result that was first may stay so
        new_id = found.tools.ids.get(id_, id_)
        label = f"the result of {id_ or 'an empty id'}"
        yield Located("result", result.index, place, part.path, label, call_place, of_result=new_id)


def _thought(found: FoundThought) -> Located:
    thought = found.thought
    label = f"the thinking of message {thought.index}"
    return Located("thought", thought.index, found.place, found.path, label, number=thought.number, sealed=found.sealed)
