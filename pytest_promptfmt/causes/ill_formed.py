"""What was lost and is there all the same, in a part of the payload that nobody can read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.causes.topics import held, topics
from pytest_promptfmt.common.jsonpath import descend
from pytest_promptfmt.payload.finding import Finding


def is_empty(payload: Any, path: str) -> bool:
    """Is there nothing where all messages should be?"""
    at, value = list(descend(payload, path))[-1]
    return at == path and "[" not in path and not value


def may_hide(loss: Finding, earlier: Finding, payload: Any) -> bool:
    """May what was lost be in the ill-formed part, or is it there, and cannot be read?"""
    if "offers" in topics(loss.id) & topics(earlier.id):
        return True
    return bool(held(earlier) & topics(loss.id)) or _stands_there(loss, payload, earlier.path)


def _stands_there(loss: Finding, payload: Any, path: str) -> bool:
    """Is what was lost there all the same, in the ill-formed part?"""
    start = re.match(r"\$[^\[]*\[\d+\]", path)
    strings = list(_strings(list(descend(payload, start[0] if start else path))[-1][1]))
    if size := _BASE64.search(loss.message):
        return any(len(each) >= int(size[1].replace(",", "")) for each in strings)
    words = list(_strings(loss.data.get("expected"))) or [a or b for a, b in _NAMED.findall(loss.message)]
    part = "\n".join(strings)
    return bool(words) and all(word.rstrip("…") in part for word in words)


_BASE64 = re.compile(r"(?<![\d,])([\d,]+) characters of base64")
_NAMED = re.compile(r"'([^']+)'|\(([^()]+)\)")


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield str(key)
            yield from _strings(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _strings(each)
    elif value is not None:
        yield str(value)
