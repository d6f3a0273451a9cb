"""What single parameters may be: ranges, sets of words, what stands beside what; each tells where a body breaks it.

`at` says where a parameter stands, as `places` has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.verdicts.request.refusals.places import number, places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said

_INTERVAL = re.compile(r"([\[(])\s*(-?[\d.]*)\s*,\s*(-?[\d.]*)\s*([\])])")


def within(at: str, interval: str, *besides: float) -> Broken:
    """A number lies in an interval, ``[0, 2)`` or, open at an end, ``[1, )``, or is one of `besides`."""
    found = _INTERVAL.fullmatch(interval)
    if found is None:
        raise ValueError(f"{interval!r} is no interval")
    opening, low, high, closing = found.groups()

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if (given := number(value)) is None or given in besides:
                continue
            if low and (given < float(low) or (given == float(low) and opening == "(")):
                yield path, f"{given} is {'less than' if opening == '[' else 'not above'} {low}"
            elif high and (given > float(high) or (given == float(high) and closing == ")")):
                yield path, f"{given} is {'more than' if closing == ']' else 'not below'} {high}"

    return broken


def numeric(*at: str) -> Broken:
    """What is given is a number."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in (found for place in at for found in places(body, place)):
            if number(value) is None:
                yield path, f"{value!r:.60} is no number"

    return broken


def an_object(at: str) -> Broken:
    """What is given is an object."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if not isinstance(value, dict):
                yield path, f"{value!r:.60} is no object"

    return broken


def among(at: str, words: str) -> Broken:
    """A text is one of `words`, which have spaces between them."""
    known = words.split()

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if isinstance(value, str) and value not in known:
                yield path, f"{value!r:.60} is none of {', '.join(known)}"

    return broken


def at_most(at: str, most: int) -> Broken:
    """A list has no more than so many items."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if isinstance(value, list) and len(value) > most:
                yield path, f"{len(value)} of them, and at most {most} are taken"

    return broken


def nonblank(at: str) -> Broken:
    """A text holds more than white space."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if isinstance(value, str) and not value.strip():
                yield path, "it is empty" if not value else "nothing but white space"

    return broken


def given(at: str, problem: str, *, unless: tuple[Any, ...] = ()) -> Broken:
    """The parameter is left out, or one of the values `unless`."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if not any(type(value) is type(each) and value == each for each in unless):
                yield path, problem

    return broken


def apart(at: str, other: str, problem: str) -> Broken:
    """One of two parameters is given, not both."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if value not in (False, [], {}) and value_of(body, other) not in (None, [], {}):
                yield path, problem

    return broken


def together(at: str, other: str, problem: str) -> Broken:
    """A parameter is given together with another."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, _ in places(body, at):
            if value_of(body, other) in (None, False, [], {}):
                yield path, problem

    return broken
