"""Faults that others shipped in 2025 and 2026, collected before the kit was asked about any of them.

The figure that `tests/planted/README.md` gives was measured on them first; only then were their classes closed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from support.places import RECORDINGS

COLLECTED = RECORDINGS / "collected-faults.jsonl"


@dataclass(frozen=True, slots=True)
class Collected:
    """One fault: what is `wrong` in the payload, and the `link` that tells of it.

    `expects` are the findings that were meant to tell it before the kit was asked; the first lines have none. Of the
    last collection `resembles` is a fault on file that has the same mechanism; it may have another condition.
    """

    id: str
    theme: str
    provider: str
    wrong: str
    link: str
    expects: str = ""
    resembles: str = ""


@cache
def collected() -> dict[str, Collected]:
    """The lines by their ids."""
    texts = COLLECTED.read_text("utf-8").splitlines()
    return {line.id: line for line in (Collected(**json.loads(text)) for text in texts)}


def meant(source: str, *more: str) -> tuple[str, ...]:
    """The findings that were meant to tell the fault of a line, and `more` that say the same."""
    return (*collected()[source].expects.split(), *more)
