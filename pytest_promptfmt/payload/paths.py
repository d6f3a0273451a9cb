"""From a JSON path of a finding to what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_STEP = re.compile(r"\.([A-Za-z_][A-Za-z0-9_-]*)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]")


def descend(payload: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Path and value from the payload itself down to `path`, as far as there is something."""
    at, value = 1, payload
    yield "$", value
    for step in _STEP.finditer(path):
        key: Any = step[1] or (int(step[2]) if step[2] else re.sub(r"\\(.)", r"\1", step[3] or ""))
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return
        at = step.end()
        yield path[:at], value
