"""The elements of one array in a JSON document of any size, one after the other, in the memory of the largest."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Protocol

from pytest_promptfmt.capture.captured import Unreadable

_CHUNK = 1 << 20
_LARGEST = 1 << 28
_BLANK = re.compile(r"[ \t\r\n]*")
_OF_A_NUMBER = "+-.eE0123456789"
_NEAR_THE_END = 16
"""What is cut off within a word or an escape is reported at most so many characters before the end."""


class Readable(Protocol):
    """What reads on."""

    def read(self, size: int, /) -> str: ...


def elements(stream: Readable, *keys: str) -> Iterator[Any]:
    """Of the array that stands under `keys`, from the outermost object down; what stands beside them is skipped.

    Raises `Unreadable`, with the character at which the document is no JSON.
    """
    text = _Window(stream)
    for key in keys:
        text.expect("{")
        while text.value() != key:
            text.expect(":")
            text.value()
            text.expect(",")
        text.expect(":")
    text.expect("[")
    if text.peek() == "]":
        return
    while True:
        yield text.value()
        if text.peek() == "]":
            return
        text.expect(",")


class _Window:
    """The part of the stream that is being read; `passed` characters lie before it."""

    def __init__(self, stream: Readable) -> None:
        self._stream, self._decoder = stream, json.JSONDecoder()
        self._text, self._at, self._passed, self._ended = "", 0, 0, False

    def _more(self) -> bool:
        """Reads on: as much again as there is, so that a large value is not tried too often."""
        if self._ended:
            return False
        rest = self._text[self._at :]
        if len(rest) > _LARGEST:
            raise Unreadable(f"has a value of more than {_LARGEST:,} characters at character {self._passed + self._at}")
        read = self._stream.read(max(_CHUNK, len(rest)))
        self._ended = not read
        self._passed += self._at
        self._text, self._at = rest + read, 0
        return bool(read)

    def peek(self) -> str:
        """The next character that is no white space, empty at the end."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            self._at = blank.end() if blank else self._at
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def expect(self, char: str) -> None:
        found = self.peek()
        if found != char:
            what = f"found {found!r}" if found else "it ends"
            raise Unreadable(
                f"is no JSON of the kind at character {self._passed + self._at}: {char!r} expected, {what}"
            )
        self._at += 1

    def value(self) -> Any:
        """The value that comes next."""
        self.peek()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                cut = error.msg.startswith("Unterminated string") or error.pos >= len(self._text) - _NEAR_THE_END
                if cut and self._more():
                    continue
                where = f"at character {self._passed + error.pos}"
                raise Unreadable(f"is no JSON {where}: {error.msg}") from None
            except RecursionError:
                raise Unreadable(f"is nested too deeply at character {self._passed + self._at}") from None
            except ValueError:
                raise Unreadable(f"has a number that is too long at character {self._passed + self._at}") from None
            if isinstance(value, (int, float)) and not self._text[end:].strip(_OF_A_NUMBER) and self._more():
                continue  # a number may go on
            self._at = end
            return value
