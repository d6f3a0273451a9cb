"""What a parameter may be: its type, its bounds, its words; builders of predicates tell where a body has another.

`at` says where a parameter stands, as `places` has it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.refusals.places import number, places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said


@dataclass(frozen=True, slots=True)
class Value:
    """`is_one` of what is `called` so; `words` of texts are taken, and numbers of the interval, or `besides` it.

    The interval is spelled as in mathematics: ``[0, 2)`` or, open at an end, ``[1, )``. `longest` is the length of a
    text, or how many a list or an object has.
    """

    called: str = "anything"
    is_one: Callable[[Any], bool] = lambda _: True
    interval: str = "(,)"
    besides: tuple[float, ...] = ()
    words: tuple[str, ...] = ()
    longest: float = float("inf")

    def __post_init__(self) -> None:
        if _INTERVAL.fullmatch(self.interval) is None:
            raise ValueError(f"{self.interval!r} is no interval")


_INTERVAL = re.compile(r"([\[(])\s*(-?[\d.]*)\s*,\s*(-?[\d.]*)\s*([\])])")


def problem(value: Value, found: Any) -> str:
    """What is wrong with what was found; nothing where it is taken."""
    if not value.is_one(found):
        return f"{type_name(found)}, and {value.called} is expected"
    if value.words and isinstance(found, str) and found not in value.words:
        return f"{found!r:.60}, and {', '.join(value.words)} are taken"
    if isinstance(found, str | list | dict) and len(found) > value.longest:
        return f"{len(found)} of them, and at most {value.longest:g} are taken"
    size = number(found)
    return "" if size is None or size in value.besides else _beyond(value.interval, size)


def _beyond(interval: str, size: float) -> str:
    opening, low, high, closing = re.findall(_INTERVAL, interval)[0]
    if low and (size < float(low) or (size == float(low) and opening == "(")):
        return f"{size}, and {'at least' if opening == '[' else 'more than'} {low} is taken"
    if high and (size > float(high) or (size == float(high) and closing == ")")):
        return f"{size}, and {'at most' if closing == ']' else 'less than'} {high} is taken"
    return ""


def valued_otherwise(values: Mapping[str, Value]) -> Broken:
    """Parameters, by where they stand, that are other than they may be; null is none."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for at, value in values.items():
            for path, found in places(body, at):
                if said := problem(value, found):
                    yield path, said

    return broken


def within(at: str, interval: str, *besides: float) -> Broken:
    """A number lies in an interval, or is one of `besides`."""
    return valued_otherwise({at: Value(interval=interval, besides=besides)})


def decimals(at: str, most: int) -> Broken:
    """A number has no more digits than so many behind its point."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, found in places(body, at):
            if isinstance(found, float) and round(found, most) != found:
                yield path, f"{found} has more than {most} digits behind its point"

    return broken


def numeric(at: str) -> Broken:
    """What is given is a number."""
    return valued_otherwise({at: Value("a number", lambda found: number(found) is not None)})


def objects_alone(at: str) -> Broken:
    """What is given is an object."""
    return valued_otherwise({at: Value("an object", lambda found: isinstance(found, dict))})


def among(at: str, words: str) -> Broken:
    """A text is one of `words`, which have spaces between them."""
    return valued_otherwise({at: Value(words=tuple(words.split()))})


def at_most(at: str, most: int) -> Broken:
    """A list has no more than so many items."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, found in places(body, at):
            if isinstance(found, list) and len(found) > most:
                yield path, f"{len(found)} of them, and at most {most} are taken"

    return broken


def named_within(at: str, name: int, text: int) -> Broken:
    """Names and texts of an object are no longer than so many characters."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, found in places(body, at):
            for key, value in found.items() if isinstance(found, dict) else ():
                where = jsonpath.join(path, [str(key)])
                if len(str(key)) > name:
                    yield where, f"the name has {len(str(key))} characters, and at most {name} are taken"
                if isinstance(value, str) and len(value) > text:
                    yield where, f"{len(value)} characters, and at most {text} are taken"

    return broken


def longest(at: str, most: int) -> Broken:
    """A text has no more than so many characters."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, found in places(body, at):
            if isinstance(found, str) and len(found) > most:
                yield path, f"{len(found)} characters, and at most {most} are taken"

    return broken


def shortest(at: str, fewest: int) -> Broken:
    """A text has no fewer than so many characters."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, found in places(body, at):
            if isinstance(found, str) and len(found) < fewest:
                yield path, f"{len(found)} characters, and at least {fewest} are taken"

    return broken


def emptied(at: str) -> Broken:
    """A list without items."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        yield from ((path, "an empty list; leave it out") for path, value in places(body, at) if value == [])

    return broken


def nonblank(at: str) -> Broken:
    """A text holds more than white space."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if isinstance(value, str) and not value.strip():
                yield path, "it is empty" if not value else "nothing but white space"

    return broken


_DURATION = re.compile(r"[-+]?(0|((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+)")


def unitless(at: str) -> Broken:
    """A text is no duration in Go's spelling: numbers, each with its unit, or a bare 0."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if isinstance(value, str) and value and not _DURATION.fullmatch(value):
                yield path, f"{value!r:.60} is no duration; write 5m or 1h30m, or a number of seconds"

    return broken


def starts(at: str, prefix: str) -> Broken:
    """A text begins with what it may not have."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if isinstance(value, str) and value.startswith(prefix):
                yield path, f"{value.split(':')[0]!r} is reserved"

    return broken


def null(*keys: str) -> Broken:
    """A parameter is null that has to be left out instead."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for key in keys:
            if key in body and body[key] is None:
                yield f"$.{key}", "null; leave it out"

    return broken


_ACTIONS = ("search", "open_page", "find_in_page")


def other_actions(body: Mapping[str, Any]) -> Iterator[Said]:
    """A search of the web that did what the API does not know."""
    for path, item in objects(body.get("input"), "$.input"):
        did = value_of(item, "action.type")
        if item.get("type") == "web_search_call" and did is not None and did not in _ACTIONS:
            yield f"{path}.action.type", f"{did!r}, and {', '.join(_ACTIONS)} are taken"


def odd_format(*also: Any) -> Broken:
    """The form of the answer is neither json nor a schema; `also` are values that are refused beside them."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        form = body.get("format", "json")
        if form in also if form in ("", None) else form != "json" and not isinstance(form, dict):
            yield "$.format", f"{json.dumps(form)}, and json or a schema is taken"

    return broken
