"""Requests read out of what people have on file: payloads, curl commands, raw HTTP, archives, logs, telemetry.

`requests_in` takes a stream of text and yields what was `Captured` in it, one after the other: of an archive or a log
only the entry that is being read is held. Secrets are masked before anything leaves this room.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import StringIO
from itertools import chain
from typing import Any, TextIO

from pytest_promptfmt.capture.answers import ANSWER, is_answer
from pytest_promptfmt.capture.captured import Captured, Unreadable, shown
from pytest_promptfmt.capture.command_lines.aws import AWS, aws_commands
from pytest_promptfmt.capture.command_lines.curl import COMMAND, NO_DATA, curl_commands
from pytest_promptfmt.capture.har import BEGINS, har_requests
from pytest_promptfmt.capture.http_text import FIRST_LINE, http_request
from pytest_promptfmt.capture.json_stream import elements
from pytest_promptfmt.capture.other_apis import other_api
from pytest_promptfmt.capture.programs import programmed
from pytest_promptfmt.capture.records import MESSAGES, inner_requests, requests_of
from pytest_promptfmt.capture.unwrapping import kind, undumped, unwrapped
from pytest_promptfmt.capture.values import value_in
from pytest_promptfmt.capture.yaml import looks_like_yaml, yaml_documents

_BEGINNING = 4096
_FENCE = re.compile(r"\A\s*```[\w-]*\r?\n(.*?)\r?\n[ \t]*```\s*\Z", re.DOTALL)


def requests_in(source: TextIO | str) -> Iterator[Captured]:
    """Every request that is found; raises `Unreadable`, also behind those that came before."""
    stream = StringIO(source) if isinstance(source, str) else source
    beginning = stream.read(_BEGINNING).removeprefix("\ufeff")
    if not beginning.strip():
        raise Unreadable("is empty")
    whole = _Rejoined(beginning, stream)
    found = har_requests(elements(whole, "log", "entries")) if BEGINS.match(beginning) else _others(whole)
    yield from (shown(each) for captured in found for each in inner_requests(captured))


class _Rejoined:
    """A stream of whose beginning something was read already."""

    def __init__(self, beginning: str, stream: TextIO) -> None:
        self._beginning, self._stream = beginning, stream

    def read(self, size: int = -1) -> str:
        beginning, self._beginning = self._beginning, ""
        return beginning + self._stream.read(size)

    def __iter__(self) -> Iterator[str]:
        last, self._beginning = self._beginning, ""
        lines = last.splitlines(keepends=True)
        if lines and not last.endswith("\n"):
            lines[-1] += self._stream.readline()
        return chain(lines, self._stream)


def _others(stream: Any) -> Iterator[Captured]:
    lines = iter(stream)
    first, above = _next_line(lines)
    second, between = _next_line(lines)
    value = _line_value(first)
    if value is not None and second:
        yield from _json_lines(value, second, lines)
        return
    yield from _whole(above + first + between + second + "".join(lines))


def _next_line(lines: Iterator[str]) -> tuple[str, str]:
    """The next line that is not blank, and the blank ones before it."""
    blank = ""
    for line in lines:
        if line.strip():
            return line, blank
        blank += line
    return "", blank


def _json_lines(first: Any, second: str, lines: Iterable[str]) -> Iterator[Captured]:
    """One record a line; a line that is none is passed over, as logs have others between."""
    found = answers = 0
    for number, value in enumerate(chain([first], map(_line_value, chain([second], lines))), 1):
        if isinstance(value, dict):
            for captured in requests_of(value):
                if captured.form == "payload" and is_answer(captured.body):
                    answers += 1
                    continue
                found += 1
                yield replace(
                    captured, form="JSON Lines" if not captured.rebuilt else captured.form, place=f"line {number}"
                )
    if answers and not found:
        raise Unreadable(ANSWER)


def _line_value(line: str) -> Any:
    text = line.strip().strip("\ufeff")  # of files that were laid together
    if not text.startswith("{") or not text.endswith("}"):
        return None
    try:
        return value_in(text)
    except Unreadable:
        return None


def _whole(text: str) -> Iterator[Captured]:
    """What is in the text; where that is no request, what is in it without what wraps it."""
    problem: Unreadable | None = None
    found: list[Captured] = []
    text = undumped(text)
    try:
        found += _bare(text)
    except Unreadable as error:
        problem = error
    if problem or not any(map(_is_whole, found)):
        for inner, words in unwrapped(text):
            try:
                other = [each for each in _bare(inner) if _is_whole(each)]
            except Unreadable:
                continue
            if other:
                found, problem = [replace(each, form=f"{each.form}, without {words}") for each in other], None
                break
    yield from found
    if problem:
        raise Unreadable(what) if (what := kind(text)) else problem


def _bare(text: str) -> Iterator[Captured]:
    fenced = _FENCE.match(text)
    text = fenced[1] if fenced else text
    if COMMAND.search(text) and not text.lstrip().startswith(("{", "[")):
        yield from _yaml(text, surely=False) or curl_commands(text)
    elif AWS.search(text) and not text.lstrip().startswith(("{", "[")):
        found = list(aws_commands(text))
        yield from found if any(each.body for each in found) else programmed(text) or found
    elif FIRST_LINE.match(text):
        yield http_request(text)
    elif text.lstrip().startswith(("{", "[", '"', "(")):
        yield from _literal(text)
    elif (found := _yaml(text)) or (found := programmed(text)):
        yield from found
    elif text.lstrip().startswith(("data:", "event:")):
        raise Unreadable(f"is a stream: it {ANSWER}")
    else:
        raise Unreadable(
            "has no request: no payload, curl command, HTTP request, archive, log, program, YAML or telemetry"
        )


def _literal(text: str) -> Iterator[Captured]:
    """What JSON holds, or a literal of Python; else what a program that begins so sends."""
    try:
        value = value_in(text)
    except Unreadable as error:
        if text.lstrip().startswith('"') and (found := _yaml(text, surely=False)):
            yield from found
            return
        if not (found := programmed(text)):
            raise
        alone = len(found) == 1 and not found[0].place
        yield from (replace(each, mistake=str(error)) if alone else each for each in found)
        return
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):  # encoded twice
        yield from _bare(value)
        return
    if cells := _cells(value):
        yield from _bare(cells)
        return
    for captured in (inner for each in requests_of(value) for inner in inner_requests(each)):
        if captured.form == "payload" and is_answer(captured.body):
            raise Unreadable(ANSWER)
        if captured.form == "payload" and (elsewhere := other_api(captured.body)):
            raise Unreadable(elsewhere)
        literal = captured.form == "payload" and text.lstrip().startswith(("{'", "[{'", "("))
        yield replace(captured, form="Python literal") if literal else captured


def _cells(value: Any) -> str:
    """The program in a notebook; empty of what is none."""
    cells = value.get("cells") if isinstance(value, dict) and "nbformat" in value else None
    code = [cell for cell in cells or () if isinstance(cell, dict) and cell.get("cell_type") == "code"]
    sources = [cell.get("source") for cell in code]
    return "\n".join("".join(map(str, each)) if isinstance(each, list) else str(each) for each in sources)


def _yaml(text: str, *, surely: bool = True) -> list[Captured]:
    """The requests of a text of YAML; none where it is another text, or another value."""
    if not looks_like_yaml(text):
        return []
    try:
        values = [value for value in yaml_documents(text) if isinstance(value, (dict, list))]
    except Unreadable:
        if not surely or (found := programmed(text)) or not _NAMED.search(text):
            return found if surely else []
        raise
    found = [each for value in values for each in requests_of(value) if _is_request(each)]
    return [replace(each, form="YAML", place=each.place if len(values) == 1 else "") for each in found]


_KEYS = "|".join((*MESSAGES, "interactions", "request", "body"))
_NAMED = re.compile(rf"^[ \t-]*[\"']?(?:{_KEYS})[\"']?:", re.MULTILINE)
"""A line that names what a request, or a record of one, has: other texts that are no YAML are none."""


def _is_request(captured: Captured) -> bool:
    """Is it a record's, or has it what a request has?"""
    body = captured.body
    return captured.form != "payload" or (isinstance(body, dict) and any(key in body for key in MESSAGES))


def _is_whole(captured: Captured) -> bool:
    """Is it a request, and no list that may be the part of one that could be read?"""
    if captured.form == "curl command" and captured.problem == NO_DATA:
        return False
    return _is_request(captured) and not (captured.form == "literal" and isinstance(captured.body, list))


__all__ = ["Captured", "Unreadable", "requests_in"]
