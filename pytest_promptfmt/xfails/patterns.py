"""Which patterns cover what fails: few, readable, and matching nothing that passes.

What there is stays as it is where it still holds. One that matches a check that passes is narrowed. The rest is covered
by new patterns over target, case and the id of a finding, of which none can be dropped and no two can be merged. A new
one is about one cause only, so that it is out of date when that is mended. An entry for which somebody has written a
reason is merged with others of that reason only, and no new one makes it idle.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import product
from types import MappingProxyType
from typing import TypeAlias

from pytest_promptfmt.xfails import Entry

Atom: TypeAlias = tuple[str, str, str, str]
"""Target, case, check and id of one thing that fails."""

Globs: TypeAlias = tuple[str, str, str]
"""The three globs of a pattern."""

UNWRITTEN = "(written by --promptfmt-xfails-update; say why)"
"""How a reason ends that nobody has written yet."""


@dataclass(frozen=True, slots=True)
class Observed:
    """What came of one target and case: the errors as check and id, and the checks that passed.

    `needed` are those of the errors that the entries have to cover.
    """

    target: str
    case: str
    errors: frozenset[tuple[str, str]] = frozenset()
    passes: frozenset[str] = frozenset()
    needed: frozenset[tuple[str, str]] = frozenset()

    def atoms(self, entry: Entry) -> frozenset[Atom]:
        """What the entry covers of that which is needed."""
        return frozenset((self.target, self.case, *error) for error in self.needed if entry.covers(*error))


@dataclass(frozen=True, slots=True)
class Choice:
    """An entry and what it covers; `old` is the number of the one that it is, or was made of.

    `cause` is the number of the one fault that it is about, None where it is about several, or nobody knows.
    """

    entry: Entry
    atoms: frozenset[Atom]
    old: int | None = None
    cause: int | None = None

    @property
    def why(self) -> tuple[object, ...]:
        """What two must have in common to be merged."""
        entry = self.entry
        return (entry.reason if self.written else self.cause, entry.issue, entry.expires)

    @property
    def written(self) -> bool:
        """Has somebody said why?"""
        return not self.entry.reason.endswith(UNWRITTEN)


def choose_entries(
    old: Sequence[Entry],
    seen: Sequence[Observed],
    shipped: Sequence[Entry] = (),
    cause_of: Mapping[Atom, int] = MappingProxyType({}),
) -> list[Choice]:
    """The entries that cover all that is needed, in the order of `old`; `shipped` are those that none may widen.

    `cause_of` tells which fault a thing that fails is of.
    """
    concerned = [[place for place in seen if entry.concerns(place.target, place.case)] for entry in old]
    kept = [
        Choice(entry, atoms, n)
        for n, (entry, its) in enumerate(zip(old, concerned, strict=True))
        if matches_no_pass(entry, its) and (atoms := frozenset(atom for place in its for atom in place.atoms(entry)))
    ]
    chosen = _without_idle(kept)
    chosen += _exact(old, seen, frozenset(atom for choice in chosen for atom in choice.atoms))
    chosen = [replace(choice, cause=_cause(choice.atoms, cause_of)) for choice in chosen]
    patterns = {globs: atoms for globs, atoms in _patterns(seen).items() if not _widens(globs, shipped)}
    return sorted(_merged(chosen, patterns, cause_of), key=lambda choice: (choice.old is None, choice.old or 0))


def _cause(atoms: Iterable[Atom], cause_of: Mapping[Atom, int]) -> int | None:
    causes = {cause_of.get(atom) for atom in atoms}
    return causes.pop() if len(causes) == 1 else None


def matches_no_pass(entry: Entry, concerned: Sequence[Observed]) -> bool:
    """Does no check pass that the entry names, or under which it covers something, wherever it matches?"""
    covered = {check for place in concerned for check, id_ in place.errors if entry.covers(check, id_)}
    return not any(check in covered or fnmatchcase(check, entry.check) for place in concerned for check in place.passes)


def _exact(old: Sequence[Entry], seen: Iterable[Observed], covered: frozenset[Atom]) -> Iterator[Choice]:
    """One entry for each thing that is not covered, with the reason of the first in `old` that covered it."""
    for place in seen:
        here: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for check, id_ in sorted(place.needed):
            here[id_].append((check, id_))
        for id_, errors in here.items():
            missing = [error for error in errors if (place.target, place.case, *error) not in covered]
            if not missing:
                continue
            wide = (
                n
                for n, entry in enumerate(old)
                if any(entry.covers(*error) for error in missing) and entry.concerns(place.target, place.case)
            )
            n = next(wide, None)
            entry = Entry("", "", "", UNWRITTEN) if n is None else old[n]
            exact = replace(entry, target=place.target, case=place.case, check=id_)
            yield Choice(exact, frozenset((place.target, place.case, *error) for error in errors), n)


def _patterns(seen: Iterable[Observed]) -> dict[Globs, frozenset[Atom]]:
    """The patterns that match nothing that passes, with what they cover; the widest first, of equals the narrowest."""
    passing: set[Globs] = set()
    failing: dict[Globs, set[str]] = defaultdict(set)
    atoms: dict[Globs, set[Atom]] = defaultdict(set)
    for place in seen:
        globs = list(product(_targets(place.target), _cases(place.case)))
        passing.update((*pair, check) for pair in globs for check in place.passes)
        for pair in globs:
            for check, id_ in place.errors:
                failing[*pair, id_].add(check)
            for check, id_ in place.needed:
                atoms[*pair, id_].add((place.target, place.case, check, id_))
    clean = {
        pattern: found
        for pattern, found in atoms.items()
        if not any((pattern[0], pattern[1], check) in passing for check in failing[pattern])
    }
    rank = {pattern: (-len(clean[pattern]), _width(pattern[1]), _width(pattern[0]), pattern) for pattern in clean}
    return {pattern: frozenset(clean[pattern]) for pattern in sorted(clean, key=rank.__getitem__)}


def _targets(target: str) -> tuple[str, ...]:
    dialect, _, scenario = target.rpartition(".")
    return (target, f"{dialect}.*", f"*.{scenario}", "*")


def _cases(case: str) -> tuple[str, ...]:
    """The case, ``vision/image-*`` and ``vision/*-missing`` of ``vision/image-missing``, its family, all."""
    family, _, name = case.partition("/")
    words = name.split("-")
    begins = [f"{family}/{'-'.join(words[:n])}-*" for n in range(1, len(words))]
    ends = [f"{family}/*-{'-'.join(words[n:])}" for n in range(1, len(words))]
    return (case, *begins, *ends, f"{family}/*", "*")


def _width(glob: str) -> tuple[bool, bool, int]:
    return ("*" in glob, glob.startswith("*"), -len(glob))


def _widens(globs: Globs, shipped: Iterable[Entry]) -> bool:
    pattern = Entry(*globs, reason="")
    return any(entry.check == globs[2] and pattern.widens(entry) for entry in shipped)


def _without_idle(chosen: list[Choice]) -> list[Choice]:
    """Without those whose atoms the others cover; what nobody has written goes first, and what comes later."""
    count = Counter(atom for choice in chosen for atom in choice.atoms)
    kept = dict.fromkeys(range(len(chosen)))
    for n in sorted(kept, key=lambda n: (chosen[n].written, -n)):
        if all(count[atom] > 1 for atom in chosen[n].atoms):
            count.subtract(chosen[n].atoms)
            del kept[n]
    return [chosen[n] for n in kept]


def _merged(
    chosen: list[Choice], patterns: Mapping[Globs, frozenset[Atom]], cause_of: Mapping[Atom, int]
) -> list[Choice]:
    """Two or more of one reason become one, as often as there is a shape for them."""
    before = -1
    while before != len(chosen):
        before = len(chosen)
        pool = _Pool(_without_idle(chosen))
        for globs, atoms in patterns.items():
            if len(atoms) > 1:
                pool.merge(globs, atoms, _cause(atoms, cause_of))
        chosen = _without_idle(list(pool.choices.values()))
    return chosen


class _Pool:
    """Choices by number, who covers an atom."""

    def __init__(self, chosen: Iterable[Choice]) -> None:
        self.choices: dict[int, Choice] = {}
        self.covering: dict[Atom, set[int]] = defaultdict(set)
        self._last = 0
        for choice in chosen:
            self._add(choice)

    def _add(self, choice: Choice) -> None:
        self._last += 1
        self.choices[self._last] = choice
        for atom in choice.atoms:
            self.covering[atom].add(self._last)

    def merge(self, globs: Globs, atoms: frozenset[Atom], cause: int | None) -> None:
        """Puts one of that shape in the place of two or more, where none that somebody has written becomes idle.

        What nobody has written stays about one `cause`.
        """
        near = sorted({n for atom in atoms for n in self.covering[atom]})
        by_why: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for n in near:
            by_why[self.choices[n].why].append(n)
        for why, group in by_why.items():
            if not self.choices[group[0]].written and self.choices[group[0]].cause != cause:
                continue
            gone = self._dispensable(group, atoms) if len(group) > 1 else frozenset()
            others = [n for n in near if self.choices[n].written and self.choices[n].why != why]
            if len(gone) > 1 and not any(self._idle(n, atoms, gone) for n in others):
                first = min(gone, key=lambda n: (self.choices[n].old is None, self.choices[n].old or 0, n))
                target, case, check = globs
                base = self.choices[first]
                for n in gone:
                    for atom in self.choices.pop(n).atoms:
                        self.covering[atom].discard(n)
                self._add(Choice(replace(base.entry, target=target, case=case, check=check), atoms, base.old, cause))
                return

    def _idle(self, n: int, atoms: frozenset[Atom], gone: frozenset[int]) -> bool:
        """Would `n` cover nothing of its own beside the new one, with `gone` away?"""
        return all(atom in atoms or self.covering[atom] - gone - {n} for atom in self.choices[n].atoms)

    def _dispensable(self, group: list[int], atoms: frozenset[Atom]) -> frozenset[int]:
        """Those of the group that may go together; two or more, wherever there are two."""
        alone = [n for n in group if self._idle(n, atoms, frozenset())]
        found: frozenset[int] = frozenset()
        for start in alone:
            found = frozenset()
            for n in (start, *alone):
                if n not in found and self._idle(n, atoms, found):
                    found |= {n}
            if len(found) > 1:
                return found
        return found
