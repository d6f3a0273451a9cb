"""A payload's parts in one line, each with its place, so that what is found can be put in order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pytest_promptfmt.payload.transcript import Said, SaidCall, SaidMedia, SaidResult, SaidText, SaidThinking, Turn


@dataclass(frozen=True, slots=True, order=True)
class Place:
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
    place: Place


@dataclass(frozen=True, slots=True)
class Heard:
    """`dialog` and `system` are the texts, apart; media inside results carry that result beside them."""

    dialog: tuple[Segment, ...]
    system: tuple[Segment, ...]
    calls: tuple[tuple[Place, SaidCall], ...]
    results: tuple[tuple[Place, SaidResult], ...]
    media: tuple[tuple[Place, SaidMedia, SaidResult | None], ...]
    thoughts: tuple[tuple[Place, SaidThinking], ...]


def listen(said: Said) -> Heard:
    """All parts of `said`, by kind, in order."""
    texts: list[Segment] = []
    calls: list[tuple[Place, SaidCall]] = []
    results: list[tuple[Place, SaidResult]] = []
    media: list[tuple[Place, SaidMedia, SaidResult | None]] = []
    thoughts: list[tuple[Place, SaidThinking]] = []
    number = 0
    for i, turn in enumerate(said.turns):
        for part in turn.parts:
            number += 1
            place = Place(number, turn=i)
            match part:
                case SaidText():
                    texts.append(Segment(part.text, part.path, turn, place))
                case SaidCall():
                    calls.append((place, part))
                case SaidResult():
                    results.append((place, part))
                    media += ((replace(place, offset=n), item, part) for n, item in enumerate(part.media))
                case SaidMedia():
                    media.append((place, part, None))
                case SaidThinking():
                    thoughts.append((place, part))
    return Heard(
        tuple(text for text in texts if text.turn.role != "system"),
        tuple(text for text in texts if text.turn.role == "system"),
        tuple(calls),
        tuple(results),
        tuple(media),
        tuple(thoughts),
    )
