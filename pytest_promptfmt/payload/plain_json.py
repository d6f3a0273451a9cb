"""Payloads as plain JSON: a deep copy of built-in types, with every place that is no JSON noted beside it.

Tuples become lists and subclasses of str, int and float become the plain type, as `json.dumps` would write them. With
layer ``sdk`` bytes are legal and become standard base64.
"""

from __future__ import annotations

import base64
import math
from typing import Any, NamedTuple

from pytest_promptfmt.common import jsonpath

_DEPTH = 200
_MOST = 2_000_000
"""Values in a payload; one that holds its parts in many places at once has more than anybody can write."""
_BITS = 14_000
"""Of an integer: Python refuses to spell one of more than 4,300 digits, and so do most readers of JSON."""


class NotJson(NamedTuple):
    path: str
    problem: str


def to_plain(value: Any, *, layer: str = "wire") -> tuple[Any, list[NotJson]]:
    """The copy and the list of what is no strict JSON; such places hold the nearest JSON there is."""
    try:
        return _strict(value, 0, [_MOST]), []
    except _TooMany:
        pass
    except _Odd:  # once more, with an eye on the place of everything
        copy = _Copy(layer == "sdk")
        try:
            return copy.of(value, "$", 0), copy.problems
        except _TooMany:
            pass
    return None, [NotJson("$", f"more than {_MOST:,} values, or a few that hold each other in many places")]


_ATOMS = (bool, type(None))


class _Odd(Exception):
    """Something that is no strict JSON of built-in types."""


class _TooMany(Exception):
    """The value has no end, or nearly none."""


def _strict(value: Any, depth: int, room: list[int]) -> Any:
    """The copy; raises `_Odd` where `_Copy` may have something to say."""
    kind = type(value)
    if kind is dict and depth <= _DEPTH:
        room[0] -= len(value)
        if room[0] < 0:
            raise _TooMany
        if all(type(key) is str and (key.isascii() or _is_utf8(key)) for key in value):
            return {
                key: item if type(item) is str and item.isascii() else _strict(item, depth + 1, room)
                for key, item in value.items()
            }
    elif kind is list and depth <= _DEPTH:
        room[0] -= len(value)
        if room[0] < 0:
            raise _TooMany
        return [item if type(item) is str and item.isascii() else _strict(item, depth + 1, room) for item in value]
    elif kind is str:
        if _is_utf8(value):
            return value
    elif kind in _ATOMS or (kind is int and value.bit_length() <= _BITS) or (kind is float and math.isfinite(value)):
        return value
    raise _Odd


class _Copy:
    """A copy in the making; subclasses of built-in types are read as `json.dumps` reads them, not by their ``str``."""

    def __init__(self, sdk: bool) -> None:
        self.problems: list[NotJson] = []
        self._sdk = sdk
        self._room = _MOST

    def _problem(self, path: str, problem: str) -> None:
        self.problems.append(NotJson(path, problem))

    def of(self, value: Any, path: str, depth: int) -> Any:
        self._room -= 1
        if self._room < 0:
            raise _TooMany
        match value:
            case None | bool():
                return value
            case str():
                if not _is_utf8(value):
                    self._problem(path, "a lone surrogate, which no UTF-8 can carry")
                return str.__str__(value)
            case int():
                return self._integer(int.__int__(value), path)
            case float():
                number = float.__float__(value)
                if not math.isfinite(number):
                    self._problem(path, f"{number} is no JSON number")
                return number
            case list() | tuple() | dict() if depth > _DEPTH:
                self._problem(path, f"nested deeper than {_DEPTH} levels, or in itself")
                return None
            case list() | tuple():
                return [self.of(item, f"{path}[{i}]", depth + 1) for i, item in enumerate(value)]
            case dict():
                return self._dict(value, path, depth)
            case bytes() | bytearray():
                return self._base64(value, path)
            case _ if value is NotImplemented:
                self._problem(path, "NotImplemented, which is a value: raise NotImplementedError('…') to refuse")
                return None
            case type():
                self._problem(path, f"the class {value.__name__}, and no object of it: call it, and write plain JSON")
                return None
            case _:
                self._problem(path, f"an object of type {type(value).__qualname__}{_remedy(value)}")
                return None

    def _base64(self, value: bytes | bytearray, path: str) -> str:
        if not self._sdk:
            kind = "bytes" if isinstance(value, bytes) else "a bytearray"
            whole = "which are the payload's JSON, perhaps: return the list or the object itself"
            known = whole if path == "$" else "which only an SDK takes (claim layer 'sdk' if yours does)"
            self._problem(path, f"{kind}, {known}")
        return base64.b64encode(value).decode("ascii")

    def _integer(self, number: int, path: str) -> int:
        if number.bit_length() <= _BITS:
            return number
        digits = int(number.bit_length() * math.log10(2)) + 1
        self._problem(path, f"an integer of some {digits:,} digits, which is more than readers of JSON take")
        return 0

    def _dict(self, value: dict[Any, Any], path: str, depth: int) -> dict[str, Any]:
        copy = {}
        for key, item in value.items():
            name = str.__str__(key) if isinstance(key, str) else _spelled(key)
            place = jsonpath.join(path, [name])
            if not isinstance(key, str):
                self._problem(path, f"a key of type {type(key).__qualname__}: {_spelled(key)}")
            elif not _is_utf8(name):
                self._problem(path, "a key with a lone surrogate, which no UTF-8 can carry")
            copy[name] = self.of(item, place, depth + 1)
        return copy


def _spelled(key: Any) -> str:
    try:
        return str.__str__(repr(key))[:200]
    except Exception:
        return f"(a {type(key).__qualname__} that cannot be spelled)"


def _is_utf8(text: str) -> bool:
    try:
        str.encode(text, "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _remedy(value: Any) -> str:
    kind = type(value)
    if hasattr(type(kind), "__members__"):  # of an enumeration
        return ": write its .value"
    if kind.__module__.startswith("pytest_promptfmt."):
        return (
            f", which is a part of the conversation: write what it holds, such as {_HELD.get(kind.__name__, 'its id')}"
        )
    if kind.__module__.startswith("langchain_core."):
        return "; langchain_core.messages.convert_to_openai_messages(…) of it is OpenAI's form"
    return next((words for name, words in _REMEDIES if hasattr(kind, name)), _fields(value))


def _fields(value: Any) -> str:
    """Of an object that has nothing but its attributes."""
    try:
        names = [name for name in object.__getattribute__(value, "__dict__") if not name.startswith("_")]
    except Exception:  # it has slots, or odd names
        return ""
    return f"; vars(…) of it is a dict of its {', '.join(names[:3])}" if names else ""


_HELD = {"Message": "{'role': message.role, 'content': message.text}", "Text": "block.text", "Conversation": "messages"}


_DUMPS = ("model_dump", "to_dict", "to_json_dict", "as_dict", "asdict", "to_messages", "to_list")
_REMEDIES = (
    ("__await__", ", which nobody awaited: await it"),
    ("set_running_or_notify_cancel", ": return its result()"),
    ("readinto", ", which is a file: json.load(…) reads it"),
    ("reconfigure", ", which is a file: json.load(…) reads it"),
    ("__anext__", ": write [item async for item in …], and return the list"),
    ("__next__", ": return list(…) of it"),
    ("with_traceback", ": raise it"),
    ("__dataclass_fields__", "; dataclasses.asdict(…) of it may be what you want to return"),
    ("__attrs_attrs__", "; attrs.asdict(…) of it may be what you want to return"),
    *((name, f"; its {name}() may be what you want to return") for name in _DUMPS),
    ("toreadonly", ": write base64.b64encode(…) of it, or its text"),
    ("tolist", ": write its tolist()"),
    ("isoformat", ": write its isoformat()"),
    ("quantize", ": write float(…) of it, or str(…)"),
    *((name, ": write str(…) of it") for name in ("__fspath__", "urn")),
    *((name, ": call it, and return what it returns") for name in ("__code__", "keywords", "__func__")),
    ("appendleft", ": return list(…) of it"),
    ("isdisjoint", ": write sorted(…) or list(…) of it"),
    ("keys", ": write dict(…) of it"),
    ("__iter__", ": write list(…) of it"),
    ("content", ": return the payload, which is what its body holds"),
)
"""By what its type has."""
