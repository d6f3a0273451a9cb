"""Calls and results that stand in their own place, and once more in a text; and words for nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.segments import Segment
from pytest_promptfmt.checks.fidelity.stream import LONG, forms
from pytest_promptfmt.checks.fidelity.tools.calls import Call
from pytest_promptfmt.checks.fidelity.tools.results import GivenResult, texts_of
from pytest_promptfmt.payload.finding import Finding

_NOTHING = ("None", "null", "undefined", "[]", "{}")


def repeated_in_words(
    stretches: Iterable[tuple[Segment, str]], calls: Iterable[Call], results: Iterable[GivenResult]
) -> Iterator[Finding]:
    """Texts that nobody said (`stretches`) and that repeat what was called or answered."""
    spelled = [(call, form) for call in calls if call.use.input for form in _spellings(call.use.input)]
    answers = [
        (result, form)
        for result in results
        for text in texts_of(result.block)
        for form in (forms(text) if len(text) >= LONG else ())
    ]
    shortest = min((len(form) for _, form in (*spelled, *answers)), default=0)
    for segment, stretch in stretches if spelled or answers else ():
        if len(stretch) < shortest:
            continue
        for call, form in spelled:
            if form in stretch:
                message = f"the call {call.use.name} ({call.use.id}) is told in words, too"
                yield loss("doubled-call", segment.path, message, (call.index,), actual=stretch)
                break
        for result, form in answers:
            if form in stretch:
                message = f"the result of {result.name or result.block.id} is told in words, too"
                yield loss("doubled-result", segment.path, message, (result.index,), actual=stretch)
                break


def _spellings(value: object) -> set[str]:
    """Arguments as JSON, and as Python prints them."""

    as_json = {
        json.dumps(value, ensure_ascii=ascii_, separators=separators, default=str)
        for ascii_ in (True, False)
        for separators in ((", ", ": "), (",", ":"))
    }
    return as_json | {json.dumps(text)[1:-1] for text in as_json} | {str(value)}


def words_for_nothing(segments: Iterable[Segment]) -> Iterator[Finding]:
    """Turns that say None where nothing was said."""
    for segment in segments:
        if segment.text.strip() in _NOTHING:
            yield loss("added-turn", segment.path, f"nobody said {cut(segment.text)}", actual=segment.text)
