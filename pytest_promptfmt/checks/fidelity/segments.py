"""A payload's parts in one line, each with its place, so that what is found can be put in order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pytest_promptfmt.payload.transcript import (
    CallPart,
    MediaPart,
    ResultPart,
    TextPart,
    ThinkingPart,
    Transcript,
    Turn,
)


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """Where something was found: the part's number over all turns, the offset in its text, and the turn's number."""

    part: int
    offset: int = 0
    turn: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Segment:
    """One text part, and whose turn it stands in."""

    text: str
    path: str
    turn: Turn
    place: Position


@dataclass(frozen=True, slots=True)
class Segments:
    """`dialog` and `system` are the texts, apart; media inside results carry that result beside them."""

    dialog: tuple[Segment, ...]
    system: tuple[Segment, ...]
    calls: tuple[tuple[Position, CallPart], ...]
    results: tuple[tuple[Position, ResultPart], ...]
    media: tuple[tuple[Position, MediaPart, ResultPart | None], ...]
    thoughts: tuple[tuple[Position, ThinkingPart], ...]

    @property
    def words(self) -> str:
        """All texts, a line or more each."""
        return "\n".join(segment.text for segment in (*self.dialog, *self.system))


def segments_of(transcript: Transcript) -> Segments:
    """All parts of `transcript`, by kind, in order."""
    texts: list[Segment] = []
    calls: list[tuple[Position, CallPart]] = []
    results: list[tuple[Position, ResultPart]] = []
    media: list[tuple[Position, MediaPart, ResultPart | None]] = []
    thoughts: list[tuple[Position, ThinkingPart]] = []
    number = 0
    for i, turn in enumerate(transcript.turns):
        for part in turn.parts:
            number += 1
            place = Position(number, turn=i)
            match part:
                case TextPart():
                    texts.append(Segment(part.text, part.path, turn, place))
                case CallPart():
                    calls.append((place, part))
                case ResultPart():
                    results.append((place, part))
                    media += ((replace(place, offset=n), item, part) for n, item in enumerate(part.media))
                case MediaPart():
                    media.append((place, part, None))
                case ThinkingPart():
                    thoughts.append((place, part))
    return Segments(
        tuple(text for text in texts if text.turn.role != "system"),
        tuple(text for text in texts if text.turn.role == "system"),
        tuple(calls),
        tuple(results),
        tuple(media),
        tuple(thoughts),
    )
