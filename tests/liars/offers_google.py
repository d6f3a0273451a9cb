"""Who offers tools otherwise than Google's own Schema has them."""

from __future__ import annotations

from typing import Any

from support.google_schema import google
from support.offers import everywhere, holders, schemas

from liars.liar import liar, liars_of


def _narrowly(payload: Any) -> Any:
    """Under ``parameters``, whose JSON Schema is a part of the whole."""
    for holder, key in holders(payload):
        holder["parameters"] = holder.pop(key)
    return payload


@liar("gemini.chat", "tools/single-call", "gemini.parameters-keys", "error")
def closes_objects(payload: Any) -> Any:
    """Writes additionalProperties, which strict providers ask for."""
    for schema in schemas(_narrowly(payload)):
        schema["additionalProperties"] = False
    return payload


@liar("gemini.chat", "tools/offer-pointed", "gemini.parameters-keys", "error")
def points_to_definitions(payload: Any) -> Any:
    """Sends pointers as they are."""
    return _narrowly(payload)


@liar("gemini.chat", "tools/offer-null", "gemini.parameters-type", "error")
def lists_types(payload: Any) -> Any:
    """Sends null as a type beside others."""
    return _narrowly(payload)


@liar(
    "gemini.chat",
    "tools/offer-alternatives",
    "fidelity.lost-parameter",
    "error",
    like="@effect/ai-google 0.15",
)
def keeps_of_alternatives_that_they_are_objects(payload: Any) -> Any:
    """Writes the type that all alternatives have, and none of their parameters."""
    for schema in everywhere(_narrowly(payload)):
        if schema.pop("anyOf", None):
            schema["type"] = "object"
    return payload


@liar(
    "gemini.chat",
    "tools/offer-two",
    "gemini.parameters-type",
    "error",
    also=("gemini.parameters-required", "fidelity.altered-parameter", "fidelity.lost-parameter"),
)
def counts_types_from_elsewhere(payload: Any) -> Any:
    """Writes the number of a type that there is not."""
    for schema in everywhere(_narrowly(payload)):
        schema["type"] = 11
    return payload


@liar("gemini.chat", "tools/offer-numbers-in-a-list", "gemini.parameters-enum", "error")
def lists_numbers(payload: Any) -> Any:
    """Sends the values of an enum as the numbers that they are, as texts by type."""
    for schema in everywhere(_narrowly(payload)):
        if "enum" in schema:
            schema["type"] = "string"
    return payload


@liar("gemini.chat", "tools/offer-numbers-in-a-list", "gemini.parameters-enum", "error", like="OmniRoute#760")
def lists_numbers_as_texts(payload: Any) -> Any:
    """Sends the values of an enum as texts, of the type that the numbers have."""
    for schema in everywhere(_narrowly(payload)):
        if "enum" in schema:
            schema["enum"] = [str(value) for value in schema["enum"]]
    return payload


@liar("gemini.chat", "tools/offer-constraints", "gemini.parameters-format", "warning", like="weave-os/router#387")
def sends_formats_as_they_are(payload: Any) -> Any:
    """Writes Google's words, and whatever format there was."""
    for holder, key in holders(payload):
        schema = holder.pop(key)
        formats = {name: one.get("format") for name, one in schema["properties"].items()}
        holder["parameters"] = google(schema)
        for name, format_ in formats.items():
            if format_:
                holder["parameters"]["properties"][name]["format"] = format_
    return payload


@liar("gemini.chat", "tools/offer-tuple", "fidelity.altered-parameter", "error")
def spells_another_count(payload: Any) -> Any:
    """Writes counts as the texts that Google's JSON has, and one more."""
    for holder, key in holders(payload):
        holder["parameters"] = google(holder.pop(key))
    for schema in everywhere(payload):
        schema |= {key: str(schema[key] + 1) for key in ("minItems", "maxItems") if key in schema}
    return payload


@liar("gemini.chat", "tools/offer-empty-among-values", "gemini.parameters-enum", "error", like="weave-os/router#83")
def lists_nothing_among_values(payload: Any) -> Any:
    """Sends an enum as it is, with the empty text in it."""
    return _narrowly(payload)


@liar(
    "gemini.chat",
    "tools/offer-without-types",
    "gemini.parameters-enum",
    "error",
    also=("gemini.parameters-keys", "gemini.parameters-required"),
)
def lists_values_of_no_type(payload: Any) -> Any:
    """Sends an enum without the type that its values have."""
    for schema in everywhere(_narrowly(payload)):
        if "enum" in schema:
            schema.pop("type", None)
    return payload


@liar(
    "gemini.chat", "tools/offer-one-of-three", "gemini.parameters-required", "error", like="home-generative-agent#527"
)
def sends_bare_alternatives(payload: Any) -> Any:
    """Sends alternatives that say nothing but what is required."""
    return _narrowly(payload)


@liar("openai.chat", "tools/offer-list-of-anything", "openai.parameters-items", "error", like="opencode#21589")
def offers_a_list_of_who_knows_what(payload: Any) -> Any:
    """Sends a list that does not say what it holds as it came."""
    for schema in everywhere(payload):
        if schema.get("items") == {}:
            del schema["items"]
    return payload


@liar(
    "gemini.chat",
    "tools/offer-array-of-objects",
    "gemini.parameters-items",
    "error",
    also=("fidelity.altered-parameter",),
)
def declares_lists_of_anything(payload: Any) -> Any:
    """Does not say what an array holds."""
    for schema in everywhere(_narrowly(payload)):
        if schema.get("type") == "array":
            del schema["items"]
    return payload


@liar(
    "gemini.chat",
    "tools/offer-array-of-objects",
    "gemini.parameters-items",
    "error",
    also=("fidelity.altered-parameter",),
)
def declares_a_list_that_is_a_text(payload: Any) -> Any:
    """Calls a list a text, and leaves what it holds beside that."""
    for schema in everywhere(_narrowly(payload)):
        if schema.get("type") == "array":
            schema["type"] = "string"
    return payload


TEXT = {"text": {"type": "STRING"}}


@liar(
    "gemini.chat",
    "tools/single-call",
    "gemini.parameters-required",
    "error",
    also=("fidelity.lost-parameter",),
    like="Antigravity2Api#22",
)
def drops_properties_that_it_takes_for_keywords(payload: Any) -> Any:
    """Cleans a schema of its properties, and leaves what is required."""
    for tool in payload["tools"]:
        for declared in tool["function_declarations"]:
            schema = declared.pop("parameters_json_schema")
            declared["parameters"] = {"type": "OBJECT", "properties": TEXT, "required": schema["required"]}
    return payload


@liar("gemini.chat", "tools/offer-without-parameters", "gemini.parameters-properties", "warning")
def declares_an_empty_object(payload: Any) -> Any:
    """Writes the schema of who has no parameters."""
    return _narrowly(payload)


LIARS = liars_of(globals())
