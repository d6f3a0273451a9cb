"""Tools on offer: what the provider itself offers beside them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from liars.liar import case, says

from right_ways.everywhere import OFFERS, narrowly
from right_ways.way import way, ways_of

ONE = "tools/single-call"


@way("anthropic.chat", *OFFERS)
def tools_that_are_searched_for(payload: Any) -> Any:
    """All deferred but for the one that finds them, which the cache keeps."""
    for tool in payload["tools"]:
        tool["defer_loading"] = True
    searching = {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}
    payload["tools"].insert(0, {**searching, "cache_control": {"type": "ephemeral"}})
    return payload


@way("openai.chat", ONE, warnings=("fidelity.invented-tool",))
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
    return narrowly(payload)


@way("bedrock.chat", ONE)
def a_mark_for_the_cache_behind_the_tools(payload: Any) -> Any:
    payload["toolConfig"]["tools"].append({"cachePoint": {"type": "default"}})
    return payload


ON_OFFER = case(
    "a-tool-on-offer",
    says("user", "Ring the bell, amber-17."),
    tools=[{"name": "ring", "description": "Rings the bell.", "parameters": {"type": "object", "properties": {}}}],
)


def an_empty_list_of_tools(payload: Any) -> Any:
    """As a client writes it that has no word of tools: who claims none need not offer any."""
    return {**payload, "tools": []}


NOT_CLAIMED = tuple(
    replace(each, claims={"blocks": []})
    for target in ("ollama.chat", "gemini.chat", "cohere.chat")
    for each in way(target, ON_OFFER)(an_empty_list_of_tools)
)


WAYS = ways_of(globals())
