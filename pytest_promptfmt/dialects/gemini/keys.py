"""Walking Gemini's contents, whose keys stand in camelCase or in snake_case, and where null is as good as absent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects


@cache
def snake(key: str) -> str:
    """The other spelling of a camelCase key."""
    return re.sub("([A-Z])", r"_\1", key).lower()


def find(node: dict[str, Any], path: str, key: str) -> tuple[str, Any]:
    """Path and value of a key, in the spelling that stands there; None where it is null or absent."""
    for spelling in (key, snake(key)):
        if node.get(spelling) is not None:
            return f"{path}.{spelling}", node[spelling]
    return f"{path}.{key}", None


SCHEMA_KEYS = (
    *("type", "format", "title", "description", "nullable", "enum", "maxItems", "minItems", "properties", "required"),
    *("minProperties", "maxProperties", "minLength", "maxLength", "pattern", "example", "anyOf", "propertyOrdering"),
    *("default", "items", "minimum", "maximum"),
)
"""Those of a schema in ``parameters``."""
_CAMEL = {snake(key): key for key in SCHEMA_KEYS}
_INT64 = ("maxItems", "minItems", "minProperties", "maxProperties", "minLength", "maxLength")
_COUNT = re.compile("[0-9]{1,18}")
"""Whole numbers that Google's JSON spells as strings: ``string (int64 format)``; numbers are taken as well."""


_TYPE_BY_NUMBER = ("TYPE_UNSPECIFIED", "STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT", "NULL")
"""As Google's older Python client writes them over REST: "Parsers accept both enum names and integer values"."""


def types_named(schema: Any) -> Any:
    """The schema with all types in it by name, where they are numbers."""
    match schema:
        case list():
            return [types_named(each) for each in schema]
        case {"type": int(number), **others} if number in range(len(_TYPE_BY_NUMBER)):
            return {"type": _TYPE_BY_NUMBER[number], **types_named(others)}
        case dict():
            return {key: types_named(value) for key, value in schema.items()}
        case _:
            return schema


def respelled(schema: Any) -> Any:
    """A schema of ``parameters``, keys in camelCase and counts as numbers; names and values stay what they are."""
    match schema:
        case list():
            return [respelled(each) for each in schema]
        case dict():
            found = {_CAMEL.get(key, key): value for key, value in schema.items()}
            found |= {key: int(found[key]) for key in _INT64 if _COUNT.fullmatch(str(found.get(key)))}
            properties = found.get("properties")
            if isinstance(properties, dict):
                found["properties"] = {name: respelled(inner) for name, inner in properties.items()}
            return found | {key: respelled(found[key]) for key in ("items", "anyOf") if key in found}
        case _:
            return schema


def listed(body: Any) -> Any:
    """A request as Google's own server reads it: one object is taken for a list of it (as in Google's own examples)."""
    if isinstance(body, list):
        return [*map(_with_lists, body)]
    if not isinstance(body, dict) or "config" in body:  # which is a client's
        return body
    found = _with_lists(body)
    for key, inner in found.items():
        if snake(str(key)) in _HOLDERS:
            found[key] = [*map(_with_lists, inner)] if isinstance(inner, list) else _with_lists(inner)
    return found


def _with_lists(held: Any) -> Any:
    if not isinstance(held, dict):
        return held
    return {key: _one_of(value) if snake(str(key)) in _REPEATED else value for key, value in held.items()}


def _one_of(value: Any) -> Any:
    return [value] if isinstance(value, dict) else value


_REPEATED = ("contents", "parts", "tools", "function_declarations", "safety_settings")
_HOLDERS = ("contents", "system_instruction", "tools")


def parts(content: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and part, for the parts that are objects."""
    return objects(content.get("parts"), f"{path}.parts")


def held(content: dict[str, Any], path: str, key: str) -> list[tuple[str, dict[str, Any]]]:
    """Path and value of what the parts hold under one key, such as ``functionCall``."""
    found = (find(part, where, key) for where, part in parts(content, path))
    return [(where, value) for where, value in found if isinstance(value, dict)]


def calls(content: dict[str, Any], path: str) -> list[tuple[str, dict[str, Any]]]:
    """Path and value of the content's function calls."""
    return held(content, path, "functionCall")


def responses(content: dict[str, Any], path: str) -> list[tuple[str, dict[str, Any]]]:
    """Path and value of the content's function responses."""
    return held(content, path, "functionResponse")


def system_parts(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and part of the system text: of ``{parts}``, and of the SDK's shorter forms, a list of parts or one part."""
    match request.system:
        case {"parts": _} as content:
            yield from parts(content, request.system_path)
        case dict(part):
            yield request.system_path, part
        case several:
            yield from objects(several, request.system_path)


def blobs(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and value of all inline data, also those inside function responses."""
    for path, content in request.each():
        yield from held(content, path, "inlineData")
        for where, response in responses(content, path):
            yield from held(response, where, "inlineData")
