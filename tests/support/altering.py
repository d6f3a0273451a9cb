"""Payloads that are wrong in one place: something is empty, cut, dropped, doubled, swapped, or said in a wrong role."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ROLES = ("user", "assistant", "model", "system", "tool")


def altered(value: Any) -> Iterator[tuple[str, Any]]:
    """Each alteration of a JSON value, at any depth, with its name; the value itself is not changed."""
    match value:
        case str():
            if len(value) > 1:
                yield "cut", value[:-1]
        case list():
            if value:
                yield "empty", []
            for i, item in enumerate(value):
                before, after = value[:i], value[i + 1 :]
                if len(value) > 1:
                    yield f"[{i}] dropped", [*before, *after]
                yield f"[{i}] doubled", [*before, item, item, *after]
                if after and after[0] != item:
                    yield f"[{i}] swapped", [*before, after[0], item, *after[1:]]
                yield from ((f"[{i}]{what}", [*before, other, *after]) for what, other in altered(item))
        case dict():
            for key, inner in value.items():
                others = ((f"{role}", role) for role in ROLES if role != inner) if key == "role" else altered(inner)
                yield from ((f".{key} {what}", {**value, key: other}) for what, other in others)
