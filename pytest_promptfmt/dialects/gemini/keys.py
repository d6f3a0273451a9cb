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
