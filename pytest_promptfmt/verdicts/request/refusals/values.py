"""What type a parameter has, and between what it lies: OpenAI's, which most servers take with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.common.json_words import kind_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said
from pytest_promptfmt.verdicts.request.refusals.shown import at, number


@dataclass(frozen=True, slots=True)
class Value:
    """`is_one` of what is `called` so; `low` and `high` are taken themselves, as are `words` of texts.

    `longest` is the length of a text, or how many a list or an object has.
    """

    called: str
    is_one: Callable[[Any], bool]
    low: float = float("-inf")
    high: float = float("inf")
    words: tuple[str, ...] = ()
    longest: float = float("inf")


_FEW = 4
"""So many texts may stop an answer."""


def valued_otherwise(values: Mapping[str, Value]) -> Broken:
    """A parameter of another type, or beyond what is taken; null is none."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for key, value in values.items():
            found = at(body, key)
            problem = _problem(value, found) if found is not None else ""
            if problem:
                yield f"$.{key}", problem

    return broken


def _problem(value: Value, found: Any) -> str:
    if not value.is_one(found):
        return f"{kind_of(found)}, and {value.called} is expected"
    if value.words and isinstance(found, str) and found not in value.words:
        return f"{found!r}, and {', '.join(value.words)} are taken"
    if isinstance(found, str | list | dict) and len(found) > value.longest:
        return f"{len(found)} of them, and at most {value.longest:g} are taken"
    if (size := number(found)) is not None and not value.low <= size <= value.high:
        bound = f"at least {value.low:g}" if size < value.low else f"at most {value.high:g}"
        return f"{found}, and {bound} is taken"
    return ""


def many_stops(body: Mapping[str, Any]) -> Iterator[Said]:
    stop = body.get("stop")
    if isinstance(stop, list) and len(stop) > _FEW:
        yield "$.stop", f"{len(stop)} texts, and {_FEW} are taken"


def more_than_one(body: Mapping[str, Any]) -> Iterator[Said]:
    if (number(body.get("n")) or 1) > 1:
        yield "$.n", "one answer is given, and no more"


def null(*keys: str) -> Broken:
    """A parameter is null that has to be left out instead."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for key in keys:
            if key in body and body[key] is None:
                yield f"$.{key}", "null; leave it out"

    return broken
