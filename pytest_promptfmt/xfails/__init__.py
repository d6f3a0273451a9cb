"""Expected failures: what is known to be wrong, and why, kept beside the code that it excuses.

``promptfmt.toml`` at the rootdir (or ``[tool.promptfmt]`` in pyproject.toml) holds entries like this one; an
implementation may ship such a file of its own (`XFAILS`), which comes first and which the project may not widen:

    [[xfail]]
    match = "anthropic.* / tools/* / protocol"     # globs over target, case, and check or rule; what is missing is *
    reason = "parallel results are sent one by one"
    issue = "https://example.org/issues/12"        # optional
    expires = 2027-01-31                           # optional: from this day on it excuses nothing

`match` may be a list, and ``{a,b}`` in it stands for either: the entry then has several patterns, each an `Entry` of
its own here, since each of them must be needed. A verdict whose error findings are all covered is an expected failure.
An entry that excuses nothing is out of date.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from fnmatch import fnmatchcase
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.text import cut, pasted
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.judgement import Judgement
from pytest_promptfmt.verdicts.verdict import Outcome, Verdict
from pytest_promptfmt.xfails.toml_blocks import blocks, misnamed


class XfailError(Exception):
    """The file of expected failures cannot be used as it stands; the text names the place and the remedy."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One pattern of an expected failure, the `part`-th of its entry in the file.

    `place` is file and line of the entry, `lines` its own text in that file, which begins at `line`.
    """

    target: str
    case: str
    check: str
    reason: str
    issue: str = ""
    expires: date | None = None
    place: str = ""
    lines: str = ""
    line: int = 0
    shipped: bool = False
    part: int = 0

    @property
    def match(self) -> str:
        return f"{self.target} / {self.case} / {self.check}"

    @property
    def why(self) -> str:
        return f"{self.reason} ({self.issue})" if self.issue else self.reason

    def concerns(self, target: str, case: str) -> bool:
        """Is the exchange of these two among those that the entry matches?"""
        return fnmatchcase(target, self.target) and fnmatchcase(case, self.case)

    def covers(self, check: str, finding: str) -> bool:
        """Does it excuse a finding of this id under this check?"""
        return fnmatchcase(check, self.check) or fnmatchcase(finding, self.check)

    def expired(self, today: date) -> bool:
        return self.expires is not None and self.expires <= today

    def widens(self, narrower: Entry) -> bool:
        """Does it match all that `narrower` matches, and more?"""
        mine, theirs = (self.target, self.case, self.check), (narrower.target, narrower.case, narrower.check)
        return mine != theirs and all(map(fnmatchcase, theirs, mine))


def rows(entries: Iterable[Entry]) -> list[tuple[Entry, ...]]:
    """The entries as the files have them: each with all its patterns."""
    found: list[list[Entry]] = []
    for entry in entries:
        if entry.part and found:
            found[-1].append(entry)
        else:
            found.append([entry])
    return [tuple(row) for row in found]


def excuse(judgement: Judgement, entries: Iterable[Entry], today: date) -> Judgement:
    """The judgement, in which every verdict whose error findings are all expected has become an expected failure."""
    here = [e for e in entries if e.concerns(judgement.target, judgement.case.id) and not e.expired(today)]
    if not here:
        return judgement
    return replace(judgement, verdicts=tuple(_excuse(verdict, here) for verdict in judgement.verdicts))


def _excuse(verdict: Verdict, entries: list[Entry]) -> Verdict:
    if verdict.outcome not in (Outcome.FAIL, Outcome.ERROR):
        return verdict
    covering = [_first(entries, verdict.check, finding) for finding in verdict.findings if finding.is_error]
    if None in covering:
        return verdict
    reasons = dict.fromkeys(entry.why for entry in covering if entry)
    return Verdict(verdict.check, Outcome.XFAIL, verdict.findings, "; ".join(reasons))


def _first(entries: list[Entry], check: str, finding: Finding) -> Entry | None:
    return next((entry for entry in entries if entry.covers(check, finding.id)), None)


def of_project(rootdir: Path, named: Path | None = None) -> tuple[Entry, ...]:
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


def together(shipped: Iterable[Entry], project: Iterable[Entry]) -> tuple[Entry, ...]:
    """The implementation's own entries and behind them the project's, none of which may be wider than one of those."""
    shipped, project = tuple(shipped), tuple(project)
    for mine in project:
        for theirs in shipped:
            if mine.widens(theirs):
                raise XfailError(
                    f'{mine.place}: "{mine.match}" widens "{theirs.match}" ({theirs.place}), which the implementation '
                    "itself expects; an entry of the project may match less, or something else"
                )
    return shipped + project


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        raise XfailError(f"{path}: the expected failures cannot be read: {error.strerror or error}") from error
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
        options = "; options are pytest's, such as --promptfmt-impl, or promptfmt_impl in the ini file"
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


_OPTIONS = ("impl", "implementation", "target", "case", "check", "corpus", "timeout", "model", "report")
_KEYS = {"match": True, "reason": True, "issue": False, "expires": False}


def _entries(row: Mapping[str, Any], place: str) -> Iterator[Entry]:
    for key in [key for key in row if key not in _KEYS]:
        raise XfailError(f"{place}: unknown key {key!r}{did_you_mean(key, _KEYS)}")
    for key, required in _KEYS.items():
        value = row.get(key)
        if required and value is None:
            raise XfailError(f"{place}: {key} is missing")
        if key not in ("match", "expires") and value is not None and not _says_something(value):
            raise XfailError(f"{place}: {key} is a text that says something, not {value!r}")
    match row["match"]:
        case list(texts) if texts and all(map(_says_something, texts)):
            pass
        case text if _says_something(text):
            texts = [text]
        case other:
            raise XfailError(f"{place}: match is a text that says something, or a list of such texts, not {other!r}")
    expires = _date(row.get("expires"), place)
    for globs in dict.fromkeys(globs for text in texts for globs in _globs(text, place)):
        yield Entry(*globs, row["reason"], row.get("issue", ""), expires)


def _says_something(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


_ITEM = re.compile(r"promptfmt/[^/]+/([^/]+)/([^/:]+)::([^:]+)")
_NO_GLOB = (
    ("::", "it is an item's id, and match has target, case and check with ' / ' between them"),
    (
        r"[|>\\;]|^[^ /]+[.][^ /]+/|[^/ ] +[^/ ]|^[^{}]*,| /(?! )|(?<! )/ ",
        "target, case and check have ' / ' between them",
    ),
)
"""What no name of a target, a case, a check or a rule has in it."""


def _typed(text: str, error: ValueError) -> str:
    """What is odd in the line that is no TOML."""
    found = re.search(r"line (\d+)", str(error))
    line = text.splitlines()[int(found[1]) - 1 : int(found[1])] if found else []
    bare = "a text has quotes around it" if line and re.fullmatch(r"\s*\w+\s*=\s*[^\W\d].*", line[0]) else ""
    return f"; {odd}" if line and (odd := pasted(line[0]) or bare) else ""


_MOST = 10_000
"""Patterns of one text."""


def _globs(text: str, place: str) -> Iterator[tuple[str, str, str]]:
    """The three globs of a text, for each choice among its ``{a,b}``."""
    parts = [part.strip() for part in text.split(" / ")]
    if len(parts) > 3 or not all(parts):
        raise XfailError(
            f'{place}: match is up to three globs, "target / case / check or rule", with spaces around the slashes; '
            f"got {text!r}"
        )
    plain = re.sub("{[^{}]*}", "x", text.strip())
    if odd := pasted(text) or next((what for stands, what in _NO_GLOB if re.search(stands, plain)), ""):
        meant = _ITEM.fullmatch(text)
        such = f"{meant[1]}.{meant[2]} / {meant[3]}" if meant else "openai.chat / tools/* / schema"
        raise XfailError(f'{place}: {text!r} matches nothing: {odd}, as in "{such}"')
    choices = [_choices(part, place) for part in (*parts, "*", "*")[:3]]
    if prod(map(len, choices)) > _MOST:
        raise XfailError(f"{place}: {cut(text, 200)!r} stands for more than {_MOST:,} patterns")
    target, case, check = choices
    yield from product(target, case, check)


def _choices(part: str, place: str) -> list[str]:
    """What ``tools/{a,b}`` stands for; one pair of braces."""
    before, brace, rest = part.partition("{")
    inside, closed, behind = rest.partition("}")
    if not brace and "}" not in part:
        return [part]
    names = [name.strip() for name in inside.split(",")]
    if not (brace and closed) or set("{}") & set(before + inside + behind) or not all(names):
        raise XfailError(f"{place}: {part!r}: a choice is written {{one,another}}, once in a glob")
    return [f"{before}{name}{behind}" for name in names]


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
