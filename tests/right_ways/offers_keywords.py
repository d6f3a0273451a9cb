"""Tools on offer: definitions, alternatives and values spelled by other keywords."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from support.offers import TARGETS, everywhere, functions, holders, schemas

from right_ways.everywhere import everywhere_on
from right_ways.way import way, ways_of


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


@everywhere_on("tools/offer-tuple", "tools/offer-as-generated", targets=("openai.chat", "vllm.chat", "mistral.chat"))
def a_list_of_so_many_of_one_kind(payload: Any) -> Any:
    """As drafts before 2020 have it."""
    for schema in everywhere(payload):
        if "prefixItems" in schema:
            schema["items"] = schema["prefixItems"][0]
    return payload


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


WAYS = ways_of(globals())
