"""What an answer says of a schema is told at its place in that schema, and of no other."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.sentences.schemas import of_schema

SCHEMA = {"type": "object", "properties": {"a": {"type": "array", "minItems": 1}}}
BODY: dict[str, Any] = {
    "tools": [
        {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}},
        {"type": "function", "function": {"name": "g", "parameters": SCHEMA}},
    ],
    "response_format": {
        "type": "json_schema",
        "json_schema": {"name": "h", "schema": {"type": "object", "title": "H"}},
    },
}
OF_G, OF_H = "$.tools[1].function.parameters", "$.response_format.json_schema.schema"


@pytest.mark.parametrize(
    ("answer", "paths"),
    [
        ("Invalid schema for function 'g': In context=('properties', 'a'), it lacks items", [f"{OF_G}.properties.a"]),
        ("Invalid schema for function 'g': no", [OF_G]),
        ("Invalid schema for function 'x': no", []),
        ("Invalid schema for response_format 'h': In context=(), no", [OF_H]),
        ("invalid schema for response format: no", [OF_H]),
        ("Unsupported JSON schema fields: {'minItems', 'contains'}", [f"{OF_G}.properties.a.minItems"]),
        ("`g` functionDeclaration `parameters.a` schema has none", [f"{OF_G}.properties.a"]),
        ("`g` functionDeclaration parameters schema should be otherwise", [OF_G]),
        ("no such schema, details: <At path 'properties.a': odd>", [f"{OF_G}.properties.a"]),
        ("bad schema: missing 'items' or 'prefixItems' key in parameter", [f"{OF_G}.properties.a"]),
        ("schema: 'additionalProperties' must be explicitly set to false", [OF_H]),
        ("schema: missing 'type' key", []),
        ("schema: title is not permitted", [f"{OF_H}.title"]),
        ("title is not permitted", []),
        ("the schema was read", []),
    ],
)
def test_the_place_within_a_schema_is_told(answer: str, paths: list[str]) -> None:
    assert [found.path for found in of_schema(read(answer, "openai"), BODY)] == paths
