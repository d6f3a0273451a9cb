"""Who offers tools in a shape that no API takes, or more often than there are."""

from __future__ import annotations

import json
from typing import Any

from support.offers import functions

from liars.liar import liar, liars_of


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


LIARS = liars_of(globals())
