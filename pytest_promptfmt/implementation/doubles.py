"""Whole numbers as languages have them whose numbers are all 64-bit floats: exact up to 2^53, rounded beyond."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

EXACT = 2**53


def beyond(value: Any) -> Iterator[int]:
    """The whole numbers in a JSON value that are greater, and may be rounded."""
    match value:
        case bool():
            pass
        case int() if abs(value) > EXACT:
            yield value
        case list():
            for item in value:
                yield from beyond(item)
        case dict():
            for item in value.values():
                yield from beyond(item)
        case _:
            pass


def as_doubles(value: Any) -> Any:
    """The same with such numbers rounded, and spelled as JavaScript and others spell them."""
    match value:
        case bool():
            return value
        case int() if abs(value) > EXACT:
            return _double(value)
        case list():
            return [as_doubles(item) for item in value]
        case dict():
            return {key: as_doubles(item) for key, item in value.items()}
        case _:
            return value


def _double(number: int) -> int | float | None:
    """Below 1e21 the fewest digits that name the float, then zeros: 9007199254740993 is 9007199254740992."""
    try:
        rounded = float(number)
    except OverflowError:
        return None  # an infinity, which JSON spells null
    return int(Decimal(repr(rounded))) if abs(rounded) < 1e21 else rounded
