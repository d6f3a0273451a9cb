"""What Anthropic refuses in the tools of a request, and a right neighbour of each."""

from __future__ import annotations

from typing import Any

from support.refusals.requests import OBJECT, claude, web


def advised(by: str) -> dict[str, Any]:
    return claude("claude-fable-5", tools=[{"type": "advisor_20260301", "name": "advisor", "model": by}])


def edited(model: str, date: str) -> dict[str, Any]:
    return claude(model, tools=[{"type": f"text_editor_{date}", "name": "str_replace_based_edit_tool"}])


def choosing(model: str, kind: str) -> dict[str, Any]:
    return claude(model, tools=[{"name": "f", "input_schema": OBJECT}], tool_choice={"type": kind})


def ran(name: str = "web_search", **tool: Any) -> dict[str, Any]:
    return claude(tools=[{"type": "web_search_20250305", "name": name}], **tool)


TABLE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("anthropic", "$.tool_choice", choosing("claude-opus-5-5", "any"), choosing("claude-opus-5-5", "auto")),
    ("anthropic", "$.tools[0].name", ran("search"), ran()),
    ("anthropic", "$.tools[0].allowed_domains", web(allowed_domains=[]), web(allowed_domains=["a.com"])),
    ("anthropic", "$.tools[0].blocked_domains", web(blocked_domains=[]), web(blocked_domains=["b.com"])),
    (
        "anthropic",
        "$.tools[0].blocked_domains",
        web(allowed_domains=["a.com"], blocked_domains=["b.com"]),
        web(allowed_domains=["a.com"]),
    ),
    (
        "anthropic",
        "$.tools[0].user_location.country",
        web(user_location={"type": "approximate", "country": "CR"}),
        web(user_location={"type": "approximate", "country": "US"}),
    ),
    (
        "anthropic",
        "$.tool_choice.type",
        claude(
            tools=[{"name": "f", "input_schema": {"type": "object"}}], tool_choice={"type": "function", "name": "f"}
        ),
        claude(tools=[{"name": "f", "input_schema": {"type": "object"}}], tool_choice={"type": "tool", "name": "f"}),
    ),
    ("anthropic", "$.tools[0].type", edited("claude-opus-4-6", "20250429"), edited("claude-opus-4-6", "20250728")),
    ("anthropic", "$.tools[0].type", edited("claude-opus-4-8", "20250124"), edited("claude-sonnet-4-5", "20250429")),
    ("anthropic", "$.tools[0].model", advised("claude-opus-4-8"), advised("claude-fable-5")),
    ("anthropic", "$.tool_choice", claude(tools=[OBJECT], tool_choice="auto"), claude()),
    (
        "anthropic",
        "$.tool_choice.type",
        claude(tools=[{"name": "f"}], tool_choice={"type": "required"}),
        claude(tools=[{"name": "f"}], tool_choice={"type": "any"}),
    ),
    (
        "anthropic",
        "$.tools[0].input_schema",
        claude(tools=[{"name": "f", "strict": True, "input_schema": {"type": "object"}}]),
        claude(tools=[{"name": "f", "input_schema": {"type": "object"}}]),
    ),
    (
        "anthropic",
        "$.tools[0].input_schema.properties['$filter']",
        claude(tools=[{"name": "look", "input_schema": {"type": "object", "properties": {"$filter": {}}}}]),
        claude(tools=[{"name": "look", "input_schema": {"type": "object", "properties": {"a.b-c_D9": {}}}}]),
    ),
]
