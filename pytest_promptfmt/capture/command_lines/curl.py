"""A curl command, as people and browsers write one: its address, its headers, the data that it posts."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import replace

from pytest_promptfmt.capture.captured import Captured, addressed
from pytest_promptfmt.capture.other_apis import other_api
from pytest_promptfmt.capture.programs import programmed
from pytest_promptfmt.capture.values import body_of

COMMAND = re.compile(r"^[ \t>$#%]*(?:[A-Za-z_]+=\S+ )*curl(?:\.exe)?[ \t\\^`]", re.MULTILINE)
_JOINED = re.compile(r"[\\^`][ \t]*\r?\n[ \t]*")
_HERE = re.compile(r"<<-?[ \t]*['\"\\]?(\w+)['\"]?[^\n]*\n(.*?)\n[ \t]*\1[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_ESCAPED, _BACKSLASH = re.compile(r'\s*[\[{]\s*\\"'), re.compile(r'\\(["\\])')
_FORM = re.compile(r"\s(?:-F|--form(?:-string)?)[ =]")
_ANSI = re.compile(r"\$'((?:[^'\\]|\\.)*)'", re.DOTALL)
_DATA = ("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode", "--json")
_WITH_A_VALUE = """-X --request -o --output -m --max-time -A --user-agent -e --referer -x --proxy --cacert -E"""
_VALUED = frozenset(_WITH_A_VALUE.split())
_LOOSE = re.compile(r"(?:-d|--data(?:-\w+)?|--json)[ =]*[$'\"]*([\[{].*[\]}])", re.DOTALL)
_URL = re.compile(r"https?://[^\s'\"\\]+|(?<!\S)\S+/(?:chat/completions|responses|messages|api/chat|api/generate)\b")


def curl_commands(text: str) -> Iterator[Captured]:
    """Each command of a text; what stands between them is not read."""
    starts = [found.start() for found in COMMAND.finditer(text)]
    found = [_command(text[start:end]) for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    some = any(not each.problem for each in found)
    for n, each in enumerate(found):
        if not (some and each.problem.startswith(_ELSEWHERE)):  # a login, a health check
            yield replace(each, place=f"command {n + 1}" if len(starts) > 1 else "")


NO_DATA = "it posts no data: the body, behind -d or --data, is not there"
_ELSEWHERE = (NO_DATA, "its body is no JSON", "is for ", "has no request")


def _command(text: str) -> Captured:
    plain = _ANSI.sub(lambda found: shlex.quote(_ansi(found[1])), _JOINED.sub(" ", text))
    if re.search(r"\^[\\\"{]", plain):  # as Chrome copies it for cmd.exe
        plain = re.sub(r"\^(.)", r"\1", plain)
    url, headers, data = _read(words_of(plain))
    if not url and (found := _URL.search(plain)):
        url = found[0]
    body, problem = None, NO_DATA
    if _FORM.search(plain):
        problem = "it posts a form (-F), with files in it, and no request of a chat"
    if data and data[0] == "@-":
        body, problem = None, "its data come from standard input: paste what was put in there"
        if here := _HERE.search(text):
            body, problem = body_of(here[2])
    elif data and data[0].startswith("@"):
        problem = f"its data are in the file {data[0][1:]}: name that file instead"
    elif data:
        body, problem = body_of("&".join(data))
        if problem and _ESCAPED.match(data[0]):  # which PowerShell wants before a program's quotes
            body, problem = body_of(_BACKSLASH.sub(r"\1", data[0]))
    if problem and (loose := _LOOSE.search(plain)):  # an apostrophe in the data, or none around it
        body, unread = body_of(loose[1])
        problem = unread if not unread or not data else problem
    if problem and (cut := _cut_off(text)):
        return addressed(cut, url, headers)
    return addressed(Captured(body, "curl command", problem=problem or other_api(body)), url, headers)


_BODY = re.compile(r"(?:-d|--data(?:-\w+)?|--json)[ =]*[$'\"]*\{")


def _cut_off(text: str) -> Captured | None:
    """What is there of the body of a command that was not pasted to its end."""
    begins = _BODY.search(text)
    found = [each for each in programmed(text[begins.end() - 1 :]) if each.cut] if begins else []
    return replace(found[0], form="curl command", place="") if len(found) == 1 else None


_PIECE = re.compile(
    r"(?P<space>[ \t\r\n]++)|(?P<plain>[^ \t\r\n'\"\\]++)|\\(?P<escaped>.)"
    r"|'(?P<raw>[^']*+)'|\"(?P<quoted>(?:[^\"\\]++|\\.)*+)\"",
    re.DOTALL,
)


def words_of(text: str) -> list[str]:
    """The words of a command as a shell has them, none where a quote does not end.

    `shlex.split` says the same, in time that grows with the square of a word; a picture is a word of megabytes.
    """
    words: list[list[str]] = []
    apart, at = True, 0
    while at < len(text):
        if (found := _PIECE.match(text, at)) is None:
            return []
        at, kind = found.end(), found.lastgroup or ""
        if kind != "space":
            piece = found[kind]
            piece = re.sub(r'\\(["\\])', r"\1", piece) if kind == "quoted" else piece
            words.append([piece]) if apart else words[-1].append(piece)
        apart = kind == "space"
    return ["".join(word) for word in words]


def _read(words: list[str]) -> tuple[str, list[tuple[str, str]], list[str]]:
    url, data = "", []
    headers: list[tuple[str, str]] = []
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if name in _DATA:
            data.append(value if equals else next(rest, ""))
        elif name in ("-H", "--header", "-b", "--cookie", "-u", "--user"):
            given = value if equals else next(rest, "")
            header, colon, content = given.partition(":")
            headers.append((header, content.strip()) if colon and name in ("-H", "--header") else ("cookie", given))
        elif word == "--url":
            url = next(rest, "")
        elif name in _VALUED:
            next(rest, "") if not equals else None
        elif re.match(r"-H.|-d.", word):
            data += [word[2:]] if word[1] == "d" else []
        elif not word.startswith("-") and word not in ("$", ">", "#", "%") and not word.endswith(("curl", "curl.exe")):
            url = url or (word if "/" in word else "")
    return url, headers, data


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def _ansi(text: str) -> str:
    r"""What ``$'…'`` says: ``\'`` is an apostrophe, ``\u0021`` a character."""
    found = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
    return found.sub(
        lambda one: chr(int(one[1] or one[2], 16)) if one[1] or one[2] else _ESCAPES.get(one[3], one[3]), text
    )
