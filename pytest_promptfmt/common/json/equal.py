"""JSON values compared as JSON sees them: whether they are equal, and where they first differ."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.text import common_prefix_length


def equal(one: Any, other: Any) -> bool:
    """Equality of JSON values: ``true`` is not ``1``, ``1`` is ``1.0``, the order of keys is free."""
    if one is other:
        return True
    kind = type(one)
    if kind is not type(other):
        numbers = isinstance(one, (int, float)) and isinstance(other, (int, float))
        return numbers and bool not in (kind, type(other)) and bool(one == other)
    if kind is str:
        return bool(one == other)
    if isinstance(one, dict):
        if one.keys() != other.keys():
            return False
        for key, item in one.items():
            found = other[key]
            if type(item) is str is type(found):
                if item != found:
                    return False
            elif not equal(item, found):
                return False
        return True
    if isinstance(one, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return bool(one == other or (one != one and other != other))


def hashed(value: Any) -> Hashable:
    """What is `equal` for two JSON values exactly where they are, and can be looked up."""
    match value:
        case dict():
            return frozenset((key, hashed(item)) for key, item in value.items())
        case list():
            return ("list", *map(hashed, value))
        case bool() | None:
            return ("constant", value)
        case float() if value != value:
            return ("constant", "NaN")
        case _:
            return value  # type: ignore[no-any-return]


class Difference(NamedTuple):
    """The first place where two JSON values differ; `expected` or `actual` is `MISSING` where there is none."""

    path: str
    expected: Any
    actual: Any


MISSING = "(nothing)"


def first_difference(expected: Any, actual: Any) -> Difference | None:
    """Where two JSON values first differ, in the order of `expected`; None where they are `equal`."""
    return None if equal(expected, actual) else _difference(expected, actual, "$")


def _difference(expected: Any, actual: Any, path: str) -> Difference | None:
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, item in expected.items():
            place = jsonpath.join(path, [key])
            if key not in actual:
                return Difference(place, item, MISSING)
            if found := _difference(item, actual[key], place):
                return found
        extra = next((key for key in actual if key not in expected), None)
        return None if extra is None else Difference(jsonpath.join(path, [extra]), MISSING, actual[extra])
    if isinstance(expected, list) and isinstance(actual, list):
        for i, (expected_item, actual_item) in enumerate(zip(expected, actual, strict=False)):
            if found := _difference(expected_item, actual_item, f"{path}[{i}]"):
                return found
        if len(expected) == len(actual):
            return None
        i = min(len(expected), len(actual))
        return Difference(f"{path}[{i}]", *(side[i] if i < len(side) else MISSING for side in (expected, actual)))
    return None if equal(expected, actual) else Difference(path, expected, actual)


def where(expected: Any, actual: Any) -> str:
    """For two texts: from which character on they differ, and what stands there."""
    if expected is MISSING:
        return ": nothing"
    if actual is MISSING or not isinstance(expected, str) or not isinstance(actual, str):
        return ""
    at = common_prefix_length(expected, actual)
    expected_char, actual_char = (repr(text[at]) if at < len(text) else "the end" for text in (expected, actual))
    return f", from character {at} on: {expected_char}, not {actual_char}"
