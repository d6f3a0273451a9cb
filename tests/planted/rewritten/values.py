"""What code does to a value among the arguments of a call on its way: it leaves it out, or gives it another type."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from typing import Any, TypeAlias

Change: TypeAlias = Callable[[Any], Any]

GONE = object()
"""In the place of a value that is left out."""

LARGEST = 2**53
"""Of the integers that a float holds, all up to this one."""


def where(holds: Callable[[Any], bool], put: Callable[[Any], Any]) -> Change:
    return lambda value: put(value) if holds(value) else value


def gone(holds: Callable[[Any], bool]) -> Change:
    return where(holds, lambda _: GONE)


def of(*kinds: type) -> Callable[[Any], bool]:
    """Values of exactly these types: True is no integer."""
    return lambda value: type(value) in kinds


def same(wanted: Any) -> Callable[[Any], bool]:
    return lambda value: type(value) is type(wanted) and value == wanted


def filled(kind: type) -> Callable[[Any], bool]:
    return lambda value: type(value) is kind and bool(value)


def is_large(value: Any) -> bool:
    return type(value) is int and abs(value) > LARGEST


def is_finite(value: Any) -> bool:
    return type(value) is float and abs(value) < 1e30


def rounded(digits: int) -> Change:
    return where(is_finite, lambda value: round(value, digits))


def single(value: float) -> float:
    """In 32 bits."""
    return float(struct.unpack("f", struct.pack("f", value))[0])


def flat(items: list[Any]) -> list[Any]:
    return [inner for item in items for inner in (item if isinstance(item, list) else [item])]


def once(items: list[Any]) -> list[Any]:
    return [item for at, item in enumerate(items) if item not in items[:at]]


VALUES: dict[str, Change] = {
    "null left out": gone(same(None)),
    "null as text": where(same(None), lambda _: "null"),
    "null as an empty text": where(same(None), lambda _: ""),
    "false left out": gone(same(False)),
    "false as zero": where(same(False), lambda _: 0),
    "true as one": where(same(True), lambda _: 1),
    "truth as text": where(of(bool), lambda value: str(value).lower()),
    "truth as Python's text": where(of(bool), str),
    "zero left out": gone(same(0)),
    "an empty text left out": gone(same("")),
    "an empty text as null": where(same(""), lambda _: None),
    "an empty list left out": gone(same([])),
    "an empty list as null": where(same([]), lambda _: None),
    "an empty list as an object": where(same([]), lambda _: {}),
    "an empty object left out": gone(same({})),
    "an empty object as null": where(same({}), lambda _: None),
    "an empty object as a list": where(same({}), lambda _: []),
    "integers as text": where(of(int), str),
    "large integers as text": where(is_large, str),
    "large integers as floats": where(is_large, float),
    "large integers in 32 bits": where(lambda v: type(v) is int and v > 2**31, lambda value: value & 0x7FFFFFFF),
    "floats as text": where(is_finite, str),
    "floats as integers": where(lambda value: is_finite(value) and value != int(value), int),
    "two digits": rounded(2),
    "six digits": rounded(6),
    "floats in 32 bits": where(lambda value: is_finite(value) and value != single(value), single),
    "no sign": where(of(int, float), abs),
    "a list of one as the one": where(lambda value: type(value) is list and len(value) == 1, lambda value: value[0]),
    "a list as JSON": where(filled(list), json.dumps),
    "a list as Python's text": where(filled(list), str),
    "a list as an object": where(filled(list), lambda value: dict(enumerate(value))),
    "a list without what is said twice": where(filled(list), once),
    "a list in order": where(filled(list), lambda value: sorted(value, key=str)),
    "a list in the other order": where(filled(list), lambda value: value[::-1]),
    "three items": where(filled(list), lambda value: value[:3]),
    "ten items": where(filled(list), lambda value: value[:10]),
    "lists within lists opened": where(filled(list), flat),
    "a list without null": where(filled(list), lambda value: [item for item in value if item is not None]),
    "an object as JSON": where(filled(dict), json.dumps),
    "an object as Python's text": where(filled(dict), str),
    "an object as pairs": where(filled(dict), lambda value: [list(pair) for pair in value.items()]),
    "an object in a list": where(filled(dict), lambda value: [value]),
    "ten keys": where(filled(dict), lambda value: dict([*value.items()][:10])),
    "the last key": where(filled(dict), lambda value: dict([*value.items()][-1:])),
}


def changed(value: Any, change: Change, depth: range, at: int = 0) -> Any:
    """The arguments with each value changed that stands so deep: 1 is a key's own."""
    new = change(value) if at in depth else value
    if new is GONE or type(new) is not type(value) or new != value:
        return new
    if isinstance(value, dict):
        kept = ((key, changed(item, change, depth, at + 1)) for key, item in value.items())
        return {key: item for key, item in kept if item is not GONE}
    if isinstance(value, list):
        return [item for item in (changed(item, change, depth, at + 1) for item in value) if item is not GONE]
    return value
