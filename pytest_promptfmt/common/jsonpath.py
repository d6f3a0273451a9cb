"""JSON paths as findings print them, ``$.messages[1].content``, ``$['odd key']``: written, and gone down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

_PLAIN = r"[A-Za-z_][A-Za-z0-9_-]*"
_KEY = re.compile(_PLAIN)
_STEP = re.compile(rf"\.({_PLAIN})|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]")


def join(path: str, keys: Iterable[str | int]) -> str:
    """`path` with `keys` gone down."""
    for key in keys:
        path += _step(key)
    return path


def _step(key: object) -> str:
    if not isinstance(key, str):
        return f"[{key!r}]"  # an index, or a key that is no string, which only a malformed payload has
    if _KEY.fullmatch(key):
        return f".{key}"
    return "['" + key.replace("\\", "\\\\").replace("'", "\\'") + "']"


def descend(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Path and value from a JSON value itself down to `path`, as far as there is something."""
    at = 1
    yield "$", value
    for step in _STEP.finditer(path):
        key: Any = step[1] or (int(step[2]) if step[2] else re.sub(r"\\(.)", r"\1", step[3] or ""))
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return
        at = step.end()
        yield path[:at], value
