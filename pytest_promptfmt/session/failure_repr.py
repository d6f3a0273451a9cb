"""A failure as pytest carries it: our text in the place of a traceback, and one line for the short summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _pytest._io import TerminalWriter


@dataclass(frozen=True, slots=True)
class Crash:
    """What pytest prints behind the id in its short summary."""

    path: str
    message: str
    lineno: int = 0

    def __str__(self) -> str:
        return f"{self.path}: {self.message}"


class FailureRepr:
    """A failure as pytest prints it: our text, line by line, without a traceback."""

    def __init__(self, text: str, crash: Crash) -> None:
        self.text, self.reprcrash = text, crash

    def __str__(self) -> str:
        return self.text

    def toterminal(self, out: TerminalWriter) -> None:
        first, *rest = self.text.split("\n")
        out.line(first, red=True, bold=True)
        for line in rest:
            out.line(line)
