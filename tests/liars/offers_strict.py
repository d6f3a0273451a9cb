"""Who offers parameters that take other keys than are meant, and who is strict about that."""

from __future__ import annotations

from typing import Any

from support.offers import TARGETS, everywhere, functions, schemas

from liars.liar import liar, liars_of, shipped


@liar("openai.chat", "tools/offer-any-object", "fidelity.altered-parameter", "error", like="dynamiq#753")
def takes_no_key(payload: Any) -> Any:
    """Closes an object that takes any key."""
    for schema in everywhere(payload):
        if schema.get("type") == "object" and not schema.get("properties"):
            schema["additionalProperties"] = False
    return payload


CLOSED = (
    *(takes_no_key.at(target) for target in TARGETS if target != "openai.chat"),
    takes_no_key.at("openai.chat", name="takes-no-name-of-any", case=shipped("tools/offer-any-keys")),
)


@liar(
    "vllm.chat",
    "tools/offer-without-parameters",
    "fidelity.altered-parameter",
    "error",
    like="modelflow-ai/.github#155",
)
def lists_parameters(payload: Any) -> Any:
    """Writes an empty table of parameters as PHP does: as an empty list."""
    for schema in schemas(payload):
        schema["properties"] = []
    return payload


LISTED = (
    lists_parameters.at("bedrock.chat", also=("bedrock.tool-schema-valid",)),
    lists_parameters.at("ollama.chat", also=("schema.type",)),
)


@liar("mistral.chat", "tools/offer-as-generated", "fidelity.altered-parameter", "error", like="hermes-agent#71804")
def takes_any_number_of_anything(payload: Any) -> Any:
    """Writes a list of so many things as a list."""
    for schema in everywhere(payload):
        if schema.pop("prefixItems", None):
            schema["items"] = {}
    return payload


@liar("openai.chat", "tools/offer-optional", "openai.strict-parameters", "error", like="dust#27635")
def is_strict_about_what_is_not(payload: Any) -> Any:
    """Switches strict mode on for schemas that are not made for it."""
    for function in functions(payload):
        function["strict"] = True
    return payload


@liar("openai.chat", "tools/offer-nested", "openai.strict-parameters", "error", like="camel#3001")
def describes_a_reference_in_strict_mode(payload: Any) -> Any:
    """Moves a parameter into a definition, and leaves its description beside the reference to it."""
    for function in functions(payload):
        schema = closed(function["parameters"])
        name, parameter = next(iter(schema["properties"].items()))
        schema["properties"][name] = {"$ref": "#/$defs/one", "description": parameter.pop("description", "One.")}
        schema["$defs"] = {"one": parameter}
        function |= {"strict": True, "parameters": schema}
    return payload


@liar(
    "openai.chat",
    "tools/offer-nested",
    "openai.strict-parameters",
    "error",
    also=("fidelity.altered-parameter", "fidelity.tool-description"),
    like="dotnet/extensions#6918",
)
def refers_to_a_sibling_in_strict_mode(payload: Any) -> Any:
    """Says of a second parameter that it is as the first, where that stands."""
    for function in functions(payload):
        schema = closed(function["parameters"])
        first, *_, last = schema["properties"]
        schema["properties"][last] = {"$ref": f"#/properties/{first}"}
        function |= {"strict": True, "parameters": schema}
    return payload


@liar(
    "openai.chat",
    "tools/offer-nested",
    "openai.strict-parameters",
    "error",
    like="mux#1220",
)
def asks_for_words_in_strict_mode(payload: Any) -> Any:
    """Says of every text that it is not empty, as a library of schemas does for who asks it to."""
    for function in functions(payload):
        function |= {"strict": True, "parameters": closed(function["parameters"])}
    for schema in everywhere(payload):
        if schema.get("type") == "string":
            schema["minLength"] = 1
    return payload


def closed(schema: Any) -> Any:
    """The schema as strict mode wants it: every object closed, and all required."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: closed(value) for key, value in schema.items()}
    properties = kept.get("properties")
    return kept | {"additionalProperties": False, "required": [*properties]} if isinstance(properties, dict) else kept


STRICT = is_strict_about_what_is_not.at("openai-responses.chat", caught_by="openai-responses.strict-parameters")


LIARS = liars_of(globals())
