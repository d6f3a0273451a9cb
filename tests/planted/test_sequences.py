"""What follows what in a turn: three of words, thoughts and calls, in any order, stand in two cases."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from pytest_promptfmt.conversation import RedactedThinking, Text, Thinking, ToolUse
from pytest_promptfmt.corpus import corpus

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
