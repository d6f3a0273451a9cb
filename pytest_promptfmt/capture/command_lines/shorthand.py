"""The shorthand in which AWS's command takes values: `maxTokens=512,stopSequences=[a,b]`."""

from __future__ import annotations

import re
from typing import Any

from pytest_promptfmt.capture.captured import Unreadable
from pytest_promptfmt.capture.values import value_in

_DEEPEST = 50
_PIECE = re.compile(
    r"\s*(?:(?P<sign>[\[\]{},])|\"(?P<quoted>(?:[^\"\\]|\\.)*)\"|'(?P<raw>[^']*)'|(?P<plain>[^\[\]{},=]+))"
)
_KEY = re.compile(r"\s*([\w.-]+)\s*=")


def shorthand(text: str) -> Any:
    """What the text says: an object where a key stands first, else the text itself, or its number."""
    if not _KEY.match(text.lstrip(" [{")):
        return _plain(text)
    value, at = _value(text, 0, 0) if text.lstrip()[:1] in ("[", "{") else _object(text, 0, 0)
    if text[at:].strip():
        raise Unreadable(f"has a shorthand that ends at {text[at : at + 20]!r}")
    return value


def _object(text: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    value: dict[str, Any] = {}
    while key := _KEY.match(text, at):
        value[key[1]], at = _value(text, key.end(), depth + 1)
        at = _past(text, at, ",")
    return value, at


def _list(text: str, at: int, depth: int) -> tuple[list[Any], int]:
    value: list[Any] = []
    while text[at:].lstrip()[:1] not in ("", "]"):
        each, end = _value(text, at, depth + 1)
        if end == at:
            raise Unreadable(f"has a shorthand that ends at {text[at : at + 20]!r}")
        value.append(each)
        at = _past(text, end, ",")
    return value, at


def _value(text: str, at: int, depth: int) -> tuple[Any, int]:
    found = _PIECE.match(text, at)
    if found is None or depth > _DEEPEST:
        return "", at
    inside = found.end()
    match found["sign"]:
        case "{":
            value, end = _object(text, inside, depth)
            return value, _past(text, end, "}")
        case "[":
            listed, end = _list(text, inside, depth)
            return listed, _past(text, end, "]")
        case None:
            said = found["quoted"] if found["quoted"] is not None else found["raw"]
            return (said if said is not None else _plain(found["plain"])), inside
        case _:
            return "", at


def _past(text: str, at: int, sign: str) -> int:
    found = re.compile(rf"\s*{re.escape(sign)}").match(text, at)
    return found.end() if found else at


def _plain(text: str) -> Any:
    try:
        return value_in(text)
    except Unreadable:
        return text.strip()
