"""One case of one's own, in which everything is checked that a run would stumble over."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files as resources
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import quote

from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.did_you_mean import did_you_mean, nearest
from pytest_promptfmt.common.json.leaves import leaves
from pytest_promptfmt.common.text import cut, described, safe
from pytest_promptfmt.conversation.parsing import ParseError
from pytest_promptfmt.conversation.repairs import REPAIRS
from pytest_promptfmt.corpus import ANY_LEGAL, Case, case_from_json
from pytest_promptfmt.corpus.case_files import bytes_of_recipe
from pytest_promptfmt.dialects import DIALECTS, which_dialect
from pytest_promptfmt.dialects.schema import first_problem

_UNSAID = "what was said in it, lost, moved or altered"


class CorpusError(ValueError):
    """A corpus cannot be used; the text says the file, the place in it, and what to do."""


def checked_case(path: Path, at: str, entry: Mapping[str, Any], corpus: str) -> Case:
    """One case, in which everything is looked at that a run would stumble over; raises `CorpusError`."""
    if problem := next(chain.from_iterable(problems_of(entry) for problems_of in _CHECKED), None):
        raise _wrong(path, at, *problem)
    where = ".budget"
    try:
        case = case_from_json(corpus, {"hunts": _UNSAID, **entry})
        where = ".files" if "files" in entry else ".conversation"
        wanted = entry["files"] if "files" in entry else _files_beside(path.parent, case.document)
        case = replace(case, files=dict(_recipes(path.parent, wanted)))
    except (ValueError, TypeError) as error:
        raise _wrong(path, at, where, str(error)) from None
    try:
        case.conversation()
    except ParseError as error:
        raise _wrong(path, at, ".conversation", str(error)) from None
    except (OSError, KeyError, ValueError) as error:  # {BASE64 name} of no file, {"$number": …} of no number
        raise _wrong(path, at, ".conversation", described(error)) from None
    return case


def _wrong(path: Path, at: str, where: str, problem: str) -> CorpusError:
    return CorpusError(f"{path}: {at}{where}: {cut(safe(problem), 400)}")


Problems: TypeAlias = Iterator[tuple[str, str]]
"""Where in an entry something is wrong, and what."""


def _of_form(entry: Mapping[str, Any]) -> Problems:
    if problem := first_problem(case_schema(), entry):
        at, said = problem
        odd = next((key for key in entry if key not in case_schema()["properties"]), None)
        if said.startswith("'demand' is"):  # what stands there in its place
            rows = [row for row in entry["expect"] if isinstance(row, dict) and "demand" not in row]
            said += "".join(f"; it has {key!r}" for key in rows[0] if key not in ("dialects", "repairs", "why"))
        yield at.removeprefix("$"), f"{said}{_form_hint(at, odd, said)}"


def _of_expectations(entry: Mapping[str, Any]) -> Problems:
    read: set[str] = set()
    for n, expected in enumerate(entry.get("expect", ())):
        asked = {*expected.get("dialects", "*")}
        if "*" in read or asked <= read:
            both = f"{expected['demand']} here and {entry['expect'][0]['demand']} in the first"
            yield f".expect[{n}]", f"of the entries for a dialect one is read; {both}; keep one"
        read |= asked
        for dialect in expected.get("dialects", ()):
            if dialect not in (*DIALECTS, "*") and not is_added(dialect):
                yield f".expect[{n}].dialects", f"{dialect!r} is no dialect{which_dialect(dialect)}"
        for m, repair in enumerate(expected.get("repairs", ())):
            if repair not in (*REPAIRS, ANY_LEGAL):
                yield f".expect[{n}].repairs[{m}]", f"{repair!r} is no repair{did_you_mean(repair, REPAIRS)}"


def _of_request(entry: Mapping[str, Any]) -> Problems:
    for key in entry.get("request", ()):
        if key not in _REQUEST and (meant := nearest(key, _REQUEST)):
            yield ".request", f"it has {key!r}; did you mean {meant!r}?"
    for key in ("models", "dialects"):
        for dialect in entry.get("request", {}).get(key, ()):
            if dialect not in DIALECTS and not is_added(dialect):
                yield f".request.{key}", f"{dialect!r} is no dialect{which_dialect(dialect)}"


def _of_files_named(entry: Mapping[str, Any]) -> Problems:
    for leaf in leaves(entry["conversation"]):
        if isinstance(leaf, str) and (braces := _BRACES.match(leaf)):
            yield ".conversation", f"{braces[0]} is nothing that is filled in: {{FILES}}/NAME is a file"


_CHECKED = (_of_form, _of_expectations, _of_request, _of_files_named)
"""In this order: each may rely on what those before it have found right."""


_REQUEST = ("thinking", "models", "dialects", "tools", "model")
_BRACES = re.compile(r"\{(?!FILES\})[A-Z_]*FILES?[A-Z_]*\}(?=/)")
"""``{FILES}/…`` misspelt at the beginning of a text."""


def _form_hint(place: str, odd: str | None, said: str) -> str:
    """What to write where a case has another form; `odd` is a key that it has, and no case."""
    if place.startswith("$.expect"):
        return '; such as [{"demand": "refuse", "dialects": ["openai"]}], the demand carry, refuse or either'
    if place.startswith("$.name"):
        return ": small letters, digits and single dashes (a-z, 0-9)"
    if said.endswith("'array'"):
        return ': give a list, ["…"]'
    return did_you_mean(odd, case_schema()["properties"]) if odd is not None else ""


def _files_beside(folder: Path, document: Any) -> dict[str, str]:
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


@cache
def case_schema() -> Any:
    """The JSON Schema of a case: `case.schema.json`."""
    return json.loads(resources("pytest_promptfmt").joinpath("corpus/case.schema.json").read_text("utf-8"))
