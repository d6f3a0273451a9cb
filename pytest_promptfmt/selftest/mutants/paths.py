"""Paths into a payload: they go down by keys, indexes and two more steps, into JSON and to a piece of a string."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from pytest_promptfmt.common import jsonpath


class Inside(Enum):
    """The step into a string that holds JSON."""

    JSON = "{}"


class Span(NamedTuple):
    """The step to a piece of a string."""

    start: int
    end: int


JSON = Inside.JSON
Path: TypeAlias = tuple[Any, ...]
"""Steps: a key, an index, `JSON` or a `Span`."""


def get(value: Any, path: Path) -> Any:
    """The node at `path`."""
    for step in path:
        match step:
            case Inside():
                value = json.loads(value)
            case Span(start, end):
                value = value[start:end]
            case _:
                value = value[step]
    return value


def put(value: Any, path: Path, new: Any) -> Any:
    """A copy of `value` with another node at `path`; what lies beside the path is shared."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    match step:
        case Inside():
            return json.dumps(put(json.loads(value), rest, new), ensure_ascii=False)
        case Span(start, end):
            return value[:start] + new + value[end:]
        case str():
            return {**value, step: put(value[step], rest, new)}
        case _:
            return [*value[:step], put(value[step], rest, new), *value[step + 1 :]]


def written(path: Path) -> str:
    """A path as findings have it, with ``{}`` for the step into JSON and ``<2:5>`` for a piece of a string."""
    text = "$"
    for step in path:
        match step:
            case Inside():
                text += step.value
            case Span(start, end):
                text += f"<{start}:{end}>"
            case _:
                text = jsonpath.join(text, [step])
    return text


def role_of(message: Mapping[str, Any]) -> Any:
    """Who speaks, or where an item of its own type says so, that type."""
    return message.get("role", message.get("type"))
