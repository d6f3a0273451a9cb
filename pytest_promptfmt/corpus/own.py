"""A corpus of one's own: a directory of JSON files, each a case, a list of cases, or a bare conversation.

Its cases are called ``x-<directory>/<name>``, as no case of the kit is: they are judged like those, reported apart, and
part of no level. Media lie beside them, and ``{FILES}/receipt.png`` in a conversation is the one of that name.
``golden/<target>/<name>.json`` is the payload that a formatter is to make of a case. Another distribution adds a corpus
by an entry point, whose name stands for the directory of the package that it names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files as resources
from pathlib import Path
from typing import Any, TypeAlias

from pytest_promptfmt.common.added import MARK, NotAdded, added, find, slug
from pytest_promptfmt.common.did_you_mean import did_you_mean, nearest
from pytest_promptfmt.common.json.file import NotJson, json_of
from pytest_promptfmt.common.text import described
from pytest_promptfmt.corpus import Case, by_id
from pytest_promptfmt.corpus.own_case import CorpusError, case_schema, checked_case
from pytest_promptfmt.dialects import no_target

GROUP = "promptfmt.corpora"
GOLDEN = "golden"
_NAMED = re.compile(r"(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)=(?P<place>.+)", re.DOTALL)
Entry: TypeAlias = "tuple[Path, str, Mapping[str, Any]]"
"""A file, the path within it, and a case in its JSON form."""


def load_corpora(specs: Iterable[str | os.PathLike[str]], directory: Path) -> tuple[Case, ...]:
    """The cases of all that is named: ``DIR``, ``NAME=DIR``, or a distribution's corpus; raises `CorpusError`.

    Directories are seen from `directory`. Two corpora have two names.
    """
    places: dict[str, Path] = {}
    for spec in specs:
        name, place = _place(os.fspath(spec), directory)
        if places.setdefault(name, place) != place:
            raise CorpusError(f"two corpora are called {name}: {places[name]} and {place}; name one, as OTHER={place}")
    return tuple(case for name, place in places.items() for case in load_corpus(place, name))


def _beside(path: Path) -> str:
    """The folder that may have been meant."""
    try:
        folders = [each.name for each in sorted(path.parent.iterdir())[:1000] if each.is_dir()]
    except (OSError, ValueError):
        return ""
    return did_you_mean(path.name, folders, "")


def _place(spec: str, directory: Path) -> tuple[str, Path]:
    """Name and directory."""
    path = Path(os.path.normpath(directory / spec))
    if spec and path.is_dir():
        return MARK + slug(path.name).removeprefix(MARK), path
    if spec.startswith(MARK) and spec in added(GROUP):
        try:
            return spec, _of_distribution(spec)
        except NotAdded as error:
            raise CorpusError(str(error)) from None
    if named := _NAMED.fullmatch(spec):
        place = Path(os.path.normpath(directory / named["place"]))
        if place.is_dir():
            return MARK + named["name"].removeprefix(MARK), place
    near = did_you_mean(spec, added(GROUP), "") if spec.startswith(MARK) else ""
    name, colon, rest = spec.partition(":")
    if colon and (directory / rest).is_dir():
        near = f"; did you mean {f'{name}={rest}'!r}?"
    elif spec.startswith("../"):
        near = f", seen from {directory}"
    elif spec and not near:
        near = _beside(path)
    if "=" in spec and not named:
        near = "; a name has small letters, digits and single dashes (a-z, 0-9)"
    raise CorpusError(f"{spec!r} is no directory of cases{near}; give DIR, or NAME=DIR")


def _of_distribution(name: str) -> Path:
    found = find(GROUP, name)
    try:
        place = Path(str(resources(found.entry.module)))
    except Exception as error:  # whatever a foreign package raises when it is imported
        raise found.unusable(f"cannot be imported: {described(error)}") from error
    if not place.is_dir():
        raise found.unusable("its cases have to lie in a directory, not in an archive")
    return place


_NO_CASES = (".md", ".rst", ".txt", ".pyc", ".png", ".jpg", ".wav", ".mp3", ".mp4", ".pdf")


def load_corpus(place: Path, name: str) -> tuple[Case, ...]:
    """The cases of one directory, by name; raises `CorpusError`."""
    try:
        files = (
            path for path in sorted(place.glob("*.json")) if not path.name.startswith(".")
        )  # macOS leaves ._a.json
        entries = [entry for path in files for entry in _entries(path)]
    except OSError as error:
        raise CorpusError(f"{place} cannot be read: {error.strerror}") from None
    if not entries:
        others = sorted(
            path.name for path in place.rglob("*.*") if path.suffix.lower() not in _NO_CASES and path.is_file()
        )
        there = f"; read are *.json (small letters), right there, and not {', '.join(others[:3])}" if others else ""
        problem = f"{place} has no cases: put JSON files there, or write one with 'promptfmt new-case'{there}"
        raise CorpusError(problem)
    found: dict[str, tuple[Path, Case]] = {}
    for path, at, entry in entries:
        case = checked_case(path, at, entry, name)
        if case.id in found:
            raise CorpusError(f"{path}: {at}: {found[case.id][0].name} has a case {case.id} already; rename one")
        found[case.id] = path, case
    for path, case in found.values():
        twins = {case.twin, f"{name}/{case.twin}"}
        if case.twin and twins.isdisjoint(found) and case.twin not in by_id():
            raise CorpusError(f"{path}: $.twin: {case.twin!r} is no case{did_you_mean(case.twin, by_id(), '')}")
    golden = _golden(place, [case.id.partition("/")[2] for _, case in found.values()])
    return tuple(
        replace(case, golden=golden.get(id_.partition("/")[2], {})) for id_, (_, case) in sorted(found.items())
    )


def _read(path: Path) -> Any:
    try:
        return json_of(path.read_bytes(), str(path), exact=True)
    except NotJson as error:
        raise CorpusError(str(error)) from None
    except OSError as error:
        raise CorpusError(f"{path} cannot be read: {error.strerror}") from None


def _entries(path: Path) -> Iterator[Entry]:
    """The cases in one file, in whichever of the three forms."""
    value, stem = _read(path), slug(path.stem)
    match value:
        case {"cases": list(cases)}:
            for n, entry in enumerate(cases):
                if not (isinstance(entry, dict) and "name" in entry):
                    raise CorpusError(f"{path}: $.cases[{n}]: a case among others is an object with a name")
                yield path, f"$.cases[{n}]", entry
        case {"conversation": _}:
            yield path, "$", {"name": stem, **value}
        case {"messages": _} | list():
            yield path, "$", {"name": stem, "conversation": value}
        case _:
            raise CorpusError(
                f"{path}: $: neither a conversation (an object with messages, or a list of them) "
                "nor a case (an object with a conversation) nor an object with cases"
                f"{_keys(value) if isinstance(value, dict) else ''}"
            )


def _keys(value: Mapping[str, Any]) -> str:
    """Which key may have been meant for one that is missing; else all that it has."""
    for key in value:
        if key not in case_schema()["properties"] and (meant := nearest(key, ("conversation", "messages", "cases"))):
            return f"; it has {key!r}; did you mean {meant!r}?"
    return f"; its keys are {sorted(value)[:5]}"


def _golden(place: Path, names: Sequence[str]) -> dict[str, dict[str, Any]]:
    """By case and target the payload that is to be made of it."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted((place / GOLDEN).glob("*/*.json")):
        target = path.parent.name
        if (hint := no_target(target)) is not None:
            raise CorpusError(f"{path.parent}: {target!r} is no target{hint}; a folder of golden payloads is named so")
        if path.stem not in names:
            raise CorpusError(f"{path}: $: there is no case {path.stem!r}{did_you_mean(path.stem, names)}")
        found.setdefault(path.stem, {})[target] = _read(path)
    return found
