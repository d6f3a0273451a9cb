"""``--promptfmt-xfails-update``: the text of the file of expected failures, written anew.

There is an entry for each cause, with as many patterns as it takes. What stays keeps its lines, comments and place.
An entry that matches something that passes gets narrower patterns. What excuses nothing goes, with the comment right
above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

import tomlkit

from pytest_promptfmt.common.text import cut, sentence
from pytest_promptfmt.xfails import Entry, XfailError, rows
from pytest_promptfmt.xfails.patterns import UNWRITTEN, Atom, Choice, Observed, choose_entries
from pytest_promptfmt.xfails.reading import read


@dataclass(frozen=True, slots=True)
class Update:
    """The new text, and how many entries are new, kept as they were, narrowed or merged, and dropped.

    `renewed` are the places of those that had expired and are needed still: they have no date any more.
    """

    text: str
    new: int = 0
    kept: int = 0
    changed: int = 0
    dropped: int = 0
    renewed: tuple[str, ...] = ()

    def summary(self, name: str) -> str:
        """In one line, where `name` is the file's."""
        parts = {"new": self.new, "kept": self.kept, "changed": self.changed, "dropped": self.dropped}
        wrote = self.new + self.kept + self.changed
        counted = ", ".join(f"{number} {what}" for what, number in parts.items() if number)
        text = f"wrote {wrote} {'entry' if wrote == 1 else 'entries'} to {name}{': ' if counted else ''}{counted}"
        return text + "".join(f"; {place} had expired and is needed: its date is gone" for place in self.renewed)


def updated(
    text: str,
    name: str,
    seen: Sequence[Observed],
    faults: Faults,
    today: date,
    *,
    tool: bool = False,
    shipped: Sequence[Entry] = (),
    stays: Callable[[Entry], bool] = lambda entry: False,
) -> Update:
    """What the file `name` with this `text` is to say; `stays` is true of a pattern that this run cannot decide.

    `faults` say why each thing fails, for the entries that are new. Raises `XfailError` where the file is none, or
    spells its entries in a way that cannot be edited.
    """
    entries = check(text, name, tool=tool)
    numbers = [n for n, entry in enumerate(entries) if not stays(entry)]
    old = [replace(entries[n], expires=None) if entries[n].expired(today) else entries[n] for n in numbers]
    found = [
        replace(choice, old=None if choice.old is None else numbers[choice.old])
        for choice in choose_entries(old, seen, shipped, faults.of)
    ]
    page = _Page(text, "tool.promptfmt.xfail" if tool else "xfail")
    known = rows(entries)
    patterns, new = _sorted(found, entries, numbers)
    blocks = [
        _block(new[key], faults, page.table) for key in sorted(new, key=lambda key: (isinstance(key, tuple), key))
    ]
    page.append(blocks, known[-1][0] if known else None)
    counts, renewed = _rewrite(page, known, patterns, today)
    return Update(page.text, new=len(new), renewed=renewed, **counts)


def _rewrite(
    page: _Page, known: Sequence[Sequence[Entry]], patterns: Sequence[Sequence[Entry]], today: date
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Gives each of the `known` rows its `patterns`, from the last to the first.

    How many were kept, changed and dropped, and the places of those that have expired and stay.
    """
    counts = {"kept": 0, "changed": 0, "dropped": 0}
    renewed = []
    for before, mine in zip(reversed(known), reversed(patterns), strict=True):
        entry = before[0]
        same = {one.match for one in before} == {one.match for one in mine}
        dated = any(one.expires for one in mine)
        counts["kept" if same else "changed" if mine else "dropped"] += 1
        if not mine:
            page.remove(entry)
        elif not same or (not dated and entry.expires):
            page.change(entry, None if same else mine, keeps_date=dated)
        if mine and entry.expired(today) and not dated:
            renewed.append(entry.place)
    return counts, tuple(reversed(renewed))


def _sorted(
    found: Sequence[Choice], entries: Sequence[Entry], numbers: Sequence[int]
) -> tuple[list[list[Entry]], dict[int | Atom, list[Choice]]]:
    """The patterns that each entry of the file is to have, by its row, and the choices of new ones, by their cause.

    Those of `numbers` are chosen anew, all others keep what they have. What fails by the cause of an entry whose reason
    nobody has written yet joins that entry.
    """
    known = rows(entries)
    row_of = [row for row, same in enumerate(known) for _ in same]
    patterns: list[list[Entry]] = [[] for _ in known]
    unwritten: dict[int, int] = {}
    for choice in found:
        if choice.old is not None:
            patterns[row_of[choice.old]].append(choice.entry)
            if choice.cause is not None and not choice.written:
                unwritten.setdefault(choice.cause, row_of[choice.old])
    for n, entry in enumerate(entries):
        if n not in numbers:
            patterns[row_of[n]].append(entry)
    new: dict[int | Atom, list[Choice]] = {}
    for choice in found:
        if choice.old is None and choice.cause in unwritten:
            patterns[unwritten[choice.cause]].append(choice.entry)
        elif choice.old is None:
            new.setdefault(min(choice.atoms) if choice.cause is None else choice.cause, []).append(choice)
    return patterns, new


@dataclass(frozen=True, slots=True)
class Faults:
    """Why things fail: the number of the cause `of` each, and the `sentences` of the causes."""

    of: Mapping[Atom, int] = field(default_factory=dict)
    sentences: Mapping[int, str] = field(default_factory=dict)


def check(text: str, name: str, *, tool: bool = False) -> tuple[Entry, ...]:
    """The entries, if each has lines of its own that can be edited; else `XfailError`."""
    entries = read(text, name, tool=tool)
    header = f"[[{'tool.promptfmt.' if tool else ''}xfail]]"
    for entry in entries:
        if not entry.lines:
            raise XfailError(f"{entry.place}: only entries on lines of their own, headed {header}, can be updated")
    return entries


class _Page:
    """The lines of the file; to be changed from the end to the beginning, so that the entries' lines stay true."""

    def __init__(self, text: str, table: str) -> None:
        self._newline = "\r\n" if "\r\n" in text else "\n"
        self._lines = text.replace("\r\n", "\n").split("\n")
        self.table = table

    @property
    def text(self) -> str:
        return self._newline.join(self._lines)

    def append(self, blocks: Iterable[Sequence[str]], behind: Entry | None) -> None:
        """Puts entries behind that one, else at the end of the file."""
        added = [line for block in blocks for line in ("", *block)]
        if behind is not None:
            self._lines[_end(behind) : _end(behind)] = added
        elif added:
            while self._lines and not self._lines[-1].strip():
                self._lines.pop()
            self._lines += [*(added if self._lines else added[1:]), ""]

    def change(self, entry: Entry, to: Sequence[Entry] | None, *, keeps_date: bool) -> None:
        """Gives the entry other patterns, unless they are None, and takes its date away where it is to have none."""
        document: Any = tomlkit.parse(f"{entry.lines}\n")
        tables = document
        for key in self.table.split("."):
            tables = tables[key]
        if to is not None:
            tables[0]["match"] = tomlkit.value(spelled(to))
        if entry.expires and not keeps_date:
            del tables[0]["expires"]
        self._lines[entry.line - 1 : _end(entry)] = tomlkit.dumps(document).rstrip("\n").split("\n")

    def remove(self, entry: Entry) -> None:
        """Takes out the entry, the comment right above it (unless that heads the file), and a blank line."""
        start, end = entry.line - 1, _end(entry)
        above = start
        while above and self._lines[above - 1].lstrip().startswith("#"):
            above -= 1
        start = above or (start if self._lines[0].lstrip().startswith("#") else 0)
        if end < len(self._lines) and not self._lines[end].strip():
            if start == 0:
                end += 1 if end + 1 < len(self._lines) else 0
            elif not self._lines[start - 1].strip():
                start -= 1
        del self._lines[start:end]


def _block(choices: Sequence[Choice], faults: Faults, table: str) -> list[str]:
    """A new entry, of what fails by one cause."""
    sentence_ = faults.sentences.get(choices[0].cause if choices[0].cause is not None else -1, "")
    several = len({(target, case) for choice in choices for target, case, _, _ in choice.atoms}) > 1
    reason = f"{'for instance, ' if several else ''}{cut(sentence(sentence_), 120)} {UNWRITTEN}".strip()
    return [f"[[{table}]]", f"match = {spelled([c.entry for c in choices])}", f"reason = {_quoted(reason)}"]


_WIDTH = 112


def spelled(entries: Iterable[Entry]) -> str:
    """The patterns as the value of `match`: a text, or a list in which those of one family share a line."""
    shared: dict[tuple[str, str, str], list[str]] = {}
    for entry in sorted(entries, key=lambda entry: (entry.check, entry.target, entry.case)):
        family, slash, name = entry.case.partition("/")
        shared.setdefault((entry.check, entry.target, f"{family}/" if slash else ""), []).append(
            name if slash else family
        )
    texts = [text for (check, target, family), names in shared.items() for text in _lines(target, family, names, check)]
    if len(texts) == 1:
        return _quoted(texts[0])
    return "\n".join(["[", *(f"    {_quoted(text)}," for text in texts), "]"])


def _lines(target: str, family: str, names: Sequence[str], check: str) -> Iterator[str]:
    """``openai.chat / tools/{a,b} / schema.type``, as many as there is room for."""
    left = list(names)
    while left:
        n = 1
        while n < len(left) and len(f"{target} / {family}{{{','.join(left[: n + 1])}}} / {check}") <= _WIDTH:
            n += 1
        inside = left[0] if n == 1 else f"{{{','.join(left[:n])}}}"
        yield f"{target} / {family}{inside} / {check}"
        left = left[n:]


def _end(entry: Entry) -> int:
    return entry.line + entry.lines.count("\n")


def _quoted(text: str) -> str:
    return tomlkit.string(text).as_string()
