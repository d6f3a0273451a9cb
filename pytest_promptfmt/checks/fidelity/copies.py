"""What is left of a payload's texts when the rest was found: copies of what was said, and what it was changed into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from pytest_promptfmt.checks.fidelity.heard import Segment
from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.stream import Stream, cuts_a_word, forms
from pytest_promptfmt.verdict import Finding


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


_KEY = 4
_BEFORE, _OPENS, _AFTER = "\n>:\"'])( ", "\n>:\"'])", "\n<\"'\\"
_LONG = 12


def doubled(said: Iterable[tuple[int, str]], *streams: Stream) -> Iterator[Finding]:
    """Texts, given with their message's index, that stand once more in what nobody has taken."""
    by_start: dict[str, list[tuple[int, str, str]]] = {}
    for index, text in said:
        if any(map(str.isalnum, text)):
            for form in forms(text.strip()):
                by_start.setdefault(form[:_KEY], []).append((index, text, form))
    lengths = sorted({len(start) for start in by_start})
    reported: set[str] = set()
    for stream in streams:
        for segment, stretch in stream.unused():
            for at in range(len(stretch)):
                if at and stretch[at - 1] not in _BEFORE:
                    continue
                for length in lengths:
                    for index, text, form in by_start.get(stretch[at : at + length], ()):
                        if text not in reported and stretch.startswith(form, at) and _stands_alone(stretch, at, form):
                            reported.add(text)
                            message = f"{cut(text)} stands here once more"
                            yield loss("doubled-text", segment.path, message, (index,), actual=text)


def _stands_alone(stretch: str, at: int, form: str) -> bool:
    """No part of a longer word; a short text, which other words may hold, ends where a line or an element does."""
    end = at + len(form)
    if cuts_a_word(stretch, at, end):
        return False
    before, after = stretch[max(at - 8, 0) : at].rstrip(" "), stretch[end : end + 1]
    return len(form) >= _LONG or ((not before or before[-1] in _OPENS) and (not after or after in _AFTER))
