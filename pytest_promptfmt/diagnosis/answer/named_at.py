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
    """The first and the last step are there; one between them that is not may be the kind of what holds it.

    Google counts the entries of an object, ``properties[0].value``.
    """
    if len(steps) > 1 and steps[0] in _WHOLE and not steps[1].isdigit() and not any(spelled(body, steps[0])):
        return down(body, steps[1:])
    path = "$"
    for n, step in enumerate(steps):
        if isinstance(body, list) and step.isdigit() and int(step) < len(body):
            body, path = body[int(step)], f"{path}[{step}]"
        elif isinstance(body, dict) and step.isdigit() and int(step) < len(body):
            key = [*body][int(step)]
            body, path = body[key], jsonpath.join(path, [key])
        elif step == "value" and n and steps[n - 1].isdigit() and not any(spelled(body, step)):
            continue
        elif isinstance(body, dict) and (key := next(spelled(body, step), "")):
            body, path = body[key], jsonpath.join(path, [key])
        elif not n or n == len(steps) - 1 or not isinstance(body, dict):
            return None
    return path, body


_WHOLE = frozenset({"request", "body", "input", "payload", "parameter", "parameters"})
"""What some answers call the request itself."""


def holder(body: Any, steps: Sequence[str]) -> tuple[str, Any] | None:
    """What these steps lead to; a kind at their end that is not there is that of what the others lead to."""
    if not steps:
        return "$", body
    return down(body, steps) or (holder(body, steps[:-1]) if steps[-1] in _KINDS else None)


def placed_at(body: Any, place: str) -> str | None:
    """A place that an answer names as the request spells it, be its last key not there; None where it has none."""
    *above, last = steps_of(place.removeprefix("$.")) or [""]
    if (found := down(body, [*above, last])) is not None:
        return found[0]
    held = holder(body, above) if above and not last.isdigit() else None
    if held is None or not isinstance(held[1], dict):
        return None
    return held[0] if last in _KINDS else jsonpath.join(held[0], [last])


_KINDS = frozenset({"base64", "url", "text", "image", "document", "thinking", "tool_use", "tool_result", "custom"})


def ends(body: Any, name: str, most: int = 4) -> Iterator[tuple[str, Any]]:
    """What stands at the end of a dotted name without numbers, ``function.arguments``; nothing where that is much."""
    wanted = [plain(step) for step in name.split(".")]
    found = [
        (path, value)
        for path, value in nodes(body)
        if [plain(step) for step in _STEP.findall(path[1:]) if not step.isdigit()][-len(wanted) :] == wanted
        and not path.endswith("]")
    ]
    yield from found if len(found) <= most else ()


def spelled(value: Any, name: str) -> Iterator[str]:
    """The keys of an object that are this name, be it in another case."""
    for key in value if isinstance(value, dict) else ():
        if isinstance(key, str) and plain(key) == plain(name):
            yield key
