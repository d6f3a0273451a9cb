"""Tools on offer: keywords that go out as they are or go astray, strict modes, names that providers refuse."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from liars.payloads import respelled
from planted.collected import meant
from planted.faults.offers import Schema, hears, throughout, with_tools
from planted.faults.sanitised import _VALID, NAMES, beside, enum_as_it_is, hidden, narrowed, stand_in, undescribed
from planted.further.declared import kept
from planted.planted import Planted
from support.google_schema import google
from support.offers import functions, holders

from pytest_promptfmt.conversation import Conversation

GONE = "planted: gone"


def merged(schema: Schema) -> Schema:
    """Alternatives that are objects and have a parameter in common are one object with all their parameters."""
    for key in ("oneOf", "anyOf"):
        options = schema.get(key, [])
        tables = [option.get("properties", {}) for option in options if isinstance(option, dict)]
        if len(tables) > 1 and len(tables) == len(options) and set.intersection(*map(set, tables)):
            rest = {name: value for name, value in schema.items() if name not in (key, "discriminator")}
            both = {name: one for table in tables for name, one in table.items()}
            return rest | {"type": "object", "properties": both}
    return schema


def merged_within(schema: Schema) -> Schema:
    """Below the root."""
    found = {name: throughout(one, merged) for name, one in schema.get("properties", {}).items()}
    return schema | {"properties": found} if found else schema


def closed_at_the_root(schema: Schema) -> Any:
    return google(schema) | {"additionalProperties": False}


def typed_among_parameters(schema: Schema) -> Any:
    """A table of parameters that has one called properties or required is taken for a schema: it gets a type."""

    def visit(node: Any) -> None:
        if isinstance(node, list):
            for each in node:
                visit(each)
        if isinstance(node, dict):
            for value in node.values():
                visit(value)
            if {"properties", "required"} & {*node.get("properties", {})}:
                node["properties"].setdefault("type", "object")

    found = google(schema)
    visit(found)
    return found


def without_what_is_gone(wrong: Callable[[Schema], Any]) -> Callable[[Schema], Any]:
    def prune(node: Any) -> Any:
        if isinstance(node, list):
            return [prune(each) for each in node]
        if isinstance(node, dict):
            return {key: prune(value) for key, value in node.items() if value != GONE}
        return node

    return lambda schema: prune(wrong(schema))


def typeless(schema: Schema) -> Schema:
    return {"type": GONE} if "enum" in schema and "type" not in schema else {}


def null_as_empty(schema: Schema) -> Schema:
    values = schema.get("enum", [])
    return {"enum": ["" if value is None else str(value) for value in values]} if None in values else {}


def numbers(schema: Schema) -> Schema:
    values = schema.get("enum", [])
    return enum_as_it_is(schema) if any(isinstance(value, int | float) for value in values) else {}


def listed_types(schema: Schema) -> Schema:
    return {"type": schema["type"]} if isinstance(schema.get("type"), list) else {}


def no_tools(payload: Any, given: Conversation) -> Any:
    if isinstance(payload, dict):
        payload.pop("tools", None)
    return payload


def strict_as_it_is(payload: Any) -> None:
    """Strict where something is optional; the schema is as it was but for what may not be added."""
    for function, (holder, key) in zip(functions(payload), holders(payload), strict=True):
        schema = holder[key]
        if {*schema.get("properties", {})} - {*schema.get("required", [])}:
            holder[key] = throughout(
                schema, lambda node: node | {"additionalProperties": False} if "properties" in node else node
            )
            function["strict"] = True


def names_as(spelled: Callable[[str], str]) -> Callable[[Any, Conversation], Any]:
    """Names that a provider refuses, as `spelled` has them."""

    def send(payload: Any, given: Conversation) -> Any:
        called = {block.name for m in given.messages for block in m.blocks if block.type == "tool_use"}
        for name in called | {tool.name for tool in given.tools}:
            if not _VALID.fullmatch(name):
                payload = respelled(payload, stand_in(name), spelled(name))
        return payload

    return send


def but_for_dots(name: str) -> str:
    return re.sub("[^a-zA-Z0-9_.-]", "_", name)[:64]


TABLE = (
    Planted(
        "forgecode-3426",
        "propertyNames goes out as it is",
        "gemini",
        meant("forgecode-3426"),
        sends=kept("propertyNames"),
    ),
    Planted(
        "tolokaforge-1445",
        "alternatives of objects below the root are one object",
        "gemini openai anthropic",
        meant("tolokaforge-1445"),
        hears=hears(merged_within),
    ),
    Planted(
        "gemini-cli-openai-159",
        "const and exclusive bounds go out as they are",
        "gemini",
        meant("gemini-cli-openai-159"),
        sends=kept("const", "exclusiveMinimum", "exclusiveMaximum"),
    ),
    Planted(
        "brainlid-599",
        "every root has additionalProperties",
        "gemini",
        meant("brainlid-599"),
        sends=narrowed(closed_at_the_root),
    ),
    Planted(
        "omniroute-13059",
        "beside a parameter called properties there is one called type, a word",
        "gemini",
        meant("omniroute-13059"),
        sends=narrowed(typed_among_parameters),
    ),
    Planted("crewai-2895", "no tools are on offer", "gemini openai anthropic", meant("crewai-2895"), sends=no_tools),
    Planted(
        "litellm-24668",
        "a tool without a description has an empty one",
        "bedrock",
        meant("litellm-24668"),
        sends=with_tools(undescribed),
    ),
    Planted(
        "spring-ai-6755",
        "strict, and what is optional is not required",
        "openai openai-responses",
        meant("spring-ai-6755"),
        sends=with_tools(strict_as_it_is),
    ),
    Planted(
        "kolega-581",
        "names go out as they are",
        "anthropic openai bedrock",
        meant("kolega-581", *NAMES),
        hears=hidden,
        sends=names_as(str),
    ),
    Planted(
        "qwen-code-6970",
        "dots in names go out",
        "moonshot openai anthropic",
        meant("qwen-code-6970", *NAMES),
        hears=hidden,
        sends=names_as(but_for_dots),
    ),
    Planted(
        "cliproxy-4688",
        "null in an enum is an empty text",
        "gemini",
        meant("cliproxy-4688"),
        sends=narrowed(beside(null_as_empty)),
    ),
    Planted(
        "9router-380",
        "an enum without a type goes out without one",
        "gemini",
        meant("9router-380"),
        sends=narrowed(without_what_is_gone(beside(typeless))),
    ),
    Planted(
        "hermes-agent-15082",
        "an enum of numbers goes out as numbers",
        "gemini",
        meant("hermes-agent-15082"),
        sends=narrowed(beside(numbers)),
    ),
    Planted(
        "dial-vertexai-219",
        "a list of types goes out as it is",
        "gemini",
        meant("dial-vertexai-219"),
        sends=narrowed(beside(listed_types)),
    ),
)
