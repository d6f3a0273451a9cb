"""Tool results: each once, as the answer to its own call, with what the tool said."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.checks.fidelity.stream import BETWEEN, LONG, forms, python_code, stands_apart
from pytest_promptfmt.checks.fidelity.tools.answers import (
    GivenResult,
    label,
    missing,
    said_in,
    says_anything,
    shows_alone,
    spelled,
    strings_in,
    texts_of,
)
from pytest_promptfmt.checks.fidelity.tools.matching import Pairs, Sign, first_alike, keys
from pytest_promptfmt.common.text import trimmed
from pytest_promptfmt.conversation import Conversation, Media, Text, blocks_of
from pytest_promptfmt.conversation.sources import bytes_of
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import ResultPart

_OWN = keys("id says place", "id says", "id place", "id")
_TELLING = keys("name says place", "name says")
_NAMELESS = keys("says place", "says")
_OF_TOOL = keys("name place", "name")
_OF_ROUND = keys("place", "")


def match_results(
    expected: Sequence[GivenResult],
    signs: Sequence[Sign],
    segments: Segments,
    found: Sequence[Sign],
    findings: list[Finding],
    conversation: Conversation,
    *,
    named: bool,
    freed: bool,
) -> Iterator[tuple[GivenResult, Position, ResultPart]]:
    """Each result that was found, with its place; what is wrong with them is added to `findings`.

    `signs` and `found` are those of the results that were given, and of the payload's. What is sure goes first: an id,
    or the words; without either, a result that was altered is of its tool and in its place. One that says nothing takes
    what is left over, but nobody's words. In the `conversation` people may say the same. `freed`: ids are others, so
    that who answers no call may have any.
    """
    pairs, known = Pairs(signs, found), {sign.says for sign in signs}
    own = _own_answers(pairs, known)
    pairs.by(*_TELLING, *_NAMELESS)
    astray = {
        found[at].says: segments.results[at][1]
        for number, at in reversed(own.items())
        if found[at].says and found[at].says in known and found[at].says != signs[number].says
    }
    told = _Told(segments, conversation, astray)
    for number, result in enumerate(expected):
        sign, at = signs[number], pairs.of.get(number)
        if number in own:
            place, part = segments.results[own[number]]
            findings += _result_differences(result, sign, part, told, named=named)
            yield result, place, part
        else:
            part_elsewhere = None if at is None else segments.results[at][1]
            findings += _not_found(result, sign, part_elsewhere, told, freed=freed)
    wrong = {finding.path for finding in findings if finding.id == "fidelity.wrong-call"}
    found_too = [(segments.results[at][1], sign) for at, sign in pairs.found.items()]
    if left := [each for each in found_too if each[0].path not in wrong]:
        findings += _extra_results(left, expected, signs)


def _own_answers(pairs: Pairs, known: Collection[Hashable]) -> dict[int, int]:
    """The payload's result for each that was given, as far as it is told as the answer to its own call."""

    def is_altered(sign: Sign) -> bool:
        return sign.id is None and (not sign.says or sign.says not in known)

    pairs.by(*_OWN)
    pairs.by(*_TELLING, found=lambda sign: sign.id is None)
    pairs.by(*_NAMELESS, found=lambda sign: sign.id is sign.name is None)
    pairs.by(*_OF_TOOL, given=lambda sign: bool(sign.says), found=is_altered)
    pairs.by(*_OF_ROUND, given=lambda sign: bool(sign.says), found=lambda sign: sign.name is None and is_altered(sign))
    pairs.by(*_OF_TOOL, found=lambda sign: is_altered(sign) and not shows_alone(sign.says))
    pairs.by(*_OF_ROUND, found=lambda sign: sign.name is None and is_altered(sign) and not shows_alone(sign.says))
    return dict(pairs.of)


@dataclass(frozen=True)
class _Told:
    """A payload's `segments`, the `conversation` that they tell, and by its words each result told as another's."""

    segments: Segments
    conversation: Conversation
    astray: Mapping[Hashable, ResultPart]

    @cached_property
    def ids(self) -> frozenset[str | None]:
        """Those of the payload's calls."""
        return frozenset(call.id for _, call in self.segments.calls)

    @cached_property
    def names(self) -> frozenset[str]:
        """Those of the payload's calls."""
        return frozenset(call.name for _, call in self.segments.calls)

    def as_whose(self, part: ResultPart) -> str:
        return f"told as {part.name}'s" if part.name in self.names else f"named {part.name!r}, as no call is"

    def where(self, text: str) -> str:
        """The path of the first text, or of the first result, that has `text` in it."""
        spoken, starts, paths = self._spoken
        at = spoken.find(text)
        return paths[bisect_right(starts, at) - 1] if at >= 0 else ""

    @cached_property
    def by_people(self) -> str:
        """All texts of the conversation."""
        return "\n".join(block.text for block in blocks_of(self.conversation) if isinstance(block, Text))

    @cached_property
    def _spoken(self) -> tuple[str, list[int], list[str]]:
        """All that is said, joined, where in it each begins, and the paths."""
        said = [(each.path, each.text) for each in self.segments.dialog]
        said += ((part.path, said_in(part.value)) for _, part in self.segments.results)
        starts = accumulate((len(text) + len(BETWEEN) for _, text in said), initial=0)
        return BETWEEN.join(text for _, text in said), [*starts], [path for path, _ in said]


def _result_differences(
    result: GivenResult, sign: Sign, part: ResultPart, told: _Told, *, named: bool
) -> Iterator[Finding]:
    text, elsewhere = missing(result, part), told.astray.get(sign.says)
    if text is None:
        yield from _trimmed(result, part)
        yield from _doubled(result, part)
    elif elsewhere is not None:
        yield _wrong_call(result, elsewhere, f"told as that to {elsewhere.id or 'no call'}")
        return
    else:
        place = told.where(text) if len(text) >= LONG else ""
        coded = len(text) >= LONG and python_code(text) in said_in(part.value)
        verb = "spells in Python's code" if coded else "does not say"
        message = f"the result of {label(result)} {verb} {cut(text)}{f'; {place} does' if place else ''}"
        data = {"expected": text, "actual": said_in(part.value)}
        yield loss("altered-result", part.path, message, (result.index,), **data)
    if not says_anything(result.block) and said_in(part.value).strip() in _PRINTED:
        message = f"{label(result)} said nothing, and nobody said {said_in(part.value).strip()}"
        yield loss("printed-nothing", part.path, message, (result.index,), actual=part.value)
    own = {sign.name, result.call.name if result.call is not None and part.id is not None else sign.name}
    if sign.name is not None and part.name and part.name not in own:
        message = f"the answer to {label(result)} is {told.as_whose(part)}"
        slug = "result-name" if part.id is not None and not named else "wrong-call"
        yield loss(slug, part.path, message, (result.index,))


def _wrong_call(result: GivenResult, part: ResultPart, told: str) -> Finding:
    data = {"expected": result.block.id, "actual": part.id}
    return loss("wrong-call", part.path, f"the answer to {label(result)} is {told}", (result.index,), **data)


_PRINTED = ("None", "undefined")


def _trimmed(result: GivenResult, part: ResultPart) -> Iterator[Finding]:
    for text in texts_of(result.block):
        if len(trimmed(text)) > 1 and text not in said_in(part.value) and not spelled(text, part.value):
            about = (result.index,)
            if said := next((leaf for leaf in strings_in(part.value) if _is_code_of(text, leaf)), ""):
                message = f"white space at the ends of the result of {label(result)} is spelled out, as code has it"
                yield loss("altered-result", part.path, message, about, expected=text, actual=said)
            else:
                message = f"white space at the ends of the result of {label(result)} is gone"
                yield loss("trimmed-text", part.path, message, about)
            return


def _is_code_of(text: str, leaf: str) -> bool:
    return leaf.strip() in {form.strip() for form in forms(text)[1:]}


def _doubled(result: GivenResult, part: ResultPart) -> Iterator[Finding]:
    texts = texts_of(result.block)
    payload_text = said_in(part.value)
    for text in dict.fromkeys(texts):
        often = "\n".join(texts).count(text)
        told = payload_text.count(text) if len(text) >= _LONG_ENOUGH else _whole_parts(part.value, text)
        if told > often:
            message = f"{cut(text)} is in it {told} times"
            yield loss("doubled-result", part.path, message, (result.index,))


_LONG_ENOUGH = 8
"""In characters: what is shorter stands within other words, too."""


def _whole_parts(value: Any, text: str) -> int:
    """How many parts of a result are this text."""
    return value.count(text) if isinstance(value, list) else 0


def _not_found(
    result: GivenResult, sign: Sign, part: ResultPart | None, told: _Told, *, freed: bool
) -> Iterator[Finding]:
    """`part` says it, under another id or name; an answer to no call, under an id that no call has, is still nobody's.

    So is, where ids are `freed`, that to a call that is lost.
    """
    texts, elsewhere = texts_of(result.block), part or (told.astray.get(sign.says) if sign.says else None)
    if elsewhere is not None:
        id_, other = elsewhere.id, elsewhere.name not in (None, result.name)
        nobodys = result.call is None or (freed and sign.place is None)
        if id_ is None or id_ in told.ids or not nobodys:
            to = told.as_whose(elsewhere) if id_ is None and other else f"told as that to {id_ or 'no call'}"
            yield _wrong_call(result, elsewhere, to)
    elif texts and (place := _as_text(texts, told)):
        yield loss("result-as-text", place, f"the result of {label(result)} is plain text here", (result.index,))
    else:
        shows = not texts and any(isinstance(block, Media) for block in result.block.output or ())
        lost = f"the result of {label(result)} is nowhere"
        message = f"no result answers {label(result)}, wherever stands what it showed" if shows else lost
        yield loss("lost-result", "$", message, (result.index,), expected=texts)


def _as_text(texts: list[str], told: _Told) -> str:
    """The path of the first text that says all of it; empty where it is said no more often than people say it."""
    spoken = (*told.segments.dialog, *told.segments.system)
    if all(0 < sum(each.text.count(text) for each in spoken) <= told.by_people.count(text) for text in texts):
        return ""
    return next((each.path for each in spoken if all(_stands_in(text, each.text) for text in texts)), "")


def _stands_in(text: str, spoken: str) -> bool:
    """Is it there, as it is or escaped? A short text, which may be in any, stands apart."""
    places = ((at, form) for form in (*forms(text), python_code(text)) if (at := spoken.find(form)) >= 0)
    return any(len(text) >= LONG or stands_apart(spoken, at, at + len(form)) for at, form in places)


def _shows(result: GivenResult, part: ResultPart) -> bool:
    """Does a part show, by its bytes, what a result does that says something beside?"""
    shown = {bytes_of(media.source) for media in result.block.output_media} - {None}
    return bool(texts_of(result.block)) and any(media.data in shown for media in part.media)


def _extra_results(
    left: Iterable[tuple[ResultPart, Sign]], expected: Sequence[GivenResult], signs: Sequence[Sign]
) -> Iterator[Finding]:
    """What answers no call, or answers one that is answered already."""
    saying = first_alike(signs, keys("id says", "says place", "says", "id"))
    empty = first_alike(signs, keys("id says", "id", "says place", "says"))
    of_text = {text.strip(): result for result in reversed(expected) for text in texts_of(result.block)}
    names = {sign.name for sign in signs}
    for part, sign in left:
        said = said_in(part.value).strip() if part.value is not None else ""
        if not said and (shown := next((each for each in expected if _shows(each, part)), None)) is not None:
            message = f"what the result of {label(shown)} shows stands here as a result of its own"
            yield loss("invented-result", part.path, message, (shown.index,), actual=part.value)
        elif (at := saying(sign) if said else empty(sign)) is not None:
            twin, anew = expected[at], bool(signs[at].says) and signs[at].says != sign.says
            message = f"the result of {label(twin)} is here once more{f', as {cut(said)}' if anew and said else ''}"
            message = f"an empty answer to {label(twin)} stands beside its own" if anew and not said else message
            held = [text for text in texts_of(twin.block) if text.strip() in said]
            if anew and 0 < len(held) < len(texts_of(twin.block)):
                message = f"a part of the result of {label(twin)} stands here as a second one"
            yield loss("doubled-result", part.path, message, (twin.index,), actual=part.value)
        elif said and (whole := of_text.get(said)) is not None:
            message = f"a text of the result of {label(whole)} stands here as a result of its own"
            yield loss("invented-result", part.path, message, (whole.index,), actual=part.value)
        else:
            known = part.name is not None and part.name in names
            message = f"{part.name} gave no such result" if known else f"nobody gave a result of {part.name or part.id}"
            yield loss("invented-result", part.path, message, actual=part.value)
