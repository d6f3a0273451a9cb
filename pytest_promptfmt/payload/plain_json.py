"""Payloads as plain JSON: a deep copy of built-in types, with every place that is no JSON noted beside it.

Tuples become lists and subclasses of str, int and float become the plain type, as `json.dumps` would write them. With
layer ``sdk`` bytes are legal and become standard base64. Also here: equality of JSON values as JSON sees it.
"""

from __future__ import annotations

import base64
import math
from typing import Any, NamedTuple

from pytest_promptfmt.common import jsonpath

_DEPTH = 200


class NotJson(NamedTuple):
    path: str
    problem: str


def to_plain(value: Any, *, layer: str = "wire") -> tuple[Any, list[NotJson]]:
    """The copy and the list of what is no strict JSON; such places hold the nearest JSON there is."""
    try:
        return _strict(value, 0), []
    except _Odd:  # once more, with an eye on the place of everything
        problems: list[NotJson] = []
        return _copy(value, "$", 0, layer == "sdk", problems), problems


_ATOMS = (bool, int, type(None))


class _Odd(Exception):
    """Something that is no strict JSON of built-in types."""


def _strict(value: Any, depth: int) -> Any:
    """The copy; raises `_Odd` where `_copy` may have something to say."""
    kind = type(value)
    if kind is dict and depth <= _DEPTH:
        if all(type(key) is str for key in value):
            return {
                key: item if type(item) is str and item.isascii() else _strict(item, depth + 1)
                for key, item in value.items()
            }
    elif kind is list and depth <= _DEPTH:
        return [item if type(item) is str and item.isascii() else _strict(item, depth + 1) for item in value]
    elif kind in _ATOMS or (kind is str and _is_utf8(value)) or (kind is float and math.isfinite(value)):
        return value
    raise _Odd


def _copy(value: Any, path: str, depth: int, sdk: bool, problems: list[NotJson]) -> Any:
    match value:
        case None | bool():
            return value
        case str():
            if not _is_utf8(value):
                problems.append(NotJson(path, "a lone surrogate, which no UTF-8 can carry"))
            return str(value)
        case int():
            return int(value)
        case float():
            if not math.isfinite(value):
                problems.append(NotJson(path, f"{value} is no JSON number"))
            return float(value)
        case list() | tuple() | dict() if depth > _DEPTH:
            problems.append(NotJson(path, f"nested deeper than {_DEPTH} levels, or in itself"))
            return None
        case list() | tuple():
            return [_copy(item, f"{path}[{i}]", depth + 1, sdk, problems) for i, item in enumerate(value)]
        case dict():
            return _copy_dict(value, path, depth, sdk, problems)
        case bytes() | bytearray():
            if not sdk:
                problems.append(NotJson(path, "bytes, which only an SDK takes (claim layer 'sdk' if yours does)"))
            return base64.b64encode(value).decode("ascii")
        case _:
            problems.append(NotJson(path, f"an object of type {type(value).__qualname__}{_remedy(value)}"))
            return None


def _is_utf8(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _copy_dict(value: dict[Any, Any], path: str, depth: int, sdk: bool, problems: list[NotJson]) -> dict[str, Any]:
    copy = {}
    for key, item in value.items():
        if not isinstance(key, str):
            problems.append(NotJson(path, f"a key of type {type(key).__qualname__}: {key!r}"))
        copy[str(key)] = _copy(item, jsonpath.join(path, [str(key)]), depth + 1, sdk, problems)
    return copy


def _remedy(value: Any) -> str:
    for method in ("model_dump", "to_dict", "to_json_dict"):
        if hasattr(value, method):
            return f"; its {method}() may be what you want to return"
    return ""
