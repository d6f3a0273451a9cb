"""What follows what in a turn: three of words, thoughts and calls, in any order, stand in two cases.

And what is left of a turn where its call goes, since nobody answered it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import pytest
from planted.conversations import blocks, of

from pytest_promptfmt.conversation import Block, Conversation, RedactedThinking, Text, Thinking, ToolResult, ToolUse
from pytest_promptfmt.corpus import Case, corpus

KINDS = (Text, Thinking, ToolUse)


@cache
def turns() -> tuple[tuple[str, tuple[type, ...]], ...]:
    """The kinds of blocks in each message of the assistant's, with the id of its case."""
    return tuple(
        (case.id, tuple(type(block) for block in message.blocks))
        for case in corpus()
        if case.family != "templates"
        for message in case.conversation().messages
        if message.role == "assistant"
    )


def cases_with(*wanted: type) -> set[str]:
    size = len(wanted)
    return {id_ for id_, kinds in turns() if any(kinds[i : i + size] == wanted for i in range(len(kinds) - size + 1))}


@pytest.mark.parametrize(
    "wanted", [*product(KINDS, repeat=3)], ids=lambda kinds: "-".join(kind.__name__ for kind in kinds)
)
def test_each_three_kinds_in_a_row_stand_in_two_cases(wanted: tuple[type, ...]) -> None:
    assert len(cases_with(*wanted)) >= 2


@pytest.mark.parametrize("other", [*KINDS, RedactedThinking], ids=lambda kind: kind.__name__)
def test_what_is_redacted_stands_before_and_behind_each_kind_in_two_cases(other: type) -> None:
    assert len(cases_with(RedactedThinking, other)) >= 2
    assert len(cases_with(other, RedactedThinking)) >= 2


def kind(block: Block) -> str:
    """Of a thought it is told whether somebody signed it."""
    signed = isinstance(block, Thinking) and block.signature
    return f"{'signed ' if signed else ''}{type(block).__name__}"


@pytest.mark.parametrize("alone", ["Text", "Thinking", "signed Thinking", "RedactedThinking", "ToolUse", "Image"])
def test_each_kind_is_alone_in_a_turn_of_the_assistants_in_two_cases(alone: str) -> None:
    cases = (case for case in corpus() if case.family != "templates")
    found = {
        case.id
        for case in cases
        for message in case.conversation().messages
        if message.role == "assistant" and {kind(block) for block in message.blocks} == {alone}
    }

    assert len(found) >= 2


def left_alone(conversation: Conversation) -> Iterator[tuple[str, ...]]:
    """The kinds of what stands in a turn beside its calls that have no result, each kind once."""
    answered = {result.id for result in blocks(ToolResult, conversation)}
    for message in conversation.messages:
        open_ = [call for call in of(ToolUse, message) if call.id not in answered]
        if open_:
            yield tuple(sorted({kind(b) for b in message.blocks if not any(b is call for call in open_)}))


@pytest.mark.parametrize(
    "beside", [(), ("Text",), ("Thinking",), ("signed Thinking",), ("RedactedThinking",), ("ToolUse",)], ids=str
)
def test_a_call_that_nobody_answers_leaves_each_kind_alone_in_two_cases(beside: tuple[str, ...]) -> None:
    conversations = ((case.id, case.conversation()) for case in corpus() if case.family != "templates")

    assert len({id_ for id_, conversation in conversations if beside in left_alone(conversation)}) >= 2


CONDITIONS: dict[str, Callable[[Case], bool]] = {
    "calls without a signature behind one that has it": lambda case: any(
        len(signs := [bool(call.signature) for call in of(ToolUse, message)]) > 1 and signs[0] and not any(signs[1:])
        for message in case.conversation().messages
    ),
    "a budget that holds nearly everything, behind a result": lambda case: (
        (case.budget is not None and case.budget.measure == "of_full" and case.budget.amount >= 0.8)
        and bool(of(ToolResult, case.conversation().messages[-1]))
    ),
    "a budget, and nothing but system texts": lambda case: (
        case.budget is not None and {message.role for message in case.conversation().messages} == {"system"}
    ),
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_each_condition_of_a_fault_that_shipped_is_met_by_two_cases(condition: str) -> None:
    found = [case.id for case in corpus() if case.family != "templates" and CONDITIONS[condition](case)]

    assert len(found) >= 2
