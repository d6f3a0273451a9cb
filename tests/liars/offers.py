"""Who tells otherwise what the conversation offers, in every dialect."""

from __future__ import annotations

import json
from typing import Any

from support.offers import TARGETS, everywhere, functions, listed, schemas

from liars.liar import liar, liars_of, told_by
from liars.payloads import respelled
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation.parsing import parse

EVERYWHERE = told_by(*TARGETS)


@EVERYWHERE
@liar("openai.chat", "tools/offer-nested", "fidelity.tool-description", "error")
def forgets_what_a_tool_does(payload: Any) -> Any:
    """Leaves out the descriptions of tools."""
    for function in functions(payload):
        function.pop("description", None)
    return payload


def with_legal_tool_names(target: str) -> Any:
    """The reference, given names that every provider takes."""
    return lambda said: FORMATTERS[target](parse(respelled(said.to_json(), "weather.get", "weather_get")))


@liar("openai.chat", "tools/tool-name-with-dot", "fidelity.call-name", "error", with_legal_tool_names("openai.chat"))
def calls_a_tool_that_is_not_on_offer(payload: Any) -> Any:
    """Gives a call yet another name than its tool on offer."""
    [function] = functions(payload)
    rest = {key: value for key, value in payload.items() if key not in ("tools", "toolConfig", "parameters")}
    return payload | respelled(rest, function["name"], "INVALID_TOOL_NAME")


CALLED_OTHERWISE = tuple(
    calls_a_tool_that_is_not_on_offer.at(target, honest=with_legal_tool_names(target))
    for target in TARGETS
    if target != "openai.chat"
)


@EVERYWHERE
@liar("openai.chat", "tools/offer-array-of-objects", "fidelity.tool-description", "error")
def forgets_what_parameters_mean(payload: Any) -> Any:
    """Leaves out the descriptions of parameters."""
    for schema in everywhere(payload):
        if isinstance(schema.get("description"), str):
            del schema["description"]
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-two", "fidelity.tool-description", "error")
def describes_the_other_tool(payload: Any) -> Any:
    """Gives two tools each other's description."""
    one, two = functions(payload)
    one["description"], two["description"] = two["description"], one["description"]
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-second-without-description", "fidelity.tool-description", "error")
def describes_a_tool_as_the_one_before(payload: Any) -> Any:
    """Keeps the last description that it saw for a tool that has none."""
    one, two = functions(payload)
    two["description"] = one["description"]
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-nested", "fidelity.lost-parameter", "error")
def loses_what_is_inside_a_parameter(payload: Any) -> Any:
    """Writes a parameter that is an object without its own."""
    for schema in schemas(payload):
        schema["properties"]["guest"]["properties"]["address"]["properties"] = {}
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-two", "fidelity.lost-parameter", "error")
def loses_all_parameters(payload: Any) -> Any:
    """Offers tools as if they had no parameters."""
    for schema in schemas(payload):
        schema.clear()
        schema.update(type="object", properties={})
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-array-of-objects", "fidelity.altered-parameter", "error")
def makes_text_of_every_parameter(payload: Any) -> Any:
    """Takes every parameter for a string."""
    for schema in schemas(payload):
        for parameter in schema["properties"].values():
            parameter["type"] = "string"
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-numbers-in-a-list", "fidelity.altered-parameter", "error")
def calls_listed_numbers_texts(payload: Any) -> Any:
    """Makes every literal one of a text, and leaves the numbers."""
    for schema in everywhere(payload):
        if "enum" in schema:
            schema["type"] = "string"
    return payload


@liar("anthropic.chat", "tools/offer-numbers-in-a-list", "fidelity.altered-parameter", "error")
def calls_each_listed_number_a_text(payload: Any) -> Any:
    """Makes an alternative of every value, of a type that the value is none of."""
    for schema in everywhere(payload):
        if "enum" in schema:
            schema["anyOf"] = [{"type": "string", "const": value} for value in schema.pop("enum")]
            del schema["type"]
    return payload


@liar("vllm.chat", "tools/offer-tuple", "fidelity.altered-parameter", "error")
def makes_texts_of_items_by_their_place(payload: Any) -> Any:
    """Converts a tuple to the draft before 2020-12, and every place of it to a text."""
    for schema in everywhere(payload):
        if "prefixItems" in schema:
            schema["items"] = [{"type": "string"} for _ in schema.pop("prefixItems")]
    return payload


@liar("openai.chat", "tools/offer-enums", "fidelity.altered-parameter", "error")
def loses_the_values(payload: Any) -> Any:
    """Leaves out which values a parameter may have."""
    for schema in everywhere(payload):
        if isinstance(schema.get("enum"), list):
            del schema["enum"]
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-nested", "fidelity.altered-parameter", "error")
def forgets_what_is_required(payload: Any) -> Any:
    """Takes every parameter for an optional one."""
    for schema in everywhere(payload):
        if isinstance(schema.get("required"), list):
            del schema["required"]
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-null", "fidelity.altered-parameter", "error")
def forgets_null(payload: Any) -> Any:
    """Takes of several types the first."""
    for schema in everywhere(payload):
        if isinstance(schema.get("type"), list):
            schema["type"] = schema["type"][0]
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-alternatives", "fidelity.altered-parameter", "error")
def takes_the_first_alternative(payload: Any) -> Any:
    """Takes of several schemas the first."""
    for schema in everywhere(payload):
        if isinstance(schema.get("anyOf"), list):
            schema.update(schema.pop("anyOf")[0])
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-pointed", "fidelity.tool-description", "error")
def describes_each_pointer_instead_of_the_definition(payload: Any) -> Any:
    """Puts words of its own beside each pointer, and cuts the definition's."""
    for schema in schemas(payload):
        for name, parameter in schema["properties"].items():
            parameter["description"] = f"Property {name}"
        for definition in schema["$defs"].values():
            definition.pop("description", None)
    return payload


@EVERYWHERE
@liar(
    "openai.chat",
    "tools/offer-pointed",
    "fidelity.altered-parameter",
    "error",
    also=("fidelity.tool-description", "fidelity.lost-parameter"),
)
def loses_the_definitions(payload: Any) -> Any:
    """Copies the properties of a schema, and not what they point to."""
    for schema in schemas(payload):
        del schema["$defs"]
        for parameter in schema["properties"].values():
            parameter.pop("$ref")
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-two", "fidelity.lost-tool", "error")
def offers_what_was_called_alone(payload: Any) -> Any:
    """Leaves out the tool that the history does not call."""
    del listed(payload)[1]
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-two", "fidelity.renamed-tool", "error")
def offers_a_tool_by_another_name(payload: Any) -> Any:
    """Puts a prefix before the names on offer, and not before those in calls."""
    for function in functions(payload):
        function["name"] = f"functions_{function['name']}"
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-optional", "fidelity.loosened-parameter", "warning")
def loses_bounds_and_defaults(payload: Any) -> Any:
    """Copies the keywords that it knows."""
    for schema in schemas(payload):
        for parameter in schema["properties"].values():
            for keyword in ("minimum", "maximum", "pattern", "default"):
                parameter.pop(keyword, None)
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-optional", "fidelity.added-parameter", "warning")
def asks_for_a_reason(payload: Any) -> Any:
    """Adds a parameter of its own."""
    for schema in schemas(payload):
        schema["properties"]["reason"] = {"type": "string", "description": "Why this is called."}
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-optional", "fidelity.added-parameter", "warning")
def asks_for_all_of_it(payload: Any) -> Any:
    """Requires what was optional."""
    for schema in schemas(payload):
        schema["required"] = [*schema["properties"]]
    return payload


@liar("openai.chat", "tools/offer-not-called", "fidelity.invented-tool", "warning")
def offers_a_tool_of_its_own(payload: Any) -> Any:
    """Adds a tool by which the model ends the talk."""
    schema = {"type": "object", "properties": {"answer": {"type": "string"}}}
    function = {"name": "final_answer", "description": "Ends the conversation.", "parameters": schema}
    return payload | {"tools": [*payload["tools"], {"type": "function", "function": function}]}


@EVERYWHERE
@liar("openai.chat", "tools/offer-long-description", "fidelity.tool-description", "error")
def cuts_descriptions(payload: Any) -> Any:
    """Keeps the first 500 characters."""
    for function in functions(payload):
        function["description"] = function["description"][:500]
    return payload


@EVERYWHERE
@liar("openai.chat", "tools/offer-outside-ascii", "fidelity.tool-description", "error")
def escapes_descriptions(payload: Any) -> Any:
    """Writes descriptions as JSON strings within the strings."""
    for function in functions(payload):
        function["description"] = json.dumps(function["description"])
    return payload


LIARS = liars_of(globals())
