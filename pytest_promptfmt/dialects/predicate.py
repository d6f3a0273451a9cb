"""A JSON Schema as a predicate: a quick yes for what is right, since most of what is checked is.

Its no is exact as well, and jsonschema then says what is wrong, and where. `KEYWORDS` are those of our schemas: where
another stands, there is no predicate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sized
from typing import Any, TypeAlias

from pytest_promptfmt.common.json.equal import equal

Accepts: TypeAlias = Callable[[Any], bool]
Of: TypeAlias = Callable[[Any], Accepts]
"""Makes the predicate of a schema within."""
Keywords: TypeAlias = Mapping[str, Callable[[Any, Of], Accepts] | None]


class UnknownKeyword(ValueError):
    """A schema has a keyword that is not known here."""


def accepts(schema: Any, defs: Mapping[str, Any], keywords: Keywords | None = None) -> Accepts:
    """Is a JSON value right by `schema`, whose ``$ref`` name `defs`? Raises `UnknownKeyword`."""
    known: dict[str, Accepts] = {}
    makers = KEYWORDS if keywords is None else keywords

    def of(inner: Any) -> Accepts:
        if isinstance(inner, bool):
            return lambda value: inner
        if beyond := inner.keys() - makers.keys() - _ANNOTATIONS:
            raise UnknownKeyword(", ".join(sorted(beyond)))
        predicates = [make(inner, of) for keyword, make in makers.items() if make is not None and keyword in inner]
        if "$ref" in inner:
            predicates.append(named(inner["$ref"].removeprefix("#/$defs/")))
        return _every(predicates)

    def named(name: str) -> Accepts:
        if name not in known:
            known[name] = lambda value: known[name](value)  # until it is made, for what holds itself
            known[name] = of(defs[name])
        return known[name]

    return of(schema)


def _every(predicates: list[Accepts]) -> Accepts:
    """Are all of them true? Loops, here and below: a generator for each value takes twice the time."""
    if len(predicates) == 1:
        return predicates[0]

    def accepted(value: Any) -> bool:
        for predicate in predicates:  # noqa: SIM110  # see `_every`
            if not predicate(value):
                return False
        return True

    return accepted


def _some(predicates: list[Accepts]) -> Accepts:
    """Is one of them true?"""
    if len(predicates) == 1:
        return predicates[0]

    def accepted(value: Any) -> bool:
        for predicate in predicates:  # noqa: SIM110  # see `_every`
            if predicate(value):
                return True
        return False

    return accepted


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


SPELLED_INTEGER = "integer, not 1.0"
"""A type of ours: JSON Schema's own integer takes ``1.0``."""

_TYPES: dict[str, Accepts] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: _number(value) and value % 1 == 0,
    "number": _number,
    SPELLED_INTEGER: lambda value: type(value) is int,
}


def _type(schema: Any, of: Of) -> Accepts:
    return _some([_TYPES[kind] for kind in ([schema["type"]] if isinstance(schema["type"], str) else schema["type"])])


def _one_of(allowed: list[Any]) -> Accepts:
    names = frozenset(each for each in allowed if type(each) is str)
    if len(names) == len(allowed):
        return lambda value: type(value) is str and value in names
    return lambda value: any(equal(allowed_value, value) for allowed_value in allowed)


def _properties(schema: Any, of: Of) -> Accepts:
    """``properties`` and ``additionalProperties``: the one says what the other is about."""
    inner = {name: of(subschema) for name, subschema in schema.get("properties", {}).items()}
    rest = of(schema.get("additionalProperties", True))

    def accepted(value: Any) -> bool:
        if isinstance(value, dict):
            for key, item in value.items():
                if not inner.get(key, rest)(item):
                    return False
        return True

    return accepted


def _required(schema: Any, of: Of) -> Accepts:
    names = frozenset(schema["required"])
    return lambda value: not isinstance(value, dict) or value.keys() >= names


def _items(schema: Any, of: Of) -> Accepts:
    inner = of(schema["items"])
    return lambda value: not isinstance(value, list) or all(map(inner, value))


def _property_names(schema: Any, of: Of) -> Accepts:
    inner = of(schema["propertyNames"])
    return lambda value: not isinstance(value, dict) or all(map(inner, value))


def _pattern(schema: Any, of: Of) -> Accepts:
    found = re.compile(schema["pattern"]).search
    return lambda value: not isinstance(value, str) or found(value) is not None


def _at_least(kind: type[Sized], least: int) -> Accepts:
    return lambda value: not isinstance(value, kind) or len(value) >= least


def _at_most(kind: type[Sized], most: int) -> Accepts:
    return lambda value: not isinstance(value, kind) or len(value) <= most


def _all_of(schema: Any, of: Of) -> Accepts:
    every = [of(subschema) for subschema in schema["allOf"]]
    return _every(every)


def _any_of(schema: Any, of: Of) -> Accepts:
    some = [of(subschema) for subschema in schema["anyOf"]]
    return _some(some)


def _not(schema: Any, of: Of) -> Accepts:
    inner = of(schema["not"])
    return lambda value: not inner(value)


def _if(schema: Any, of: Of) -> Accepts:
    condition, then, otherwise = (of(schema.get(part, True)) for part in ("if", "then", "else"))
    return lambda value: then(value) if condition(value) else otherwise(value)


KEYWORDS: Keywords = {
    "$ref": None,
    "type": _type,
    "enum": lambda schema, of: _one_of(schema["enum"]),
    "const": lambda schema, of: _one_of([schema["const"]]),
    "required": _required,
    "properties": _properties,
    "additionalProperties": lambda schema, of: of(True) if "properties" in schema else _properties(schema, of),
    "items": _items,
    "minLength": lambda schema, of: _at_least(str, schema["minLength"]),
    "allOf": _all_of,
    "anyOf": _any_of,
    "not": _not,
    "if": _if,
    "then": None,
    "else": None,
}
OF_DOCUMENTS: Keywords = {
    **KEYWORDS,
    "propertyNames": _property_names,
    "pattern": _pattern,
    "maxLength": lambda schema, of: _at_most(str, schema["maxLength"]),
    "minItems": lambda schema, of: _at_least(list, schema["minItems"]),
    "maxItems": lambda schema, of: _at_most(list, schema["maxItems"]),
    "minProperties": lambda schema, of: _at_least(dict, schema["minProperties"]),
    "maxProperties": lambda schema, of: _at_most(dict, schema["maxProperties"]),
    "minimum": lambda schema, of: lambda value: not (_number(value) and value < schema["minimum"]),
    "maximum": lambda schema, of: lambda value: not (_number(value) and value > schema["maximum"]),
}
"""Those of the kit's own documents as well, such as reports; a dialect's schema has none of the others."""
_ANNOTATIONS = {"$schema", "$id", "$comment", "$defs", "title", "description", "default", "examples", "format"}
