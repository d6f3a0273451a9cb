"""What is left of a payload's texts when the rest was found: copies of given texts, and what others became."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.segments import Segment
from pytest_promptfmt.checks.fidelity.stream import LABEL, LONG, Stream, cuts_a_word, forms, stands_apart
from pytest_promptfmt.payload.finding import Finding


class Near(NamedTuple):
    path: str
    text: str


_ALIKE = 0.6
_LENGTH = 400
_MOST_PIECES = 400


def nearest_to(text: str, stretches: Iterable[tuple[Segment, str]]) -> Near | None:
    """The piece that is most like `text`, None where none is like it."""
    matchers = [SequenceMatcher(None, "", form[:_LENGTH], autojunk=False) for form in forms(text)]
    best, found = _ALIKE, None
    tries = 0
    for segment, stretch in stretches:
        for piece in _pieces(stretch, text.count("\n") + 1):
            tries += 1
            if (likeness := max(_likeness(matcher, piece) for matcher in matchers)) > best:
                best, found = likeness, Near(segment.path, piece)
        if tries > _MOST_PIECES:
            break
    return found


def _pieces(stretch: str, lines: int) -> Iterator[str]:
    """The stretch, and its runs of one and of so many lines, with and without a speaker's prefix."""
    yield stretch.strip("\n")
    parts = stretch.strip("\n").split("\n")
    for size in {1, lines} if len(parts) > 1 or ": " in stretch else ():
        for at in range(len(parts) - size + 1):
            run = "\n".join(parts[at : at + size])
            yield run
            if ": " in parts[at]:
                yield run.partition(": ")[2]


def _likeness(matcher: SequenceMatcher[str], actual: str) -> float:
    """0 to 1; long texts by their beginnings, so that a lost one among many costs little."""
    matcher.set_seq1(actual[:_LENGTH])
    if matcher.real_quick_ratio() <= _ALIKE or matcher.quick_ratio() <= _ALIKE:
        return 0.0
    return matcher.ratio()


@dataclass(frozen=True, slots=True)
class SpokenText:
    """A text that was found once already: its message's index, the text, and its speaker."""

    index: int
    text: str
    speaker: str


_KEY = 4
_BEFORE = "\n>:\"'])( "


def doubled(texts: Iterable[SpokenText], *streams: Stream, turns: bool) -> Iterator[Finding]:
    """Texts that stand once more in what nobody has taken; with `turns` also as a whole turn of their own."""
    if not any(next(stream.unused(), None) for stream in streams):
        return
    by_start: dict[str, list[tuple[SpokenText, str]]] = {}
    whole: dict[str, SpokenText] = {}
    for known in texts:
        whole[known.text.strip()] = known
        for form in forms(known.text.strip()):
            by_start.setdefault(form[:_KEY], []).append((known, form))
    reported: set[str] = set()
    for stream in streams:
        for segment, known in _copies(stream, by_start, whole if turns else {}):
            if known.text not in reported:
                reported.add(known.text)
                message = f"{cut(known.text)} stands here once more"
                yield loss("doubled-text", segment.path, message, (known.index,), actual=known.text)


def _copies(
    stream: Stream, by_start: dict[str, list[tuple[SpokenText, str]]], whole: dict[str, SpokenText]
) -> Iterator[tuple[Segment, SpokenText]]:
    lengths = sorted({len(start) for start in by_start})
    shortest = min((len(form) for known in by_start.values() for _, form in known), default=0)
    for segment, stretch in stream.unused():
        if stretch.strip() in whole and _on_its_own_lines(segment, stretch):
            yield segment, whole[stretch.strip()]
            continue
        if len(copies := _all_copies(stretch, whole)) > 1 and sum(len(each.text) for each in copies) >= LONG:
            yield from ((segment, each) for each in copies)  # each may be too short to be a copy by itself
            continue
        for at in range(len(stretch) - shortest + 1 if lengths else 0):
            if at and stretch[at - 1] not in _BEFORE:
                continue
            for length in lengths:
                for known, form in by_start.get(stretch[at : at + length], ()):
                    if stretch.startswith(form, at) and (
                        _stands_alone(stretch, at, form, known.speaker)
                        or (len(form) >= LONG and _goes_on(stretch, at + len(form), by_start))
                    ):
                        yield segment, known


def _all_copies(stretch: str, whole: dict[str, SpokenText]) -> list[SpokenText]:
    """The texts that a stretch is made of, with blanks between; none where there is anything else in it."""
    copies: list[SpokenText] = []
    rest, at = stretch.strip(), 0  # walked along and not cut, since it may be megabytes
    while at < len(rest):
        begins = max((text for text in whole if text and rest.startswith(text, at)), key=len, default="")
        if not begins:
            return []
        copies.append(whole[begins])
        at += len(begins)
        while at < len(rest) and rest[at].isspace():
            at += 1
    return copies


def _goes_on(stretch: str, at: int, by_start: dict[str, list[tuple[SpokenText, str]]]) -> bool:
    """Does another copy begin right there, or a speaker's label, so that nothing is cut?"""
    known = by_start.get(stretch[at : at + _KEY], ())
    speakers = {each.speaker for texts in by_start.values() for each, _ in texts}
    return any(stretch.startswith(form, at) for _, form in known) or any(
        stretch.startswith(f"{name}:", at) for name in speakers if name
    )


def _on_its_own_lines(segment: Segment, stretch: str) -> bool:
    """All of a turn, or lines of it; where no role says who speaks, a line may be a speaker's label."""
    text = segment.text
    if stretch == text or segment.turn.role is None:
        return stretch == text
    first = text.startswith(stretch) or stretch.startswith("\n")
    return first and (text.endswith(stretch) or stretch.endswith("\n"))


def _stands_alone(stretch: str, at: int, form: str, speaker: str) -> bool:
    """No part of a longer word; a short text, which may be anybody's word, is the speaker's where the name is there."""
    end = at + len(form)
    if cuts_a_word(stretch, at, end):
        return False
    if len(form) >= LONG:
        return True
    before = stretch[max(at - LABEL, 0) : at]
    return stands_apart(stretch, at, end) and any(name in before for name in forms(speaker))
