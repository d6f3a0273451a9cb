"""What the JSON Schema of a tool asks for, however it is spelled.

Spellings of one thing are one: types in capitals, ``nullable`` or a type ``null``, a union of one, ``$ref`` or what it
points to, ``const`` or an enum of one, alternatives that are nothing but types or values, or the same again, the type
of listed values, a list of ``items`` as drafts before 2020-12 have it. `ANNOTATIONS` may come and go.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_promptfmt.common.json.equal import equal

ANNOTATIONS = {
    **dict.fromkeys(("title", "example", "examples", "propertyOrdering"), "says nothing of what is taken"),
    **dict.fromkeys(("$schema", "$id", "$comment", "$anchor", "id"), "is about the schema"),
    **dict.fromkeys(("$defs", "definitions", "defs"), "is said where it is pointed to"),
    **dict.fromkeys(("deprecated", "readOnly", "writeOnly", "strict"), "is advice"),
}
"""Keywords that a library may add and leave out, and why."""

_READ = {"type", "nullable", "description", "enum", "const", "properties", "required", "items", "additionalProperties"}
_HOLDING = {
    **dict.fromkeys(("not", "if", "then", "else", "propertyNames", "contains"), "one"),
    **dict.fromkeys(("patternProperties", "dependentSchemas"), dict),
    "prefixItems": list,
}
"""Keywords that hold schemas which are asked for nowhere else: one, some by name, some by place."""

IN_PLACE_APPLICATORS = ("not", "if", "then", "else", "dependentSchemas")
"""Of these those that are asked of what the schema itself is asked of."""

_BOUNDING = {
    **dict.fromkeys(("pattern", "minLength", "maxLength", "contentEncoding", "contentMediaType"), "string"),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), "number"),
    **dict.fromkeys(("minItems", "maxItems", "uniqueItems"), "array"),
    **dict.fromkeys(("minProperties", "maxProperties"), "object"),
}
"""Keywords that bound values of one type alone, which may be said beside them."""

_TYPE_OF = {str: "string", bool: "boolean", int: "integer", float: "number", list: "array", dict: "object"}

_OF_ONE_TYPE = {
    **_BOUNDING,
    **dict.fromkeys(("properties", "required", "additionalProperties"), "object"),
    **dict.fromkeys(("patternProperties", "propertyNames"), "object"),
    **dict.fromkeys(("items", "prefixItems", "contains"), "array"),
}
"""Keywords that say something of values of one type alone: beside another they mean nothing."""


_NOWHERE = "$ref to nowhere"


@dataclass(frozen=True, slots=True)
class NormalSchema:
    """What a schema asks for; no `types` are all, `enum` None is every value, `again` says that it is inside itself.

    One that is `numbered` says of each item what it is, one that is `closed` takes no key beside its properties, and
    one that is `broken` has no table of them where it should. What it points to is described `beside`: both hold.
    It `takes_null` as JSON Schema has it, which knows no ``nullable``, and of listed values none that is not there.
    """

    root: Any = None
    refs: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    nullable: bool = False
    description: str = ""
    beside: tuple[str, ...] = ()
    enum: tuple[Any, ...] | None = None
    properties: Mapping[str, Any] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    items: Any = None
    numbered: bool = False
    values: Any = None
    closed: bool = False
    broken: bool = False
    options: tuple[Any, ...] = ()
    rest: Mapping[str, Any] = field(default_factory=dict)
    again: bool = False
    takes_null: bool = True
    nowhere: str = ""
    """A reference that leads nowhere in the document."""

    @property
    def takes_any_key(self) -> bool:
        """Is it an object of which no key is known?"""
        return self.types == {"object"} and not self.properties and not self.closed

    @property
    def bounded(self) -> set[str]:
        """The types that its keywords bound, and its values have."""
        listed = {_TYPE_OF[type(value)] for value in self.enum or ()}
        return {_BOUNDING[key] for key in self.rest if key in _BOUNDING} | (listed - {"integer"} or listed)

    def held(self, key: str) -> Mapping[tuple[str | int, ...], Any] | None:
        """The schemas that a keyword holds, by the path from it; None for a keyword that holds none."""
        match _HOLDING.get(key), self.rest.get(key):
            case "one", dict() | bool() as schema:
                return {(): schema}
            case _, dict() as named if _HOLDING.get(key) is dict:
                return {(name,): schema for name, schema in named.items()}
            case _, list() as placed if _HOLDING.get(key) is list:
                return {(place,): schema for place, schema in enumerate(placed)}
        return None

    @property
    def anywhere(self) -> Any:
        """What an item is at any place, where each has a schema of its own: one of these."""
        placed = self.rest.get("prefixItems")
        beyond = [self.items] if isinstance(self.items, dict) else []
        return {"anyOf": [*placed, *beyond]} if isinstance(placed, list) else self.items

    def down(self, schema: Any) -> NormalSchema:
        return normal_schema(schema, self.root, self.refs)

    def has_alternative(self, types: frozenset[str]) -> bool:
        """Are these types those of an alternative, or of one that says none?"""
        known = [self.down(option).types or types for option in self.options]
        return types <= frozenset().union(self.types, *known)

    def is_emptied(self, given: NormalSchema) -> bool:
        """Is it an object, and has nothing of alternatives each of which has something?"""
        tables = [each for each in map(given.down, given.options) if each.properties or each.types == {"object"}]
        known = {*given.properties}.union(*(each.properties for each in tables))
        told = known & {*self.properties}
        return self.types == {"object"} and bool(tables) and all(each.properties for each in tables) and not told


def normal_schema(schema: Any, root: Any, refs: frozenset[str] = frozenset()) -> NormalSchema:
    merged, refs, nullable = _merged(schema, root, refs)
    if merged is None:
        return NormalSchema(again=True)
    merged = _normalised_keywords(merged)
    options = tuple(merged.get("anyOf") or ())
    values = merged["enum"] if isinstance(merged.get("enum"), list) else None
    if "const" in merged:
        values = [merged["const"]]
    types = {str(name).lower() for name in _listed(merged.get("type"))}
    told = nullable or ((not types or "null" in types) and (values is None or None in values))
    nullable = nullable or "null" in types or merged.get("nullable") is True or (values is not None and None in values)
    enum = None if values is None else tuple(value for value in values if value is not None)
    properties, inner = merged.get("properties"), merged.get("additionalProperties")
    said = [text for text in _listed(merged.get("description")) if text.strip()]
    types = _of_values(enum, types) if enum else types or _implied(merged)
    return NormalSchema(
        root,
        refs,
        frozenset(types - {"null"}),
        nullable,
        said[0] if said else "",
        tuple(said[1:]),
        enum,
        properties if isinstance(properties, dict) else {},
        frozenset(name for name in _listed(merged.get("required")) if isinstance(name, str)),
        merged.get("items"),
        bool(merged.get("prefixItems")),
        inner if isinstance(inner, dict) and inner else None,
        inner is False,
        properties is not None and not isinstance(properties, dict),
        options,
        {key: value for key, value in merged.items() if _constrains(key, value)},
        nowhere=merged.get(_NOWHERE, ""),
        takes_null=told,
    )


def _normalised_keywords(schema: dict[str, Any]) -> dict[str, Any]:
    """Without what is said of types that are not taken, which no validator reads."""
    types = {str(name).lower() for name in _listed(schema.get("type"))} - {"null"}
    taken = types | ({"number"} if "integer" in types else set())
    return {key: value for key, value in schema.items() if not types or _OF_ONE_TYPE.get(key) in (None, *taken)}


def _constrains(key: str, value: Any) -> bool:
    return (
        key not in ANNOTATIONS
        and key not in _READ
        and key not in ("anyOf", _NOWHERE)
        and not key.startswith("x-")
        and value is not None
    )


def _implied(schema: Mapping[str, Any]) -> set[str]:
    """The type that goes without saying."""
    if "properties" in schema:
        return {"object"}
    return {"array"} if "items" in schema else set()


def _of_values(enum: tuple[Any, ...], types: set[str]) -> set[str]:
    """The types that listed values have, which need not be said; what is said where a value is of none of these."""
    found = {_type_of(value) for value in enum}
    taken = types | ({"integer"} if "number" in types else set())
    return found if not types or found <= taken else types


def _type_of(value: Any) -> str:
    """As JSON Schema has it, of which 1.0 is an integer."""
    return "integer" if isinstance(value, float) and value.is_integer() else _TYPE_OF[type(value)]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _merged(schema: Any, root: Any, refs: frozenset[str]) -> tuple[dict[str, Any] | None, frozenset[str], bool]:
    """One object with what it points to, what it is all of, and its only alternative; is null taken beside?

    None stands for a schema that points back to where it is used.
    """
    merged = _readable(schema)
    nullable = False
    while isinstance(ref := merged.pop("$ref", None) or merged.pop("ref", None), str):
        if ref in refs:
            return None, refs, False
        refs |= {ref}
        pointed = _pointed(root, ref)
        merged = _both(_readable(pointed), merged) if pointed is not None else {**merged, _NOWHERE: ref}
    for part in _listed(merged.pop("allOf", None)):
        inner, refs, taken = _merged(part, root, refs)
        nullable = nullable or taken
        merged = _both(inner or {}, merged)
    options = [each for key in ("anyOf", "oneOf") for each in _listed(merged.pop(key, None)) if not _is_nothing(each)]
    others = [each for each in options if not _is_null(each)]
    nullable = nullable or len(others) < len(options)
    others = [each for n, each in enumerate(others) if not any(equal(each, other) for other in others[:n])]
    if len(others) == 1:
        inner, refs, taken = _merged(others[0], root, refs)
        if inner is None:
            return None, refs, True
        return _both(inner, merged), refs, nullable or taken
    if others and all(isinstance(each, dict) and {*each} <= {"type", "title"} for each in others):
        merged["type"] = [name for each in others for name in _listed(each.get("type"))]
    elif others and all(isinstance(each, dict) and {*each} & {"enum", "const"} for each in others):
        merged["enum"] = [value for each in others for value in each.get("enum", [each.get("const")])]
        kinds = [name for each in others for name in _listed(each.get("type"))]
        merged |= {"type": kinds} if kinds and "type" not in merged else {}
    elif others:
        merged["anyOf"] = others
    return merged, refs, nullable


def _readable(schema: Any) -> dict[str, Any]:
    """A copy, without a description that is no text, and with items by their place where 2020-12 has them."""
    found = dict(schema) if isinstance(schema, dict) else {}
    if isinstance(placed := found.get("items"), list):
        beyond = found.pop("additionalItems", None)
        found = {**found, "prefixItems": placed, "items": beyond}
        if beyond is None:
            del found["items"]
    return found if isinstance(found.get("description", ""), str) else {**found, "description": ""}


def _both(inner: dict[str, Any], outer: dict[str, Any]) -> dict[str, Any]:
    """What holds of one place; a description does not take the other's place, and the outer one's is first."""
    joined = {**inner, **outer}
    if "description" in joined:
        joined["description"] = [text for each in (outer, inner) for text in _listed(each.get("description"))]
    for key, empty in (("properties", {}), ("required", [])):
        if isinstance(inner.get(key), type(empty)) and isinstance(outer.get(key), type(empty)):
            joined[key] = {**inner[key], **outer[key]} if key == "properties" else inner[key] + outer[key]
    return joined


def _is_nothing(schema: Any) -> bool:
    """Does no value hold? Null is none of the values that it lists, or nothing is taken at all."""
    if not isinstance(schema, dict):
        return False
    listed = schema.get("enum")
    return schema == {"not": {}} or (_is_null(schema) and isinstance(listed, list) and None not in listed)


def _is_null(schema: Any) -> bool:
    return isinstance(schema, dict) and (
        str(schema.get("type")).lower() == "null" or schema.get("enum") == [None] or schema.get("const", 0) is None
    )


def _pointed(root: Any, ref: str) -> Any:
    """What a pointer within the document points to, None where there is nothing."""
    value = root
    for step in filter(None, ref.lstrip("#").split("/")):
        key = step.replace("~1", "/").replace("~0", "~")
        value = value.get(key) if isinstance(value, dict) else None
    return value
