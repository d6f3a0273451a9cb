"""Tools on offer of the sixteenth collection, and marks for caches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from planted.collected import meant
from planted.drawn.returned import raises_on
from planted.faults.offers import Schema, each, hears, lacking, narrowed, throughout, with_tools
from planted.planted import Planted
from support.google_schema import google
from support.offers import functions, holders, inside, listed

from pytest_promptfmt.conversation import Conversation


def items_kept(schema: Schema) -> Any:
    """Google's words, but for items beside a type that is no list."""
    found = google(schema)

    def restore(ours: Any, theirs: Any) -> None:
        if not isinstance(ours, dict) or not isinstance(theirs, dict):
            return
        if ours.get("type") in ("string", "number", "integer", "boolean", "object") and "items" in ours:
            theirs["items"] = google(ours["items"])
        for name, inner in ours.get("properties", {}).items():
            restore(inner, theirs.get("properties", {}).get(name))
        restore(ours.get("items"), theirs.get("items"))

    restore(schema, found)
    return found


def as_given(wanted: Callable[[Schema], Any]) -> Callable[[Any, Conversation], Any]:
    """A schema in which one is `wanted` goes out as it was given."""

    def send(payload: Any, given: Conversation) -> Any:
        if isinstance(payload, dict) and payload.get("tools"):
            for tool, (holder, key) in zip(given.tools, holders(payload), strict=True):
                if any(wanted(node) for node in inside(dict(tool.parameters))):
                    holder[key] = dict(tool.parameters)
        return payload

    return send


def beside_a_pointer(schema: Schema) -> bool:
    return "$ref" in schema and bool({"type", "description"} & {*schema})


def stays_open(schema: Any) -> Any:
    """Strict mode, which closes nothing."""
    if not schema.get("properties"):
        return schema
    optional = {*schema["properties"]} - {*schema.get("required", ())}
    properties = {name: or_null(inner) if name in optional else inner for name, inner in schema["properties"].items()}
    return schema | {"properties": properties, "required": [*properties]}


def or_null(schema: Any) -> Any:
    kind = schema.get("type")
    return schema | {"type": [kind, "null"]} if isinstance(kind, str) and kind != "null" else schema


def closes_objects(schema: Any) -> Any:
    """Strict mode, which looks for the type object alone."""
    done = stays_open(schema)
    return done | {"additionalProperties": False} if done.get("type") == "object" else done


def strict(change: Callable[[Schema], Any]) -> Callable[[Any], None]:
    def send(payload: Any) -> None:
        for function, (holder, key) in zip(functions(payload), holders(payload), strict=True):
            function["strict"] = True
            holder[key] = throughout(holder[key], change)

    return send


def pointers(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return {pointer for item in schema for pointer in pointers(item)}
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"]} if isinstance(schema.get("$ref"), str) else set()
    return own | {pointer for item in schema.values() for pointer in pointers(item)}


def points_to_itself(given: Conversation) -> bool:
    for tool in given.tools:
        for key in ("$defs", "definitions"):
            held = tool.parameters.get(key, {})
            if any(f"#/{key}/{name}" in pointers(inner) for name, inner in held.items()):
                return True
    return False


def flat(schema: Schema) -> Schema:
    kept = {
        name: {key: inner[key] for key in ("type", "description") if key in inner} if isinstance(inner, dict) else inner
        for name, inner in schema.get("properties", {}).items()
    }
    return schema | {"properties": kept}


def unsaid(payload: Any, given: Conversation) -> Any:
    """A schema with parameters and no type."""
    if isinstance(payload, dict) and payload.get("tools"):
        for tool, function in zip(given.tools, functions(payload), strict=True):
            if "properties" in tool.parameters and "type" not in tool.parameters:
                function.pop("parameters", None)
    return payload


def anything(schema: Schema) -> Schema:
    properties = {name: inner or True for name, inner in schema.get("properties", {}).items()}
    return schema | {"properties": properties} if properties else schema


def typeless(given: Conversation) -> bool:
    parameters = (inner for tool in given.tools for inner in tool.parameters.get("properties", {}).values())
    return any("type" not in inner for inner in parameters)


def marked_for_nova(payload: Any) -> None:
    payload["modelId"] = "us.amazon.nova-pro-v1:0"
    listed(payload).append({"cachePoint": {"type": "default"}})


TABLE = (
    Planted(
        "hermes-agent-38972",
        "items beside other types go out under parameters",
        "gemini",
        meant("hermes-agent-38972"),
        sends=narrowed(items_kept),
    ),
    Planted(
        "cc-switch-6834",
        "a type or a description stands beside a pointer",
        "moonshot",
        meant("cc-switch-6834"),
        sends=as_given(beside_a_pointer),
    ),
    Planted(
        "spring-ai-6865",
        "strict mode closes nothing",
        "openai openai-responses",
        meant("spring-ai-6865", "openai-responses.*"),
        sends=with_tools(strict(stays_open)),
    ),
    Planted(
        "openai-agents-4114",
        "strict mode closes what has one type",
        "openai-responses openai",
        meant("openai-agents-4114", "openai.*"),
        sends=with_tools(strict(closes_objects)),
    ),
    Planted(
        "vercel-ai-19488",
        "a definition that points to itself raises",
        "gemini",
        meant("vercel-ai-19488"),
        acts=raises_on(points_to_itself, "schema conversion does not support recursive references"),
    ),
    Planted(
        "eino-ext-797",
        "lists say nothing of what they hold",
        "ollama openai anthropic",
        meant("eino-ext-797", "openai.*", "anthropic.*"),
        hears=each(lacking("items")),
    ),
    Planted(
        "theia-18015",
        "parameters have a type and a description",
        "ollama openai",
        meant("theia-18015", "openai.*"),
        hears=hears(flat),
    ),
    Planted(
        "genkit-5657",
        "parameters without a type at the root are not sent",
        "ollama",
        meant("genkit-5657", "fidelity.lost-parameter"),
        sends=unsaid,
    ),
    Planted(
        "oh-my-pi-4491",
        "a parameter of anything is true",
        "ollama",
        meant("oh-my-pi-4491"),
        hears=each(anything),
    ),
    Planted(
        "autogen-6323",
        "a parameter without a type raises",
        "ollama",
        meant("autogen-6323"),
        acts=raises_on(typeless, "'type'"),
    ),
    Planted(
        "hermes-agent-97327",
        "to Nova a mark stands among the tools",
        "bedrock",
        meant("hermes-agent-97327"),
        sends=with_tools(marked_for_nova),
    ),
)
