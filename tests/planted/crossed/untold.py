"""Pairs that no enumerated case tells, each with its reason; the table is to shrink."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from planted.crossed.counting import Pair


@dataclass(frozen=True, slots=True)
class Untold:
    """Globs over kind, mechanism and condition; what none of them fits has to be told by a case."""

    kinds: str
    does: str
    conditions: str
    why: str

    def covers(self, pair: Pair) -> bool:
        kind, does, condition = pair
        return (
            fnmatchcase(kind, self.kinds) and fnmatchcase(does, self.does) and fnmatchcase(condition, self.conditions)
        )


def untold(pair: Pair) -> Untold | None:
    return next((row for row in UNTOLD if row.covers(pair)), None)


UNTOLD = (
    Untold(
        "*",
        "changes places with the next",
        "*",
        "a second condition: two of a kind have to stand side by side where the first one holds",
    ),
    Untold("*", "goes to the next*", "*", "a second condition: there has to be a further turn, or a further result"),
    Untold("call", "has another's arguments", "*", "a second condition: the round has to have two calls"),
    Untold("result", "changes its output with the next", "*", "a second condition: the round has to have two calls"),
    Untold("medium", "is another of its kind", "*", "a second condition: there have to be two of a kind"),
    Untold(
        "*",
        "is read as JSON*",
        "*",
        "a second condition: what is said has to be JSON that is written otherwise than programs write it",
    ),
    Untold("* text", "*", "the assistant is last", "Gemini and Claude take no such request: the reference refuses it"),
    Untold(
        "argument", "is lost where it is*", "*", "a second condition: the value has to be null, empty, zero or false"
    ),
    Untold("*'s text", "loses what stands in braces", "*", "a second condition: the text has to have braces"),
    Untold(
        "medium", "has its data cut", "next to a medium*", "papers of one shape are few: half of one is one as good"
    ),
)
