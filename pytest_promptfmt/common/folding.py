"""Rows of a label and its text, folded to a width: sentences at their blanks, what is quoted with each character."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

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
    "request",
    "answer",
    "read as",
    "cut off",
    "not judged",
    "not given",
    "suspected",
    "mended",
    "compared",
    "perhaps",
    "source",
    "severity",
    "dialects",
    "needs",
    "may ask",
    "hunts",
    "everyday",
    "scenarios",
    "all dialects",
)
"""Rows of sentences, whose own line breaks are only layout."""
_PLACES = ("error", "warning")
"""Rows of an id and a path, which is broken nowhere; what stands below them is a row of its own."""
_INDENT = 15


def folded(lines: Sequence[str], width: int, quoted: int | None = None, speaker: str = "provider") -> Iterator[str]:
    """The lines of a failure's text, none wider than that but commands.

    What is quoted keeps all its characters, unless it may take so many lines only. A row that is labelled with a
    `speaker` is of sentences.
    """
    width = max(width, 40)
    for line in _rejoined(lines, speaker) if width < 120 else lines:
        label = line[:_INDENT].rstrip()
        if len(line) <= width or label in _COMMANDS:
            yield line
        elif label in (*_SENTENCES, *_PLACES, speaker) or line[_INDENT - 1] != " ":
            behind = " " * _INDENT if label in (*_SENTENCES, *_PLACES, speaker) else ""
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


def _rejoined(lines: Iterable[str], speaker: str) -> Iterator[str]:
    """The lines, in which those of one row of sentences are one again."""
    row = ""
    for line in lines:
        if row and line.startswith(" " * _INDENT) and line.strip():
            row += f" {line.strip()}"
            continue
        if row:
            yield row
        row = line if line[:_INDENT].rstrip() in (*_SENTENCES, speaker) else ""
        if not row:
            yield line
    if row:
        yield row


def for_terminal(lines: Iterable[str], speaker: str = "provider") -> Iterator[str]:
    """A command's lines, none wider than the terminal but a difference's; as they are where there is no terminal."""
    width = _columns()
    quoted: list[str] = []
    for line in lines if width else ():
        if line.startswith("  ") and line[2:3] in ("+", "-", "@", " ") and not line.startswith(" " * _INDENT):
            yield from folded(quoted, width, speaker=speaker)
            yield line
            quoted = []
        else:
            quoted.append(line)
    yield from folded(quoted, width, speaker=speaker) if width else lines


def _columns() -> int:
    """How wide the terminal is, or is said to be; 0 where nobody reads along: a pipe, a file, what was closed."""
    try:
        width = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):
        return 0
    return int(said) if (said := os.environ.get("COLUMNS", "")).isdecimal() else width
