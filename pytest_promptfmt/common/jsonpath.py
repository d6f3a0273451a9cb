"""JSON paths as findings print them: ``$.messages[1].content``, ``$['odd key']``."""

from __future__ import annotations

import re
from collections.abc import Iterable

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


def join(path: str, keys: Iterable[str | int]) -> str:
    """`path` with `keys` gone down."""
    for key in keys:
        path += _step(key)
    return path


def _step(key: object) -> str:
    if not isinstance(key, str):
        return f"[{key!r}]"  # an index, or a key that is no string, which only a malformed payload has
    if _PLAIN.fullmatch(key):
        return f".{key}"
    return "['" + key.replace("\\", "\\\\").replace("'", "\\'") + "']"
