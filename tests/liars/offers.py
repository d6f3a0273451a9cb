"""Who offers tools as no API takes them, more often than there are, or not as the conversation does."""

from __future__ import annotations

import json
from typing import Any

from support.google_schema import google
from support.offers import TARGETS, everywhere, functions, holders, listed, schemas

from liars.liar import Liar, liar, liars_of, shipped
from liars.payloads import respelled
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation.parsing import parse


@liar("openai.chat", "tools/single-call", "fidelity.doubled-tool", "error")
def offers_a_tool_twice(payload: Any) -> Any:
    """Adds the agent's tools to those that the request has already."""
    return payload | {"tools": payload["tools"] * 2}


@liar("mistral.chat", "tools/single-call", "schema.type", "error")
def offers_tools_as_json_text(payload: Any) -> Any:
    """Writes the list of tools as a string."""
    return payload | {"tools": json.dumps(payload["tools"])}


@liar("zhipu.chat", "tools/single-call", "schema.required", "error", also=("fidelity.lost-tool",))
def offers_functions_flat(payload: Any) -> Any:
    """Writes tools as Responses has them, without the object ``function``."""
    return payload | {"tools": [{"type": "function", **tool["function"]} for tool in payload["tools"]]}


@liar(
    "anthropic.chat",
    "tools/single-call",
    "schema.required",
    "error",
    also=("fidelity.lost-parameter",),
)
def offers_parameters(payload: Any) -> Any:
    """Gives OpenAI's key the schema of a tool's input."""
    return payload | {"tools": [_renamed(tool, "input_schema", "parameters") for tool in payload["tools"]]}


@liar("gemini.chat", "tools/single-call", "schema.type", "error", also=("fidelity.lost-tool",))
def declares_the_name_of_a_function(payload: Any) -> Any:
    """Writes a function's name where the list of them belongs."""
    return payload | {"tools": [{"function_declarations": payload["tools"][0]["function_declarations"][0]["name"]}]}


@liar("bedrock.chat", "tools/single-call", "bedrock.tool-config", "error")
def offers_tools_without_a_config(payload: Any) -> Any:
    """Writes the list of tools where an object holds it."""
    return payload | {"toolConfig": payload["toolConfig"]["tools"]}


@liar("bedrock.chat", "tools/single-call", "schema.required", "error", also=("fidelity.lost-parameter",))
def offers_tools_without_a_schema(payload: Any) -> Any:
    """Leaves out the schema of a tool's input."""
    for tool in payload["toolConfig"]["tools"]:
        del tool["toolSpec"]["inputSchema"]
    return payload


@liar(
    "bedrock.chat",
    "tools/single-call",
    "schema.required",
    "error",
    also=("bedrock.union-one-key", "fidelity.lost-parameter"),
)
def offers_a_schema_without_its_key(payload: Any) -> Any:
    """Leaves the object that holds the schema empty."""
    for tool in payload["toolConfig"]["tools"]:
        tool["toolSpec"]["inputSchema"] = {}
    return payload


@liar(
    "bedrock.chat",
    "tools/single-call",
    "bedrock.union-one-key",
    "error",
    also=("bedrock.tool-config", "fidelity.lost-tool"),
)
def offers_tools_as_claude_has_them(payload: Any) -> Any:
    """Writes a tool as Anthropic's own API takes it, where an object names what kind of tool it is."""
    specs = [tool["toolSpec"] for tool in payload["toolConfig"]["tools"]]
    tools = [{**spec, "inputSchema": spec["inputSchema"]["json"]} for spec in specs]
    return payload | {"toolConfig": {"tools": [_renamed(tool, "inputSchema", "input_schema") for tool in tools]}}


@liar("bedrock.chat", "tools/offer-without-description", "schema.minLength", "error")
def describes_with_nothing(payload: Any) -> Any:
    """Writes a description where nobody described the tool."""
    for function in functions(payload):
        function["description"] = ""
    return payload


@liar(
    "openai-responses.chat",
    "tools/single-call",
    "schema.type",
    "error",
    also=("fidelity.lost-parameter",),
)
def offers_a_schema_as_text(payload: Any) -> Any:
    """Writes the schema of a tool's input as a string."""
    return payload | {"tools": [tool | {"parameters": json.dumps(tool["parameters"])} for tool in payload["tools"]]}


def _renamed(tool: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    return {new if key == old else key: value for key, value in tool.items()}


def told_by(*targets: str, **changes: Any) -> Any:
    """The same lie by the formatters of other targets."""

    def tell(lie: Liar) -> tuple[Liar, ...]:
        return (lie, *(lie.at(target, **changes) for target in targets if target != lie.target))

    return tell


# What the conversation offers, told otherwise: in every dialect.

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


# What providers refuse.


def _beside(payload: Any, **more: Any) -> Any:
    return ({"messages": payload} if isinstance(payload, list) else payload) | more


@told_by("deepseek.chat", severity="error", caught_by="deepseek.tools-nonempty")
@liar("openai.chat", "tools/offer-nothing", "openai.tools-nonempty", "warning")
def offers_no_tools(payload: Any) -> Any:
    """Sends an empty list where there are no tools."""
    return _beside(payload, tools=[])


NONE = (
    offers_no_tools[0].at("vllm.chat", "error", caught_by="vllm.tools-nonempty"),
    offers_no_tools[0].at("dashscope.chat", "warning", caught_by="dashscope.tools-nonempty"),
    offers_no_tools[0].at("dashscope-multimodal.chat", "warning", caught_by="dashscope.tools-nonempty"),
)


@liar("bedrock.chat", "tools/offer-nothing", "bedrock.tools-nonempty", "error")
def configures_no_tools(payload: Any) -> Any:
    """Sends a configuration without tools."""
    return payload | {"toolConfig": {"tools": []}}


@liar("openai.chat", "tools/single-call", "openai.tools-typed", "error", also=("fidelity.lost-tool",))
def offers_tools_without_a_type(payload: Any) -> Any:
    """Sends the functions of old as tools."""
    return payload | {"tools": [tool["function"] for tool in payload["tools"]]}


LOST = ("fidelity.lost-tool",)
UNTYPED = (
    offers_tools_without_a_type.at("deepseek.chat", caught_by="deepseek.tools-typed", like="opensre#3129"),
    offers_tools_without_a_type.at("zhipu.chat", "warning"),
    *(
        offers_tools_without_a_type.at(target, caught_by="fidelity.lost-tool", also=())
        for target in ("ollama.chat", "groq.chat", "cohere.chat")
    ),
    *(
        offers_tools_without_a_type.at(target, caught_by="schema.required", also=LOST)
        for target in ("vllm.chat", "mistral.chat")
    ),
)


@liar("deepseek.chat", "tools/single-call", "deepseek.tools-typed", "error")
def forgets_the_types_of_tools(payload: Any) -> Any:
    """Sends each function under its name, and nothing beside it."""
    return payload | {"tools": [{"function": tool["function"]} for tool in payload["tools"]]}


@liar("openai.chat", "tools/single-call", "openai.tool-name", "error", also=("fidelity.renamed-tool",))
def offers_names_with_spaces(payload: Any) -> Any:
    """Offers a tool by its title."""
    for function in functions(payload):
        function["name"] = "Get the weather"
    return payload


SPACES = (
    offers_names_with_spaces.at("deepseek.chat", caught_by="deepseek.tool-name"),
    offers_names_with_spaces.at("gemini.chat", caught_by="gemini.tool-name"),
)


@told_by("anthropic.chat", caught_by="anthropic.tool-names-unique")
@liar("deepseek.chat", "tools/single-call", "deepseek.tool-names-unique", "error", also=("fidelity.doubled-tool",))
def offers_one_name_twice(payload: Any) -> Any:
    """Collects the tools of two servers, and both have one."""
    listed(payload).append(listed(payload)[0])
    return payload


TWICE = tuple(
    offers_one_name_twice[0].at(f"{id_}.chat", caught_by=f"{id_}.tool-names-unique") for id_ in ("gemini", "bedrock")
)


@liar("openai.chat", "tools/single-call", "openai.parameters-object", "error")
def offers_a_schema_without_a_type(payload: Any) -> Any:
    """Copies the properties of a schema, and not its type."""
    for schema in schemas(payload):
        del schema["type"]
    return payload


TYPELESS = (
    offers_a_schema_without_a_type.at("deepseek.chat", caught_by="deepseek.parameters-object"),
    offers_a_schema_without_a_type.at("openai-responses.chat", caught_by="openai-responses.parameters-object"),
    offers_a_schema_without_a_type.at("anthropic.chat", caught_by="anthropic.tool-schema-type"),
    offers_a_schema_without_a_type.at("bedrock.chat", caught_by="bedrock.tool-schema-type"),
    offers_a_schema_without_a_type.at("zhipu.chat", "warning"),
    offers_a_schema_without_a_type.at("dashscope.chat", "warning"),
)


@liar(
    "openai.chat",
    "tools/single-call",
    "openai.parameters-top-level",
    "error",
    also=("fidelity.altered-parameter",),
)
def offers_alternatives_at_the_top(payload: Any) -> Any:
    """Says of the parameters as a whole which of them go together."""
    for schema in schemas(payload):
        schema["anyOf"] = [{"required": ["city"]}, {"required": []}]
    return payload


AT_THE_TOP = (
    offers_alternatives_at_the_top.at("openai-responses.chat", caught_by="openai-responses.parameters-top-level"),
    offers_alternatives_at_the_top.at("anthropic.chat", caught_by="anthropic.tool-schema-top-level"),
    offers_alternatives_at_the_top.at("bedrock.chat", caught_by="bedrock.tool-schema-top-level"),
    offers_alternatives_at_the_top.at("xai.chat", caught_by="xai.parameters-object", like="grok_conversation#25"),
)


@told_by("openai-responses.chat", caught_by="openai-responses.parameters-properties")
@liar("openai.chat", "tools/offer-without-parameters", "openai.parameters-properties", "error")
def offers_a_bare_object(payload: Any) -> Any:
    """Writes the schema of who has no parameters without any."""
    for schema in schemas(payload):
        del schema["properties"]
    return payload


@told_by("openai-responses.chat", caught_by="openai-responses.parameters-items")
@liar(
    "openai.chat",
    "tools/offer-array-of-objects",
    "openai.parameters-items",
    "error",
    also=("fidelity.altered-parameter",),
)
def offers_lists_of_anything(payload: Any) -> Any:
    """Does not say what an array holds."""
    for schema in everywhere(payload):
        if schema.get("type") == "array":
            del schema["items"]
    return payload


@told_by("openai-responses.chat", caught_by="openai-responses.parameters-items")
@liar("openai.chat", "tools/offer-tuple", "openai.parameters-items", "error", like="vercel/ai#2271")
def offers_items_by_their_place_in_a_list(payload: Any) -> Any:
    """Writes a tuple as Zod has it for drafts before 2020-12."""
    for schema in everywhere(payload):
        if "prefixItems" in schema:
            schema |= {"items": schema.pop("prefixItems"), "additionalItems": schema["items"]}
    return payload


@liar("openai.chat", "tools/offer-without-parameters", "openai.parameters-valid", "error")
def offers_null_for_no_names(payload: Any) -> Any:
    """Writes null where nothing is required."""
    for schema in schemas(payload):
        schema["required"] = None
    return payload


@liar(
    "anthropic.chat",
    "tools/offer-nested",
    "anthropic.tool-schema-valid",
    "error",
    also=("fidelity.altered-parameter",),
)
def offers_null_inside(payload: Any) -> Any:
    """Writes null where nothing is required of an object within, which Anthropic's types do not know."""
    for schema in schemas(payload):
        for inner in schema["properties"].values():
            if inner.get("type") == "object":
                inner["required"] = None
    return payload


NULL = (
    offers_null_for_no_names.at("openai-responses.chat", caught_by="openai-responses.parameters-valid"),
    offers_null_for_no_names.at("mistral.chat", caught_by="mistral.parameters-valid"),
    offers_null_for_no_names.at("anthropic.chat", "warning", caught_by="anthropic.tool-schema-valid"),
    offers_null_for_no_names.at("deepseek.chat", "warning"),
    offers_null_for_no_names.at("zhipu.chat", "warning"),
)


@liar("mistral.chat", "tools/offer-without-parameters", "mistral.parameters-given", "warning")
def offers_a_function_without_parameters(payload: Any) -> Any:
    """Leaves the schema out where there is nothing in it."""
    for function in functions(payload):
        del function["parameters"]
    return payload


# Google's own Schema.


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


# what is taken, and what takes it


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


LISTED = (lists_parameters.at("bedrock.chat"), lists_parameters.at("ollama.chat", also=("schema.type",)))


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
    also=("fidelity.added-parameter",),
    like="mux#1220",
)
def asks_for_words_in_strict_mode(payload: Any) -> Any:
    """Says of every text that it is not empty, as a library of schemas does for who asks it to."""
    for function in functions(payload):
        function |= {"strict": True, "parameters": closed(function["parameters"])}
        for schema in everywhere(function):
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
