"""Tools on offer of the twelfth collection."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from planted.collected import meant
from planted.conversations import of
from planted.faults.offers import Schema, each, hears, lacking
from planted.planted import Formatter, Planted
from support.offers import functions

from pytest_promptfmt.conversation import Conversation, Tool, ToolUse

DATA = ("default", "const", "enum", "examples")


def type_and_properties(payload: Any, given: Conversation) -> Any:
    """What is required stands beside the parameters."""
    for function in functions(payload) if given.tools else ():
        schema = function["parameters"]
        function["parameters"] = {key: schema[key] for key in ("type", "properties") if key in schema}
        if "required" in schema:
            function["required"] = schema["required"]
    return payload


def renamed(value: Any) -> Any:
    """Each object as if its keys were keywords."""
    if isinstance(value, list):
        return [renamed(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = {"$defs" if key == "definitions" else key: item for key, item in value.items()}
    found = {key: item for key, item in found.items() if key not in ("$schema", "additionalItems")}
    if "dependencies" in found:
        found["dependentSchemas"] = found.pop("dependencies")
    return found


def keys_as_keywords(schema: Schema) -> Schema:
    """Names of parameters, and keys of what is data."""
    found = {key: renamed(value) if key in DATA else value for key, value in schema.items()}
    if isinstance(found.get("properties"), dict):
        found["properties"] = renamed(found["properties"])
    return found


def is_nothing(parameter: Any) -> bool:
    return isinstance(parameter, dict) and parameter.get("type") == "object" and {*parameter} <= {"type", "description"}


def no_empty_objects(schema: Schema) -> Schema:
    """They are gone, and what is required is what it was."""
    if not isinstance(schema.get("properties"), dict):
        return schema
    kept = {name: one for name, one in schema["properties"].items() if not is_nothing(one)}
    return schema | {"properties": kept}


def no_tool_config(honest: Formatter) -> Formatter:
    """Who has calls and no tools on offer sends them all the same."""

    def format_(conversation: Conversation) -> Any:
        called = {call.name for message in conversation.messages for call in of(ToolUse, message)}
        if conversation.tools or not called:
            return honest(conversation)
        offered = tuple(Tool(name, "", {"type": "object", "properties": {}}) for name in sorted(called))
        payload = dict(honest(replace(conversation, tools=offered)))
        del payload["toolConfig"]
        return payload

    return format_


TABLE = (
    Planted(
        "llama-index-23094",
        "of parameters type and properties go out, what is required stands beside them",
        "dashscope",
        meant("llama-index-23094"),
        sends=type_and_properties,
    ),
    Planted(
        "apple-mail-mcp-148",
        "names of parameters and keys of data are taken for keywords",
        "openai anthropic gemini",
        meant("apple-mail-mcp-148"),
        hears=each(keys_as_keywords),
    ),
    Planted(
        "vercel-ai-11319",
        "parameters that are objects of nothing are dropped and stay required",
        "gemini openai anthropic",
        meant("vercel-ai-11319", "*.parameters*"),
        hears=each(no_empty_objects),
    ),
    Planted(
        "mcpd-279",
        "the root of a schema loses additionalProperties and its definitions",
        "openai anthropic gemini bedrock",
        meant("mcpd-279"),
        hears=hears(lacking("additionalProperties", "$defs", "definitions")),
    ),
    Planted(
        "ai-dial-adapter-bedrock-344",
        "where no tools are on offer there is no toolConfig",
        "bedrock",
        meant("ai-dial-adapter-bedrock-344"),
        acts=no_tool_config,
    ),
)
