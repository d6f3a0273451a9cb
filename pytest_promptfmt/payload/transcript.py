"""What a payload says, in one vocabulary for all providers: what a dialect's reader returns and fidelity compares.

A reader skips what it cannot read; the schema check reports that. Every part has the JSON path that it came from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

TurnRole: TypeAlias = Literal["system", "user", "assistant", "tool"]
MediaKind: TypeAlias = Literal["image", "audio", "video", "document", "unknown"]


@dataclass(frozen=True, slots=True)
class TextPart:
    """`plan`: it stands where what was said and what was thought have one place, and may be either."""

    text: str
    path: str
    plan: bool = False


@dataclass(frozen=True, slots=True)
class ThinkingPart:
    """`signature` is the provider's, None where the wire has no place for one or says nothing of it.

    It is empty where a provider that takes thinking back unsigned, if another model's, was given none. `redacted` holds
    the opaque data of a redacted block, with `text` empty. `beside`: it is no block of its own but a key of its
    message, which may be there for form's sake.
    """

    text: str
    path: str
    signature: str | None = None
    redacted: str | None = None
    beside: bool = False


@dataclass(frozen=True, slots=True)
class MediaPart:
    """Exactly one of `url` and `data` is set; `data` is decoded bytes (`None` with `url` None: not decodable).

    `media_type` is what the payload declares, `None` where the wire has no place for it; where neither that nor the
    place says the kind, it is ``unknown``. `loose` is the base64 itself, where it is none that everybody decodes:
    without its padding, of the alphabet for addresses, or no base64 at all. `name` is what it is called, None where
    it is not.
    """

    kind: MediaKind
    path: str
    url: str | None = None
    data: bytes | None = None
    media_type: str | None = None
    loose: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class CallPart:
    """`input` is the arguments as a JSON value, or the raw string where that is none; `id` None: the wire has none.

    `signature` is None where the wire has no place for one, and empty where its place is.
    """

    id: str | None
    name: str
    input: Any
    path: str
    signature: str | None = None


@dataclass(frozen=True, slots=True)
class ResultPart:
    """`value` is the raw output: a string, or a JSON value that holds it; `media` are those inside the result.

    `is_error` is the mark of a failure or of a success, None where there is none.
    """

    id: str | None
    name: str | None
    value: Any
    path: str
    media: tuple[MediaPart, ...] = ()
    is_error: bool | None = None


@dataclass(frozen=True, slots=True)
class ToolPart:
    """A function on offer: `parameters` is what stands at `schema_path`, None where nothing does.

    `narrow` says that only a part of JSON Schema is taken there, be it by the provider or by the request's own wish;
    `longest` is how many characters of a description the provider takes, None where it has no limit.
    """

    name: str
    description: str | None
    parameters: Any
    path: str
    schema_path: str
    narrow: bool = False
    longest: int | None = None


Part: TypeAlias = TextPart | ThinkingPart | MediaPart | CallPart | ResultPart


@dataclass(frozen=True, slots=True)
class Turn:
    """One message as the provider sees it. `role` None: the wire does not say who speaks (a plain prompt string)."""

    role: TurnRole | None
    parts: tuple[Part, ...]
    path: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Transcript:
    """All turns in order, system text first where it has its own place; no list of tools at all is None."""

    turns: tuple[Turn, ...]
    tools: tuple[ToolPart, ...] | None = None
