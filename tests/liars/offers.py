"""Who offers tools as no API takes them, or more often than there are."""

from __future__ import annotations

import json
from typing import Any

from liars.liar import liar, liars_of


@liar("openai.chat", "tools/single-call", "fidelity.doubled-tool", "error")
def offers_a_tool_twice(payload: Any) -> Any:
    """Adds the agent's tools to those that the request has already."""
    return payload | {"tools": payload["tools"] * 2}


@liar("mistral.chat", "tools/single-call", "schema.type", "error")
def offers_tools_as_json_text(payload: Any) -> Any:
    """Writes the list of tools as a string."""
    return payload | {"tools": json.dumps(payload["tools"])}


@liar("zhipu.chat", "tools/single-call", "schema.required", "error")
def offers_functions_flat(payload: Any) -> Any:
    """Writes tools as Responses has them, without the object ``function``."""
    return payload | {"tools": [{"type": "function", **tool["function"]} for tool in payload["tools"]]}


@liar("anthropic.chat", "tools/single-call", "schema.required", "error")
def offers_parameters(payload: Any) -> Any:
    """Gives OpenAI's key the schema of a tool's input."""
    return payload | {"tools": [_renamed(tool, "input_schema", "parameters") for tool in payload["tools"]]}


@liar("gemini.chat", "tools/single-call", "schema.type", "error", also=("fidelity.lost-tool",))
def declares_one_function(payload: Any) -> Any:
    """Writes a function where the list of them belongs."""
    return payload | {"tools": [{"function_declarations": payload["tools"][0]["function_declarations"][0]}]}


@liar("bedrock.chat", "tools/single-call", "bedrock.tool-config", "error")
def offers_tools_without_a_config(payload: Any) -> Any:
    """Writes the list of tools where an object holds it."""
    return payload | {"toolConfig": payload["toolConfig"]["tools"]}


@liar("bedrock.chat", "tools/single-call", "schema.required", "error")
def offers_tools_without_a_schema(payload: Any) -> Any:
    """Leaves out the schema of a tool's input."""
    for tool in payload["toolConfig"]["tools"]:
        del tool["toolSpec"]["inputSchema"]
    return payload


@liar("openai-responses.chat", "tools/single-call", "schema.type", "error")
def offers_a_schema_as_text(payload: Any) -> Any:
    """Writes the schema of a tool's input as a string."""
    return payload | {"tools": [tool | {"parameters": json.dumps(tool["parameters"])} for tool in payload["tools"]]}


def _renamed(tool: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    return {new if key == old else key: value for key, value in tool.items()}


LIARS = liars_of(globals())
