"""The points of a JSON Schema, and which of them JSON values reach.

A point is a property (``ImageBlock.source``), a branch of a union (``ImageBlock.source | URLSource``) or a value of an
enumeration (``CacheControl.ttl = "1h"``). It is named after the definition that it stands in, so that it is one point
from wherever it is got to. What has one value only is no enumeration.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Why: TypeAlias = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Point:
    """`why` a point that is not reached need not be: its own reason, or that of all ways to it; empty for none."""

    name: str
    reached: bool
    why: str = ""


def points_of(schema: Mapping[str, Any], values: Iterable[Any] = (), why: Why = lambda name: "") -> list[Point]:
    """Every point of `schema`, once; it has what it refers to in ``$defs``. `why` gives the reason for a point.

    A value that is no instance of the schema reaches nothing. Unknown keys hide nothing: the schema is read as open.
    """
    walk, words = _Walk(_opened(schema), why), frozenset(_words(schema))
    alike = {json.dumps(_skeleton(value, words)): value for value in values}  # but for their texts
    found: dict[str, Point] = {}
    for point in walk.visit(walk.schema, "$", [each for each in alike.values() if walk.takes(walk.schema, each)], ""):
        known = found.get(point.name, point)
        reached = known.reached or point.reached
        found[point.name] = Point(point.name, reached, "" if reached or not (known.why and point.why) else known.why)
    return list(found.values())


class _Walk:
    """Goes down schema and values at once; a definition is entered again where there are values for it."""

    def __init__(self, schema: Any, why: Why) -> None:
        self.schema = schema
        self._why = why
        self._entered: set[tuple[str, bool]] = set()
        self._tests: dict[str, Any] = {}

    def visit(self, node: Any, where: str, values: list[Any], why: str) -> Iterator[Point]:
        """Each point at `node` or beneath it. `values` have come as far as here; `why` nobody needs to."""
        if not isinstance(node, dict):
            return  # nothing, or what takes anything
        if "$ref" in node:
            yield from self._enter(node["$ref"].rpartition("/")[2], values, why)
        for part in node.get("allOf", ()):
            yield from self.visit(part, where, values, why)
        if "if" in node:
            met = [self.takes(node["if"], value) for value in values]
            for part, truth in (("then", True), ("else", False)):
                chosen = [value for value, holds in zip(values, met, strict=True) if holds is truth]
                yield from self.visit(node.get(part), where, chosen, why)
        for member in [*node.get("anyOf", ()), *node.get("oneOf", ())]:
            taken = [value for value in values if self.takes(member, value)]
            yield from self._point(f"{where} | {_label(member)}", member, where, taken, why)
        if len(node.get("enum", ())) > 1:
            for each in node["enum"]:
                same = [value for value in values if value == each]
                yield from self._point(f"{where} = {json.dumps(each)}", None, where, same, why)
        for key, inner in node.get("properties", {}).items():
            held = [value[key] for value in values if isinstance(value, dict) and key in value]
            yield from self._point(f"{where}.{key}", inner, f"{where}.{key}", held, why)
        items = [item for value in values if isinstance(value, list) for item in value]
        yield from self.visit(node.get("items"), f"{where}[]", items, why)

    def _point(self, name: str, node: Any, where: str, values: list[Any], why: str) -> Iterator[Point]:
        """The point, and what is beneath it."""
        why = "" if values else self._why(name) or why
        yield Point(name, bool(values), why)
        yield from self.visit(node, where, values, why)

    def _enter(self, name: str, values: list[Any], why: str) -> Iterator[Point]:
        if values or not {(name, False), (name, bool(why))} & self._entered:
            self._entered.add((name, bool(why)))
            yield from self.visit(self.schema["$defs"][name], name, values, why)

    def takes(self, node: Any, value: Any) -> bool:
        """Is the value an instance of this part of the schema?"""
        from jsonschema import Draft202012Validator

        key = json.dumps(node, sort_keys=True)
        if key not in self._tests:
            self._tests[key] = Draft202012Validator({**node, "$defs": self.schema.get("$defs", {})})
        return bool(self._tests[key].is_valid(value))


def _label(node: Any) -> str:
    """What a branch is called: its definition, its only value, or its type."""
    if "$ref" in node:
        return str(node["$ref"].rpartition("/")[2])
    if "const" in node:
        return json.dumps(node["const"])
    if node.get("type") == "array":
        return f"[{_label(node.get('items', {}))}]"
    return str(node.get("type", "any"))


def _opened(schema: Any) -> Any:
    """The schema without its word on further keys, where that is no."""
    if isinstance(schema, list):
        return [_opened(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _opened(item) for key, item in schema.items() if (key, item) != ("additionalProperties", False)}


def _words(schema: Any) -> Iterator[str]:
    """The texts that the schema asks about."""
    if isinstance(schema, list):
        yield from (word for item in schema for word in _words(item))
    elif isinstance(schema, dict):
        yield from (word for word in [schema.get("const"), *schema.get("enum", ())] if isinstance(word, str))
        yield from (word for item in schema.values() for word in _words(item))


def _skeleton(value: Any, words: frozenset[str]) -> Any:
    """The value without the texts and numbers that no schema asks about."""
    match value:
        case dict():
            return {key: _skeleton(item, words) for key, item in sorted(value.items())}
        case list():
            return [_skeleton(item, words) for item in value]
        case str():
            return value if value in words else ""
        case int() | float() if not isinstance(value, bool):
            return type(value).__name__
        case _:
            return value
