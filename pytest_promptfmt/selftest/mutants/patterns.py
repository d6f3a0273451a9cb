"""Patterns of paths, by which the catalogue tells the nodes of a payload apart.

A pattern is a path with ``[]`` for any item, ``[a.b=c]`` for items that have somewhere under ``a.b`` the value ``c``,
``{}`` for `JSON`, ``**`` for everything below, and behind a colon the kind of value.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, TypeAlias

from pytest_promptfmt.common.media import decode_base64
from pytest_promptfmt.selftest.mutants.paths import JSON, Path, get

Pattern: TypeAlias = Callable[[Any, Path, Any], bool]
_STEP = re.compile(r"\.(\w+)|\[([^\]]*)\]|(\{\})|(\*\*)")
_VALUES: dict[str, Callable[[Any], bool]] = {
    "": lambda value: True,
    "text": lambda value: isinstance(value, str),
    "list": lambda value: isinstance(value, list) and value != [],
    "nothing": lambda value: value in (None, []),
    "empty": lambda value: value in (None, [], ""),
    "base64": lambda value: isinstance(value, str) and decode_base64(value) is not None,
    "uri": lambda value: isinstance(value, str) and value.lower().startswith("data:"),
    "calls": lambda value: any(
        key in json.dumps(value) for key in ("tool_call", "tool_use", "toolUse", "function_call")
    ),
}


def pattern(text: str) -> Pattern:
    """Does it fit a path and its value in a payload?"""
    body, _, word = text.partition(":")
    steps = list(_STEP.finditer(body))
    deep, accepts = bool(steps) and steps[-1][4] is not None, _VALUES[word]

    def fits(payload: Any, path: Path, value: Any) -> bool:
        wanted = steps[:-1] if deep else steps
        if len(path) < len(steps) if deep else len(path) != len(wanted):
            return False
        node = payload
        for match, step in zip(wanted, path, strict=False):
            if match[1] is not None:
                if step != match[1]:
                    return False
            elif match[3] is not None:
                if step is not JSON:
                    return False
            elif not isinstance(step, int) or not _has(node[step], match[2]):
                return False
            node = get(node, (step,))
        return accepts(value)

    return fits


def _has(item: Any, condition: str) -> bool:
    keys, _, wanted = condition.partition("=")
    found = [item]
    for key in keys.split(".") if keys else ():
        flat = [each for value in found for each in (value if isinstance(value, list) else [value])]
        found = [each[key] for each in flat if isinstance(each, dict) and key in each]
    return wanted in found if wanted else bool(found)
