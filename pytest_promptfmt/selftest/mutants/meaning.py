"""What a payload says, by its places and without any reader: two that say the same differ in nothing that anybody said.

`said` leaves out what holds nothing of the conversation, the white space around what was said within one text, and the
name beside what a tool shows. It calls ids by what was called and answered, and puts the results of a turn, and calls
among texts, in one order. So a mutant that spoils nothing is known without
the judge: a caption that moved, two equal calls with each other's ids.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from pytest_promptfmt.checks.fidelity.media.given import media_in
from pytest_promptfmt.conversation import Base64Source, Conversation
from pytest_promptfmt.selftest.mutants.paths import Path, Span, get
from pytest_promptfmt.selftest.mutants.places import Scene

_IDS = ("call-id", "result-id")
_STRINGS = {"texts", "content-texts", "result-texts"}
"""Those that hold pieces."""

_WHOLE = {"text", "content-text", "call-text", "system-text", "result-text"}
_SHOWN = {"address", "base64", "data-uri"}


def normal_form(shown: Scene, conversation: Conversation) -> Any:
    """The payload of a scene in the one form that all have that say the same."""
    kinds = {place.path: place.kind for place in shown.places}
    meant = {path[:length] for path, kind in kinds.items() if kind != "frame" for length in range(len(path) + 1)}
    used = {get(shown.payload, path) for kind in _IDS for path in shown.alike(kind)}
    names = {message.name for message in conversation.messages if message.role != "system"}
    aside = frozenset(_beside_results(shown, conversation))
    spoken = _Spoken(kinds, frozenset(meant), {}, _words({*names, *map(str, used)}), aside)
    return replace(spoken, ids=_labels(shown, spoken)).node(shown.payload, ())


@dataclass(frozen=True, slots=True)
class _Spoken:
    """The kinds of a payload's places, those with something in them that was `meant`, and the labels of its ids.

    `names` finds what may say whose a thing is, `nobodys` are the names beside what no speaker shows.
    """

    kinds: dict[Path, str]
    meant: frozenset[Path]
    ids: dict[str, str]
    names: re.Pattern[str]
    nobodys: frozenset[Path]

    def node(self, value: Any, path: Path) -> Any:
        kind = self.kinds.get(path, "")
        match value:
            case dict():
                return {key: self.node(item, (*path, key)) for key, item in value.items() if self._counts((*path, key))}
            case list():
                return self._items(value, path)
            case str() if kind in _IDS:
                return self.ids.get(value, "")
            case str() if kind in _STRINGS or kind in _WHOLE:
                return [value] if kind in _WHOLE else list(self._pieces(value, path))
            case _:
                return value

    def _counts(self, path: Path) -> bool:
        return path in self.meant and path not in self.nobodys

    def _items(self, value: list[Any], path: Path) -> list[Any]:
        aside = {index for index in range(len(value)) if not self._counts((*path, index))}
        named = {index: {*self.names.findall(json.dumps(value[index], ensure_ascii=False))} for index in aside}
        confusable = len(set().union(*named.values())) > 1  # so it matters what they stand beside
        nodes = [
            (self._sort(index, path, item), item if index in aside else self.node(item, (*path, index)))
            for index, item in enumerate(value)
            if index not in aside or (confusable and named[index])
        ]
        found: list[Any] = []
        for free, run in groupby(nodes, key=lambda node: node[0]):
            items = [item for _, item in run]
            found += sorted(items, key=_written) if free else items
        return found

    def _sort(self, index: int, path: Path, item: Any) -> str:
        """The sort of things that it has no order with, empty where it has its place."""
        kind = self.kinds.get((*path, index), "")
        if kind in ("result", "result-part") or any(
            self.kinds.get((*path, index, key)) == "result-id" for key in (item if isinstance(item, dict) else ())
        ):
            return "result"
        return "call" if kind in ("call", "call-part") else ""

    def _pieces(self, text: str, path: Path) -> Iterator[str]:
        """What was said and by whom, and what stands between, but for white space."""
        at = 0
        for start, end in sorted(place[-1] for place in self.kinds if place[:-1] == path and _is_span(place)):
            yield from filter(None, [text[at:start].strip(), text[start:end]])
            at = end
        yield from filter(None, [text[at:].strip()])


def _is_span(path: Path) -> bool:
    return bool(path) and isinstance(path[-1], Span)


def _labels(shown: Scene, spoken: _Spoken) -> dict[str, str]:
    """For each id what is called and answered under it: equal ones may stand for each other."""
    used: dict[str, list[str]] = {}
    for kind in _IDS:
        for path in shown.alike(kind):
            holder = spoken.node(get(shown.payload, path[:-1]), path[:-1])
            used.setdefault(get(shown.payload, path), []).append(f"{kind} {_written(holder)}")
    return {id_: " ".join(sorted(uses)) for id_, uses in used.items()}


def _written(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=repr)


def _words(names: Iterable[str]) -> re.Pattern[str]:
    words = "|".join(map(re.escape, sorted(filter(None, names), key=len, reverse=True)))
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)" if words else r"(?!)")


def _beside_results(shown: Scene, conversation: Conversation) -> Iterator[Path]:
    """The names of messages that hold nothing but what tools show."""
    given = [(item, [*_forms(item.media.source, item.data)]) for item in media_in(conversation)]
    tools = {form for item, forms in given if item.result is not None for form in forms}
    own = {form for item, forms in given if item.result is None for form in forms}
    for path in shown.alike("speaker-name"):
        within = [place for place in shown.places if place.path[: len(path) - 1] == path[:-1]]
        media = [str(get(shown.payload, place.path)) for place in within if place.kind in _SHOWN]
        told = any(place.kind in _WHOLE or place.kind == "utterance" for place in within)
        if media and not told and all(_holds(each, tools) and not _holds(each, own) for each in media):
            yield path


def _forms(source: Any, data: bytes | None) -> Iterator[str]:
    yield source.data if isinstance(source, Base64Source) else source.url
    if data:
        yield base64.b64encode(data).decode()


def _holds(text: str, forms: Iterable[str]) -> bool:
    return any(form in text for form in forms)
