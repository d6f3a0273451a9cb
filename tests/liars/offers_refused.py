"""Who offers tools as some providers refuse them."""

from __future__ import annotations

from typing import Any

from support.offers import everywhere, functions, listed, schemas

from liars.liar import liar, liars_of, told_by


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
    offers_null_for_no_names.at("bedrock.chat", caught_by="bedrock.tool-schema-valid"),
    offers_null_for_no_names.at("deepseek.chat", "warning"),
    offers_null_for_no_names.at("zhipu.chat", "warning"),
)


@liar("mistral.chat", "tools/offer-without-parameters", "mistral.parameters-given", "warning")
def offers_a_function_without_parameters(payload: Any) -> Any:
    """Leaves the schema out where there is nothing in it."""
    for function in functions(payload):
        del function["parameters"]
    return payload


LIARS = liars_of(globals())
