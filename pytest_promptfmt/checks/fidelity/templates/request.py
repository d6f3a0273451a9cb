"""What one request of a template says, so that it can be searched for texts and held against another one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from pytest_promptfmt.dialects.aisbench import turns
from pytest_promptfmt.payload.transcript import MediaPart, Part, TextPart, Turn


@dataclass(frozen=True, slots=True)
class TemplateRequest:
    """Turns that say something. Neighbours of one role are one turn: whether they are joined is the model's side."""

    is_text: bool
    turns: tuple[Turn, ...]

    @property
    def comparable(self) -> list[tuple[str | None, list[tuple[str, str | None]]]]:
        """What is compared: roles, and their texts and addresses in order."""
        return [(turn.name, parts_of(turn)) for turn in self.turns]

    @property
    def texts(self) -> list[tuple[str | None, TextPart]]:
        """Role and text."""
        return [(turn.name, part) for turn in self.turns for part in turn.parts if isinstance(part, TextPart)]

    @property
    def media(self) -> list[MediaPart]:
        return [part for turn in self.turns for part in turn.parts if isinstance(part, MediaPart)]

    def count(self, text: str) -> int:
        return sum(text_of(turn).count(text) for turn in self.turns)

    def place(self, text: str) -> tuple[int, int]:
        """The first turn that holds it, and where in that turn; one of them does."""
        return next((i, at) for i, turn in enumerate(self.turns) if (at := text_of(turn).find(text)) >= 0)

    def speaker(self, text: str) -> str | None:
        return self.turns[self.place(text)[0]].name

    def path(self, text: str) -> str:
        turn = self.turns[self.place(text)[0]]
        return next((part.path for part in turn.parts if isinstance(part, TextPart) and text in part.text), turn.path)


def template_request(request: Any, path: str) -> TemplateRequest:
    """The request in a string or in role items; what is neither is an empty one."""
    stripped = (replace(turn, parts=tuple(filter(_has_content, turn.parts))) for turn in turns(request, path))
    groups = (list(group) for _, group in groupby(filter(_has_parts, stripped), key=lambda turn: turn.name))
    return TemplateRequest(isinstance(request, str), tuple(map(_joined, groups)))


def _has_content(part: object) -> bool:
    return bool(part.text) if isinstance(part, TextPart) else isinstance(part, MediaPart)


def _has_parts(turn: Turn) -> bool:
    return bool(turn.parts)


def _joined(group: list[Turn]) -> Turn:
    return replace(group[0], parts=tuple(part for turn in group for part in turn.parts))


def text_of(turn: Turn) -> str:
    return _lines(turn.parts)


def _lines(parts: Iterable[Part]) -> str:
    return "\n".join(part.text for part in parts if isinstance(part, TextPart))


def parts_of(turn: Turn) -> list[tuple[str, str | None]]:
    """Kind and text or address of each part; neighbouring texts are lines of one."""
    parts: list[tuple[str, str | None]] = []
    for is_text, run in groupby(turn.parts, key=lambda part: isinstance(part, TextPart)):
        if is_text:
            parts.append(("text", _lines(run)))
        else:
            parts += ((media.kind, media.url) for media in run if isinstance(media, MediaPart))
    return parts
