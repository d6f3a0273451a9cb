"""What can be done to one schema of a tool on offer, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any, TypeAlias

from planted.crossed.mechanisms import Heard
from planted.crossed.places import Place, Step, with_tool

from pytest_promptfmt.conversation import Conversation

Schema: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Schema], Schema]
"""The schema as it goes on; as it was, where there is nothing to do."""

_NAMED = ("properties", "$defs", "definitions")
_LISTED = ("anyOf", "oneOf", "allOf", "prefixItems")
WHERE = {
    "properties": "among properties",
    "items": "in a list",
    "anyOf": "in an alternative",
    "oneOf": "in an alternative",
    "allOf": "in a part",
    "$defs": "in a definition",
    "definitions": "in a definition",
    "additionalProperties": "in values of any key",
    "prefixItems": "in a tuple",
}


def schemas(schema: Any, path: tuple[Step, ...] = (), where: str = "at the root") -> Iterator[tuple[Any, str]]:
    """The paths of all schemas in a schema, and where each stands."""
    if not isinstance(schema, dict):
        return
    yield path, where
    for key in WHERE.keys() & schema.keys():
        inner = schema[key]
        if key in _NAMED and isinstance(inner, dict):
            at = "in depth" if key == "properties" and path else WHERE[key]
            for name, each in inner.items():
                yield from schemas(each, (*path, key, name), at)
        elif key in _LISTED and isinstance(inner, list):
            for number, each in enumerate(inner):
                yield from schemas(each, (*path, key, number), WHERE[key])
        else:
            yield from schemas(inner, (*path, key), WHERE[key])


def at(change: Change) -> Heard:
    """The schema of a place changed."""

    def changed(place: Place) -> Conversation | None:
        parameters: Any = deepcopy(dict(place.tool.parameters))
        holder = {"": parameters}
        step: Step = ""
        for further in place.path:
            holder, step = holder[step], further  # type: ignore[index]  # a path may lead through lists
        before = holder[step]  # type: ignore[index]
        after = change(deepcopy(before))
        if after == before:
            return None
        holder[step] = after  # type: ignore[index]
        return with_tool(place, replace(place.tool, parameters=after if not place.path else parameters))

    return changed


def without(*keys: str) -> Change:
    return lambda schema: {key: value for key, value in schema.items() if key not in keys}


def having(key: str, new: Callable[[Any], Any], *, wanted: Callable[[Any], Any] = bool) -> Change:
    """Another value of a keyword, where it has one that is `wanted`."""
    return lambda schema: schema | {key: new(schema[key])} if key in schema and wanted(schema[key]) else schema


def of_type(*kinds: str, as_: str) -> Change:
    return lambda schema: schema | {"type": as_} if schema.get("type") in kinds else schema


def one_of(key: str, number: int) -> Change:
    """One alternative for all."""

    def change(schema: Schema) -> Schema:
        rest = {name: value for name, value in schema.items() if name != key}
        return rest | schema[key][number] if key in schema else schema

    return change


def _lost_property(schema: Schema) -> Schema:
    if len(schema.get("properties", {})) < 2:
        return schema
    *kept, _ = schema["properties"]
    return schema | {
        "properties": {name: schema["properties"][name] for name in kept},
        "required": [name for name in schema.get("required", []) if name in kept],
    }


def _swapped(schema: Schema) -> Schema:
    if len(schema.get("properties", {})) < 2:
        return schema
    one, two, *_ = schema["properties"]
    found = schema["properties"]
    return schema | {"properties": found | {one: found[two], two: found[one]}}


def _several(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1


TABLE: dict[str, Change] = {
    "loses its type": without("type"),
    "loses its description": without("description"),
    "loses its values": without("enum"),
    "loses its constant": without("const"),
    "loses its items": without("items"),
    "loses its alternatives": without("anyOf", "oneOf"),
    "loses its properties": without("properties", "required"),
    "loses what it requires": without("required"),
    "loses what it points to": without("$ref"),
    "loses its last property": _lost_property,
    "loses its last value": having("enum", lambda values: values[:-1], wanted=_several),
    "loses its last alternative": having("anyOf", lambda options: options[:-1], wanted=_several),
    "keeps its first alternative": one_of("anyOf", 0),
    "keeps its last alternative": one_of("anyOf", -1),
    "has two properties changed": _swapped,
    "has its description cut": having("description", lambda text: text[: len(text) // 2]),
    "holds texts": having("items", lambda _: {"type": "string"}, wanted=lambda items: items.get("type") != "string"),
    "holds anything": having("items", lambda _: {}),
    "is a text": of_type("integer", "number", "boolean", "array", "object", as_="string"),
    "is a whole number": of_type("number", as_="integer"),
    "is anything": lambda _: {},
}
