"""What tools on offer ask for in generated conversations: classes of schemas and of descriptions.

`words.TAG` stands for a word that stands nowhere else, as there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_CITY = {"type": "string", "description": "Which city, {tag}."}


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"city": _CITY, **properties}, "required": ["city"]}


SCHEMAS: Mapping[str, dict[str, Any]] = {
    "plain": _object(),
    "enum": _object(unit={"type": "string", "enum": ["C", "F"], "description": "In which unit, {tag}."}),
    "nested": _object(
        guest={
            "type": "object",
            "description": "Who, {tag}.",
            "properties": {
                "name": {"type": "string", "description": "The name, {tag}."},
                "address": {
                    "type": "object",
                    "properties": {"street": {"type": "string", "description": "Where, {tag}."}},
                    "required": ["street"],
                },
            },
            "required": ["name"],
        }
    ),
    "list": _object(
        stops={
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"at": {"type": "string", "enum": ["sea", "land"]}, "n": {"type": "integer"}},
                "required": ["at"],
            },
        }
    ),
    "optional": {
        "type": "object",
        "properties": {"city": _CITY, "days": {"type": "integer", "default": 3, "description": "How many, {tag}."}},
    },
    "titled": _object(title={"type": "string", "description": "A title, {tag}."}, type={"type": "string"}),
    "bounds": _object(n={"type": "integer", "minimum": 1, "maximum": 9, "description": "A number, {tag}."}),
    "null": _object(
        sound={"type": ["string", "null"], "description": "Which, {tag}."},
        again={
            "anyOf": [{"type": "integer"}, {"type": "null", "description": "Never."}],
            "description": "When, {tag}.",
        },
    ),
    "alternatives": _object(
        by={
            "description": "What is known, {tag}.",
            "anyOf": [
                {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]},
                {"type": "object", "properties": {"shelf": {"type": "integer"}}, "required": ["shelf"]},
            ],
        },
    ),
    "pointed": {
        "type": "object",
        "properties": {"city": {"$ref": "#/$defs/city"}, "start": {"$ref": "#/$defs/point"}},
        "required": ["city"],
        "$defs": {
            "city": _CITY,
            "point": {
                "type": "object",
                "description": "A place, {tag}.",
                "properties": {"x": {"type": "number"}, "pen": {"type": "string", "enum": ["ink", "chalk"]}},
                "required": ["x"],
            },
        },
    },
    "any keys": _object(labels={"type": "object", "additionalProperties": {"type": "string"}}),
    "any object": _object(
        fields={"type": "object", "description": "What there is, {tag}."},
        rows={"type": "array", "items": {"type": "object", "additionalProperties": True}},
    ),
    "constants": _object(
        kind={"type": "string", "const": "insert"},
        place={"anyOf": [{"type": "string", "const": "start"}, {"type": "string", "const": "end"}]},
    ),
    "numbers": _object(size={"type": "integer", "enum": [1, 2, 4], "description": "How large, {tag}."}),
    "defaults": _object(
        of={"type": "array", "items": {"type": "string"}, "default": ["boats"]},
        at={"type": "object", "properties": {"hour": {"type": "integer"}}, "default": {"hour": 7}},
        note={"type": ["string", "null"], "default": None},
    ),
    "tuple": _object(
        box={"type": "array", "items": {"type": "integer"}, "prefixItems": [{"type": "integer"}] * 2, "minItems": 2},
    ),
    "two types": _object(to={"type": ["integer", "string"]}, marks={"type": "array", "items": {"type": "boolean"}}),
    "empty": {"type": "object", "properties": {}},
    "letters": _object(ort={"type": "string", "description": 'Wo "überall",\n{tag}?'}),
    "bare list": _object(
        tags={"type": "array", "description": "Which, {tag}."}, rows={"type": "array", "items": {"type": "array"}}
    ),
    "empty value": _object(
        by={"type": "string", "enum": ["", "new", "old"], "description": "In which order, {tag}."},
        of={"type": "array", "items": {"type": "string", "enum": ["", "sea"]}},
    ),
    "object or null": _object(
        rudder={
            "type": ["object", "null"],
            "description": "How, {tag}.",
            "properties": {"angle": {"type": "integer"}},
            "required": ["angle"],
        }
    ),
    "at the root": {
        "type": "object",
        "properties": {"city": _CITY},
        "required": ["city"],
        "anyOf": [
            {"properties": {"day": {"type": "string", "description": "On which, {tag}."}}, "required": ["day"]},
            {"properties": {"hour": {"type": "integer"}, "zone": {"type": "string"}}, "required": ["hour"]},
        ],
    },
    "generated": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$comment": "as a generator wrote it",
        **_object(
            mail={
                "type": "string",
                "format": "email",
                "x-order": 1,
                "minLength": 3,
                "maxLength": 40,
                "pattern": ".+@.+",
            },
            rows={"type": "array", "uniqueItems": True, "items": {"type": "number", "multipleOf": 0.5}, "maxItems": 4},
            by={"type": "string", "deprecated": True, "examples": ["sea"], "description": "How, {tag}."},
            of={"type": "array", "items": {"type": "string", "writeOnly": True, "nullable": True}},
        ),
    },
    "by kind": {
        **_object(
            gear={
                "description": "Which, {tag}.",
                "discriminator": {"propertyName": "kind"},
                "oneOf": [
                    {"type": "object", "properties": {"kind": {"const": kind, "type": "string"}}, "required": ["kind"]}
                    for kind in ("sail", "oar")
                ],
            },
            start={"$ref": "#/definitions/point"},
        ),
        "definitions": {"point": {"type": "object", "description": "A place, {tag}.", "properties": {}}},
        "dependentRequired": {"start": ["gear"]},
        "if": {"required": ["start"]},
        "then": {"properties": {"city": {"not": {"const": ""}}}},
    },
    "excluded": _object(
        share={"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1, "description": "How much, {tag}."}
    ),
    "like keywords": {
        **_object(
            description={"type": "string", "description": "In words, {tag}."},
            default={"type": "integer", "description": "Else, {tag}."},
            items={"type": "string", "enum": ["string", "object"]},
            properties={"type": "object", "properties": {"items": {"type": "string"}}, "required": ["items"]},
            required={"type": "boolean"},
            pattern={"type": "string", "description": "Of what form, {tag}."},
            enum={"type": "array", "items": {"type": "string"}},
            of={"$ref": "#/$defs/title"},
        ),
        "required": ["city", "description", "default", "properties", "required"],
        "$defs": {"title": {"type": "string", "description": "A title, {tag}."}},
    },
    "untyped": _object(
        by={"enum": ["sea", "land"], "description": "By what, {tag}."},
        at={"properties": {"hour": {"type": "integer"}}, "required": ["hour"]},
        anything={"description": "Anything, {tag}."},
        rows={"type": "array", "items": {}},
    ),
    "all of": _object(
        start={
            "description": "Where, {tag}.",
            "allOf": [
                {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]},
                {"type": "object", "properties": {"pen": {"type": "string", "enum": ["ink", "chalk"]}}},
            ],
        },
        end={
            "type": "object",
            "properties": {"x": {"type": "number"}},
            "allOf": [{"properties": {"y": {"type": "number", "description": "How far, {tag}."}}, "required": ["y"]}],
        },
    ),
    "named by a pattern": {
        "$id": "https://example.com/of",
        **_object(
            labels={
                "type": "object",
                "propertyNames": {"pattern": "^[a-z]+$"},
                "additionalProperties": {"type": "string"},
            },
            marks={"type": "object", "patternProperties": {"^m_": {"type": "integer"}}, "additionalProperties": False},
        ),
    },
    "list or null": _object(
        stops={
            "type": ["array", "null"],
            "items": {"type": "string", "enum": ["sea", "land"]},
            "description": "{tag}.",
        },
        tags={"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}], "description": "{tag}."},
        by={"type": ["string", "null"], "enum": ["new", "old", None], "description": "In which order, {tag}."},
        rows={"anyOf": [{"type": "array"}, {"type": "string"}], "description": "Which, {tag}."},
    ),
    "of another type": _object(
        note={"type": "string", "properties": {"text": {"type": "string"}}, "required": ["text"]},
        by={
            "type": "object",
            "properties": {"day": {"type": "string"}, "hour": {"type": "integer"}},
            "anyOf": [{"required": ["day"]}, {"required": ["hour"]}],
            "description": "When, {tag}.",
        },
    ),
    "within itself": {
        **_object(tree={"$ref": "#/$defs/node"}),
        "$defs": {
            "node": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "description": "Of a branch, {tag}."},
                    "branches": {"type": "array", "items": {"$ref": "#/$defs/node"}},
                },
                "required": ["name"],
            }
        },
    },
    "no type": {"properties": {"city": _CITY}, "required": ["city"]},
}
DESCRIPTIONS: Mapping[str, str] = {
    "plain": "{tag}.",
    "lines": 'for "all" of 天气:\n  - {tag}\n  - <b>more</b> & more\n',
    "long": "{tag}" + ", and on" * 200,
    "very long": "{tag}" + ", and on" * 600 + ", {tag}",
    "none": "",
}
