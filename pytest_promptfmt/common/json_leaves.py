"""What a JSON value holds at its ends: every text, number, `True`, `False` and `None` in it, however deep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def leaves(value: Any) -> Iterator[Any]:
    """Every value in `value` that is no list and no object, in order; keys are none."""
    if isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from leaves(item)
    else:
        yield value


def with_leaves(value: Any, change: Callable[[Any], Any]) -> Any:
    """A copy with each of them changed."""
    if isinstance(value, dict):
        return {key: with_leaves(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [with_leaves(item, change) for item in value]
    return change(value)
