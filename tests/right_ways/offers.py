"""Tools on offer: schemas spelled otherwise, and what the provider itself offers beside them."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

from liars.liar import Formatter, case, says
from support.google_schema import google
from support.offers import TARGETS, everywhere, functions, holders, schemas

from pytest_promptfmt.corpus import Case
from right_ways.way import Ways, way, ways_of

ONE = "tools/single-call"
OFFERS = ("tools/offer-nested", "tools/offer-array-of-objects", "tools/offer-enums", "tools/offer-two")


def everywhere_on(*cases: Case | str, targets: tuple[str, ...] = TARGETS) -> Callable[[Formatter], Ways]:
    """The same rewriting of what every dialect writes."""
    return lambda rewrite: tuple(each for target in targets for each in way(target, *cases)(rewrite))


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


@way("anthropic.chat", *OFFERS)
def tools_that_are_searched_for(payload: Any) -> Any:
    """All deferred but for the one that finds them, which the cache keeps."""
    for tool in payload["tools"]:
        tool["defer_loading"] = True
    searching = {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}
    payload["tools"].insert(0, {**searching, "cache_control": {"type": "ephemeral"}})
    return payload


@everywhere_on("tools/offer-pointed", targets=("openai.chat", "openai-responses.chat"))
def definitions_in_strict_mode(payload: Any) -> Any:
    """A reference alone, to a definition at the root."""
    for schema in everywhere(payload):
        if isinstance(properties := schema.get("properties"), dict):
            for name in {*properties} - {*schema.get("required", ())}:
                properties[name] = {"anyOf": [properties[name], {"type": "null"}]}
            schema |= {"required": [*properties], "additionalProperties": False}
    for function in functions(payload):
        function["strict"] = True
    return payload


@everywhere_on("tools/offer-pointed")
def definitions_written_out(payload: Any) -> Any:
    for holder, key in holders(payload):
        schema = holder[key]
        known = schema.pop("$defs")
        for name, parameter in schema["properties"].items():
            schema["properties"][name] = deepcopy(known[parameter["$ref"].rpartition("/")[2]])
    return payload


@everywhere_on("tools/offer-pointed")
def definitions_by_their_old_name(payload: Any) -> Any:
    for schema in schemas(payload):
        schema["definitions"] = schema.pop("$defs")
        for parameter in schema["properties"].values():
            parameter["$ref"] = parameter["$ref"].replace("$defs", "definitions")
    return payload


@everywhere_on("tools/offer-pointed", "tools/offer-inside-itself")
def an_empty_description_beside_a_pointer(payload: Any) -> Any:
    """As Agno writes it: the definition says what it is."""
    for schema in schemas(payload):
        for parameter in schema["properties"].values():
            parameter["description"] = ""
    return payload


@everywhere_on("tools/offer-pointed")
def words_of_its_own_beside_a_pointer(payload: Any) -> Any:
    for schema in schemas(payload):
        for name, parameter in schema["properties"].items():
            schema["properties"][name] = {"allOf": [parameter], "description": f"The {name}."}
    return payload


@everywhere_on("tools/offer-pointed", "tools/offer-inside-itself")
def pointers_inside_a_list_of_one(payload: Any) -> Any:
    for schema in schemas(payload):
        for name, parameter in schema["properties"].items():
            schema["properties"][name] = {"allOf": [parameter]}
    return payload


@everywhere_on("tools/offer-inside-itself")
def a_pointer_followed_twice(payload: Any) -> Any:
    for schema in schemas(payload):
        schema["properties"]["root"] = deepcopy(schema["$defs"]["branch"])
    return payload


@everywhere_on("tools/offer-null")
def null_by_alternatives(payload: Any) -> Any:
    for schema in schemas(payload):
        sound = schema["properties"]["sound"]
        sound["oneOf"] = [{"type": name} for name in sound.pop("type")]
    return payload


@everywhere_on("tools/offer-null")
def null_among_the_types(payload: Any) -> Any:
    for schema in schemas(payload):
        again = schema["properties"]["again"]
        again["type"] = [each["type"] for each in again.pop("anyOf")]
    return payload


@everywhere_on("tools/offer-enums")
def values_as_constants(payload: Any) -> Any:
    for schema in schemas(payload):
        colour = schema["properties"]["colour"]
        colour["anyOf"] = [{"const": value, "type": "string"} for value in colour.pop("enum")]
        del colour["type"]
    return payload


LISTED = ("tools/offer-numbers-in-a-list", "tools/offer-fractions-in-a-list", "tools/offer-constants")
JSON_SCHEMA = tuple(target for target in TARGETS if target != "gemini.chat")


def _values_of(schema: dict[str, Any]) -> list[Any] | None:
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    return values if isinstance(values, list) else None


@everywhere_on(*LISTED[:2], targets=JSON_SCHEMA)
def each_value_an_alternative_of_its_own(payload: Any) -> Any:
    """As Zod's literals come out: of a number none is called an integer."""
    for schema in everywhere(payload):
        if "enum" in schema:
            schema["anyOf"] = [{"type": "number", "const": value} for value in schema.pop("enum")]
            del schema["type"]
    return payload


@everywhere_on(*LISTED, targets=JSON_SCHEMA)
def values_listed_without_their_type(payload: Any) -> Any:
    for schema in everywhere(payload):
        if _values_of(schema) is not None:
            schema.pop("type", None)
    return payload


@everywhere_on(*LISTED, targets=JSON_SCHEMA)
def values_listed_as_numbers_with_a_point(payload: Any) -> Any:
    for schema in everywhere(payload):
        for key in {"enum", "const"} & {*schema} if schema.get("type") in ("integer", "number") else ():
            whole = [float(value) for value in _values_of(schema) or ()]
            schema |= {"type": "number", key: whole if key == "enum" else whole[0]}
    return payload


@everywhere_on("tools/offer-tuple", "tools/offer-nested", "tools/offer-array-of-objects")
def the_same_alternative_twice(payload: Any) -> Any:
    """As a list of so many of one kind comes out where each place is an alternative."""
    for schema in everywhere(payload):
        if "items" in schema and "items" not in schema["items"]:
            schema["items"] = {"anyOf": [schema["items"], deepcopy(schema["items"])]}
    return payload


@everywhere_on(
    "tools/offer-tuple", "tools/offer-tuple-in-a-list", targets=("vllm.chat", "zhipu.chat", "dashscope.chat")
)
def items_by_their_place_as_drafts_before_2020_have_them(payload: Any) -> Any:
    for schema in everywhere(payload):
        if "prefixItems" in schema:
            schema |= {"additionalItems": schema.pop("items", None), "items": schema.pop("prefixItems")}
            if schema["additionalItems"] is None:
                del schema["additionalItems"]
    return payload


@everywhere_on("tools/offer-alternatives")
def the_description_of_alternatives_on_each(payload: Any) -> Any:
    """Where anyOf stands, Vertex takes nothing beside it."""
    for schema in everywhere(payload):
        if "anyOf" in schema and "description" in schema:
            told = schema.pop("description")
            schema["anyOf"] = [{**each, "description": told} for each in schema["anyOf"]]
    return payload


@everywhere_on("tools/offer-alternatives")
def alternatives_of_which_one_holds(payload: Any) -> Any:
    for schema in schemas(payload):
        by = schema["properties"]["by"]
        by["oneOf"] = by.pop("anyOf")
    return payload


def _narrowly(payload: Any) -> Any:
    for holder, key in holders(payload):
        holder["parameters"] = holder.pop(key)
    return payload


GENERATED = (
    "tools/offer-constants",
    "tools/offer-titled",
    "tools/offer-defaults",
    "tools/offer-two-types",
    "tools/offer-tuple",
)
OPEN = ("tools/offer-any-object", "tools/offer-as-generated")
SANITISED = (
    *("tools/offer-empty-among-values", "tools/offer-empty-among-values-of-a-list"),
    *("tools/offer-null-among-values", "tools/offer-null-among-inner-values", "tools/offer-fractions-in-a-list"),
    *("tools/offer-bounds", "tools/offer-inner-bounds"),
    *("tools/offer-object-or-null", "tools/offer-objects-or-null-in-a-list", "tools/offer-second-without-description"),
    *("tools/offer-untyped", "tools/offer-untyped-inside", "tools/offer-untyped-in-a-list"),
    *("tools/offer-list-of-anything", "tools/offer-inner-list-of-anything"),
)
"""What sanitisers of schemas have to make something of."""


@everywhere_on("tools/offer-without-parameters", targets=TARGETS)
def nothing_taken_where_there_are_no_parameters(payload: Any) -> Any:
    for schema in schemas(payload):
        schema |= {"properties": {}, "required": [], "additionalProperties": False}
    return payload


@everywhere_on("tools/offer-tuple", "tools/offer-as-generated", targets=("openai.chat", "vllm.chat", "mistral.chat"))
def a_list_of_so_many_of_one_kind(payload: Any) -> Any:
    """As drafts before 2020 have it."""
    for schema in everywhere(payload):
        if "prefixItems" in schema:
            schema["items"] = schema["prefixItems"][0]
    return payload


def _google(*cases: str, warnings: tuple[str, ...] = ()) -> Callable[[Formatter], Ways]:
    return way("gemini.chat", *cases, warnings=warnings)


@_google(*OFFERS, "tools/offer-optional")
def types_by_number(payload: Any) -> Any:
    """As Google's older Python client writes them over REST."""
    numbers = ("", "string", "number", "integer", "boolean", "array", "object", "null")
    for schema in everywhere(_narrowly(payload)):
        if isinstance(schema.get("type"), str):
            schema["type"] = numbers.index(schema["type"].lower())
    return payload


@_google(*OFFERS, "tools/offer-optional")
def types_in_capitals(payload: Any) -> Any:
    for schema in everywhere(_narrowly(payload)):
        if isinstance(schema.get("type"), str):
            schema["type"] = schema["type"].upper()
    return payload


@_google(*GENERATED, *SANITISED, "tools/offer-pointed", "tools/offer-alternatives")
def all_in_googles_words(payload: Any) -> Any:
    return _in_googles_words(payload)


@_google(*GENERATED, *SANITISED, "tools/offer-pointed", "tools/offer-alternatives")
def all_in_googles_words_in_the_other_spelling(payload: Any) -> Any:
    for holder, key in holders(_in_googles_words(payload)):
        holder[key] = _snaked(holder[key])
    return payload


def _snaked(value: Any) -> Any:
    """As Python's own library names them: any_of, min_items. No property of these schemas has a capital."""
    if isinstance(value, list):
        return [_snaked(each) for each in value]
    if isinstance(value, dict):
        return {re.sub("([A-Z])", r"_\1", key).lower(): _snaked(each) for key, each in value.items()}
    return value


COUNTS = ("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties")


@_google("tools/offer-tuple")
def counts_as_googles_json_spells_them(payload: Any) -> Any:
    """``string (int64 format)``, as its reference has them."""
    for schema in everywhere(_in_googles_words(payload)):
        schema |= {key: str(schema[key]) for key in COUNTS if key in schema}
    return payload


@_google("tools/offer-one-of-three", "tools/offer-one-of-two-in-a-list", warnings=("fidelity.loosened-parameter",))
def all_in_googles_words_but_for_alternatives_that_only_require(payload: Any) -> Any:
    return _in_googles_words(payload)


@way("openai-responses.chat", "tools/offer-alternatives", warnings=("fidelity.loosened-parameter",))
def one_alternative_of_two_for_who_is_strict(payload: Any) -> Any:
    for tool in payload["tools"]:
        by = tool["parameters"]["properties"]["by"]
        first = by["anyOf"][0] | {"description": by["description"], "additionalProperties": False}
        tool |= {
            "strict": True,
            "parameters": tool["parameters"] | {"properties": {"by": first}, "additionalProperties": False},
        }
    return payload


@_google(*OPEN, warnings=("gemini.parameters-properties",))
def all_in_googles_words_but_for_objects_of_any_key(payload: Any) -> Any:
    return _in_googles_words(payload)


def _in_googles_words(payload: Any) -> Any:
    for holder, key in holders(payload):
        holder["parameters"] = google(holder.pop(key))
    for schema in everywhere(payload):
        if schema.get("type") == "ARRAY":
            schema.setdefault("items", {"type": "STRING"})  # of anything there is no word
    return payload


@everywhere_on("tools/offer-untyped-inside", "tools/offer-untyped-in-a-list")
def a_type_for_all_that_has_properties(payload: Any) -> Any:
    for schema in everywhere(payload):
        if "properties" in schema:
            schema["type"] = "object"
    return payload


@_google("tools/offer-null")
def nullable_types(payload: Any) -> Any:
    for schema in schemas(_narrowly(payload)):
        properties = schema["properties"]
        properties["sound"] |= {"type": "STRING", "nullable": True}
        properties["again"] = {"type": "INTEGER", "nullable": True, "description": properties["again"]["description"]}
    return payload


@_google("tools/offer-numbers-in-a-list")
def values_that_are_numbers_as_texts(payload: Any) -> Any:
    for schema in schemas(_narrowly(payload)):
        level = schema["properties"]["level"]
        level |= {"type": "STRING", "enum": [str(value) for value in level["enum"]]}
    return payload


@_google("tools/offer-numbers-in-a-list")
def values_that_are_numbers_in_the_description(payload: Any) -> Any:
    for schema in schemas(_narrowly(payload)):
        level = schema["properties"]["level"]
        level["description"] += f" One of {level.pop('enum')}."
    return payload


@_google("tools/offer-optional")
def bounds_that_google_takes_elsewhere_only(payload: Any) -> Any:
    for schema in everywhere(_narrowly(payload)):
        for keyword in ("minimum", "maximum", "pattern", "default"):
            schema.pop(keyword, None)
    return payload


@_google("tools/offer-any-keys", warnings=("gemini.parameters-properties",))
def an_object_with_keys_of_any_name(payload: Any) -> Any:
    for schema in schemas(_narrowly(payload)):
        del schema["properties"]["labels"]["additionalProperties"]
    return payload


@_google("tools/offer-without-parameters")
def a_function_declared_by_its_name(payload: Any) -> Any:
    for holder, key in holders(payload):
        del holder[key]
    return payload


@way("openai.chat", ONE, warnings=("fidelity.invented-tool",))
def a_tool_without_a_schema_beside(payload: Any) -> Any:
    payload["tools"].append({"type": "custom", "custom": {"name": "note", "format": {"type": "text"}}})
    return payload


@way("openai-responses.chat", ONE)
def tools_of_the_servers_own_beside(payload: Any) -> Any:
    payload["tools"] += [{"type": "web_search"}, {"type": "mcp", "server_label": "maps", "server_url": "https://x.org"}]
    return payload


@way("anthropic.chat", ONE, warnings=("anthropic.roles-alternate",))
def a_search_of_the_servers_own_beside(payload: Any) -> Any:
    payload["tools"].append({"type": "web_search_20250305", "name": "web_search", "max_uses": 2})
    return payload


@way("gemini.chat", ONE, warnings=("gemini.alternate",))
def declarations_in_camel_case_and_a_search(payload: Any) -> Any:
    declared = [{"functionDeclarations": tool["function_declarations"]} for tool in payload["tools"]]
    return payload | {"tools": [*declared, {"googleSearch": {}}]}


@way("gemini.chat", ONE, warnings=("gemini.alternate",))
def declarations_with_an_openapi_schema(payload: Any) -> Any:
    return _narrowly(payload)


@way("bedrock.chat", ONE)
def a_mark_for_the_cache_behind_the_tools(payload: Any) -> Any:
    payload["toolConfig"]["tools"].append({"cachePoint": {"type": "default"}})
    return payload


ON_OFFER = case(
    "a-tool-on-offer",
    says("user", "Ring the bell, amber-17."),
    tools=[{"name": "ring", "description": "Rings the bell.", "parameters": {"type": "object", "properties": {}}}],
)


def an_empty_list_of_tools(payload: Any) -> Any:
    """As a client writes it that has no word of tools: who claims none need not offer any."""
    return {**payload, "tools": []}


NOT_CLAIMED = tuple(
    replace(each, claims={"blocks": []})
    for target in ("ollama.chat", "gemini.chat", "cohere.chat")
    for each in way(target, ON_OFFER)(an_empty_list_of_tools)
)

WAYS = ways_of(globals())
