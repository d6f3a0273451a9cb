"""Rounds of a payload: calls in a row with the results that follow, and which result answers which call."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.tools.answers import shows_alone
from pytest_promptfmt.conversation import ToolUse
from pytest_promptfmt.payload.transcript import CallPart, ResultPart

Answered: TypeAlias = tuple[list[CallPart], list[tuple[Position, ResultPart]]]


def rounds_of(segments: Segments) -> Iterator[Answered]:
    """Calls in a row, with all results before the next one."""
    parts: list[tuple[Position, CallPart | ResultPart]] = [*segments.calls, *segments.results]
    calls: list[CallPart] = []
    answered: list[tuple[Position, ResultPart]] = []
    for place, part in sorted(parts, key=lambda part: part[0]):
        if isinstance(part, ResultPart):
            answered.append((place, part))
            continue
        if answered:
            yield calls, answered
            calls, answered = [], []
        calls.append(part)
    yield calls, answered


def told_answers(rounds: Iterable[Answered], words: Mapping[int, str]) -> dict[int, str]:
    """What a payload tells as the answer to each of its calls: by id, or by name and place where that is even."""
    answers: dict[int, str] = {}
    last: dict[str, CallPart] = {}
    for calls, answered in rounds:
        last |= {call.id: call for call in calls if call.id is not None}
        for _, part in answered:
            if part.id is not None and (call := last.get(part.id)) is not None:
                answers.setdefault(id(call), words[id(part)])
        nameless = [part for _, part in answered if part.id is None]
        if Counter(part.name for part in nameless) == Counter(call.name for call in calls):
            calls = sorted(calls, key=lambda call: call.name)
            nameless.sort(key=lambda part: part.name or "")
        if len(nameless) == len(calls):
            answers |= {id(call): words[id(part)] for call, part in zip(calls, nameless, strict=True)}
    return answers


def _turn(call: CallPart) -> str:
    """The place of the turn that it stands in."""
    return call.path.partition("]")[0]


@dataclass(frozen=True, slots=True)
class OpenCalls:
    """Which call a result of its round answers, that the wire gives no id.

    `uses` are the conversation's calls, by what was found. It is the first open call of its tool; a result that names
    no tool leaves the calls of a tool to those that name it. Where there are fewer results than calls, or more, places
    tell nothing, and the call is rather the one whose answer it is, or one of the turn right before.
    """

    uses: Mapping[int, ToolUse]
    answers: Mapping[int, str]
    words: Mapping[int, str]
    known: Container[str]

    def answered_by(self, parts: Sequence[ResultPart], calls: Sequence[CallPart]) -> dict[int, CallPart]:
        """The call that each part answers."""
        whose: dict[int, CallPart] = {}
        ids = {part.id for part in parts if part.id is not None}
        open_ = [call for call in calls if call.id is None or call.id not in ids]
        nameless = [part for part in parts if part.id is None]
        for name in dict.fromkeys(part.name for part in nameless if part.name is not None):
            whose |= self._paired([p for p in nameless if p.name == name], [c for c in open_ if c.name == name])
        taken = {id(call) for call in whose.values()}
        open_ = [call for call in open_ if id(call) not in taken]
        return whose | self._paired([part for part in nameless if part.name is None], open_)

    def _paired(self, parts: Sequence[ResultPart], calls: Sequence[CallPart]) -> dict[int, CallPart]:
        if len(parts) == len(calls) or self._is_anothers(calls):
            return {id(part): call for part, call in zip(parts, calls, strict=False) if self._may_answer(part, call)}
        whose: dict[int, CallPart] = {}
        waiting: dict[str | None, deque[CallPart]] = {}
        for call in sorted(calls, key=lambda call: _turn(call) != _turn(calls[-1])):
            waiting.setdefault(self._answer(call), deque()).append(call)
        for part in parts:
            if alike := waiting.get(self.words[id(part)]):
                whose[id(part)] = alike.popleft()
        taken = {id(call) for call in whose.values()}
        left = [part for part in parts if id(part) not in whose and self.words[id(part)] not in self.known]
        free = [call for call in calls if id(call) not in taken]
        near = [call for call in free if _turn(call) == _turn(calls[-1])]
        free = near if len(left) <= len(near) else free
        placed = zip(left, free, strict=False)
        return whose | {id(part): call for part, call in placed if self._may_answer(part, call)}

    def _may_answer(self, part: ResultPart, call: CallPart) -> bool:
        """Not what is nothing but a picture, where the tool said nothing and showed nothing."""
        return bool(self._answer(call)) or not shows_alone(self.words[id(part)])

    def _answer(self, call: CallPart) -> str | None:
        return self.answers.get(id(self.uses.get(id(call))))

    def _is_anothers(self, calls: Sequence[CallPart]) -> bool:
        """Does what names no tool read as the answer to a call that nobody answered?"""
        return len({call.name for call in calls}) > 1 and self._answer(calls[0]) is None
