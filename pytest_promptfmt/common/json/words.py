"""JSON's types in words: what a value is, and what JSON Schema's ``type`` asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_TYPES = {
    "string": "a string",
    "object": "an object",
    "array": "a list",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


def type_name(value: object) -> str:
    """``a string``, ``an object``, ``null``; of what is no JSON the name of its class."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return _TYPES["string"]
        case dict():
            return _TYPES["object"]
        case list() | tuple():
            return _TYPES["array"]
        case int() | float():
            return _TYPES["number"]
        case _:
            return type(value).__name__


def expected_types(expected: Any) -> str:
    """A value of JSON Schema's ``type``: ``a string, a list or null``; ``""`` where it is none."""
    names = [_TYPES.get(str(name), "") for name in (expected if isinstance(expected, list) else [expected])]
    return joined_by_or(names) if all(names) else ""


def joined_by_or(words: Sequence[str]) -> str:
    """``one, two or three``."""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
