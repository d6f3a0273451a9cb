"""Faults that are planted and that no two cases tell yet, each with its reason; the table is to shrink.

Who mends a reason takes its rows away: a fault that is told after all fails the test as stale.
"""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from planted.planted import Planted


@dataclass(frozen=True, slots=True)
class Survivor:
    """`faults` and `dialects` are globs, separated by blanks."""

    faults: str
    dialects: str
    why: str

    def covers(self, fault: Planted, dialect: str) -> bool:
        return any(fnmatchcase(fault.id, glob) for glob in self.faults.split()) and any(
            fnmatchcase(dialect, glob) for glob in self.dialects.split()
        )


def survivor(fault: Planted, dialect: str) -> Survivor | None:
    return next((each for each in SURVIVORS if each.covers(fault, dialect)), None)


SURVIVORS: tuple[Survivor, ...] = (
    Survivor(
        "smolagents-659",
        "dashscope",
        'dashscope.text-model-string is a warning: "input content must be a string." is in the list of errors, and '
        "qwen-max answered a list",
    ),
)
