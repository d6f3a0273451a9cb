"""Tools on offer: schemas that lose what they point to, ask for, or are made of, and those that providers refuse."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any, TypeAlias

from planted.planted import TOOLS, Formatter, Planted, first
from support.google_schema import google
from support.offers import functions, holders

from pytest_promptfmt.conversation import Conversation

Schema: TypeAlias = dict[str, Any]
FOUND = ("fidelity.*parameter", "fidelity.*tool*", "*.*parameters*", "*.input-schema*", "*.tool*", "schema.*")
RAISED = ("exchange.raised", "errors.unclear")


def throughout(schema: Any, change: Callable[[Schema], Any]) -> Any:
    """Each schema in a schema as `change` has it, from the inside out; names of parameters are no keywords."""
    if not isinstance(schema, dict):
        return schema
    inner: Schema = {}
    for key, value in schema.items():
        if key in ("properties", "$defs") and isinstance(value, dict):
            inner[key] = {name: throughout(each, change) for name, each in value.items()}
        elif key in ("anyOf", "oneOf", "allOf", "prefixItems") and isinstance(value, list):
            inner[key] = [throughout(each, change) for each in value]
        elif key in ("items", "additionalProperties"):
            inner[key] = throughout(value, change)
        else:
            inner[key] = value
    return change(inner)


def hears(change: Callable[[Schema], Any]) -> Callable[[Conversation], Conversation]:
    """Each tool's whole schema as `change` has it."""

    def heard(conversation: Conversation) -> Conversation:
        tools = (replace(tool, parameters=change(deepcopy(dict(tool.parameters)))) for tool in conversation.tools)
        return replace(conversation, tools=tuple(tools))

    return heard


def each(change: Callable[[Schema], Any]) -> Callable[[Conversation], Conversation]:
    return hears(lambda schema: throughout(schema, change))


def lacking(*keys: str) -> Callable[[Schema], Schema]:
    return lambda schema: {key: value for key, value in schema.items() if key not in keys}


def stripped_of(*keys: str) -> Callable[[Any], Any]:
    """A walk that takes every object for a schema, a table of parameters too."""

    def strip(value: Any) -> Any:
        if isinstance(value, list):
            return [strip(item) for item in value]
        if not isinstance(value, dict):
            return value
        kept = {key: strip(item) for key, item in value.items() if key not in keys}
        if isinstance(kept.get("required"), list) and isinstance(kept.get("properties"), dict):
            kept["required"] = [name for name in kept["required"] if name in kept["properties"]]
        return kept

    return strip


def titles_beside_types(value: Any) -> Any:
    """Takes titles away wherever a type stands beside, from a table of parameters too; they stay required."""
    if isinstance(value, list):
        return [titles_beside_types(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: titles_beside_types(item) for key, item in value.items() if key != "title" or "type" not in value}


def closed(schema: Schema) -> Schema:
    """Strict mode for what has no parameters of its own: it takes nothing."""
    if schema.get("type") != "object":
        return schema
    properties = schema.get("properties", {})
    return schema | {"properties": properties, "required": [*properties], "additionalProperties": False}


def literals_as_schemas(schema: Schema) -> Schema:
    """Strings in a default that is a list are taken for schemas."""
    default = schema.get("default")
    if isinstance(default, list):
        schema = schema | {"default": [{"type": "object", "properties": {}} for _ in default]}
    return schema


def tuples_as_lists(schema: Schema) -> Schema:
    if "prefixItems" in schema:
        return {key: value for key, value in schema.items() if key not in ("prefixItems", "minItems", "maxItems")} | {
            "items": {}
        }
    return schema


def first_level(schema: Schema) -> Schema:
    """Of each parameter type, description and values; a list is a string."""

    def flat(parameter: Any) -> Schema:
        kept = {key: parameter[key] for key in ("type", "description", "enum") if key in parameter}
        return kept | {"type": "string"} if kept.get("type") == "array" else kept

    def nested(parameter: Any) -> Schema:
        inner = parameter.get("properties")
        return flat(parameter) | ({"properties": {name: flat(each) for name, each in inner.items()}} if inner else {})

    return schema | {"properties": {name: nested(each) for name, each in schema.get("properties", {}).items()}}


def unpointed(schema: Schema) -> Schema:
    """Pointers and definitions are dropped."""
    return {key: value for key, value in schema.items() if key not in ("$ref", "$defs")}


def no_constants(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key != "const"}


def no_inner_items(schema: Schema) -> Schema:
    """A list in a list does not say what it holds."""
    inner = schema.get("items")
    if isinstance(inner, dict) and inner.get("type") == "array":
        return schema | {"items": {key: value for key, value in inner.items() if key != "items"}}
    return schema


def holding_texts(schema: Schema) -> Schema:
    """A list that does not say what it holds holds texts, for of anything Google has no word."""
    return {"items": {"type": "string"}, **schema} if schema.get("type") == "array" else schema


# in Google's words


def narrowed(wrong: Callable[[Schema], Any]) -> Callable[[Any, Conversation], Any]:
    """Gemini's ``parameters``, each as `wrong` makes it of the JSON Schema; none where it asks for nothing."""

    def send(payload: Any, given: Conversation) -> Any:
        if isinstance(payload, dict) and payload.get("tools"):
            for holder, key in holders(payload):
                schema = holder.pop(key)
                if schema.get("properties"):
                    holder["parameters"] = wrong(schema)
        return payload

    return send


def googled(change: Callable[[Schema], Any]) -> Callable[[Any, Conversation], Any]:
    return narrowed(lambda schema: google(schema, change))


def unresolved(schema: Schema) -> Any:
    """Google's words for a schema whose pointers were dropped."""
    return google(throughout(schema, unpointed))


def listed_types(schema: Schema) -> Any:
    """A list of types stays one."""
    found = google(schema)

    def restore(ours: Any, theirs: Any) -> None:
        if isinstance(ours.get("type"), list):
            theirs["type"] = [name.upper() for name in ours["type"]]
            theirs.pop("nullable", None)
        for name, inner in ours.get("properties", {}).items():
            restore(inner, theirs["properties"][name])

    restore(schema, found)
    return found


# what is done to payloads


def with_tools(change: Callable[[Any], None]) -> Callable[[Any, Conversation], Any]:
    def send(payload: Any, given: Conversation) -> Any:
        held = payload.get("toolConfig", payload.get("parameters", payload)) if isinstance(payload, dict) else {}
        if isinstance(held, dict) and held.get("tools"):
            change(payload)
        return payload

    return send


def listed_properties(payload: Any) -> None:
    """An empty object of parameters is an empty list, as PHP has it."""
    for holder, key in holders(payload):
        if holder[key].get("properties") == {}:
            holder[key]["properties"] = []


def empty_schema(payload: Any) -> None:
    for holder, key in holders(payload):
        if not holder[key].get("properties"):
            holder[key] = {}


def strict(payload: Any) -> None:
    """Strict mode, though the schemas are not made for it."""
    for function in functions(payload):
        function["strict"] = True


def drops_what_asks_for_nothing(conversation: Conversation) -> Conversation:
    return replace(conversation, tools=tuple(tool for tool in conversation.tools if tool.parameters.get("properties")))


def raises_on_two_types(honest: Formatter) -> Formatter:
    def format_(conversation: Conversation) -> Any:
        for tool in conversation.tools:
            throughout(dict(tool.parameters), one_type)
        return honest(conversation)

    return format_


def one_type(schema: Schema) -> Schema:
    if isinstance(schema.get("type"), list):
        raise ValueError(f"Unsupported type: {','.join(schema['type'])}")
    return schema


def edits_the_callers(*keys: str) -> Callable[[Formatter], Formatter]:
    """Keys are taken out of the caller's own schema."""

    def acts(honest: Formatter) -> Formatter:
        def format_(conversation: Conversation) -> Any:
            payload = deepcopy(honest(conversation))
            for tool in conversation.tools:
                for key in keys:
                    tool.parameters.pop(key, None)  # type: ignore[attr-defined]
            return payload

        return format_

    return acts


TABLE = (
    Planted(
        "vercel-ai-19002",
        "what a schema points to is dropped with the pointers",
        "gemini",
        FOUND,
        sends=narrowed(unresolved),
    ),
    Planted(
        "anything-llm-5786",
        "definitions are dropped, pointers to them are not",
        first("anthropic", TOOLS),
        FOUND,
        hears=hears(lambda schema: {k: v for k, v in schema.items() if k in ("type", "properties", "required")}),
    ),
    Planted(
        "open-webui-computer-87",
        "definitions are dropped, pointers to them are not",
        first("openai", TOOLS),
        FOUND,
        hears=hears(lacking("$defs")),
    ),
    Planted(
        "cline-12860",
        "a list is a string, and nothing is said two levels down",
        "gemini",
        FOUND,
        sends=narrowed(lambda schema: google(first_level(schema))),
    ),
    Planted(
        "caplets-178",
        "what a list holds is dropped",
        first("gemini", TOOLS),
        FOUND,
        hears=each(lambda schema: schema | {"items": {}} if "items" in schema else schema),
    ),
    Planted("thclaws-172", "JSON Schema goes out as Google's", "gemini", FOUND, sends=narrowed(lambda schema: schema)),
    Planted(
        "voocel-litellm-9", "a list of types goes out as Google's type", "gemini", FOUND, sends=narrowed(listed_types)
    ),
    Planted("new-api-6777", "a constant is dropped", first("gemini", TOOLS), FOUND, hears=each(no_constants)),
    Planted(
        "toolregistry-265",
        "a parameter that is called title is dropped",
        first("openai", TOOLS),
        FOUND,
        hears=hears(stripped_of("title", "nullable")),
    ),
    Planted(
        "fastmcp-3576",
        "a parameter that is called title is dropped beside one that is called type",
        first("openai", TOOLS),
        FOUND,
        hears=hears(titles_beside_types),
    ),
    Planted(
        "hermes-agent-56371",
        "texts in a default are taken for schemas",
        first("openai", TOOLS),
        FOUND,
        hears=each(literals_as_schemas),
    ),
    Planted("dynamiq-753", "what takes any key takes none", first("openai", TOOLS), FOUND, hears=each(closed)),
    Planted(
        "modelflow-155",
        "no parameters are an empty list",
        first("anthropic", TOOLS),
        FOUND,
        sends=with_tools(listed_properties),
    ),
    Planted(
        "marinara-engine-3007",
        "a tool that asks for nothing is dropped",
        first("openai", TOOLS),
        FOUND,
        hears=drops_what_asks_for_nothing,
    ),
    Planted(
        "ollama-vscode-67",
        "a tool that asks for nothing has an empty schema",
        "ollama openai openai-responses deepseek anthropic bedrock",
        FOUND,
        sends=with_tools(empty_schema),
    ),
    Planted(
        "opensquilla-1263",
        "a list in a list does not say what it holds",
        "gemini",
        FOUND,
        sends=googled(no_inner_items),
    ),
    Planted(
        "hermes-agent-71804",
        "a list of so many is a list of anything",
        first("gemini", TOOLS),
        FOUND,
        hears=each(tuples_as_lists),
    ),
    Planted(
        "ihub-apps-1567",
        "format and lengths of a text are dropped",
        "gemini",
        FOUND,
        hears=each(lacking("format", "minLength", "maxLength", "pattern")),
    ),
    Planted(
        "inspect-ai-3293",
        "strict mode for schemas that are not made for it",
        "openai openai-responses",
        FOUND,
        sends=with_tools(strict),
    ),
    Planted(
        "vscode-328010", "a parameter of two types raises", first("gemini", TOOLS), RAISED, acts=raises_on_two_types
    ),
    Planted(
        "pi-commandcode-99",
        "beside alternatives stands a description",
        "gemini",
        FOUND,
        sends=googled(holding_texts),
    ),
    Planted(
        "langchain-30456",
        "required is taken out of the caller's own schema",
        first("openai", TOOLS),
        ("purity.*",),
        acts=edits_the_callers("title", "required"),
    ),
    Planted(
        "vllm-50933",
        "definitions are taken out of the caller's own schema",
        first("vllm", TOOLS),
        ("purity.*",),
        acts=edits_the_callers("$defs"),
    ),
)
