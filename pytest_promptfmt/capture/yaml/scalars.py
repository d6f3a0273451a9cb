"""YAML's scalars: what a plain one says, and how texts are written over several lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))(?:[eE][-+]?[0-9]+)?")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_LONGEST_NUMBER = 400


def plain(text: str) -> Any:
    """What a scalar without quotation marks says: null, true, a number, else a text."""
    if text in _WORDS:
        return _WORDS[text]
    if len(text) <= _LONGEST_NUMBER and _INT.fullmatch(text):
        return int(text)
    if len(text) <= _LONGEST_NUMBER and _FLOAT.fullmatch(text):
        return float(text)
    return text


def folded(lines: Sequence[str]) -> str:
    """Lines as one text: the end of a line is a space, and each blank line the end of one."""
    text, blank = lines[0], 0
    for line in lines[1:]:
        if not line:
            blank += 1
            continue
        text += ("\n" * blank or " ") + line
        blank = 0
    return text


_CLOSED = {'"': re.compile(r'(?:[^"\\]|\\.)*(")?', re.DOTALL), "'": re.compile(r"(?:[^']|'')*(')?")}


def quoted_end(mark: str, line: str, begins: int = 0) -> int | None:
    """Where in a line a text with this quotation mark is closed, None where it is not."""
    found = _CLOSED[mark].match(line, begins)
    return found.end() if found and found[1] else None


def text_of(spelled: str) -> str:
    """What a text says, be it within quotation marks or not."""
    if spelled.startswith('"'):
        return double_quoted(spelled[1:-1])
    return single_quoted(spelled[1:-1]) if spelled.startswith("'") else spelled.strip()


def single_quoted(text: str) -> str:
    return _over_lines(text).replace("''", "'")


def double_quoted(text: str) -> str:
    """What its escapes stand for; the end of a line that is escaped is none."""
    joined = re.sub(r"((?:^|[^\\])(?:\\\\)*)\\\n[ \t]*", r"\1", text)
    return _ESCAPED.sub(_character, _over_lines(joined))


_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_ESCAPED = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)


def _character(escape: re.Match[str]) -> str:
    number = int(escape[1] or escape[2] or escape[3] or "0", 16)
    if escape[4] is not None:
        return _ESCAPES.get(escape[4], escape[0])
    return chr(number) if number <= 0x10FFFF else escape[0]


def _over_lines(text: str) -> str:
    """A quoted text whose lines are folded: white space around their ends is not its own."""
    first, *lines = text.split("\n")
    if not lines:
        return text
    stripped = [line.strip(" \t") for line in lines[:-1]] + [lines[-1].lstrip(" \t")]
    text, blank = first.rstrip(" \t"), 0
    for n, line in enumerate(stripped):
        if not line and n < len(stripped) - 1:
            blank += 1
            continue
        text += ("\n" * blank or " ") + line
        blank = 0
    return text


def folded_block(lines: list[str]) -> str:
    """Lines of the margin are one paragraph; what is indented further stays as it is."""
    text, before = "", ""
    for n, line in enumerate(lines):
        if n == 0:
            text = line or "\n"
        elif not line:
            text += "\n"
        elif line[0] in " \t" or before[:1] in (" ", "\t"):
            text += "\n" + line
        else:
            text += line if text.endswith("\n") and not lines[n - 1] else " " + line
        before = line or before
    return text
