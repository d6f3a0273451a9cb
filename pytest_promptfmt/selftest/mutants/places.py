"""The places of a payload: every JSON node with its kind, also inside JSON that stands in a string.

The catalogue has a table of `patterns` for each dialect; the first that fits gives a node its kind. ``$`` is the list
of messages, be it the payload or a key of it, ``^`` the request around such a list.

The wording of the conversation divides the strings: where one holds several utterances, each is a place
(``utterance``) and so is the speaker's name before it (``label``). What holds nothing of the conversation is a
``frame``, which no mutant touches.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.selftest.mutants.paths import JSON, Path, Span, get
from pytest_promptfmt.selftest.mutants.patterns import pattern
from pytest_promptfmt.selftest.mutants.subjects import Wording, answers, utterances, wording_of


def walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every node, from the root on; a string under ``arguments`` is entered where it holds JSON."""
    yield path, value
    match value:
        case dict():
            for key, item in value.items():
                yield from walk(item, (*path, key))
        case list():
            for index, item in enumerate(value):
                yield from walk(item, (*path, index))
        case str() if path and path[-1] == "arguments" and (held := _json(value)) is not None:
            yield from walk(held, (*path, JSON))
        case _:
            pass  # a leaf


def _json(text: str) -> Any:
    try:
        held = json.loads(text)
    except ValueError:
        return None
    return held if isinstance(held, (dict, list)) else None


class PlacedNode(NamedTuple):
    path: Path
    kind: str


@dataclass(frozen=True, slots=True)
class Scene:
    """One payload with its places, and the wording of its conversation; the list of messages is at `base`."""

    payload: Any
    places: tuple[PlacedNode, ...]
    wording: Wording
    kinds: Mapping[str, list[Path]]
    base: Path = ()

    def alike(self, kind: str) -> list[Path]:
        return self.kinds.get(kind, [])

    def over(self, path: Path) -> bool:
        """Has a user said something behind this message, or does no call come with it or behind it?"""
        depth = len(self.base)
        users = set(self.alike("user-message"))
        said = (place for kind in _SAID for place in self.alike(kind) if place[: depth + 1] in users)
        last_said = max((place[depth] for place in said), default=-1)
        calls = (place[depth] for place in self.alike("call-name"))
        return path[depth] < last_said or not any(call >= path[depth] for call in calls)

    def inner(self) -> Scene:
        """The list of messages for itself."""
        if not self.base:
            return self
        start = len(self.base)
        places = tuple(PlacedNode(path[start:], kind) for path, kind in self.places if path[:start] == self.base)
        return Scene(get(self.payload, self.base), places, self.wording, _by_kind(places))


def _by_kind(places: Iterable[PlacedNode]) -> Mapping[str, list[Path]]:
    kinds: dict[str, list[Path]] = {}
    for path, kind in places:
        kinds.setdefault(kind, []).append(path)
    return kinds


def scene(payload: Any, table: Mapping[str, str], conversation: Conversation) -> Scene:
    """Finds every place; raises `UnclassifiedNode` for a node that no pattern fits."""
    wording, base = wording_of(conversation), _base(payload)
    patterns = {sign: [(pattern(text), kind) for text, kind in table.items() if text[0] == sign] for sign in "^$"}
    found: list[PlacedNode] = []
    for path, value in walk(payload):
        within = path[: len(base)] == base
        root, way = (get(payload, base), path[len(base) :]) if within else (payload, path)
        kind = next((kind for fits, kind in patterns["$" if within else "^"] if fits(root, way, value)), None)
        if kind is None:
            raise UnclassifiedNode(f"no pattern fits {path}: {str(value)[:60]!r}")
        found += _places(path, value, kind, wording)
    telling = {path[:length] for path, kind in found if kind in _TELLING for length in range(len(path))}
    places = tuple(PlacedNode(path, _kind_or_frame(path, kind, telling)) for path, kind in found)
    return Scene(payload, places, wording, _by_kind(places), base)


def _base(payload: Any) -> Path:
    """The way to the list of messages."""
    keys = payload if isinstance(payload, dict) else ()
    return next(((key,) for key in ("messages", "input", "contents") if key in keys), ())


def _kind_or_frame(path: Path, kind: str, telling: Container[Path]) -> str:
    """The kind, or frame where it holds nothing of the conversation."""
    return "frame" if kind in _CONTAINERS and _holder(path, kind) not in telling else kind


class UnclassifiedNode(ValueError):
    """A node of a payload has no kind: the dialect's table lacks a pattern for it."""


_CONTAINERS = {"system-message", "user-message", "assistant-message", "system-role", "user-role", "assistant-role"}
_CONTAINERS |= {
    "content",
    "call-content",
    "text-part",
    "text-type",
    "output-part",
    "output",
    "response",
    "speaker-name",
}
_TEXTS = {"text": "texts", "content-text": "content-texts", "call-text": "content-texts", "result-text": "result-texts"}
_TEXTS["system-text"] = "content-texts"
_SAID = ("text", "texts", "content-text", "content-texts")
_TELLING = {*_TEXTS, *_TEXTS.values(), "address", "base64", "data-uri", "call-id", "call-name", "result-id"}


def _holder(path: Path, kind: str) -> Path:
    """Of a key that belongs to a message or a part, that message or part."""
    return path[:-1] if kind.endswith(("-role", "-type", "-name")) else path


def _places(path: Path, value: Any, kind: str, wording: Wording) -> Iterator[PlacedNode]:
    if kind not in _TEXTS or not isinstance(value, str):
        yield PlacedNode(path, kind)
        return
    texts = wording.results if kind == "result-text" else tuple(text for _, _, text in wording.utterances)
    if value in texts:
        yield PlacedNode(path, kind)
        return
    inside = list(answers(value, wording) if kind == "result-text" else utterances(value, wording))
    yield PlacedNode(path, _TEXTS[kind] if inside else "frame")
    for name, start, end in inside:
        yield PlacedNode((*path, Span(start, end)), "utterance")
        label = start - len(f"{name}: ")
        if name and label >= 0 and value.startswith(f"{name}: ", label):
            yield PlacedNode((*path, Span(label, label + len(name))), "label")
