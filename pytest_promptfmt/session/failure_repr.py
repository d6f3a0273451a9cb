"""A failure as pytest carries it: our text in the place of a traceback, and one line for the short summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pytest_promptfmt.common.folding import folded

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
    """A failure as pytest prints it: our text, line by line, without a traceback, folded to the terminal's width."""

    def __init__(self, text: str, crash: Crash, quoted: int | None = None) -> None:
        self.text, self.reprcrash, self.quoted = text, crash, quoted

    def __str__(self) -> str:
        return self.text

    def toterminal(self, out: TerminalWriter) -> None:
        first, *rest = self.text.split("\n")
        for line in folded([first], out.fullwidth):
            out.line(line, red=True, bold=True)
        for line in folded(rest, out.fullwidth, self.quoted):
            out.line(line)
