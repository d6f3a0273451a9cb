"""Whole numbers as languages have them whose numbers are all 64-bit floats: exact up to 2^53, rounded beyond."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from pytest_promptfmt.common.json.leaves import leaves, with_leaves

EXACT = 2**53


def inexact_integers(value: Any) -> Iterator[int]:
    """The whole numbers in a JSON value that are greater, and may be rounded."""
    return (leaf for leaf in leaves(value) if _is_inexact(leaf))


def as_doubles(value: Any) -> Any:
    """The same with such numbers rounded, and spelled as JavaScript and others spell them."""
    return with_leaves(value, lambda leaf: _double(leaf) if _is_inexact(leaf) else leaf)


def _is_inexact(value: Any) -> bool:
    return isinstance(value, int) and abs(value) > EXACT


def _double(number: int) -> int | float | None:
    """Below 1e21 the fewest digits that name the float, then zeros: 9007199254740993 is 9007199254740992."""
    try:
        rounded = float(number)
    except OverflowError:
        return None  # an infinity, which JSON spells null
    return int(Decimal(repr(rounded))) if abs(rounded) < 1e21 else rounded
