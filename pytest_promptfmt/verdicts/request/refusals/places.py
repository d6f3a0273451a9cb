"""Parameters by their place in a request: keys with dots between them, ``[]`` behind a list whose items are meant.

Blanks stand between the places where one may stand. Keys in camelCase are found in snake_case too, and null is as good
as absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common import jsonpath


def places(body: Any, at: str) -> Iterator[tuple[str, Any]]:
    """Path and value of a parameter, wherever it is given."""
    for place in at.split():
        yield from _down(body, "$", tuple(place.replace("[]", ".[]").split(".")))


def _down(value: Any, path: str, keys: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    if not keys:
        if value is not None:
            yield path, value
        return
    key, *rest = keys
    if key == "[]":
        for i, item in enumerate(value if isinstance(value, list) else ()):
            yield from _down(item, f"{path}[{i}]", tuple(rest))
    elif isinstance(value, dict):
        for spelling in dict.fromkeys((key, _snake(key))):
            if spelling in value:
                yield from _down(value[spelling], jsonpath.join(path, [spelling]), tuple(rest))
                return


def _snake(key: str) -> str:
    return re.sub("([A-Z])", r"_\1", key).lower() if key[:1].islower() else key


def value_of(body: Any, at: str) -> Any:
    """What the parameter is, None where it is not given."""
    return next((value for _, value in places(body, at)), None)


def each(at: str, key: str) -> str:
    """The places of a key within each of those named."""
    return " ".join(f"{place}.{key}" for place in at.split())


def number(value: Any) -> int | float | None:
    """The number that a value is; a truth value is none."""
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None
