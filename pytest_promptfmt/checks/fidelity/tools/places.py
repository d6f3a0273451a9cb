"""Where calls stand, in a conversation and in its payload: between which texts, and in which round there."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pytest_promptfmt.checks.fidelity.segments import Position
from pytest_promptfmt.conversation import Conversation, ToolResult, ToolUse


@dataclass(frozen=True, slots=True)
class Between:
    """Texts that were found where nothing is called or answered: by their messages and by their places, in order."""

    messages: Sequence[int]
    places: Sequence[Position]

    def message(self, index: int) -> int:
        """How many of them are said before this message?"""
        return bisect_left(self.messages, index)

    def place(self, place: Position) -> int:
        """How many of them stand before this place?"""
        return bisect_left(self.places, place)


def between(conversation: Conversation, texts: Iterable[tuple[int, Position]]) -> Between:
    """Of texts, by message and place, those in messages without calls and results that stand behind each other."""
    kept: list[tuple[int, Position]] = []
    for index, place in sorted(texts, key=lambda text: text[0]):
        has_tools = any(isinstance(block, ToolUse | ToolResult) for block in conversation.messages[index].blocks)
        if not has_tools and (not kept or kept[-1][1] < place):
            kept.append((index, place))
    return Between([index for index, _ in kept], [place for _, place in kept])


Place: TypeAlias = tuple[int, int]
"""Between which texts, and in which round of calls there."""


def rounds_by_place(given: Sequence[Place], found: Sequence[Place]) -> tuple[list[Place], list[Place]]:
    """Rounds by their number between the same two texts; where it is not as many there, they tell nothing."""
    given_rounds, found_rounds = (list(dict.fromkeys(places)) for places in (given, found))
    here, there = (Counter(gap for gap, _ in rounds) for rounds in (given_rounds, found_rounds))

    def counted(places: Sequence[Place], rounds: Sequence[Place]) -> list[Place]:
        first: dict[int, int] = {}
        numbers = {}
        for gap, number in rounds:
            numbers[gap, number] = first[gap] = first.get(gap, -1) + 1
        return [(gap, numbers[gap, number] if here[gap] == there[gap] else -1) for gap, number in places]

    return counted(given, given_rounds), counted(found, found_rounds)
