"""The shortest right requests, which the tables change."""

from __future__ import annotations

from typing import Any

HI = [{"role": "user", "content": "Hi"}]
FUNCTION = {"type": "function", "function": {"name": "look"}}
BUDGET, ADAPTIVE = {"type": "enabled", "budget_tokens": 1024}, {"type": "adaptive"}


def claude(model: str = "claude-sonnet-4-5", **more: Any) -> dict[str, Any]:
    return {"model": model, "max_tokens": 4000, "messages": HI, **more}


OBJECT = {"type": "object", "properties": {}}
NAMES = [f"p{n}" for n in range(512)]
MAYBE = ["string", "null"]


def closed(*names: str, type_: Any = "string", required: list[str] | None = None) -> dict[str, Any]:
    properties = {name: {"type": type_} for name in names}
    wanted = [*names] if required is None else required
    return {"type": "object", "properties": properties, "required": wanted, "additionalProperties": False}


def asked(schema: dict[str, Any]) -> dict[str, Any]:
    return {"output_config": {"format": {"type": "json_schema", "schema": schema}}}


def web(**more: Any) -> dict[str, Any]:
    return claude(tools=[{"type": "web_search_20250305", "name": "web_search", **more}])


LIMIT, STRINGS = {"maxTokens": 2048}, {"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}
DANGLING, FOUND = ({"a": {"$ref": f"#/$defs/{name}"}} for name in ("Gone", "Kept"))
KEPT = {"type": "object", "required": ["a"], "additionalProperties": False, "$defs": {"Kept": {"type": "string"}}}
