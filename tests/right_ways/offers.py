"""Tools on offer: descriptions, types and what is required, spelled otherwise."""

from __future__ import annotations

from typing import Any

from support.offers import TARGETS, everywhere, functions, holders, schemas

from right_ways.everywhere import OFFERS, everywhere_on
from right_ways.way import way, ways_of

EVERYWHERE = everywhere_on(*OFFERS)
LENIENT = ("openai.chat", "deepseek.chat", "vllm.chat", "zhipu.chat", "ollama.chat", "dashscope.chat")


@everywhere_on("tools/names-alike-at-first", targets=("gemini.chat", "anthropic.chat", "openai-responses.chat"))
def names_as_long_as_they_were_given(payload: Any) -> Any:
    """128 characters are taken, and 64 were before."""
    return payload


@everywhere_on("tools/offer-without-parameters", targets=LENIENT)
def no_schema_where_there_are_no_parameters(payload: Any) -> Any:
    for function in functions(payload):
        del function["parameters"]
    return payload


@way("anthropic.chat", "tools/offer-without-parameters", warnings=("anthropic.tool-schema-valid",))
def null_for_what_the_schema_has_none_of(payload: Any) -> Any:
    for schema in schemas(payload):
        schema |= {"properties": None, "required": None}
    return payload


@everywhere_on("tools/offer-without-description", targets=LENIENT)
def null_where_nothing_was_described(payload: Any) -> Any:
    for function in functions(payload):
        function["description"] = None
    return payload


@everywhere_on("tools/offer-without-description")
def a_description_where_nobody_gave_one(payload: Any) -> Any:
    for function in functions(payload):
        function["description"] = "A tool."
    return payload


@everywhere_on("tools/offer-second-without-description")
def a_name_where_nobody_described_the_second(payload: Any) -> Any:
    for function in functions(payload):
        function["description"] = function.get("description") or f"The tool {function['name']}."
    return payload


@everywhere_on("tools/offer-without-types", "tools/offer-without-types-inside")
def a_type_where_the_keywords_bound_one(payload: Any) -> Any:
    """As Moonshot and Gemini want it."""
    kinds = {"enum": "string", "const": "string", "pattern": "string", "minimum": "number"}
    for schema in everywhere(payload):
        kinds_here = [
            kind for key, kind in {**kinds, "properties": "object", "items": "array"}.items() if key in schema
        ]
        if "type" not in schema and kinds_here:
            schema["type"] = kinds_here[0]
    return payload


@EVERYWHERE
def a_closed_schema_with_titles_and_a_draft(payload: Any) -> Any:
    for schema in everywhere(payload):
        if schema.get("type") == "object" and isinstance(schema.get("properties"), dict):
            schema |= {"additionalProperties": False, "title": "A"}
    for schema in schemas(payload):
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return payload


@EVERYWHERE
def an_open_schema_in_another_order(payload: Any) -> Any:
    for holder, key in holders(payload):
        holder[key] = {"additionalProperties": True, **dict(reversed(holder[key].items()))}
        holder[key]["required"] = holder[key]["required"][::-1]
        holder[key]["properties"] = dict(reversed(holder[key]["properties"].items()))
    return payload


@EVERYWHERE
def descriptions_with_more_to_them(payload: Any) -> Any:
    for function in functions(payload):
        function["description"] = f"{function['description']}\n\n    Call it once.  "
    for schema in everywhere(payload):
        if isinstance(schema.get("description"), str):
            schema["description"] += " (as text)"
    return payload


@EVERYWHERE
def nothing_required_where_nothing_is(payload: Any) -> Any:
    for schema in everywhere(payload):
        if schema.get("type") == "object" and isinstance(schema.get("properties"), dict):
            schema.setdefault("required", [])
    return payload


@everywhere_on(
    *OFFERS,
    "tools/offer-optional",
    targets=("openai.chat", "openai-responses.chat", "anthropic.chat", "groq.chat"),
)
def all_required_and_null_for_what_is_not(payload: Any) -> Any:
    """Strict mode."""
    for schema in everywhere(payload):
        properties = schema.get("properties")
        if schema.get("type") == "object" and isinstance(properties, dict):
            for name in {*properties} - {*schema.get("required", ())}:
                properties[name]["type"] = [properties[name]["type"], "null"]
            schema |= {"required": [*properties], "additionalProperties": False}
    for function in functions(payload):
        function["strict"] = True
    for schema in everywhere(payload):
        schema.pop("default", None)
    return payload


@everywhere_on("tools/offer-without-parameters", targets=TARGETS)
def nothing_taken_where_there_are_no_parameters(payload: Any) -> Any:
    for schema in schemas(payload):
        schema |= {"properties": {}, "required": [], "additionalProperties": False}
    return payload


@everywhere_on("tools/offer-untyped-inside", "tools/offer-untyped-in-a-list")
def a_type_for_all_that_has_properties(payload: Any) -> Any:
    for schema in everywhere(payload):
        if "properties" in schema:
            schema["type"] = "object"
    return payload


WAYS = ways_of(globals())
