"""Texts of a payload as one searchable stream, in which each character is used once.

Searching is `str.find` over one joined string, so a payload is walked about once however many utterances it holds.
"""

from __future__ import annotations

import html
import json
import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pytest_promptfmt.checks.fidelity.segments import Position, Segment

BETWEEN = "\ue000\uf8ff\ue001"  # private characters that stand between segments, so that no find crosses a border


@dataclass(frozen=True, slots=True)
class Match:
    """An utterance as it was found: its segment, the text before it, and its place."""

    segment: Segment
    gap: str
    place: Position

    @property
    def is_glued(self) -> bool:
        """Does it begin right where another utterance ends, without white space on either side?"""
        at = self.place.offset
        return at > 0 and self.gap == "" and not any(map(str.isspace, self.segment.text[at - 1 : at + 1]))

    @property
    def is_melted(self) -> bool:
        """Is it glued so that its first word and the last one before it are one?"""
        return self.is_glued and cuts_a_word(self.segment.text, self.place.offset, self.place.offset)


def forms(text: str) -> tuple[str, ...]:
    """The ways to write a text inside another: as it is, JSON-escaped, XML-escaped."""
    return _forms(text) if len(text) <= _REMEMBERED else _forms.__wrapped__(text)


@lru_cache(maxsize=1024)  # the same texts are looked for in the payloads of all targets, and in several places of each
def _forms(text: str) -> tuple[str, ...]:
    if text.isascii() and not _ESCAPED.search(text):
        return (text,)
    escaped = (
        *in_json(text),
        html.escape(text, quote=False),
        *(html.escape(text).replace("&#x27;", apostrophe) for apostrophe in ("&#x27;", "&#39;", "&apos;", "'")),
    )
    return tuple(dict.fromkeys((text, *escaped)))


def in_json(text: str) -> tuple[str, ...]:
    """The text inside a JSON string: as JavaScript has it, which spells half characters alone, and as Python's two."""
    plain = json.dumps(text, ensure_ascii=False)[1:-1]
    return _HALF.sub(lambda half: rf"\u{ord(half[0]):04x}", plain), plain, json.dumps(text)[1:-1]


def python_code(text: str) -> str:
    """The text as Python's code has it inside of what it prints of a list or an object."""
    return repr(text)[1:-1]


_REMEMBERED = 1_000
_HALF = re.compile("[\ud800-\udfff]")
_ESCAPED = re.compile(r"[\x00-\x1f\x7f\"\\&<>']")
"""What either way of escaping spells otherwise."""


class _Sought(NamedTuple):
    text: str
    following: str
    names: tuple[str, ...]


class Stream:
    """Takes utterances out of segments; `take` marks what it finds as used."""

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self.segments = segments
        self._text = BETWEEN.join(segment.text for segment in segments)
        self._starts: list[int] = []
        at = 0
        for segment in segments:
            self._starts.append(at)
            at += len(segment.text) + len(BETWEEN)
        self._used: list[tuple[int, int]] = []
        self._rest: list[tuple[Segment, list[str]]] | None = None
        self._cursor = 0

    def take(self, text: str, following: str = "", name: str = "") -> tuple[Match, bool] | None:
        """The next place of `text`, and whether it lies behind what was taken so far; None where it is not.

        `following` is the next text: nothing needs to stand between the two. A short text is rather looked for
        behind its speaker's `name`, where one is given.
        """
        sought = _Sought(text, following, forms(name) if name else ())
        found = self._find(sought, self._cursor)
        in_order = found is not None
        if found is None and self._cursor:
            found = self._find(sought, 0)
        if found is None:
            return None
        match = self._match(found[0])
        self._use(found)
        if in_order:
            self._cursor = found[1]
        return match, in_order

    def pass_over(self, text: str) -> None:
        """Takes the first place of a text that is none of the utterances."""
        if (found := self._find_form(text, _Sought(text, "", ()), 0)) is not None:
            self._use(found)

    def _use(self, span: tuple[int, int]) -> None:
        insort(self._used, span)
        self._rest = None

    def unused(self) -> Iterator[tuple[Segment, str]]:
        """What nobody has taken: segment and text of every stretch that is not blank."""
        return ((segment, piece) for segment, pieces in self._left() for piece in pieces if piece.strip())

    def untouched(self) -> Iterator[Segment]:
        """Segments of which nothing was taken."""
        return (segment for segment, pieces in self._left() if len(pieces) == 1 and segment.text.strip())

    def framed(self) -> Iterator[tuple[Segment, list[str]]]:
        """Segments of which something was taken, and what stands before, between and behind it."""
        return ((segment, pieces) for segment, pieces in self._left() if len(pieces) > 1)

    def _left(self) -> list[tuple[Segment, list[str]]]:
        if self._rest is None:
            self._rest = list(self._pieces())
        return self._rest

    def _pieces(self) -> Iterator[tuple[Segment, list[str]]]:
        for segment, base in zip(self.segments, self._starts, strict=True):
            at, end = base, base + len(segment.text)
            i = bisect_left(self._used, (base, 0))
            pieces = []
            while i < len(self._used) and self._used[i][0] < end:
                pieces.append(self._text[at : self._used[i][0]])
                at = self._used[i][1]
                i += 1
            yield segment, [*pieces, self._text[at:end]]

    def _find(self, sought: _Sought, start: int) -> tuple[int, int] | None:
        """The first free place at or behind `start`; escaped only where it stands inside other text."""
        found = self._find_form(sought.text, sought, start)
        for form in forms(sought.text)[1:] if found is None else ():
            found = self._find_form(form, sought, start)
            if found is not None and self._fills_its_segment(found):
                found = None
            if found is not None:
                break
        return found

    def _find_form(self, form: str, sought: _Sought, start: int) -> tuple[int, int] | None:
        """The first free place that cuts no word; a short text, which may be in any, rather where it stands apart."""
        best: dict[int, tuple[int, int]] = {}
        at = self._text.find(form, start)
        for _ in range(_TRIES):
            if at < 0:
                break
            span = (at, at + len(form))
            if self._free(span) and not self._cuts_a_word(span, sought.following):
                rank = self._rank(span, sought)
                if rank == 0:
                    return span
                best.setdefault(rank, span)
            at = self._text.find(form, at + 1)
        return best[min(best)] if best else None

    def _rank(self, span: tuple[int, int], sought: _Sought) -> int:
        """How surely a place is the one; 0 is beyond doubt."""
        if touches_a_letter(self._text, *span):
            return 3
        if len(sought.text) >= LONG:
            return 0
        if not stands_apart(self._text, *span):
            return 2
        label = self._gap(span[0])[-LABEL:]
        return 0 if not sought.names or any(name in label for name in sought.names) else 1

    def _cuts_a_word(self, span: tuple[int, int], following: str) -> bool:
        """What lies between two utterances cuts none."""
        start, end = span
        i = bisect_left(self._used, (start, start))
        first = 0 if i and self._used[i - 1][1] == start else start
        last = len(self._text) if following and self._text.startswith(following, end) else end
        return cuts_a_word(self._text, first, last)

    def _fills_its_segment(self, span: tuple[int, int]) -> bool:
        number = bisect_right(self._starts, span[0]) - 1
        return self.segments[number].text.strip() == self._text[span[0] : span[1]].strip()

    def _free(self, span: tuple[int, int]) -> bool:
        i = bisect_left(self._used, (span[0], span[0]))
        if i and self._used[i - 1][1] > span[0]:
            return False
        return i == len(self._used) or self._used[i][0] >= span[1]

    def _match(self, start: int) -> Match:
        number = bisect_right(self._starts, start) - 1
        segment, base = self.segments[number], self._starts[number]
        place = Position(segment.place.part, start - base, segment.place.turn)
        return Match(segment, self._gap(start), place)

    def _gap(self, start: int) -> str:
        """What stands before `start`, back to what was taken last or to the segment's beginning."""
        base = self._starts[bisect_right(self._starts, start) - 1]
        i = bisect_left(self._used, (start, start))
        return self._text[max(base, self._used[i - 1][1]) if i else base : start]


_TRIES = 200
_ESCAPES = ("\\n", "\\r", "\\t")


def cuts_a_word(text: str, start: int, end: int) -> bool:
    """Does a border of the span lie inside an ASCII word or number, as that of ``17`` in ``170`` does?"""
    return any(
        0 < at < len(text)
        and text[at - 1 : at + 1].isascii()
        and text[at - 1 : at + 1].isalnum()
        and text[at - 2 : at] not in _ESCAPES  # in JSON a line break ends in a letter
        for at in (start, end)
    )


def touches_a_letter(text: str, start: int, end: int) -> bool:
    """Scripts without spaces write words side by side, so this may be right; a place apart is better."""
    return any(0 < at < len(text) and text[at - 1 : at + 1].isalnum() for at in (start, end))


LONG, LABEL = 12, 60
_OPENS, _CLOSES = "\n>:\"'])\ue001", "\n<\"'\\\ue000"


def stands_apart(text: str, start: int, end: int) -> bool:
    """A line, an element, a JSON string, what follows a name and a colon; or all of a segment."""
    before = text[max(start - 8, 0) : start].rstrip(" ")[-1:]
    return (start == 0 or (before != "" and before in _OPENS)) and (end == len(text) or text[end] in _CLOSES)
