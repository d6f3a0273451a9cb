"""Calls and results that stand in a text, be it once more than in their own place; and words for nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.segments import Segment, Segments
from pytest_promptfmt.checks.fidelity.stream import LONG, forms, python_code
from pytest_promptfmt.checks.fidelity.tools.answers import GivenResult, carries, texts_of
from pytest_promptfmt.checks.fidelity.tools.calls import Call, calls_of, equal_call, title
from pytest_promptfmt.conversation import Conversation, ToolUse
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import ResultPart

_NOTHING = ("None", "null", "undefined", "[]", "{}", '""', "''")


def repeated_in_words(
    stretches: Iterable[tuple[Segment, str]], calls: Iterable[Call], results: Iterable[tuple[GivenResult, ResultPart]]
) -> Iterator[Finding]:
    """Texts that nobody said (`stretches`) and that repeat what was called or answered in its own place."""
    stretches = list(stretches)
    if not stretches:
        return
    spelled = [(call, form) for call in calls if call.use.input for form in spellings(call.use.input)]
    answers = [
        (result, part, form)
        for result, part in results
        for text in texts_of(result.block)
        for form in (forms(text) if len(text) >= LONG else ())
    ]
    lengths = [len(form) for _, form in spelled] + [len(form) for _, _, form in answers]
    shortest = min(lengths, default=0)
    for segment, stretch in stretches if spelled or answers else ():
        if len(stretch) < shortest:
            continue
        for call, form in spelled:
            if form in stretch:
                message = f"the call {title(call)} is told in words, too"
                yield loss("doubled-call", segment.path, message, (call.index,), actual=stretch)
                break
        for result, part, form in answers:
            if form in stretch and carries(result, part):  # else it stands here instead, and is told as altered there
                message = f"the result of {result.name or result.block.id} is told in words, too"
                yield loss("doubled-result", segment.path, message, (result.index,), actual=stretch)
                break


def spellings(value: object) -> set[str]:
    """Arguments as JSON, and as Python prints them."""
    as_json = {
        json.dumps(value, ensure_ascii=ascii_, separators=separators, default=str)
        for ascii_ in (True, False)
        for separators in ((", ", ": "), (",", ":"))
    }
    as_parameters = (
        ", ".join(f"{key}={item!r}" for key, item in value.items()) if isinstance(value, dict) else str(value)
    )
    return as_json | {json.dumps(text)[1:-1] for text in as_json} | {str(value), as_parameters}


def told_calls(conversation: Conversation, segments: Segments, scenario: str, *, carried: bool) -> list[Call]:
    """Calls that texts alone tell of, and rightly: another agent's, or anybody's where none are `carried`."""
    parts = [part for _, part in segments.calls]

    def is_foreign(call: Call) -> bool:
        return scenario == "multiagent" and conversation.messages[call.index].name != conversation.speaker is not None

    return [
        call
        for call in calls_of(conversation)
        if (not carried or is_foreign(call))
        and not any(part.id == call.use.id or equal_call(call, part) for part in parts)
        and _told_in_words(call, segments.dialog)
    ]


def _told_in_words(call: Call, segments: Iterable[Segment]) -> bool:
    """Does a text name the tool, and say every value of the arguments behind that?"""
    values = [*_values(call.use.input)]
    behind = (segment.text.partition(call.use.name)[2] for segment in segments if call.use.name in segment.text)
    return any(all(any(form in text for form in value) for value in values) for text in behind)


def with_words(findings: Iterable[Finding], calls: Iterable[Call], segments: Segments) -> Iterator[Finding]:
    """The findings, of which those that say that a call is nowhere name the text that tells its arguments or its id."""
    known = {(call.index, call.use.id): call for call in calls}
    spoken = (*segments.dialog, *segments.system)
    for finding in findings:
        is_lost = finding.id == "fidelity.lost-call"
        lost = known.get((finding.about[0], finding.data["expected"]["id"])) if is_lost else None
        place = next((segment for segment in spoken if _spells(segment.text, lost.use)), None) if lost else None
        if place:
            message = finding.message.removesuffix("is nowhere") + "is plain text here"
            finding = replace(finding, path=place.path, message=message)
        yield finding


def _spells(text: str, call: ToolUse) -> bool:
    wanted = spellings(call.input) if call.input else {call.id}
    return call.name in text and any(each and each in text for each in wanted)


def said_in_words(result: GivenResult, segments: Iterable[Segment]) -> bool:
    """Does a text say all that the result does?"""
    texts = [(*forms(text), python_code(text)) for text in texts_of(result.block)]
    return any(all(any(form in segment.text for form in text) for text in texts) for segment in segments)


def _values(value: object) -> Iterator[tuple[str, ...]]:
    """The ways to write each value in it that is no list or object."""
    match value:
        case dict() | list() | tuple():
            for item in value.values() if isinstance(value, dict) else value:
                yield from _values(item)
        case str():
            yield (*forms(value), python_code(value))
        case _:
            yield str(value), json.dumps(value, default=str)


def words_for_nothing(segments: Iterable[Segment]) -> Iterator[Finding]:
    """Turns that say None, or a pair of quotes, where nothing was said."""
    for segment in segments:
        if segment.text.strip() in _NOTHING:
            yield loss("added-turn", segment.path, f"nobody said {cut(segment.text)}", actual=segment.text)
