"""The tools on offer, as libraries spell a function with a JSON Schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.conversation import Conversation

Shape: TypeAlias = Literal["openai", "responses", "bare", "anthropic", "bedrock", "mcp"]


def tools_of(conversation: Conversation, shape: Shape = "openai") -> list[dict[str, Any]]:
    """The tools on offer, in one of `SHAPES`; none where there are none."""
    if shape not in SHAPES:
        raise ValueError(f"no shape of tools is {shape!r}{did_you_mean(shape, SHAPES)}")
    return [SHAPES[shape](tool) for tool in conversation.to_json().get("tools", ())]


def _with_schema_as(key: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda tool: {"name": tool["name"], "description": tool["description"], key: tool["parameters"]}


SHAPES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "openai": lambda tool: {"type": "function", "function": tool},
    "responses": lambda tool: {"type": "function", **tool},
    "bare": lambda tool: tool,
    "anthropic": _with_schema_as("input_schema"),
    "bedrock": lambda tool: {
        "toolSpec": {
            "name": tool["name"],
            "description": tool["description"],
            "inputSchema": {"json": tool["parameters"]},
        }
    },
    "mcp": _with_schema_as("inputSchema"),
}
"""``bare`` is ``{name, description, parameters}``, which is Gemini's function declaration as well."""
