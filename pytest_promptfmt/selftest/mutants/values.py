"""Ways to change the value of one node: small functions that yield the new value, or nothing where they do not fit."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias
from urllib.parse import quote

from pytest_promptfmt.common.json.leaves import with_leaves
from pytest_promptfmt.common.media import decode_base64, split_data_uri
from pytest_promptfmt.selftest.mutants.paths import Path, Span, get, put
from pytest_promptfmt.selftest.mutants.places import Scene

Value: TypeAlias = Callable[[Any, str], Iterator[Any]]
Operator: TypeAlias = Callable[[Scene, Path, str], Iterator[Any]]


def nullify(value: Any, how: str) -> Iterator[Any]:
    """Null in its place."""
    if value is not None:
        yield None


def empty(value: Any, how: str) -> Iterator[Any]:
    """Nothing is left in it."""
    if isinstance(value, (str, list, dict)) and value:
        yield type(value)()


def wrap(value: Any, how: str) -> Iterator[Any]:
    """A list about it."""
    yield [value]


def unwrap(value: Any, how: str) -> Iterator[Any]:
    """The only item of a list or value of an object, alone."""
    match value:
        case [item]:
            yield item
        case dict() if len(value) == 1:
            yield from value.values()
        case _:
            pass  # several cannot stand for themselves


def retype(value: Any, how: str) -> Iterator[Any]:
    """Another JSON type: an object for a string or a list, pairs for an object, a string for a number."""
    match value:
        case str() | None:
            yield {"value": value}
        case list():
            yield {str(index): item for index, item in enumerate(value)}
        case dict():
            yield [[key, item] for key, item in value.items()]
        case _:
            yield json.dumps(value)


def stringify(value: Any, how: str) -> Iterator[Any]:
    """Its JSON as a string."""
    if not isinstance(value, str):
        yield json.dumps(value, ensure_ascii=False)


def parse(value: Any, how: str) -> Iterator[Any]:
    """The JSON value that a string holds."""
    if isinstance(value, str):
        try:
            yield json.loads(value)
        except ValueError:
            return


def truncate(value: Any, how: str) -> Iterator[Any]:
    """The first half of a string."""
    if isinstance(value, str) and len(value) > 1:
        yield value[: len(value) // 2]


def case(value: Any, how: str) -> Iterator[Any]:
    """Capitals for small letters, and the reverse."""
    if isinstance(value, str):
        yield value.swapcase()


def strip(value: Any, how: str) -> Iterator[Any]:
    """No white space at the ends."""
    if isinstance(value, str) and value.strip():
        yield value.strip()


def insert(value: Any, how: str) -> Iterator[Any]:
    """A letter in the middle."""
    if isinstance(value, str) and value:
        yield f"{value[: len(value) // 2]}x{value[len(value) // 2 :]}"


def surrogate(value: Any, how: str) -> Iterator[Any]:
    """Half a character at the end, which no UTF-8 can carry."""
    if isinstance(value, str) and value:
        yield f"{value}\ud83d"


_CODES: dict[str, Callable[[str], str]] = {
    "mojibake": lambda text: text.encode("utf-8", "replace").decode("latin-1"),
    "ascii": lambda text: text.encode("ascii", "replace").decode(),
    "percent": quote,
    "base64": lambda text: base64.b64encode(text.encode("utf-8", "replace")).decode(),
    "json": lambda text: json.dumps(text)[1:-1],
    "html": html.escape,
    "data-uri": lambda text: f"data:image/png;base64,{text}",
    "bare": lambda text: uri.data if (uri := split_data_uri(text)) else text,
    "url-safe": lambda text: text.replace("+", "-").replace("/", "_"),
    "no-padding": lambda text: text.rstrip("="),
    "lines": lambda text: re.sub("(.{60})", "\\1\n", text),
}


def reencode(value: Any, how: str) -> Iterator[Any]:
    """The same characters under another code."""
    if isinstance(value, str) and value:
        yield _CODES[how](value)


def raw(value: Any, how: str) -> Iterator[Any]:
    """The bytes themselves where their base64 belongs."""
    if isinstance(value, str) and (data := decode_base64(value)):
        yield data


def flip(value: Any, how: str) -> Iterator[Any]:
    """Other bytes in the middle third of the data."""
    if not isinstance(value, str):
        return
    head, comma, tail = value.rpartition(",")
    if data := decode_base64(tail):
        third = len(data) // 3
        changed = data[:third] + bytes(byte ^ 0xFF for byte in data[third:-third]) + data[-third:]
        yield head + comma + base64.b64encode(changed).decode()


_OTHER_TYPE = {
    "image/png": "image/jpeg",
    "image/jpeg": "image/png",
    "audio/wav": "audio/mpeg",
    "audio/mpeg": "audio/wav",
}
_OTHER_TYPE |= {
    "wav": "mp3",
    "mp3": "wav",
    "video/mp4": "video/webm",
    "image/gif": "image/png",
    "image/webp": "image/png",
}


def wrong_type(value: Any, how: str) -> Iterator[Any]:
    """Another media type than the bytes have, or (`how`) one that nobody registered."""
    if isinstance(value, str):
        declared = uri.media_type if (uri := split_data_uri(value)) else value
        yield value.replace(declared, how or _OTHER_TYPE.get(declared, declared), 1)


def floats(value: Any) -> Any:
    """A JSON value with its integers spelled as floats, where they are the same number."""
    return with_leaves(value, lambda leaf: float(leaf) if type(leaf) is int and int(float(leaf)) == leaf else leaf)


def wrong_role(value: Any, how: str) -> Iterator[Any]:
    """Another role of the dialect."""
    yield how


VALUES: dict[str, Value] = {
    "nullify": nullify,
    "empty": empty,
    "wrap": wrap,
    "unwrap": unwrap,
    "retype": retype,
    "stringify": stringify,
    "parse": parse,
    "truncate": truncate,
    "case": case,
    "strip": strip,
    "insert": insert,
    "surrogate": surrogate,
    "reencode": reencode,
    "raw": raw,
    "flip": flip,
    "wrong-type": wrong_type,
    "wrong-role": wrong_role,
}


def at(change: Value) -> Operator:
    """The operator that changes the value of a node, within what was said where the node holds several utterances."""

    def operator(scene: Scene, path: Path, how: str) -> Iterator[Any]:
        for new in change(get(scene.payload, path), how):
            if isinstance(new, str) or not (path and isinstance(path[-1], Span)):  # a piece of a string is one
                yield put(scene.payload, path, new)

    return operator


def among(change: Operator) -> Operator:
    """The operator that is shown the list of messages alone, wherever in the payload it stands."""

    def operator(scene: Scene, path: Path, how: str) -> Iterator[Any]:
        start = len(scene.base)
        if path[:start] == scene.base:
            for messages in change(scene.inner(), path[start:], how):
                yield put(scene.payload, scene.base, messages)

    return operator
