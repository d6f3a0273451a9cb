"""From the files that list expected failures to their entries, or an error that names the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.text import typographic_hint
from pytest_promptfmt.xfails import Entry, XfailError
from pytest_promptfmt.xfails.match import globs_of
from pytest_promptfmt.xfails.toml_blocks import blocks, misnamed


def project_entries(rootdir: Path, named: Path | None = None) -> tuple[Entry, ...]:
    """The project's entries: from the file that was named, else promptfmt.toml or pyproject.toml at the rootdir."""
    if named is not None:
        return read(_text(named), str(named), tool=named.name == "pyproject.toml")
    found = []
    for name in ("promptfmt.toml", "pyproject.toml"):
        if (rootdir / name).is_file():
            found.append(read(_text(rootdir / name), name, tool=name == "pyproject.toml"))
    if all(found) and len(found) == 2:
        raise XfailError("promptfmt.toml and [tool.promptfmt] in pyproject.toml both list expected failures; keep one")
    return tuple(entry for entries in found for entry in entries)


def _beside(path: Path) -> str:
    """The file that may have been meant."""
    try:
        return did_you_mean(path.name, [each.name for each in sorted(path.parent.glob("*.toml"))[:1000]], "")
    except OSError:
        return ""


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        near = "" if path.exists() else _beside(path)
        raise XfailError(f"{path}: the expected failures cannot be read: {error.strerror or error}{near}") from error
    except UnicodeDecodeError as error:
        raise XfailError(f"{path}: the expected failures are not UTF-8") from error
    except ValueError as error:
        raise XfailError(f"{path}: no file can have this name") from error


_LONGEST = 1_000_000
_PARTS = 100
"""Of a dotted key: nobody writes as many, and tomllib takes a minute over them."""


def _is_deep(line: str) -> bool:
    parts = line.partition("=")[0].split(".")
    return len(parts) > _PARTS and all(map(str.strip, parts))


def read(text: str, name: str, *, tool: bool = False, shipped: bool = False) -> tuple[Entry, ...]:
    """The entries in a file's text; with `tool` they stand under ``[tool.promptfmt]``. Raises `XfailError`."""
    if len(text) > _LONGEST:
        raise XfailError(f"{name}: {len(text):,} characters are too many for a list of expected failures")
    if any(map(_is_deep, text.splitlines())):
        raise XfailError(f"{name}: it is nested too deeply to be read")
    try:
        table: Any = tomllib.loads(text)
    except ValueError as error:  # also a number of more than 4,300 digits
        raise XfailError(f"{name}: no TOML: {error}{_typed(text, error)}") from error
    except RecursionError:
        raise XfailError(f"{name}: it is nested too deeply to be read") from None
    if tool:
        if odd := misnamed(table):
            raise XfailError(f"{name}: nobody reads [{odd}]; did you mean [tool.promptfmt]?")
        table = table.get("tool", {})
        table = table.get("promptfmt", {}) if isinstance(table, dict) else {}
    if not isinstance(table, dict):
        raise XfailError(f"{name}: [tool.promptfmt] is no table")
    for key in [key for key in table if key != "xfail"]:
        ini = f", or promptfmt_{key} in the ini file" if key in _INI else ""
        options = f"; options are pytest's: --promptfmt-{_OPTIONS.get(key, '')}{ini}"
        near = did_you_mean(key, ["xfail"], f"; an entry is headed [[{'tool.promptfmt.' if tool else ''}xfail]]")
        raise XfailError(f"{name}: unknown key {key!r}{near}{options if key in _OPTIONS else ''}")
    rows = table.get("xfail", [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise XfailError(f"{name}: xfail is a list of tables, each headed [[{'tool.promptfmt.' if tool else ''}xfail]]")
    places = blocks(text, "tool.promptfmt.xfail" if tool else "xfail", rows)
    entries: list[Entry] = []
    for n, (row, (line, lines)) in enumerate(zip(rows, places, strict=True), start=1):
        place = f"{name}:{line}" if line else f"{name}, entry {n}"
        entries += (
            replace(entry, place=place, lines=lines, line=line, shipped=shipped, part=part)
            for part, entry in enumerate(_entries(row, place))
        )
    return tuple(entries)


_INI = ("impl", "corpus")
_OPTIONS = {
    **{name: name for name in ("impl", "target", "case", "check", "corpus", "timeout", "model", "report", "snapshots")},
    **{name: name for name in ("revision", "reference", "examples", "seed")},
    **dict.fromkeys(("implementation", "formatter", "implementations"), "impl"),
    **{"targets": "target", "cases": "case", "checks": "check", "models": "model", "reports": "report"},
}
_KEYS = {"match": True, "reason": True, "issue": False, "expires": False}


def _entries(row: Mapping[str, Any], place: str) -> Iterator[Entry]:
    for key in [key for key in row if key not in _KEYS]:
        raise XfailError(f"{place}: unknown key {key!r}{did_you_mean(key, _KEYS)}")
    for key, required in _KEYS.items():
        value = row.get(key)
        if required and value is None:
            raise XfailError(f"{place}: {key} is missing")
        if key not in ("match", "expires") and value is not None and not _is_nonblank(value):
            raise XfailError(f"{place}: {key} is a text that says something, not {value!r}")
    match row["match"]:
        case list(texts) if texts and all(map(_is_nonblank, texts)):
            pass
        case text if _is_nonblank(text):
            texts = [text]
        case dict(parts):
            such = " / ".join(str(parts.get(name, "*")) for name in ("target", "case", "check"))
            raise XfailError(f'{place}: match is one text, not a table: match = "{such}"')
        case other:
            raise XfailError(f"{place}: match is a text that says something, or a list of such texts, not {other!r}")
    expires = _date(row.get("expires"), place)
    for globs in dict.fromkeys(globs for text in texts for globs in globs_of(text, place)):
        yield Entry(*globs, row["reason"], row.get("issue", ""), expires)


def _is_nonblank(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _typed(text: str, error: ValueError) -> str:
    """What is odd in the line that is no TOML."""
    if re.search(r"^[<>]{7}( |$)", text, re.MULTILINE):
        return "; it has the marks of a merge (<<<<<<<): settle them"
    found = re.search(r"line (\d+)", str(error))
    line = text.splitlines()[int(found[1]) - 1 : int(found[1])] if found else []
    bare = "a text has quotes around it" if line and re.fullmatch(r"\s*\w+\s*=\s*[^\W\d].*", line[0]) else ""
    return f"; {odd}" if line and (odd := typographic_hint(line[0]) or bare) else ""


def _date(value: Any, place: str) -> date | None:
    match value:
        case None:
            return None
        case datetime():
            return value.date()
        case date():
            return value
        case str():
            try:
                return date.fromisoformat(value)
            except ValueError:
                pass
    raise XfailError(f"{place}: expires is a date like 2027-01-31, not {value!r}")
