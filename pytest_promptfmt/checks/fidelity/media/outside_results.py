"""Media outside of results: the words beside each, or else their order, tell whether they are a result's, and whose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pytest_promptfmt.checks.fidelity.losses import loss
from pytest_promptfmt.checks.fidelity.media import Found, same
from pytest_promptfmt.checks.fidelity.media.given import GivenMedia
from pytest_promptfmt.checks.fidelity.segments import Position
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import MediaPart, TextPart, Transcript, Turn


@dataclass(frozen=True, slots=True)
class _Outside:
    """What stands outside; `before` and `behind` it are the ids that the words up to its neighbours name.

    `number` is its place among what the conversation shows, `caption` what stands before it.
    """

    given: GivenMedia
    part: MediaPart
    number: int
    before: frozenset[str]
    behind: frozenset[str]
    caption: str

    def is_anothers(self, named: frozenset[str], found: Sequence[Found]) -> bool:
        """Is it told as that of a result that shows nothing like it?"""
        if not named or self.given.result in named:
            return False
        return not any(other.result in named and same(other, self.part) for other, _, _ in found)


def mixed_up(
    transcript: Transcript,
    words: Mapping[str, str],
    found: Sequence[Found],
    results: Mapping[str, Position],
    ids: Mapping[str, str | None],
) -> Iterator[Finding]:
    """Media under the id of a result that does not show them, or in the other order where no ids tell.

    `words` are those that nobody said, by path, `results` the places, by id; `ids` are those that were put in the place
    of the conversation's.
    """
    names = {
        **{old: new for old, new in ids.items() if new is not None and new in results},
        **{id_: id_ for id_ in results},
    }
    pattern, numbers = _pattern(names), {id(part): number for number, (_, _, part) in enumerate(found)}
    outside: list[_Outside] = []
    for turn in transcript.turns:
        media = [part for part in turn.parts if isinstance(part, MediaPart)]
        if not media:
            continue
        between = _between(turn, words)
        named = [frozenset(names[id_] for id_ in pattern.findall(text)) for text in between]
        here = list(_outside(media, between, named, found, numbers))
        wrong = [[each for each in here if each.is_anothers(each.before, found)]]
        wrong += [[each for each in here if each.is_anothers(each.behind, found)]]
        if all(wrong):
            yield from map(_misnamed, wrong[0])
        else:
            outside += (each for each in here if each.given.result in results)
    yield from _out_of_order(outside, results)


def _outside(
    media: Sequence[MediaPart],
    between: Sequence[str],
    named: Sequence[frozenset[str]],
    found: Sequence[Found],
    numbers: Mapping[int, int],
) -> Iterator[_Outside]:
    """The media of a turn that were found, each with the results that are named before and behind it."""
    before, behind = named[:-1], named[1:]
    if named[0] and not named[-1]:  # so each has its words before it
        behind = before
    elif named[-1] and not named[0]:
        before = behind
    for part, ahead, after, caption in zip(media, before, behind, between[:-1], strict=True):
        if (number := numbers.get(id(part), -1)) >= 0:
            yield _Outside(found[number][0], part, number, ahead, after, caption)


def _between(turn: Turn, words: Mapping[str, str]) -> list[str]:
    """What stands before, between and behind the media of a turn."""
    between = [""]
    for part in turn.parts:
        if isinstance(part, MediaPart):
            between.append("")
        elif isinstance(part, TextPart):
            between[-1] += f"\n{words.get(part.path, '')}"
    return between


def _misnamed(wrong: _Outside) -> Finding:
    other = min(wrong.before)
    whose = f"of {wrong.given.result}" if wrong.given.result else "that no tool showed"
    message = f"the {wrong.part.kind} {whose} is told as that of {other}"
    about = (wrong.given.index,)
    return loss("wrong-call", wrong.part.path, message, about, expected=wrong.given.result, actual=other)


def _out_of_order(outside: list[_Outside], results: Mapping[str, Position]) -> Iterator[Finding]:
    """Neither in the order in which tools showed them, nor in that of the payload's results."""
    for first, second in pairwise(outside):
        one, two = first.given.result or "", second.given.result or ""
        if one == two or first.part.kind != second.part.kind or same(first.given, second.part):
            continue
        pairs = ((first.before, second.before), (first.behind, second.behind))
        told = any(one in a and two in b and not a & b for a, b in pairs)
        told |= first.caption != second.caption and "" not in (first.caption.strip(), second.caption.strip())
        if not told and second.number < first.number and results[two] < results[one]:
            message = f"the {second.part.kind} of {two} stands behind that of {one}, and no word tells which is whose"
            yield loss("reordered", second.part.path, message, (second.given.index, first.given.index))


def _pattern(ids: Iterable[str]) -> re.Pattern[str]:
    """Ids as words of their own; one of few signs, or of digits alone, may be anything."""
    telling = sorted((each for each in ids if len(each) >= _TELLING and not each.isdigit()), key=len, reverse=True)
    words = "|".join(map(re.escape, telling))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)" if words else r"(?!)")


_TELLING = 4
