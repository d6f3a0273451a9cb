"""What a JSON value holds: at its ends every text, number, `True`, `False` and `None`, and all by its path."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Container, Iterator
from typing import Any

from pytest_promptfmt.common import jsonpath

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


def nodes(value: Any) -> Iterator[tuple[str, Any]]:
    """Everything in `value`, itself first, with its path; what lies less deep is before what lies deeper."""
    open_ = deque([("$", value)])
    while open_:
        path, node = open_.popleft()
        yield path, node
        if isinstance(node, (list, dict)):
            items = node.items() if isinstance(node, dict) else enumerate(node)
            open_ += [(jsonpath.join(path, [key]), item) for key, item in items]


def strings_outside(value: Any, places: Container[str]) -> Iterator[tuple[str, str]]:
    """Path and text of every string of a JSON value that is at none of the paths `places`, nor in what is there."""
    for path, node in nodes(value):
        if isinstance(node, str) and not any(path[: end.start()] in places for end in _ENDS.finditer(path)):
            yield path, node


_ENDS = re.compile(r"[.\[]|$")
"""Where a part of a path may end."""


def with_leaves(value: Any, change: Callable[[Any], Any]) -> Any:
    """A copy with each of them changed."""
    if isinstance(value, dict):
        return {key: with_leaves(item, change) for key, item in value.items()}
    if isinstance(value, list):
        return [with_leaves(item, change) for item in value]
    return change(value)
