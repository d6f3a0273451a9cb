"""What a payload says, piece by piece, in one form whatever its turns and parts are: two payloads that say the same
have equal pieces.

Texts of one speaker that stand side by side are one piece, white space does not count, and a result names its call and
not the call's id, which may be a formatter's own. Thoughts are fidelity's business, which knows where they may be left
out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pytest_promptfmt.payload.transcript import (
    CallPart,
    MediaPart,
    Part,
    ResultPart,
    TextPart,
    ThinkingPart,
    Transcript,
    Turn,
)


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """`who` says it: a role, with a name where there is one; where it stands, and what is `shown`, is for people."""

    kind: str
    who: str
    value: str
    path: str = field(default="", compare=False)
    shown: str = field(default="", compare=False)

    def __str__(self) -> str:
        label = self.kind if self.kind != "text" else f"{self.who}:" if self.who else ""
        return f"{label} {self.shown or self.value}".lstrip()


def pieces(transcript: Transcript, spell: Callable[[str], str] = str) -> tuple[Piece, ...]:
    """All that it says; `spell` writes texts and names before they are looked at."""
    called = {part.id: _call(part) for part in calls(transcript) if part.id is not None}
    found = (_piece(part, turn, called, spell) for turn in transcript.turns for part in turn.parts)
    return merged(piece for piece in found if piece.value)


def calls(transcript: Transcript) -> Iterator[CallPart]:
    return (part for turn in transcript.turns for part in turn.parts if isinstance(part, CallPart))


def _piece(part: Part, turn: Turn, called: Mapping[str, str], spell: Callable[[str], str]) -> Piece:
    match part:
        case TextPart():
            shown = spell(part.text)
            named = turn.name and turn.name != turn.role
            who = " ".join(filter(None, (turn.role, spell(turn.name or "") if named else "")))
            return Piece("text", who, bare(shown), part.path, shown)
        case ThinkingPart():
            return Piece("thought", "", "")
        case MediaPart():
            return Piece(part.kind, "", _media(part), part.path)
        case CallPart():
            return Piece("call", "", _call(part), part.path)
        case ResultPart():
            of = "" if part.id is None else f"of {called.get(part.id, 'no call')}"
            media = " ".join(map(_media, part.media))
            failed = "failed" if part.is_error else ""
            said = spell(part.value) if isinstance(part.value, str) else _json(part.value)
            value, shown = (" ".join(filter(None, (of, each, media, failed))) for each in (bare(said), said))
            return Piece("result", "", value or "empty", part.path, shown)


def _call(part: CallPart) -> str:
    return f"{part.name} {_json(part.input)}"


def _media(part: MediaPart) -> str:
    if part.url is not None:
        return part.url
    return "bytes " + hashlib.sha256(part.data or (part.loose or "").encode()).hexdigest()[:16]


def _json(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True, ensure_ascii=False, default=repr)


def bare(text: str) -> str:
    """A text without its white space."""
    return "".join(text.split())


def merged(found: Iterable[Piece]) -> tuple[Piece, ...]:
    """With neighbouring texts of one speaker put together."""
    whole: list[Piece] = []
    for piece in found:
        before = whole[-1] if whole else None
        if before is not None and before.kind == piece.kind == "text" and before.who == piece.who:
            shown = f"{before.shown}\n{piece.shown}"
            whole[-1] = replace(before, value=before.value + piece.value, shown=shown)
        else:
            whole.append(piece)
    return tuple(whole)


def unframed(found: Iterable[Piece], texts: Iterable[str], *, roles: bool) -> tuple[Piece, ...]:
    """Of its texts only what the conversation says: no frame, no name, no caption; without `roles` whoever says it."""
    known = {bare(text): text for text in texts if bare(text)}
    pattern = re.compile("|".join(map(re.escape, sorted(known, key=len, reverse=True))) or r"(?!)")

    def said(piece: Piece) -> Piece:
        if piece.kind != "text":
            return piece
        here = pattern.findall(piece.value)
        shown = "\n".join(known[text] for text in here)
        role = _role(piece)
        who = role if roles or role == "system" else ""
        return replace(piece, who=who, value="".join(here), shown=shown)

    return merged(piece for piece in map(said, found) if piece.value)


def unnamed(found: Iterable[Piece]) -> tuple[Piece, ...]:
    """With nothing of a name but that there is one, since a provider may have it spelled otherwise."""
    return merged(replace(piece, who=f"{_role(piece)} by name" if " " in piece.who else piece.who) for piece in found)


def _role(piece: Piece) -> str:
    return piece.who.partition(" ")[0]
