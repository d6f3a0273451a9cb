"""``--promptfmt-xfails-update``: the text of the file of expected failures, written anew.

What stays keeps its lines, comments and place. An entry that matches something that passes gets a narrower `match`, and
others behind it with the same reason where one is not enough. What excuses nothing goes, with the comment right above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import tomlkit

from pytest_promptfmt.common.text import cut, sentence
from pytest_promptfmt.xfails import Entry, XfailError, read
from pytest_promptfmt.xfails.patterns import UNWRITTEN, Atom, Choice, Observed, choose


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
    messages: Mapping[Atom, str],
    today: date,
    *,
    tool: bool = False,
    shipped: Sequence[Entry] = (),
    stays: Callable[[Entry], bool] = lambda entry: False,
) -> Update:
    """What the file `name` with this `text` is to say; `stays` is true of an entry that this run cannot decide.

    `messages` explain how each thing fails, for the reasons that nobody has written yet. Raises `XfailError` where the
    file is none, or spells its entries in a way that cannot be edited.
    """
    entries = check(text, name, tool=tool)
    numbers = [n for n, entry in enumerate(entries) if not stays(entry)]
    old = [replace(entries[n], expires=None) if entries[n].expired(today) else entries[n] for n in numbers]
    found = [replace(c, old=None if c.old is None else numbers[c.old]) for c in choose(old, seen, shipped)]
    table = "tool.promptfmt.xfail" if tool else "xfail"
    page = _Page(text, table, messages)
    new = sorted((c for c in found if c.old is None), key=lambda choice: (choice.entry.check, choice.entry.match))
    page.append(new, behind=entries[-1] if entries else None)
    counts = {"new": len(new), "kept": len(entries) - len(numbers), "changed": 0, "dropped": 0}
    renewed = []
    for n in reversed(numbers):
        entry = entries[n]
        mine = [choice for choice in found if choice.old == n]
        if not mine:
            page.remove(entry)
            counts["dropped"] += 1
            continue
        first, *others = mine
        same = first.entry.match == entry.match
        page.insert(others, entry)
        counts["kept" if same else "changed"] += 1
        counts["new"] += len(mine) - 1
        if not same or entry.expired(today):
            page.change(entry, first.entry)
        if entry.expired(today):
            renewed.append(entry.place)
    return Update(page.text, **counts, renewed=tuple(reversed(renewed)))


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

    def __init__(self, text: str, table: str, messages: Mapping[Atom, str]) -> None:
        self._newline = "\r\n" if "\r\n" in text else "\n"
        self._lines = text.replace("\r\n", "\n").split("\n")
        self._table, self._messages = table, messages

    @property
    def text(self) -> str:
        return self._newline.join(self._lines)

    def append(self, choices: Iterable[Choice], behind: Entry | None) -> None:
        """Puts entries behind the last one, else at the end of the file."""
        added = [line for choice in choices for line in ("", *self._block(choice))]
        if behind is not None:
            self._lines[_end(behind) : _end(behind)] = added
        elif added:
            while self._lines and not self._lines[-1].strip():
                self._lines.pop()
            self._lines += [*(added if self._lines else added[1:]), ""]

    def insert(self, choices: Iterable[Choice], behind: Entry) -> None:
        self.append(sorted(choices, key=lambda choice: choice.entry.match), behind)

    def change(self, entry: Entry, to: Entry) -> None:
        """Gives the entry another match, and takes its date away where the new one has none."""
        document: Any = tomlkit.parse(f"{entry.lines}\n")
        rows = document
        for key in self._table.split("."):
            rows = rows[key]
        if to.match != entry.match:
            rows[0]["match"] = to.match
        if entry.expires and not to.expires:
            del rows[0]["expires"]
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

    def _block(self, choice: Choice) -> Iterator[str]:
        entry = choice.entry
        yield f"[[{self._table}]]"
        yield f"match = {_quoted(entry.match)}"
        yield f"reason = {_quoted(self._reason(choice))}"
        if entry.issue:
            yield f"issue = {_quoted(entry.issue)}"
        if entry.expires:
            yield f"expires = {entry.expires.isoformat()}"

    def _reason(self, choice: Choice) -> str:
        if choice.entry.reason != UNWRITTEN:
            return choice.entry.reason
        message = cut(sentence(self._messages.get(min(choice.atoms), "")), 120)
        several = len({(target, case) for target, case, _, _ in choice.atoms}) > 1
        return f"{'for instance, ' if several else ''}{message} {UNWRITTEN}"


def _end(entry: Entry) -> int:
    return entry.line + entry.lines.count("\n")


def _quoted(text: str) -> str:
    return tomlkit.string(text).as_string()
