"""Where the things stand that are mended: messages, calls, blocks and tools of a body, in whatever form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.dialects.dialect import Dialect


def messages(body: Any, dialect: Dialect) -> list[Any]:
    """The list of messages itself; an empty one where there is none."""
    if isinstance(body, list):
        return body
    for dotted in dialect.envelope.messages:
        value = body
        for key in dotted.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        if isinstance(value, list):
            return value
    return []


def objects(body: Any, dialect: Dialect) -> Iterator[dict[str, Any]]:
    """The messages that are objects."""
    yield from (message for message in messages(body, dialect) if isinstance(message, dict))


def contents(message: dict[str, Any]) -> list[Any]:
    """The list of blocks or parts of a message; an empty one where there is none."""
    found: Any = next((message[key] for key in ("content", "parts") if isinstance(message.get(key), list)), [])
    return found if isinstance(found, list) else []


def blocks(body: Any, dialect: Dialect) -> Iterator[dict[str, Any]]:
    """Every block of every message, also those inside results."""
    for message in objects(body, dialect):
        for block in contents(message):
            if isinstance(block, dict):
                yield block
                inner = block.get("toolResult", block)
                if isinstance(inner, dict):
                    yield from (each for each in contents(inner) if isinstance(each, dict))


def calls(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The calls that stand beside the content, as OpenAI has them."""
    found = message.get("tool_calls")
    yield from (call for call in (found if isinstance(found, list) else ()) if isinstance(call, dict))


def tools(body: Any) -> list[Any]:
    """The list of tools on offer."""
    found = body.get("tools") if isinstance(body, dict) else None
    if isinstance(body, dict) and isinstance(body.get("toolConfig"), dict):
        found = body["toolConfig"].get("tools")
    return found if isinstance(found, list) else []


def dictionaries(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a value, at whatever depth."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            yield each
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
