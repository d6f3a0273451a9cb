"""Tools on offer as every dialect writes them: where they stand in a payload, and where their schemas do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

KEYS = ("parameters", "input_schema", "parameters_json_schema")

TARGETS = tuple(
    f"{dialect}.chat"
    for dialect in (
        *("openai", "deepseek", "zhipu", "vllm", "mistral", "ollama", "cohere"),
        *("anthropic", "bedrock", "gemini", "openai-responses", "dashscope"),
    )
)
"""Who has tools beside the messages."""


def listed(payload: Any) -> list[Any]:
    """The list of tools; the list itself, to be changed."""
    for holder in (payload, payload.get("toolConfig", {}), payload.get("parameters", {})):
        if "tools" in holder:
            tools: list[Any] = holder["tools"]
            if tools and "function_declarations" in tools[0]:
                declared: list[Any] = tools[0]["function_declarations"]
                return declared
            return tools
    raise KeyError("tools")


def functions(payload: Any) -> list[dict[str, Any]]:
    """What has name and description."""
    return [tool.get("function") or tool.get("toolSpec") or tool for tool in listed(payload)]


def schemas(payload: Any) -> list[dict[str, Any]]:
    return [holder[key] for holder, key in holders(payload)]


def holders(payload: Any) -> list[tuple[dict[str, Any], str]]:
    """Where each schema stands: the object, and the key in it."""
    return [
        (function["inputSchema"], "json")
        if "inputSchema" in function
        else (function, next(key for key in KEYS if key in function))
        for function in functions(payload)
    ]


def within(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema, and all in it."""
    if isinstance(schema, dict):
        yield schema
        for key, value in schema.items():
            inner = list(value.values()) if key in ("properties", "$defs") else value
            for each in inner if isinstance(inner, list) else [inner]:
                yield from within(each)


def inside(schema: Any) -> list[dict[str, Any]]:
    """A schema, and all in it, definitions under their older name too."""
    older = [node for each in schema.get("definitions", {}).values() for node in within(each)]
    return [*within(schema), *older]


def everywhere(payload: Any) -> list[dict[str, Any]]:
    """Every schema in every tool."""
    return [node for schema in schemas(payload) for node in within(schema)]
