"""YAML line by line: mappings and sequences by how far they are indented, and the texts in their lines."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.capture.captured import Unreadable
from pytest_promptfmt.capture.yaml.flow import DEEPEST, UNREAD, flowing
from pytest_promptfmt.capture.yaml.scalars import folded, folded_block, plain, quoted_end, text_of

_BLOCK = re.compile(r"(?P<style>[|>])(?P<how>[-+]?[1-9]?[-+]?)\s*(?:#.*)?$")


class Reader:
    """The lines, and which is the next: what was read of it already is overwritten with spaces."""

    def __init__(self, lines: list[str]) -> None:
        self._lines, self._next = lines, 0

    @property
    def line(self) -> str:
        return self._lines[self._next]

    def unread(self, why: str) -> Unreadable:
        return Unreadable(f"is no YAML that is read here: {why}, line {min(self._next + 1, len(self._lines))}")

    def documents(self) -> Iterator[Any]:
        """The value of each document; between them stand marks."""
        while self._more() or self._marked():
            if self._marked():
                self._lines[self._next] = "   " + self.line[3:]
                continue
            yield self.block(0, 0)
            if self._more():
                raise self.unread("this stands outside of what was read before it")

    def _marked(self) -> bool:
        """Does a document begin or end here?"""
        return self._next < len(self._lines) and (self.line.rstrip() + " ").startswith(("--- ", "... "))

    def _more(self) -> bool:
        """Is there another line of this document? Blank ones and comments are passed over."""
        while self._next < len(self._lines) and not self._marked():
            if self.line.strip() and not self.line.lstrip().startswith("#"):
                return True
            self._next += 1
        return False

    def _indent(self) -> int:
        spaces = len(self.line) - len(self.line.lstrip(" "))
        if self.line[spaces : spaces + 1] == "\t":
            raise self.unread("a tab stands where lines are indented")
        return spaces

    def block(self, least: int, depth: int) -> Any:
        """What stands at the next line, if that is indented so far; null where it is not."""
        if depth > DEEPEST:
            raise self.unread("it is nested too deeply")
        if not self._more() or (indent := self._indent()) < least:
            return None
        text = self.line[indent:]
        if text == "-" or text.startswith("- "):
            return self._sequence(indent, depth)
        if _key(text, 0):
            return self._mapping(indent, depth)
        self._lines[self._next] = text
        return self._value(text, least - 1, depth)

    def _sequence(self, indent: int, depth: int) -> list[Any]:
        items: list[Any] = []
        while self._more() and self._indent() == indent and (self.line[indent:] + " ").startswith("- "):
            self._lines[self._next] = " " * (indent + 1) + self.line[indent + 1 :]
            if not self.line.strip() or self.line.strip().startswith("#"):
                self._next += 1
            block = _BLOCK.match(self.line.strip()) if self._next < len(self._lines) else None
            items.append(self._value(self.line.strip(), indent, depth) if block else self.block(indent + 1, depth + 1))
        return items

    def _mapping(self, indent: int, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while self._more() and self._indent() == indent and (key := _key(self.line, indent)):
            name, end = key
            rest = self.line[end:].strip()
            if rest and not rest.startswith("#"):
                found[name] = self._value(rest, indent, depth)
                continue
            self._next += 1
            same = self._more() and self._indent() == indent and (self.line[indent:] + " ").startswith("- ")
            found[name] = self.block(indent if same else indent + 1, depth + 1)
        if self._more() and self._indent() > indent:
            raise self.unread("it is indented further than the keys before it")
        return found

    def _value(self, rest: str, indent: int, depth: int) -> Any:
        """A value that begins in this line, and may go on in those that are indented further than `indent`."""
        if tag := _TAG.match(rest):
            said = self._value(rest[tag.end() :] or '""', indent, depth)
            return _bytes(said) if tag[1] == "binary" else plain(said) if isinstance(said, str) else said
        if block := _BLOCK.match(rest):
            self._next += 1
            return self._block_text(block["style"], block["how"], indent)
        if rest[0] in "\"'":
            return self._quoted(rest, indent)
        if rest[0] in "[{":
            return self._flow(rest, indent, depth)
        if rest[0] in UNREAD and (rest[0] != "?" or rest[1:2] in ("", " ")):
            raise self.unread(f"{UNREAD[rest[0]]} ({rest.split()[0][:40]})")
        self._next += 1
        return plain(folded([_uncommented(rest), *map(_uncommented, self._further(indent))]))

    def _further(self, indent: int) -> list[str]:
        """The lines that go on with a value, and the blank ones between them."""
        found: list[str] = []
        while self._next < len(self._lines) and (not self.line.strip() or self._indent() > indent):
            found.append(self.line.strip())
            self._next += 1
        while found and not found[-1]:
            found.pop()
        return found

    def _quoted(self, rest: str, indent: int) -> str:
        begun, lines = self._next, [rest]
        while (end := quoted_end(rest[0], lines[-1], len(lines) == 1)) is None:
            self._next += 1
            if self._next >= len(self._lines):
                self._next = begun
                raise self.unread("a quotation mark is not closed")
            lines.append(self.line)
        self._after(lines[-1][end:])
        return text_of("\n".join([*lines[:-1], lines[-1][:end]]))

    def _flow(self, rest: str, indent: int, depth: int) -> Any:
        begun, more = self._next, 1
        while True:
            text = "\n".join([rest, *(line.strip() for line in self._lines[begun + 1 : begun + more])])
            try:
                value, end = flowing(text, 0, depth)
                break
            except IndexError:
                if begun + more >= len(self._lines):
                    raise self.unread("a bracket is not closed") from None
                more *= 2
            except ValueError as error:
                raise self.unread(str(error)) from None
        self._next = begun + text[:end].count("\n")
        self._after(text[end:].partition("\n")[0])
        return value

    def _after(self, rest: str) -> None:
        """Goes on behind a value that is closed in this line, where only a comment may stand."""
        if rest.strip() and not rest.lstrip().startswith("#"):
            raise self.unread(f"something stands behind what is closed there ({rest.strip()[:40]})")
        self._next += 1

    def _block_text(self, style: str, how: str, indent: int) -> str:
        lines: list[str] = []
        digits = re.sub(r"\D", "", how)
        margin = max(indent, 0) + int(digits) if digits else 0
        while self._next < len(self._lines):
            line = self.line
            if line.strip():
                spaces = len(line) - len(line.lstrip(" "))
                margin = margin or spaces
                if spaces < margin or spaces <= indent:
                    break
            lines.append(line[margin:] if line.strip(" ") else "")
            self._next += 1
        last = len(lines)
        while last and not lines[last - 1]:
            last -= 1
        text = "\n".join(lines[:last]) if style == "|" else folded_block(lines[:last])
        if "-" in how or not (last or "+" in how):
            return text
        return text + "\n" * (len(lines) - last + bool(last) if "+" in how else 1)


_TAG = re.compile(r"!!(binary|int|float|bool|null)(?:\s+|$)")


def _bytes(said: Any) -> str:
    """What bytes say, which are written in base64; nothing where they are no text."""
    try:
        return base64.b64decode("".join(str(said).split()), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return ""


def _uncommented(line: str) -> str:
    return re.split(r"(?:^|\s)#", line, maxsplit=1)[0].strip()


_MARKED = re.compile(r"[-?](?=\s|$)|[\s#&*!|>%@`\[\]{},]")
_COLON = re.compile(r":(?=\s|$)")


def _key(line: str, begins: int) -> tuple[str, int] | None:
    """The key with which a line begins, and where its value may; None where it begins otherwise."""
    if (mark := line[begins : begins + 1]) in ("'", '"'):
        end = quoted_end(mark, line, begins + 1)
        colon = _COLON.match(line, len(line) - len(line[end:].lstrip())) if end else None
    else:
        end = None
        colon = None if _MARKED.match(line, begins) else _COLON.search(line, begins)
    if colon is None or (end is None and " #" in line[begins : colon.start()]):
        return None
    return text_of(line[begins : end or colon.start()]), colon.end()
