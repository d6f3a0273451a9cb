"""Tools on offer: functions of which little is said, and what the provider itself offers beside them."""

from __future__ import annotations

from typing import Any

from liars.liar import Formatter

from right_ways.way import Ways, way, ways_of

ONE = "tools/single-call"


def functions_by_name_alone(payload: Any) -> Any:
    return payload | {
        "tools": [{"type": "function", "function": {"name": _function(t)["name"]}} for t in payload["tools"]]
    }


def functions_with_nothing_in_their_keys(payload: Any) -> Any:
    for tool in payload["tools"]:
        _function(tool).update(description=None, parameters=None)
    return payload


def _function(tool: dict[str, Any]) -> dict[str, Any]:
    function: dict[str, Any] = tool["function"]
    return function


def everywhere(rewrite: Formatter, *targets: str) -> Ways:
    return tuple(each for target in targets for each in way(target, ONE)(rewrite))


BARE = everywhere(functions_by_name_alone, "openai.chat", "deepseek.chat", "vllm.chat", "zhipu.chat", "ollama.chat")
NULL = everywhere(functions_with_nothing_in_their_keys, "openai.chat", "deepseek.chat", "vllm.chat", "ollama.chat")


@way("openai.chat", ONE)
def a_tool_without_a_schema_beside(payload: Any) -> Any:
    payload["tools"].append({"type": "custom", "custom": {"name": "note", "format": {"type": "text"}}})
    return payload


@way("openai-responses.chat", ONE)
def tools_of_the_servers_own_beside(payload: Any) -> Any:
    payload["tools"] += [{"type": "web_search"}, {"type": "mcp", "server_label": "maps", "server_url": "https://x.org"}]
    return payload


@way("anthropic.chat", ONE, warnings=("anthropic.roles-alternate",))
def a_search_of_the_servers_own_beside(payload: Any) -> Any:
    payload["tools"].append({"type": "web_search_20250305", "name": "web_search", "max_uses": 2})
    return payload


@way("gemini.chat", ONE, warnings=("gemini.alternate",))
def declarations_in_camel_case_and_a_search(payload: Any) -> Any:
    declared = [{"functionDeclarations": tool["function_declarations"]} for tool in payload["tools"]]
    return payload | {"tools": [*declared, {"googleSearch": {}}]}


@way("gemini.chat", ONE, warnings=("gemini.alternate",))
def declarations_with_an_openapi_schema(payload: Any) -> Any:
    for tool in payload["tools"]:
        for function in tool["function_declarations"]:
            function["parameters"] = function.pop("parameters_json_schema")
    return payload


@way("bedrock.chat", ONE)
def a_mark_for_the_cache_behind_the_tools(payload: Any) -> Any:
    payload["toolConfig"]["tools"].append({"cachePoint": {"type": "default"}})
    return payload


WAYS = ways_of(globals())
