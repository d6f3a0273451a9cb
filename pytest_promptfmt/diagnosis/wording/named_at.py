"""Where in a request stands what an answer names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json_leaves import nodes
from pytest_promptfmt.diagnosis.own_words import plain

_STEP = re.compile(r"\[?(\w+)\]?")
_MEMBER = re.compile(r"\.(\d+)\.member\b")


def named_at(body: Any, name: str) -> tuple[str, Any] | None:
    """Path and value of what an answer names, wherever in the request if the name stands there once.

    AWS counts members from one, and Anthropic names the kind of an object as if it were a key.
    """
    steps = steps_of(name)
    found = down(body, steps)
    if found is None and len(steps) == 1:
        having = [(jsonpath.join(path, [key]), each[key]) for path, each in nodes(body) for key in spelled(each, name)]
        found = having[0] if len(having) == 1 else None
    return found


def steps_of(name: str) -> list[str]:
    return _STEP.findall(_MEMBER.sub(lambda member: f".{int(member[1]) - 1}", name))


def down(body: Any, steps: Sequence[str]) -> tuple[str, Any] | None:
    """The first and the last step are there; one between them that is not may be the kind of what holds it."""
    path = "$"
    for n, step in enumerate(steps):
        if isinstance(body, list) and step.isdigit() and int(step) < len(body):
            body, path = body[int(step)], f"{path}[{step}]"
        elif isinstance(body, dict) and (key := next(spelled(body, step), "")):
            body, path = body[key], jsonpath.join(path, [key])
        elif not n or n == len(steps) - 1 or not isinstance(body, dict):
            return None
    return path, body


def spelled(value: Any, name: str) -> Iterator[str]:
    """The keys of an object that are this name, be it in another case."""
    for key in value if isinstance(value, dict) else ():
        if isinstance(key, str) and plain(key) == plain(name):
            yield key
