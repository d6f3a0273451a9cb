"""Tool calls and results together."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.tools.answers import GivenResult, known_words, results_of, words_in, words_of
from pytest_promptfmt.checks.fidelity.tools.calls import Call, calls_of, match_calls, title
from pytest_promptfmt.checks.fidelity.tools.marks import marked
from pytest_promptfmt.checks.fidelity.tools.repeats import said_in_words, with_words
from pytest_promptfmt.checks.fidelity.tools.results import match_results
from pytest_promptfmt.checks.fidelity.tools.signs import Sign
from pytest_promptfmt.common.json.equal import hashed
from pytest_promptfmt.conversation import Conversation, ToolResult, ToolUse
from pytest_promptfmt.conversation.repairs import Repair
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import Model
from pytest_promptfmt.payload.transcript import CallPart, ResultPart


@dataclass(frozen=True, slots=True)
class ToolComparison:
    """What was found: places by the conversation's own calls and results; `ids` are the new ones of renamed calls."""

    calls: tuple[tuple[Call, Position, CallPart], ...]
    results: tuple[tuple[GivenResult, Position, ResultPart], ...]
    findings: tuple[Finding, ...]
    ids: Mapping[str, str]


_NOTHING = ToolComparison((), (), (), {})


def compare_tools(
    conversation: Conversation,
    segments: Segments,
    repair: Repair,
    dialect: Dialect,
    model: Model,
    told: Sequence[Call] = (),
    texts: Iterable[tuple[int, Position]] = (),
) -> ToolComparison:
    """Holds the payload's calls and results against the conversation's, but for those calls that texts have `told`.

    `texts` are those that were found, by message and place.

    An id says which result answers which call, and nothing else: where all of them were made anew in step, no error is
    left, and a word is said of it where the provider would have taken the old ones.
    """
    uses = {id(call.use) for call in told}
    calls = [call for call in calls_of(conversation) if id(call.use) not in uses]
    results = [
        each
        for each in results_of(conversation)
        if id(each.call) not in uses or not said_in_words(each, segments.dialog)
    ]

    if not (calls or results or segments.calls or segments.results):  # as in most conversations of texts and media
        return _NOTHING

    def compared(repair: Repair) -> ToolComparison:
        known = known_words(conversation)
        return _compare(calls, results, known, between(conversation, texts), segments, repair, dialect, model)

    found = compared(repair)
    if not found.findings or repair.free_ids or _have_their_own(segments, calls):
        return found
    renamed = compared(replace(repair, free_ids=True))
    if len(renamed.findings) >= len(found.findings):
        return found
    return replace(renamed, findings=(*renamed.findings, *_named(renamed, dialect)))


def _have_their_own(segments: Segments, calls: Iterable[Call]) -> bool:
    """Has every call of the payload the id of one that is equal?"""
    own = {(call.use.id, call.use.name, hashed(call.plain)) for call in calls}
    return bool(segments.calls) and all((part.id, part.name, hashed(part.input)) in own for _, part in segments.calls)


def _id_as_name(part: ResultPart, ids: Container[str | None]) -> str | None:
    """The id that an answer without one has for its name, where no call is named so: that tells whose it is."""
    return part.name if part.id is None and part.name is not None and part.name in ids else None


def _named(renamed: ToolComparison, dialect: Dialect) -> Iterator[Finding]:
    """One word about ids that are others, where no provider's pattern made them so."""
    changed = [(call, part) for call, _, part in renamed.calls if part.id not in (None, call.use.id)]
    liked = dialect.call_ids
    if changed and not (liked and all(liked.fullmatch(part.id or "") for _, part in changed)):
        call, part = changed[0]
        message = f"the call {title(call)} and its result have the id {part.id}"
        yield loss("renamed-call", part.path, message, (call.index,), expected=call.use.id, actual=part.id)


def _compare(
    expected: Sequence[Call],
    given: Sequence[GivenResult],
    known: Mapping[str, str],
    told_between: Between,
    segments: Segments,
    repair: Repair,
    dialect: Dialect,
    model: Model,
) -> ToolComparison:
    rounds = list(_rounds(segments))
    words = {id(part): words_in(part, known) for _, part in segments.results}
    answers = {id(each.call): words_of(each.block) for each in given if each.call is not None}
    told = _told_answers(rounds, words)
    round_of = {id(call): number for number, (calls_, _) in enumerate(rounds) for call in calls_}
    here, there = _places(
        [(told_between.message(call.index), call.round) for call in expected],
        [(told_between.place(place), round_of[id(part)]) for place, part in segments.calls],
    )
    called = [
        Sign(call.use.id, call.use.name, hashed(call.plain), place, answers.get(id(call.use)))
        for call, place in zip(expected, here, strict=True)
    ]
    calling = [
        Sign(part.id, part.name, hashed(part.input), place, told.get(id(part)))
        for (_, part), place in zip(segments.calls, there, strict=True)
    ]
    pairs, findings = match_calls(expected, called, segments, calling, repair)
    calls = [(expected[number], *segments.calls[pairs[number]]) for number in sorted(pairs)]
    ids = {call.use.id: part.id for call, _, part in calls if part.id is not None} if repair.free_ids else {}
    names = {call.use.name: part.name for call, _, part in calls} if repair.free_tool_names else {}
    uses = {id(part): call.use for call, _, part in calls}
    answered_in = {id(call.use): round_of[id(part)] for call, _, part in calls}
    asked = [
        Sign(
            ids.get(each.block.id, each.block.id),
            names.get(each.name, each.name) if each.name is not None else None,
            words_of(each.block),
            answered_in.get(id(each.call)),
        )
        for each in given
    ]
    open_calls = _OpenCalls(uses, answers, words, frozenset(known.values()))
    named_by_id = {sign.id for sign in asked}.difference(part.name for _, part in segments.calls)
    numbered: list[tuple[Position, ResultPart]] = []
    answering: list[Sign] = []
    for number, (calls_, answered) in enumerate(rounds):
        whose = open_calls.answered_by([part for _, part in answered], calls_)
        for place, part in answered:
            use = uses.get(id(whose.get(id(part))))
            new = replace(part, id=ids.get(use.id, use.id)) if use is not None and part.id is None else part
            numbered.append((place, new))
            answering.append(Sign(_id_as_name(new, named_by_id) or new.id, part.name, words[id(part)], number))
    told_results = replace(segments, results=tuple(numbered))
    results = list(
        match_results(
            given, asked, told_results, answering, findings, named=dialect.pairs_by_name, freed=repair.free_ids
        )
    )
    takes_mark = model.known and model.takes("result-status")
    for result, _, part in results:
        findings += marked(result, part, place=dialect.error_flag, taken=takes_mark)
    return ToolComparison(tuple(calls), tuple(results), tuple(with_words(findings, expected, segments)), ids)


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


def _places(given: Sequence[Place], found: Sequence[Place]) -> tuple[list[Place], list[Place]]:
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


Answered: TypeAlias = tuple[list[CallPart], list[tuple[Position, ResultPart]]]


def _rounds(segments: Segments) -> Iterator[Answered]:
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


def _told_answers(rounds: Iterable[Answered], words: Mapping[int, str]) -> dict[int, str]:
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
class _OpenCalls:
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
            return {id(part): call for part, call in zip(parts, calls, strict=False)}
        whose: dict[int, CallPart] = {}
        waiting: dict[str | None, deque[CallPart]] = {}
        for call in calls:
            waiting.setdefault(self._answer(call), deque()).append(call)
        for part in parts:
            if alike := waiting.get(self.words[id(part)]):
                whose[id(part)] = alike.popleft()
        taken = {id(call) for call in whose.values()}
        left = [part for part in parts if id(part) not in whose and self.words[id(part)] not in self.known]
        free = [call for call in calls if id(call) not in taken]
        near = [call for call in free if _turn(call) == _turn(calls[-1])]
        free = near if len(left) <= len(near) else free
        return whose | {id(part): call for part, call in zip(left, free, strict=False)}

    def _answer(self, call: CallPart) -> str | None:
        return self.answers.get(id(self.uses.get(id(call))))

    def _is_anothers(self, calls: Sequence[CallPart]) -> bool:
        """Does what names no tool read as the answer to a call that nobody answered?"""
        return len({call.name for call in calls}) > 1 and self._answer(calls[0]) is None
