"""A JSON Schema as a predicate: a quick yes for what is right, since most of what is checked is.

Its no is exact as well, and jsonschema then says what is wrong, and where. `KEYWORDS` are those of our schemas: where
another stands, there is no predicate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pytest_promptfmt.common.json_equal import equal

Accepts: TypeAlias = Callable[[Any], bool]
Of: TypeAlias = Callable[[Any], Accepts]
"""Makes the predicate of a schema within."""


class UnknownKeyword(ValueError):
    """A schema has a keyword that is not known here."""


def accepts(schema: Any, defs: Mapping[str, Any]) -> Accepts:
    """Is a JSON value right by `schema`, whose ``$ref`` name `defs`? Raises `UnknownKeyword`."""
    known: dict[str, Accepts] = {}

    def of(inner: Any) -> Accepts:
        if isinstance(inner, bool):
            return lambda value: inner
        if beyond := inner.keys() - KEYWORDS.keys() - _ANNOTATIONS:
            raise UnknownKeyword(", ".join(sorted(beyond)))
        predicates = [make(inner, of) for keyword, make in KEYWORDS.items() if make is not None and keyword in inner]
        if "$ref" in inner:
            predicates.append(named(inner["$ref"].removeprefix("#/$defs/")))
        return (
            predicates[0] if len(predicates) == 1 else lambda value: all(predicate(value) for predicate in predicates)
        )

    def named(name: str) -> Accepts:
        if name not in known:
            known[name] = lambda value: known[name](value)  # until it is made, for what holds itself
            known[name] = of(defs[name])
        return lambda value: known[name](value)

    return of(schema)


_TYPES: dict[str, Accepts] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int | float) and not isinstance(value, bool) and value % 1 == 0,
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
}


def _type(schema: Any, of: Of) -> Accepts:
    kinds = [_TYPES[kind] for kind in ([schema["type"]] if isinstance(schema["type"], str) else schema["type"])]
    return kinds[0] if len(kinds) == 1 else lambda value: any(predicate(value) for predicate in kinds)


def _one_of(allowed: list[Any]) -> Accepts:
    return lambda value: any(equal(allowed_value, value) for allowed_value in allowed)


def _properties(schema: Any, of: Of) -> Accepts:
    """``properties`` and ``additionalProperties``: the one says what the other is about."""
    inner = {name: of(subschema) for name, subschema in schema.get("properties", {}).items()}
    rest = of(schema.get("additionalProperties", True))
    return lambda value: not isinstance(value, dict) or all(inner.get(key, rest)(item) for key, item in value.items())


def _required(schema: Any, of: Of) -> Accepts:
    return lambda value: not isinstance(value, dict) or all(name in value for name in schema["required"])


def _items(schema: Any, of: Of) -> Accepts:
    inner = of(schema["items"])
    return lambda value: not isinstance(value, list) or all(map(inner, value))


def _all_of(schema: Any, of: Of) -> Accepts:
    every = [of(subschema) for subschema in schema["allOf"]]
    return lambda value: all(predicate(value) for predicate in every)


def _any_of(schema: Any, of: Of) -> Accepts:
    some = [of(subschema) for subschema in schema["anyOf"]]
    return lambda value: any(predicate(value) for predicate in some)


def _not(schema: Any, of: Of) -> Accepts:
    inner = of(schema["not"])
    return lambda value: not inner(value)


def _if(schema: Any, of: Of) -> Accepts:
    condition, then, otherwise = (of(schema.get(part, True)) for part in ("if", "then", "else"))
    return lambda value: then(value) if condition(value) else otherwise(value)


KEYWORDS: dict[str, Callable[[Any, Of], Accepts] | None] = {
    "$ref": None,
    "type": _type,
    "enum": lambda schema, of: _one_of(schema["enum"]),
    "const": lambda schema, of: _one_of([schema["const"]]),
    "required": _required,
    "properties": _properties,
    "additionalProperties": lambda schema, of: of(True) if "properties" in schema else _properties(schema, of),
    "items": _items,
    "minLength": lambda schema, of: lambda value: not isinstance(value, str) or len(value) >= schema["minLength"],
    "allOf": _all_of,
    "anyOf": _any_of,
    "not": _not,
    "if": _if,
    "then": None,
    "else": None,
}
_ANNOTATIONS = {"$schema", "$id", "$comment", "$defs", "title", "description", "default", "examples", "format"}
