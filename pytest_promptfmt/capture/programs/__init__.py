"""Requests in the text of a program, a log or a bug report: the call of a client, the payload between other words.

Whatever the language: a value given to a name is put where the name stands. What only the running program knows keeps
its place in the body, and `Captured.unsaid` says where.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pytest_promptfmt.capture.answers import said_by, said_in
from pytest_promptfmt.capture.captured import Captured, Unreadable, addressed
from pytest_promptfmt.capture.programs.calls import WRITES, Sending, api_in, sending, writes
from pytest_promptfmt.capture.programs.expressions import Call, NoValue, Unsaid
from pytest_promptfmt.capture.programs.meaning import plain, resolved
from pytest_promptfmt.capture.programs.reader import Reader
from pytest_promptfmt.capture.records import is_record, requests_of
from pytest_promptfmt.capture.values import value_in

_WHOLE = r"(?<![A-Za-z0-9_$])"
_NAMES = (
    rf"(?P<name>{_WHOLE}[A-Za-z_$][\w$]*)\s*(?::\s*[^=\n{{}}()\"']{{1,80}})?=(?![=>])\s*(?=(?P<given>[\w\[{{(\"'`$@%:]))"
    rf"|(?P<grown>{_WHOLE}[A-Za-z_$][\w$]*)\.(?:append|push|extend)\((?=(?P<more>.))"
)
_NAMED = re.compile(rf"{_NAMES}|(?P<call>(?!))|(?P<bracket>(?!))|(?P<text>(?!))")
_NAMES_SOMETHING = re.compile(r"=|\.(?:append|push|extend)\(")
_NOTHING = re.compile("(?!)")
_BEGINS = re.compile(
    rf"{_NAMES}"
    rf"|(?P<call>{_WHOLE}[A-Za-z_$@][\w$]*(?:(?:\?\.|\.|::)\w+){{0,20}}!?)\("
    r"|(?P<bracket>[%@]?[\[{])"
    r"|(?P<text>(?:\"\"\"|'''|[\"'`])(?=\s*[\[{]\s*[\\\"'{]))"
)
"""Where a value may begin: behind a name that it is given to, in a call, at a bracket, at a text that holds JSON."""
_VALUE = ("given", "more", "call", "bracket", "text")
_POWERSHELL = re.compile(r"\b(?:Invoke-(?:WebRequest|RestMethod)|iwr|irm)\b", re.IGNORECASE)
_WORDS = re.compile(
    r"messages|contents|input|prompt|role|body|model|completions|responses|converse|generate_?content|interactions"
    r"|ollama|error",
    re.IGNORECASE,
)
"""One of these stands in every request, in what holds one, in every client's call, and in the answer beside it."""
_KEYS = re.compile(
    r"\b(?:messages|contents|input|prompt|role)\b(?!\\?[\"']?\]?\s*(?::|=>?)\s*\{(?!\s*(?:\{|\Z)))"
    r"|\b(?:error|parts)\b\\?[\"']?\s*(?::|=>?)\s*\{|[\"']error\\?[\"']\s*[,}]"
    r"|completions|responses|messages\.|converse|generate_?content|interactions|ollama",
    re.IGNORECASE,
)
"""One of these stands in every line with brackets that holds, or begins, or ends a request; and no request has its
messages in braces, where Gemini's are not one content, and where they are not Lua's list."""
_PAIRS = (("{", "}"), ("[", "]"), ("(", ")"))
_ACROSS = 120
"""So many characters further may a name be given its value on the next line."""
_MODEL = ("model", "modelId")
_EFFORT = 10
"""How often each character may be read, on the average: a text of nothing but brackets is given up."""


def programmed(text: str) -> list[Captured]:
    """The requests in a text; of one that ends in the middle what there is.

    Raises `Unreadable` where there is a client's call, and its messages are made elsewhere.
    """
    if not _WORDS.search(text):
        return []
    if _POWERSHELL.search(text):
        joined = re.sub(r"`[ \t]*\r?\n", " ", text)
        text = re.sub("`(.)", r"\\\1", joined.replace("\\", "\\\\"))
    lists: list[Captured] = []
    for may_be_cut in (False, True):
        search = _Search(text, may_be_cut)
        found = list(search.found())
        lists = lists or found
        if whole := [each for each in found if not isinstance(each.body, list)]:
            return search.dressed(whole)
        if search.without_messages:
            where, words = search.without_messages
            raise Unreadable(f"has a call to {where} whose messages are made elsewhere ({words}): paste these, too")
        if library := search.written_by:
            raise Unreadable(f"has a call of {library}, {WRITES}")
        if not search.ran_out:
            break  # nothing is cut, and would be read alike
    return search.dressed(lists)


def _different(found: list[Captured]) -> list[Captured]:
    """Each body once, where it is sent rather than where it is made."""
    kept: dict[str, Captured] = {}
    for captured in found:
        spelled = json.dumps(captured.body, sort_keys=True, default=repr)
        if spelled not in kept or (captured.path or captured.host):
            kept[spelled] = captured
    return list(kept.values())


class _Search:
    """Goes through a text once, with the values that names have so far."""

    def __init__(self, text: str, may_be_cut: bool) -> None:
        self._text = text
        self._known: dict[str, Any] = {}
        self._reader = Reader(text, self._known, may_be_cut=may_be_cut)
        self._answer = ""
        self._first = len(text) - len(text.lstrip())
        self._line = 0, 1
        self._in_line: tuple[re.Pattern[str], int] = _BEGINS, -1
        self.without_messages: tuple[str, str] | None = None
        self.written_by = ""

    @property
    def ran_out(self) -> bool:
        """Has the text ended within a value?"""
        return self._reader.ran_out

    def found(self) -> Iterator[Captured]:
        at = effort = 0
        while begins := self._next(at):
            start = next(begins.start(name) for name in _VALUE if begins[name] is not None)
            at = begins.end()
            try:
                value = self._reader.value_at(start)
            except NoValue:
                value = None
            effort += max(self._reader.at - start, 1)
            if effort > _EFFORT * len(self._text) + 10_000:
                return
            if value is None:
                continue
            if isinstance(value, Call) and (library := writes(value, self._text)):
                self.written_by, at = self.written_by or library, self._reader.at
                continue
            self._keep(begins, value)
            found = [replace(each, place=self._place(start), cut=self._reader.cut) for each in self._requests(value)]
            yield from found
            named = begins["name"] and not isinstance(value, Unsaid | Call)
            within = begins["bracket"] or begins["call"] or begins["name"]
            if found or named or (within and _holds_none(value)):
                at = max(self._reader.at, at)

    def _next(self, at: int) -> re.Match[str] | None:
        """Where the next value may begin: in a line that is whole, and has nothing of a request, only a name's."""
        while at < len(self._text):
            begins, end = self._of_line(at)
            found = begins.search(self._text, at, end + _ACROSS)
            if found and found.start() <= end:
                return found
            at = end + 1
        return None

    def _of_line(self, at: int) -> tuple[re.Pattern[str], int]:
        """What may begin in the line of a character, and where that line ends."""
        _, end = self._in_line
        if at > end:
            start, end = self._text.rfind("\n", end + 1, at) + 1 or end + 1, self._text.find("\n", at)
            line = self._text[start : end if end >= 0 else None]
            barren = not _KEYS.search(line) and all(line.count(one) == line.count(other) for one, other in _PAIRS)
            end = start + len(line)
            names = _NAMES_SOMETHING.search(self._text, start, end + _ACROSS)
            self._in_line = (_BEGINS if not barren else _NAMED if names else _NOTHING), end
        return self._in_line

    def dressed(self, found: list[Captured]) -> list[Captured]:
        """Each that is another, with what the text says around them."""
        different = list(_different(found))
        return [self._with_words_around(each, alone=len(different) == 1) for each in different]

    def _with_words_around(self, captured: Captured, *, alone: bool) -> Captured:
        """With the address that stands elsewhere in the text, and, of one that is `alone` in it, the answer."""
        if (url := api_in(self._text)) and not captured.host:
            path = captured.path
            captured = addressed(captured, url)
            base = captured.path.rstrip("/")
            captured = replace(captured, path=base if base.endswith(path) else base + path)
        said = said_in(self._text) or self._answer if alone else ""
        return replace(captured, said=captured.said or said)

    def _place(self, start: int) -> str:
        """The line, unless nothing stands before it; places are asked for in their order."""
        since, line = self._line
        self._line = start, line + self._text.count("\n", since, start)
        return f"line {self._line[1]}" if start > self._first else ""

    def _keep(self, begins: re.Match[str], value: Any) -> None:
        known = self._known.get(begins["grown"] or "")
        if begins["name"]:
            self._known[begins["name"]] = value
        elif isinstance(known, list):
            self._known[begins["grown"]] = [*known, *(value if isinstance(value, list) else [value])]

    def _requests(self, value: Any) -> Iterator[Captured]:
        """The requests that a value is, with the address that it is sent to."""
        sent = sending(value) if isinstance(value, Call) else Sending(value)
        body = resolved(sent.body)
        if isinstance(body, str) and body.lstrip()[:1] in ("{", "["):
            try:
                body = value_in(body)
            except Unreadable:
                return
        self._answer = self._answer or said_by(body)
        if not _is_request(body):
            if sent.path and isinstance(body, dict):
                words = next((each.words for each in body.values() if isinstance(each, Unsaid)), "nothing of them here")
                self.without_messages = self.without_messages or (sent.path, words[:80])
            return
        for captured in requests_of(body):
            if not _has_messages(captured.body):
                continue
            shown, unsaid = plain(_without_unsaid_model(captured.body))
            captured = addressed(captured, sent.url) if sent.url and not captured.host else captured
            form = _form_of(value) if isinstance(value, Call) else "log" if captured.form == "record" else "literal"
            yield replace(captured, body=shown, unsaid=unsaid, form=form, path=captured.path or sent.path)


def _form_of(call: Call) -> str:
    litellm = call.name.startswith("litellm.")
    return "program, of which LiteLLM makes the provider's request" if litellm else "program"


def _holds_none(value: Any) -> bool:
    """Is no request in a value, so that what it was read from need not be read again, bracket by bracket?"""
    match value:
        case dict():
            return not _is_request(value) and all(map(_holds_none, value.values()))
        case list():
            return not _is_request(value) and all(map(_holds_none, value))
        case Call():
            sends = sending(value).path or "messages" in value.named or "contents" in value.named
            return not sends and all(map(_holds_none, (*value.given, value.named)))
        case Unsaid():
            return not _WORDS.search(value.words)
        case str():
            return not _WORDS.search(value)
    return True


def _without_unsaid_model(body: Any) -> Any:
    """Of a model under a name nothing is known, as of one that is not named."""
    if not isinstance(body, dict):
        return body
    return {key: each for key, each in body.items() if not (key in _MODEL and isinstance(each, Unsaid))}


def _is_request(body: Any) -> bool:
    """Is it one, or a record of one? A list of messages alone may be one."""
    return _has_messages(body) or is_record(body)


def _has_messages(body: Any) -> bool:
    if isinstance(body, list):
        return bool(body) and all(isinstance(each, dict) and isinstance(each.get("role"), str) for each in body)
    if not isinstance(body, dict):
        return False
    if any(isinstance(body.get(key), list) and body[key] for key in ("messages", "contents")):
        return True
    if isinstance(body.get("contents"), dict) and "parts" in body["contents"]:
        return True
    inner = body.get("input")
    return ("model" in body and any(key in body for key in ("input", "prompt"))) or _has_messages(inner)


__all__ = ["programmed"]
