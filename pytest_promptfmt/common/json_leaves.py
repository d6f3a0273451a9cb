"""What a JSON value holds at its ends: every text, number, `True`, `False` and `None` in it, however deep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

_END = object()


def leaves(value: Any) -> Iterator[Any]:
    """Every value in `value` that is no list and no object, in order; keys are none."""
    open_ = [iter((value,))]
    while open_:
        item = next(open_[-1], _END)
        if item is _END:
            open_.pop()
        elif isinstance(item, (list, dict)):
            open_.append(iter(item.values() if isinstance(item, dict) else item))
        else:
            yield item


def with_leaves(value: Any, change: Callable[[Any], Any]) -> Any:
    """A copy with each of them changed."""
    if isinstance(value, dict):
        return {key: with_leaves(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [with_leaves(item, change) for item in value]
    return change(value)
