"""A corpus of one's own: a directory of JSON files, each a case, a list of cases, or a bare conversation.

Its cases are called ``x-<directory>/<name>``, as no case of the kit is: they are judged like those, reported apart, and
part of no level. Media lie beside them, and ``{FILES}/receipt.png`` in a conversation is the one of that name.
``golden/<target>/<name>.json`` is the payload that a formatter is to make of a case. Another distribution adds a corpus
by an entry point, whose name stands for the directory of the package that it names.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files as resources
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import quote

from pytest_promptfmt.common.added import MARK, NotAdded, added, find, is_added, slug
from pytest_promptfmt.common.did_you_mean import did_you_mean, nearest
from pytest_promptfmt.common.json_file import NotJson, json_of
from pytest_promptfmt.common.json_leaves import leaves
from pytest_promptfmt.common.text import cut, described, safe
from pytest_promptfmt.conversation.parsing import ParseError
from pytest_promptfmt.conversation.repairs import REPAIRS
from pytest_promptfmt.corpus import ANY_LEGAL, Case, by_id, case_from_json
from pytest_promptfmt.corpus.case_files import bytes_of_recipe
from pytest_promptfmt.dialects import DIALECTS, no_target, which_dialect
from pytest_promptfmt.dialects.schema import first_problem

GROUP = "promptfmt.corpora"
GOLDEN = "golden"
_NAMED = re.compile(r"(?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)=(?P<place>.+)", re.DOTALL)
_UNSAID = "what was said in it, lost, moved or altered"
Entry: TypeAlias = "tuple[Path, str, Mapping[str, Any]]"
"""A file, the path within it, and a case in its JSON form."""


class CorpusError(ValueError):
    """A corpus cannot be used; the text says the file, the place in it, and what to do."""


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
        others = sorted(path.name for path in place.rglob("*.*") if path.suffix.lower() in _LIKE_JSON)
        there = f"; read are *.json (small letters), right there, and not {', '.join(others[:3])}" if others else ""
        problem = f"{place} has no cases: put JSON files there, or write one with 'promptfmt new-case'{there}"
        raise CorpusError(problem)
    found: dict[str, tuple[Path, Case]] = {}
    for path, at, entry in entries:
        case = case_in(path, at, entry, name)
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
        if key not in _schema()["properties"] and (meant := nearest(key, ("conversation", "messages", "cases"))):
            return f"; it has {key!r}; did you mean {meant!r}?"
    return f"; its keys are {sorted(value)[:5]}"


def case_in(path: Path, at: str, entry: Mapping[str, Any], corpus: str) -> Case:
    """One case, in which everything is looked at that a run would stumble over; raises `CorpusError`."""

    def wrong(where: str, problem: str) -> CorpusError:
        return CorpusError(f"{path}: {at}{where}: {cut(safe(problem), 400)}")

    if problem := first_problem(_schema(), entry):
        at_, said = problem
        odd = next((key for key in entry if key not in _schema()["properties"]), None)
        if said.startswith("'demand' is"):  # what stands there in its place
            rows = [row for row in entry["expect"] if isinstance(row, dict) and "demand" not in row]
            said += "".join(f"; it has {key!r}" for key in rows[0] if key not in ("dialects", "repairs", "why"))
        raise wrong(at_.removeprefix("$"), f"{said}{_wanted(at_, odd, said)}")
    read: set[str] = set()
    for n, expected in enumerate(entry.get("expect", ())):
        asked = {*expected.get("dialects", "*")}
        if "*" in read or asked <= read:
            both = f"{expected['demand']} here and {entry['expect'][0]['demand']} in the first"
            raise wrong(f".expect[{n}]", f"of the entries for a dialect one is read; {both}; keep one")
        read |= asked
        for dialect in expected.get("dialects", ()):
            if dialect not in (*DIALECTS, "*") and not is_added(dialect):
                raise wrong(f".expect[{n}].dialects", f"{dialect!r} is no dialect{which_dialect(dialect)}")
        for m, repair in enumerate(expected.get("repairs", ())):
            if repair not in (*REPAIRS, ANY_LEGAL):
                raise wrong(f".expect[{n}].repairs[{m}]", f"{repair!r} is no repair{did_you_mean(repair, REPAIRS)}")
    for key in entry.get("request", ()):
        if key not in _REQUEST and (meant := nearest(key, _REQUEST)):
            raise wrong(".request", f"it has {key!r}; did you mean {meant!r}?")
    for key in ("models", "dialects"):
        for dialect in entry.get("request", {}).get(key, ()):
            if dialect not in DIALECTS and not is_added(dialect):
                raise wrong(f".request.{key}", f"{dialect!r} is no dialect{which_dialect(dialect)}")
    for leaf in leaves(entry["conversation"]):
        if isinstance(leaf, str) and (braces := _BRACES.match(leaf)):
            raise wrong(".conversation", f"{braces[0]} is nothing that is filled in: {{FILES}}/NAME is a file")
    try:
        case = case_from_json(corpus, {"hunts": _UNSAID, **entry})
    except (ValueError, TypeError) as error:
        raise wrong(".budget", str(error)) from None
    try:
        wanted = entry["files"] if "files" in entry else _beside(path.parent, case.document)
        case = replace(case, files=dict(_recipes(path.parent, wanted)))
    except ValueError as error:
        raise wrong(".files" if "files" in entry else ".conversation", str(error)) from None
    try:
        case.conversation()
    except ParseError as error:
        raise wrong(".conversation", str(error)) from None
    except (OSError, KeyError, ValueError) as error:  # {BASE64 name} of no file, {"$number": …} of no number
        raise wrong(".conversation", described(error)) from None
    return case


_LIKE_JSON = (".json", ".jsonl", ".json5", ".yaml", ".yml", ".toml")
_REQUEST = ("thinking", "models", "dialects", "tools", "model")
_BRACES = re.compile(r"\{(?!FILES\})[A-Z_]*FILES?[A-Z_]*\}(?=/)")
"""``{FILES}/…`` misspelt at the beginning of a text."""


def _wanted(place: str, odd: str | None, said: str) -> str:
    """What to write where a case has another form; `odd` is a key that it has, and no case."""
    if place.startswith("$.expect"):
        return '; such as [{"demand": "refuse", "dialects": ["openai"]}], the demand carry, refuse or either'
    if place.startswith("$.name"):
        return ": small letters, digits and single dashes (a-z, 0-9)"
    if said.endswith("'array'"):
        return ': give a list, ["…"]'
    return did_you_mean(odd, _schema()["properties"]) if odd is not None else ""


def _beside(folder: Path, document: Any) -> dict[str, str]:
    """The files beside a case that its conversation names; `ValueError` where it names one that is not there."""
    said = (leaf for leaf in leaves(document) if isinstance(leaf, str))
    texts = [text for text in said if "{FILES}" in text or "{BASE64 " in text]
    there = bool(texts) and folder.is_dir()
    names = sorted((p.name for p in folder.iterdir() if p.is_file()), key=len, reverse=True) if there else []
    wanted: dict[str, str] = {}
    for text in texts:
        for name in names:
            for spelled in (f"{{FILES}}/{name}", f"{{FILES}}/{quote(name)}", f"{{BASE64 {name}}}"):
                if spelled in text:
                    wanted[name] = f"./{name}"
                    text = text.replace(spelled, "")
        if left := re.search(r"\{FILES\}(/[^\s\"'<>]*)?|\{BASE64 [^{}]*\}", text):
            raise ValueError(f"{left[0]} names no file beside the case in {folder}; put one there, or list its files")
    return wanted


def _recipes(folder: Path, wanted: Mapping[str, str | None]) -> Iterator[tuple[str, str | None]]:
    """By name what each file is a copy of: one beside the case by its whole path, or one of the kit's own."""
    for name, recipe in wanted.items():
        if name in ("", ".", ".."):
            raise ValueError(f"{name!r} is no name of a file")
        if recipe is not None and recipe.startswith("./"):
            path, root = (folder / recipe).resolve(), folder.resolve()
            if not path.is_relative_to(root):
                raise ValueError(f"{recipe!r} leads out of {folder}: keep files beside the cases")
            if not path.is_file():
                raise ValueError(f"{recipe!r} is no file in {folder}")
            yield name, str(path)
            continue
        try:
            if recipe is not None:
                bytes_of_recipe(recipe)
        except OSError:
            raise ValueError(f"{recipe!r} is no media file of the kit's; one of your own is './{name}'") from None
        except ValueError as error:
            raise ValueError(f"{error}, nor './{name}', a file beside the case") from None
        yield name, recipe


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


@cache
def _schema() -> Any:
    return json.loads(resources("pytest_promptfmt").joinpath("corpus/case.schema.json").read_text("utf-8"))
