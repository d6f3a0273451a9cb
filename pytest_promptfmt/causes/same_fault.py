"""Which findings with different ids are one fault all the same, seen on several things or in several ways."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from pytest_promptfmt.payload.finding import Finding

_MANNERS = (
    frozenset(f"fidelity.doubled-{what}" for what in ("text", "call", "result", "media", "thinking")),
    frozenset({"fidelity.reordered", "fidelity.wrong-call", "fidelity.wrong-speaker"}),
    frozenset(
        f"truncation.{law}" for law in ("over-budget", "kept-too-little", "shrinks-with-budget", "no-error", "empty")
    ),
    frozenset(f"fidelity.{how}-text" for how in ("lost", "altered", "coded")),
    frozenset({"fidelity.lost-result", "fidelity.altered-result", "fidelity.result-as-text"}),
    frozenset(f"truncation.{law}" for law in ("not-a-suffix", "cut-call", "lost-system", "altered")),
)
"""Doubled; in other places; kept too much or too little; cut in the wrong place."""
_EDITED = frozenset({"fidelity.altered-text", "fidelity.altered-result", "fidelity.call-arguments"})
_DEEP = 3

Found: TypeAlias = Mapping[int, list[Finding]]
"""The findings of one id, by the number of their result."""


def same_fault_of(some: Found, others: Found) -> bool:
    """Are both losses of one manner, do they show the same edit, or stand deep in a payload or beside each other?"""
    mine, theirs = list(_all(some)), list(_all(others))
    ids = {finding.id for finding in (*mine, *theirs)}
    if any(ids <= manner for manner in _MANNERS):
        return True
    if ids <= _EDITED and edits(mine) & edits(theirs):
        return True
    deep = places(mine)
    if deep <= places(theirs) and all(place.count(".") >= _DEEP for place in deep):
        return True
    return beside(some, others)


def beside(some: Found, others: Found) -> bool:
    """Do most of `some` come with the `others`, about the same message or in the same part of the payload?"""
    both = some.keys() & others.keys()
    if len(some) < _ENOUGH or len(both) < _MOST * len(some):
        return False
    together = sum(any(_near(a, b) for a in some[n] for b in others[n]) for n in both)
    return together >= _NEARLY_ALL * len(both)


_ENOUGH, _MOST, _NEARLY_ALL = 4, 0.8, 0.9
"""Measured over the liars in tests/: see docs/failures.md."""


def _near(a: Finding, b: Finding) -> bool:
    if set(a.about) & set(b.about):
        return True
    place = _part(a.path)
    return place == _part(b.path)


def _part(path: str) -> str:
    """The message of the payload that a path begins with."""
    start = re.match(r"\$[^\[]*\[\d+\]", path)
    return start[0] if start else path


def _all(found: Found) -> Iterable[Finding]:
    return (finding for findings in found.values() for finding in findings)


def places(findings: Iterable[Finding]) -> set[str]:
    """Where in any payload they stand, whatever the number of the message."""
    return {re.sub(r"\[\d+\]", "[]", finding.path) for finding in findings}


Edit: TypeAlias = tuple[frozenset[str], frozenset[str]]


def edits(findings: Iterable[Finding]) -> set[Edit]:
    """What kinds of character went from texts, and which came."""
    pairs = ((finding.data.get("expected"), finding.data.get("actual")) for finding in findings)
    return {_edit(before, after) for before, after in pairs if isinstance(before, str) and isinstance(after, str)}


def _edit(before: str, after: str) -> Edit:
    """Of two texts without what they begin and end with alike."""
    start = next(
        (i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
    )
    before, after = before[start:], after[start:]
    pairs = zip(reversed(before), reversed(after), strict=False)
    end = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(before), len(after)))
    return _kinds(before[: len(before) - end]), _kinds(after[: len(after) - end])


def _kinds(text: str) -> frozenset[str]:
    return frozenset(_kind(char) for char in text)


def _kind(char: str) -> str:
    if char.isspace():
        return "space"
    if not char.isascii():
        return "outside ASCII"
    return "letter" if char.isalpha() else "digit" if char.isdigit() else "mark"
