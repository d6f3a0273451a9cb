"""A failure as pytest carries it: our text in the place of a traceback, and one line for the short summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
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


_COMMANDS = ("run it again", "all of them")
"""Rows to be copied as they are."""
_SENTENCES = (
    "formatter",
    "case",
    "right is",
    "fix",
    "model",
    "provider",
    "known",
    "also",
    "also there",
    "leads to",
    "cases",
)
"""Rows of sentences, whose own line breaks are only layout."""
_INDENT = 15


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


def folded(lines: Sequence[str], width: int, quoted: int | None = None) -> Iterator[str]:
    """The lines of a failure's text, none wider than that but commands.

    What is quoted keeps all its characters, unless it may take so many lines only.
    """
    width = max(width, 40)
    for line in _rejoined(lines) if width < 120 else lines:
        label = line[:_INDENT].rstrip()
        if len(line) <= width or label in _COMMANDS:
            yield line
        elif label in _SENTENCES or line[_INDENT - 1] != " ":
            behind = " " * _INDENT if label in _SENTENCES else ""
            yield from wrap(line, width, subsequent_indent=behind, break_on_hyphens=False)
        else:
            pieces = list(_pieces(line, width))
            if quoted and len(pieces) > quoted:
                pieces[quoted - 1 :] = [f"{pieces[quoted - 1][: width - 2].rstrip()} …"]
            yield from pieces


def _pieces(line: str, width: int) -> Iterator[str]:
    """What is quoted, cut at a blank where there is one near."""
    while len(line) > width:
        blank = line.rfind(" ", width - _INDENT, width) + 1
        yield line[: blank or width]
        line = " " * _INDENT + line[blank or width :]
    yield line


def _rejoined(lines: Iterable[str]) -> Iterator[str]:
    """The lines, in which those of one row of sentences are one again."""
    row = ""
    for line in lines:
        if row and line.startswith(" " * _INDENT) and line.strip():
            row += f" {line.strip()}"
            continue
        if row:
            yield row
        row = line if line[:_INDENT].rstrip() in _SENTENCES else ""
        if not row:
            yield line
    if row:
        yield row
