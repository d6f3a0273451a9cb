"""Whatever is done to one call or result, that one is named and no other; and who tells them otherwise is right.

A deed is done to what a dialect's reader reads out of the reference's payload, so that it is the same in every dialect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import Conversation, check_formatter, check_payload
from pytest_promptfmt.checks.fidelity import fidelity
from pytest_promptfmt.checks.fidelity.wanted import wanted_in
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.transcript import CallPart, Part, ResultPart, Transcript

WELL = "It is well there, jade-31."
ROUNDS = (
    (("look", 1, WELL), ("look", 1, "It is ill there, heron-63."), ("find", 1, "")),
    (("look", 1, WELL), ("find", 2, "Nothing is lost, otter-77.")),
)
"""Tool, argument and result: calls that are equal, a result that says nothing, and one that says what another does."""

CALLED, ANSWERED = (1, 1, 1, 7, 7), (2, 3, 4, 8, 9)
"""The messages of the calls and of the results, one after the other."""


def said(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "content": [{"type": "text", "text": text}]}


def talk() -> Iterator[dict[str, Any]]:
    ids = iter(f"call_{number}" for number in range(1, 6))
    for number, calls in enumerate(ROUNDS):
        yield said("user", f"How is it, amber-{number}?")
        named = [(next(ids), *call) for call in calls]
        uses = [{"type": "tool_use", "id": id_, "name": name, "input": {"x": x}} for id_, name, x, _ in named]
        yield {"role": "assistant", "content": uses}
        for id_, name, _, output in named:
            yield {"role": "tool", "content": [{"type": "tool_result", "id": id_, "name": name, "output": output}]}
        yield said("assistant", f"Thus it is, cobalt-{number}.")
    yield said("user", "Thank you, panda-84.")


TALK = parse({"messages": [*talk()], "tools": [{"name": name, "description": name} for name in ("look", "find")]})

WIRES: dict[str, tuple[str, Callable[[Any], Any]]] = {
    id_: (id_, lambda part: part) for id_ in DIALECTS if "tool" in DIALECTS[id_].carries
}
WIRES |= {
    "gemini without ids": ("gemini", lambda part: replace(part, id=None)),
    "ollama without ids": ("ollama", lambda part: replace(part, id=None)),
    "ollama without names": (
        "ollama",
        lambda part: replace(part, id=None, **({"name": None} if isinstance(part, ResultPart) else {})),
    ),
}
NAMELESS = ("gemini without ids", "ollama without ids", "ollama without names")
OF_NEW_IDS = ("mistral",)

Parts: TypeAlias = list[Part]


def told(wire: str, deed: Callable[[Parts, Parts], None]) -> list[tuple[str, tuple[int, ...]]]:
    """The errors, and the messages that they name, where `deed` is done to the calls and results of each round."""
    id_, plain = WIRES[wire]
    dialect = DIALECTS[id_]
    request = dialect.open(FORMATTERS[f"{id_}.chat"](TALK))
    transcript = dialect.read(request)
    calls: Parts = [plain(part) for turn in transcript.turns for part in turn.parts if isinstance(part, CallPart)]
    results: Parts = [plain(part) for turn in transcript.turns for part in turn.parts if isinstance(part, ResultPart)]
    slots = [[[part] for part in calls], [[part] for part in results]]
    deed(*slots)  # type: ignore[arg-type]
    waiting = {CallPart: iter(slots[0]), ResultPart: iter(slots[1])}
    turns = []
    for turn in transcript.turns:
        parts = [next(waiting[type(part)]) if type(part) in waiting else [part] for part in turn.parts]
        turns.append(replace(turn, parts=tuple(part for those in parts for part in those)))
    heard = Transcript(tuple(turns), transcript.tools)
    found = fidelity(TALK, heard, dialect, "chat", wanted_in(request))
    return [(finding.id.removeprefix("fidelity."), finding.about) for finding in found if finding.is_error]


def saying(part: Any, text: str) -> Any:
    return replace(part, value={"output": text} if isinstance(part.value, dict) else text, path=f"{part.path} anew")


@pytest.mark.sampled(8)
@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("wire", WIRES)
def test_a_lost_result_is_named_alone(wire: str, number: int) -> None:
    def loses(calls: Any, results: Any) -> None:
        results[number].clear()

    assert told(wire, loses) == [("lost-result", (ANSWERED[number],))]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("wire", WIRES)
def test_a_doubled_result_is_named_alone(wire: str, number: int) -> None:
    def doubles(calls: Any, results: Any) -> None:
        results[number].append(replace(results[number][0], path="$.again"))

    assert told(wire, doubles) == [("doubled-result", (ANSWERED[number],))]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("text", ["", "It is", "What nobody said, marmot-99."])
@pytest.mark.parametrize("number", [0, 1, 3, 4])
@pytest.mark.parametrize("wire", WIRES)
def test_a_result_that_says_something_else_is_named_alone(wire: str, number: int, text: str) -> None:
    """Whatever else says the same, rightly, is no other place of it."""

    def alters(calls: Any, results: Any) -> None:
        results[number][0] = saying(results[number][0], text)

    assert told(wire, alters) == [("altered-result", (ANSWERED[number],))]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("number", [0, 1, 3, 4])
@pytest.mark.parametrize("wire", WIRES)
def test_a_result_told_in_two_is_taken_for_no_other(wire: str, number: int) -> None:
    def splits(calls: Any, results: Any) -> None:
        [part] = results[number]
        text = ROUNDS[number // 3][number % 3][2]
        results[number][:] = [saying(part, text[:16]), replace(saying(part, text[17:]), path="$.rest")]

    found = told(wire, splits)

    assert {slug for slug, _ in found} <= {"altered-result", "doubled-result", "invented-result"}
    assert ("altered-result", (ANSWERED[number],)) in found
    assert {index for _, about in found for index in about} == {ANSWERED[number]}
    assert len(found) == 2


@pytest.mark.sampled(8)
@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("wire", WIRES)
def test_a_lost_call_costs_no_result(wire: str, number: int) -> None:
    def loses(calls: Any, results: Any) -> None:
        calls[number].clear()

    assert told(wire, loses) == [("lost-call", (CALLED[number],))]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("change", [{"name": "zebra"}, {"input": {"x": 77}}], ids=str)
@pytest.mark.parametrize("wire", WIRES)
def test_a_changed_call_is_named_alone(wire: str, change: dict[str, Any], number: int) -> None:
    def changes(calls: Any, results: Any) -> None:
        calls[number][0] = replace(calls[number][0], **change)

    slug = "call-name" if "name" in change else "call-arguments"

    assert told(wire, changes) == [(slug, (CALLED[number],))]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("wire", WIRES)
def test_results_of_equal_calls_change_places_where_ids_tell_them_apart(wire: str) -> None:
    def swaps(calls: Any, results: Any) -> None:
        (one,), (other,) = results[:2]
        results[0][0], results[1][0] = replace(one, value=other.value), replace(other, value=one.value)

    nothing_tells = wire in (*NAMELESS, *OF_NEW_IDS)

    assert told(wire, swaps) == ([] if nothing_tells else [("wrong-call", (2,)), ("wrong-call", (3,))])


def test_an_empty_result_and_another_of_its_round_that_change_places_are_told() -> None:
    def swaps(calls: Any, results: Any) -> None:
        (one,), (other,) = results[1:3]
        results[1][0], results[2][0] = replace(one, value=other.value), replace(other, value=one.value)

    assert told("openai", swaps) == [("wrong-call", (3,))]


@pytest.mark.sampled(10)
@pytest.mark.parametrize("anew", [False, True], ids=["old ids", "new ids"])
@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0)], ids=str)
@pytest.mark.parametrize("wire", WIRES)
def test_parallel_calls_in_another_order_with_their_results_are_right(
    wire: str, order: tuple[int, ...], anew: bool
) -> None:
    def permutes(calls: Any, results: Any) -> None:
        for slots in (calls, results):
            slots[:3] = [slots[number] for number in order]
            for number, slot in enumerate([*slots] if anew and wire not in NAMELESS else ()):
                slot[0] = replace(slot[0], id=f"abcdefgh{number}")

    assert told(wire, permutes) == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("wire", sorted({*WIRES} - {*NAMELESS}))
def test_results_in_another_order_than_their_calls_are_right_where_ids_tell_whose_they_are(wire: str) -> None:
    def reverses(calls: Any, results: Any) -> None:
        results[:3] = results[2::-1]
        results[3:] = results[:2:-1]

    assert told(wire, reverses) == []


def test_a_result_that_neither_an_id_nor_its_words_tell_is_blamed_for_no_order() -> None:
    """Whoever writes each message's text alone leaves tool messages that might be anybody's."""

    def texts_alone(said: Conversation) -> list[dict[str, str]]:
        return [{"role": message.role, "content": message.text} for message in said.messages]

    names = ("everyday-harbour", "ids-counted-by-round", "rounds-behind-everything", "outputs-in-every-place-apart")
    report = check_formatter({"openai.chat": texts_alone}, cases=[f"tools/{name}" for name in names])

    found = {finding.id for finding in report.findings if finding.is_error}
    assert "fidelity.altered-result" in found
    assert "fidelity.reordered" not in found


def test_a_result_without_an_id_is_that_of_the_turn_right_before() -> None:
    """Of two turns of calls the first has no answer: what says another thing is not held against that one."""
    calls = [{"type": "tool_use", "id": f"call_{x}", "name": "look", "input": {"x": x}} for x in (1, 2)]
    answer = {"type": "tool_result", "id": "call_2", "name": "look", "output": WELL}
    talked = [
        *(said("user", "How is it, amber-1?"), {"role": "assistant", "content": calls[:1]}),
        *(said("user", "And there, amber-2?"), {"role": "assistant", "content": calls[1:]}),
        {"role": "tool", "content": [answer]},
    ]
    conversation = parse({"messages": talked, "tools": [{"name": "look", "description": "look"}]})
    turns = [
        {"role": "user", "parts": [{"text": "How is it, amber-1?"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "look", "args": {"x": 1}}}]},
        {"role": "user", "parts": [{"text": "And there, amber-2?"}]},
        {"role": "model", "parts": [{"functionCall": {"name": "look", "args": {"x": 2}}}]},
        {"role": "user", "parts": [{"functionResponse": {"name": "look", "response": {"output": "It is ill."}}}]},
    ]

    found = [finding for finding in check_payload(turns, "gemini", conversation) if "result" in finding.id]

    assert [(finding.id, "call_2" in finding.message) for finding in found] == [("fidelity.altered-result", True)]
