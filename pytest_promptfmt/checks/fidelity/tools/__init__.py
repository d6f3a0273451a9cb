"""Tool calls and results together."""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.tools.answers import (
    GivenResult,
    known_words,
    results_of,
    shown_alone,
    texts_of,
    words_in,
    words_of,
)
from pytest_promptfmt.checks.fidelity.tools.calls import Call, calls_of, match_calls, standard, title
from pytest_promptfmt.checks.fidelity.tools.error_marks import marked
from pytest_promptfmt.checks.fidelity.tools.matching import Sign
from pytest_promptfmt.checks.fidelity.tools.places import Between, between, rounds_by_place
from pytest_promptfmt.checks.fidelity.tools.repeats import said_in_words, with_words
from pytest_promptfmt.checks.fidelity.tools.results import match_results
from pytest_promptfmt.checks.fidelity.tools.rounds import Answered, OpenCalls, rounds_of, told_answers
from pytest_promptfmt.common.json.equal import hashed
from pytest_promptfmt.conversation import Conversation
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

    given = _Given(conversation, calls, results, known_words(conversation), between(conversation, texts))

    def compared(repair: Repair) -> ToolComparison:
        return _compare(given, segments, repair, dialect, model)

    found = compared(repair)
    if not found.findings or repair.free_ids or _have_their_own(segments, calls):
        return found
    renamed = compared(replace(repair, free_ids=True))
    if len(renamed.findings) >= len(found.findings):
        return found
    return replace(renamed, findings=(*renamed.findings, *_named(renamed, dialect)))


@dataclass(frozen=True, slots=True)
class _Given:
    """Calls and results of a conversation, the words by which they are `known`, and `between` which texts they are."""

    conversation: Conversation
    calls: Sequence[Call]
    results: Sequence[GivenResult]
    known: Mapping[str, str]
    between: Between


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


def _compare(given: _Given, segments: Segments, repair: Repair, dialect: Dialect, model: Model) -> ToolComparison:
    rounds = list(rounds_of(segments))
    round_of = {id(call): number for number, (calls_, _) in enumerate(rounds) for call in calls_}
    showing = any(each.block.output_media and not texts_of(each.block) for each in given.results)
    words = {
        id(part): words_in(part, given.known) or (shown_alone(part) if part.media and not showing else "")
        for _, part in segments.results  # of nothing but media it is no empty answer, where none was given
    }
    answers = {id(each.call): words_of(each.block) for each in given.results if each.call is not None}
    called, calling = _signs_of_calls(given, segments, answers, told_answers(rounds, words), round_of)
    pairs, findings = match_calls(given.calls, called, segments, calling, repair)
    calls = [(given.calls[number], *segments.calls[pairs[number]]) for number in sorted(pairs)]
    ids = {call.use.id: part.id for call, _, part in calls if part.id is not None} if repair.free_ids else {}
    names = {call.use.name: part.name for call, _, part in calls} if repair.free_tool_names else {}
    uses = {id(part): call.use for call, _, part in calls}
    asked = _signs_of_results(given.results, ids, names, {id(call.use): round_of[id(part)] for call, _, part in calls})
    open_calls = OpenCalls(uses, answers, words, frozenset(given.known.values()))
    told_results, answering = _answering(segments, rounds, open_calls, ids, {sign.id for sign in asked})
    results = list(
        match_results(
            given.results,
            asked,
            told_results,
            answering,
            findings,
            given.conversation,
            named=dialect.pairs_by_name,
            freed=repair.free_ids,
        )
    )
    takes_mark = model.known and model.takes("result-status")
    for result, _, part in results:
        findings += marked(result, part, place=dialect.error_flag, taken=takes_mark)
    return ToolComparison(tuple(calls), tuple(results), tuple(with_words(findings, given.calls, segments)), ids)


def _signs_of_calls(
    given: _Given,
    segments: Segments,
    answers: Mapping[int, Hashable],
    told: Mapping[int, Hashable],
    round_of: Mapping[int, int],
) -> tuple[list[Sign], list[Sign]]:
    """Signs of the calls that were given, with their `answers`, and of the payload's, with what is `told` of each."""
    here, there = rounds_by_place(
        [(given.between.message(call.index), call.round) for call in given.calls],
        [(given.between.place(place), round_of[id(part)]) for place, part in segments.calls],
    )
    called = [
        Sign(
            call.use.id,
            call.use.name,
            hashed(call.plain),
            place,
            answers.get(id(call.use)),
            standard(call.use.signature),
        )
        for call, place in zip(given.calls, here, strict=True)
    ]
    calling = [
        Sign(part.id, part.name, hashed(part.input), place, told.get(id(part)), standard(part.signature))
        for (_, part), place in zip(segments.calls, there, strict=True)
    ]
    return called, calling


def _signs_of_results(
    results: Iterable[GivenResult], ids: Mapping[str, str], names: Mapping[str, str], answered_in: Mapping[int, int]
) -> list[Sign]:
    """Signs of the results that were given, under the `ids` and `names` that their calls have in the payload."""
    return [
        Sign(
            ids.get(each.block.id, each.block.id),
            names.get(each.name, each.name) if each.name is not None else None,
            words_of(each.block),
            answered_in.get(id(each.call)),
        )
        for each in results
    ]


def _answering(
    segments: Segments,
    rounds: Iterable[Answered],
    open_calls: OpenCalls,
    ids: Mapping[str, str],
    asked: set[str | None],
) -> tuple[Segments, list[Sign]]:
    """The payload's results in the order of its rounds, with the id of the call that each answers, and their signs."""
    named_by_id = asked.difference(part.name for _, part in segments.calls)
    numbered: list[tuple[Position, ResultPart]] = []
    signs: list[Sign] = []
    for number, (calls, answered) in enumerate(rounds):
        whose = open_calls.answered_by([part for _, part in answered], calls)
        for place, part in answered:
            use = open_calls.uses.get(id(whose.get(id(part))))
            new = replace(part, id=ids.get(use.id, use.id)) if use is not None and part.id is None else part
            numbered.append((place, new))
            says = open_calls.words[id(part)]
            signs.append(Sign(_id_as_name(new, named_by_id) or new.id, part.name, says, number))
    return replace(segments, results=tuple(numbered)), signs
