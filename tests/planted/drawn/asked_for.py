"""Tools on offer, of the eighth collection: what converters copy of a schema, and what they forget behind it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from planted.collected import meant
from planted.drawn.balked import values_described
from planted.faults.offers import Schema, hears, strict, throughout, unresolved, with_tools
from planted.faults.sanitised import beside, narrowed
from planted.further.arguments import EVERY
from planted.further.declared import closed, kept
from planted.planted import Planted, first
from support.google_schema import google
from support.offers import functions, holders, within

from pytest_promptfmt.conversation import Conversation


def narrowed_where(wanted: Callable[[Schema], bool], wrong: Callable[[Schema], Any]) -> Callable[..., Any]:
    """Gemini's ``parameters`` as `wrong` makes them, of schemas in which something is `wanted`."""

    def spoil(payload: Any) -> None:
        for holder, key in holders(payload):
            if any(map(wanted, within(holder[key]))):
                holder["parameters"] = wrong(holder.pop(key))

    return with_tools(spoil)


def has_a_format(schema: Schema) -> bool:
    return "format" in schema


def holds_nothing_known(schema: Schema) -> bool:
    return schema.get("type") == "array" and not schema.get("items") and "prefixItems" not in schema


def as_attributes(schema: Schema) -> Schema:
    """Values are words of the description; objects, and lists of them, are of no known parts."""
    schema = values_described(schema)
    if schema.get("type") == "array" and "properties" in (schema.get("items") or {}):
        return schema | {"items": {"type": "string"}}
    return schema


def below(change: Callable[[Schema], Schema]) -> Callable[[Schema], Schema]:
    """The root stays an object of parameters; each of those as `change` has it."""

    def changed(schema: Schema) -> Schema:
        found = {name: throughout(one, change) for name, one in schema.get("properties", {}).items()}
        return schema | {"properties": found} if found else schema

    return changed


def attributes(schema: Schema) -> Schema:
    schema = as_attributes(schema)
    if "properties" in schema:
        said = {key: schema[key] for key in ("description",) if key in schema}
        return said | {"type": "string"}
    return schema


def shallow(schema: Schema) -> Schema:
    """Of each parameter its type, description and values."""
    copied = ("type", "description", "enum")
    found = {
        name: {key: value for key, value in one.items() if key in copied} if isinstance(one, dict) else one
        for name, one in schema.get("properties", {}).items()
    }
    return schema | {"properties": found} if found else schema


def nothing_inside(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key not in ("items", "properties", "required")}


def no_lists_items(schema: Schema) -> Schema:
    found = {
        name: {key: value for key, value in one.items() if key != "items"} if isinstance(one, dict) else one
        for name, one in schema.get("properties", {}).items()
    }
    return schema | {"properties": found} if found else schema


def nothing_asked(schema: Schema) -> Schema:
    return {"type": "object", "properties": {}}


def strict_but_for_nothing(payload: Any, given: Conversation) -> Any:
    """Strict mode, of which a schema that says neither type nor properties hears nothing."""
    silent = {tool.name for tool in given.tools if not {"type", "properties"} & {*tool.parameters}}
    for function, (holder, key) in zip(functions(payload), holders(payload), strict=True) if silent else ():
        if function["name"] in silent:
            holder[key] = {}
            function["strict"] = True
    return payload


def open_and_strict(payload: Any) -> None:
    """Strict mode, closed but for what says that it takes any key."""
    for function, (holder, key) in zip(functions(payload), holders(payload), strict=True):
        if any(map(takes_any_key, within(holder[key]))):
            holder[key] = throughout(holder[key], lambda node: node if takes_any_key(node) else closed(node))
            function["strict"] = True


def takes_any_key(schema: Schema) -> bool:
    return schema.get("additionalProperties") not in (None, False)


def definitions_where_pointed(schema: Schema) -> Schema:
    """Each parameter has the definitions; pointers lead to the root."""
    if "$defs" not in schema:
        return schema
    defs = schema["$defs"]
    found = {
        name: one | {"$defs": deepcopy(defs)} if "$ref" in repr(one) else one
        for name, one in schema.get("properties", {}).items()
    }
    return {key: value for key, value in schema.items() if key != "$defs"} | {"properties": found}


def three_keys(schema: Schema) -> Schema:
    kept_keys = ("type", "properties", "required", "additionalProperties")
    return {key: value for key, value in schema.items() if key in kept_keys}


TABLE = (
    Planted(
        "weave-router-387",
        "formats go out that Gemini does not know",
        "gemini",
        meant("weave-router-387"),
        sends=narrowed_where(has_a_format, beside(lambda schema: {k: schema[k] for k in ("format",) if k in schema})),
    ),
    Planted(
        "omniroute-10578",
        "a list that does not say what it holds goes out as it is",
        "gemini",
        meant("omniroute-10578"),
        sends=narrowed_where(holds_nothing_known, google),
    ),
    Planted(
        "vision-agents-513",
        "$schema and additionalProperties go out as they are",
        "gemini",
        meant("vision-agents-513"),
        sends=kept("$schema", "additionalProperties"),
    ),
    Planted(
        "copilotkit-3846",
        "values are described, objects within and lists of them are texts",
        first("openai", EVERY),
        meant("copilotkit-3846"),
        hears=hears(below(attributes)),
    ),
    Planted("jp-998", "no parameters are told", first("ollama", EVERY), meant("jp-998"), hears=hears(nothing_asked)),
    Planted(
        "copilot-sdk-105",
        "of each parameter type, description and values",
        first("anthropic", EVERY),
        meant("copilot-sdk-105"),
        hears=hears(shallow),
    ),
    Planted(
        "prompty-332",
        "lists and objects within do not say what they hold",
        first("openai", EVERY),
        meant("prompty-332"),
        hears=hears(below(nothing_inside)),
    ),
    Planted(
        "note-gen-1227",
        "a list among the parameters does not say what it holds",
        first("openai", EVERY),
        meant("note-gen-1227"),
        hears=hears(no_lists_items),
    ),
    Planted(
        "sttp-ai-521",
        "strict, and a schema that says nothing stays as it is",
        "openai openai-responses",
        meant("sttp-ai-521"),
        sends=strict_but_for_nothing,
    ),
    Planted(
        "chatlas-255",
        "strict, and neither closed nor without formats",
        "openai-responses openai",
        meant("chatlas-255"),
        sends=with_tools(strict),
    ),
    Planted(
        "bluebox-207",
        "definitions stand in each parameter that points to them",
        first("openai", EVERY),
        meant("bluebox-207"),
        hears=hears(definitions_where_pointed),
    ),
    Planted(
        "autogen-7594",
        "definitions are not copied, pointers to them are",
        first("openai", EVERY),
        meant("autogen-7594"),
        hears=hears(three_keys),
    ),
    Planted(
        "hermes-agent-99438",
        "what points to a definition becomes empty",
        "gemini",
        meant("hermes-agent-99438"),
        sends=narrowed(unresolved),
    ),
    Planted(
        "forgecode-3083",
        "strict, and what takes any key takes any key",
        "openai-responses openai",
        meant("forgecode-3083"),
        sends=with_tools(open_and_strict),
    ),
)
