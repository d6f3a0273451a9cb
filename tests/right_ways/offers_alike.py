"""Schemas that say the same, each in other words: written down before anybody was asked."""

from __future__ import annotations

from typing import Any

from support.offers import everywhere, functions

from right_ways.everywhere import everywhere_on
from right_ways.way import ways_of

LISTS = ("tools/offer-array-of-objects", "tools/offer-enums", "tools/offer-numbers-in-a-list", "tools/offer-nested")
POINTED = ("tools/offer-pointed", "tools/offer-definitions")


@everywhere_on(*LISTS)
def one_type_as_a_list_of_it(payload: Any) -> Any:
    """But at the root, where providers ask for the word itself."""
    for schema in everywhere(payload):
        if isinstance(schema.get("type"), str) and schema["type"] != "object":
            schema["type"] = [schema["type"]]
    return payload


@everywhere_on(*LISTS)
def each_schema_all_of_itself(payload: Any) -> Any:
    for schema in [*everywhere(payload)]:
        if schema.get("type") in ("string", "integer", "number", "boolean"):
            whole = {key: schema.pop(key) for key in [*schema] if key != "description"}
            schema["allOf"] = [whole]
    return payload


@everywhere_on(*LISTS)
def open_to_further_keys_in_so_many_words(payload: Any) -> Any:
    for schema in everywhere(payload):
        if schema.get("type") == "object" and "additionalProperties" not in schema:
            schema["additionalProperties"] = True
    return payload


@everywhere_on(*LISTS)
def values_in_another_order(payload: Any) -> Any:
    for schema in everywhere(payload):
        if "enum" in schema:
            schema["enum"] = schema["enum"][::-1]
    return payload


@everywhere_on(*LISTS)
def no_titles_and_examples_of_ones_own(payload: Any) -> Any:
    for schema in everywhere(payload):
        schema.pop("title", None)
        if schema.get("type") == "string" and "enum" not in schema:
            schema["examples"] = ["one"]
    return payload


@everywhere_on(*POINTED)
def pointers_beside_their_description(payload: Any) -> Any:
    for schema in everywhere(payload):
        if "$ref" in schema and "description" in schema:
            schema["allOf"] = [{"$ref": schema.pop("$ref")}]
    return payload


@everywhere_on("tools/offer-nested", "tools/offer-two")
def yes_and_no_as_values(payload: Any) -> Any:
    for schema in everywhere(payload):
        if schema.get("type") == "boolean":
            schema["enum"] = [True, False]
    return payload


@everywhere_on(*LISTS)
def descriptions_on_one_line(payload: Any) -> Any:
    for schema in everywhere(payload):
        if isinstance(schema.get("description"), str):
            schema["description"] = " ".join(schema["description"].split())
    return payload


@everywhere_on(*LISTS)
def descriptions_between_blanks(payload: Any) -> Any:
    for function in functions(payload):
        function["description"] = f"\n    {function['description']}\n    "
    return payload


@everywhere_on(*LISTS)
def integers_in_a_format(payload: Any) -> Any:
    for schema in everywhere(payload):
        if schema.get("type") in ("integer", "number"):
            schema["format"] = {"integer": "int64", "number": "double"}[schema["type"]]
    return payload


@everywhere_on(*LISTS)
def defaults_where_nothing_has_to_be_said(payload: Any) -> Any:
    for schema in [*everywhere(payload)]:
        for name, inner in (schema.get("properties") or {}).items():
            if isinstance(inner, dict) and name not in schema.get("required", ()) and inner.get("type") == "string":
                inner.setdefault("default", inner["enum"][0] if "enum" in inner else "")
    return payload


@everywhere_on(*LISTS)
def lists_of_no_least_length(payload: Any) -> Any:
    for schema in everywhere(payload):
        if schema.get("type") == "array":
            schema["minItems"] = 0
            schema["uniqueItems"] = False
    return payload


@everywhere_on(*LISTS)
def required_in_the_order_of_the_properties_each_twice_described(payload: Any) -> Any:
    for schema in everywhere(payload):
        if schema.get("required"):
            schema["required"] = sorted(schema["required"])
    for function in functions(payload):
        function["description"] += "\n\n" + "Takes: " + "what its parameters say."
    return payload


@everywhere_on("tools/offer-null", "tools/offer-object-or-null")
def null_first_among_the_types(payload: Any) -> Any:
    for schema in everywhere(payload):
        if isinstance(schema.get("type"), list) and "null" in schema["type"]:
            schema["type"] = ["null", *(kind for kind in schema["type"] if kind != "null")]
    return payload


@everywhere_on("tools/offer-bounds", "tools/offer-as-generated")
def bounds_by_the_next_number(payload: Any) -> Any:
    """Of whole numbers, above 0 is at least 1."""
    for schema in everywhere(payload):
        if schema.get("type") == "integer" and "minimum" in schema:
            schema["exclusiveMinimum"] = schema.pop("minimum") - 1
    return payload


WAYS = ways_of(globals())
