"""What Anthropic refuses in the parameters of a request, and a right neighbour of each."""

from __future__ import annotations

from typing import Any

from support.refusals.requests import ADAPTIVE, BUDGET, HI, claude, web

EPHEMERAL = {"type": "ephemeral"}
THOUGHT = {"type": "thinking", "thinking": "Hm.", "signature": "EqQB"}
SERVER = {"type": "url", "url": "https://example.com/mcp", "name": "a"}
CALLS = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}


def thinking_back(thought: str) -> list[dict[str, Any]]:
    block = {"type": "thinking", "thinking": thought, "signature": "RXFRQ0FRZ1lBQ0lB"}
    return [*HI, {"role": "assistant", "content": [block, {"type": "text", "text": "Rain."}]}, *HI]


def opus(**more: Any) -> dict[str, Any]:
    return claude("claude-opus-4-8", **more)


def clearing(*types: str) -> dict[str, Any]:
    return {"context_management": {"edits": [{"type": type_} for type_ in types]}}


def answer(**schema: Any) -> dict[str, Any]:
    closed = {"type": "object", "additionalProperties": False, **schema}
    return {"output_config": {"format": {"type": "json_schema", "schema": closed}}}


TOLD = [*HI, {"role": "assistant", "content": [THOUGHT, {"type": "text", "text": "Yes"}]}]


def shown(*cited: bool) -> dict[str, Any]:
    source = {"type": "text", "media_type": "text/plain", "data": "a"}
    documents = [{"type": "document", "source": source, "citations": {"enabled": each}} for each in cited]
    return claude(messages=[{"role": "user", "content": documents}])


def searching(**more: Any) -> dict[str, Any]:
    call = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "rain"}, **more}
    result = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    said = [*HI, {"role": "assistant", "content": [call, result, {"type": "text", "text": "Rain."}]}, *HI]
    return {**web(), "messages": said}


TABLE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    (
        "anthropic",
        "$.container",
        claude(container="container_1"),
        claude(container="container_1", tools=[{"type": "code_execution_20250825", "name": "code_execution"}]),
    ),
    (
        "anthropic",
        "$.inference_geo",
        claude("claude-opus-4-6", inference_geo="eu"),
        claude("claude-opus-4-6", inference_geo="global"),
    ),
    (
        "anthropic",
        "$.messages[0].output_config",
        claude("claude-opus-4-8", messages=[{**HI[0], "output_config": {"effort": "low"}}]),
        claude("claude-opus-4-8", output_config={"effort": "low"}),
    ),
    ("anthropic", "$.messages[1].content[0].caller", searching(caller=None), searching(caller={"type": "direct"})),
    (
        "anthropic",
        "$.thinking.budget_tokens",
        claude(thinking={**BUDGET, "budget_tokens": 512}),
        claude(thinking=BUDGET),
    ),
    ("anthropic", "$.stop_sequences[1]", claude(stop_sequences=["a", "\n"]), claude(stop_sequences=["a", "\nb"])),
    ("anthropic", "$.stop_sequences[0]", claude(stop_sequences=[""]), claude(stop_sequences=[])),
    (
        "anthropic",
        "$.output_config.effort",
        claude(model="claude-opus-4-8", thinking={"type": "disabled"}, output_config={"effort": "xhigh"}),
        claude(model="claude-opus-4-8", thinking={"type": "disabled"}, output_config={"effort": "high"}),
    ),
    (
        "anthropic",
        "$.thinking.type",
        claude(model="claude-fable-5", thinking={"type": "disabled"}),
        claude(model="claude-opus-4-8", thinking={"type": "disabled"}),
    ),
    (
        "anthropic",
        "$.mcp_servers[0].name",
        claude(mcp_servers=[SERVER]),
        claude(mcp_servers=[SERVER], tools=[{"type": "mcp_toolset", "mcp_server_name": "a"}]),
    ),
    ("anthropic", "$.temperature", claude(temperature=1.2), claude(temperature=1.0)),
    ("anthropic", "$.top_p", claude(top_p=-1), claude(top_p=0.9)),
    ("anthropic", "$.max_tokens", claude(max_tokens=-1), claude(max_tokens=0)),
    ("anthropic", "$.temperature", claude(temperature="0.5"), claude(temperature=0)),
    ("anthropic", "$.thinking", claude(thinking=True), claude(thinking=None)),
    ("anthropic", "$.thinking.type", claude(thinking={"type": "auto"}), claude(thinking={"type": "disabled"})),
    ("anthropic", "$.output_config.effort", opus(output_config={"effort": "highest"}), opus(output_config={})),
    ("anthropic", "$.max_tokens", claude("claude-3-opus-20240229", max_tokens=8192), claude("claude-3-5-haiku-latest")),
    (
        "anthropic",
        "$.max_tokens",
        claude("claude-3-5-sonnet-20241022", max_tokens=8193),
        claude("claude-3-7-sonnet-latest"),
    ),
    (
        "anthropic",
        "$.max_tokens",
        claude("claude-opus-4-1", max_tokens=64000),
        claude("claude-opus-4-5", max_tokens=64000),
    ),
    ("anthropic", "$.max_tokens", claude(max_tokens=100000), claude(max_tokens=64000)),
    ("anthropic", "$.max_tokens", opus(max_tokens=200000), opus(max_tokens=128000)),
    ("anthropic", "$.temperature", opus(temperature=0.2), opus(temperature=1)),
    ("anthropic", "$.top_k", opus(top_k=0), claude(top_k=5)),
    ("anthropic", "$.thinking.type", opus(thinking=BUDGET), opus(thinking=ADAPTIVE)),
    ("anthropic", "$.thinking.type", claude(thinking=ADAPTIVE), claude("claude-sonnet-4-6", thinking=ADAPTIVE)),
    (
        "anthropic",
        "$.output_config.effort",
        claude("claude-haiku-4-5", output_config={"effort": "low"}),
        claude("claude-opus-4-5", output_config={"effort": "low"}),
    ),
    (
        "anthropic",
        "$.output_config.effort",
        claude("claude-opus-4-5", output_config={"effort": "max"}),
        claude("claude-opus-4-6", output_config={"effort": "max"}),
    ),
    (
        "anthropic",
        "$.output_config.effort",
        claude("claude-sonnet-4-6", output_config={"effort": "xhigh"}),
        claude("claude-opus-4-7", output_config={"effort": "xhigh"}),
    ),
    (
        "anthropic",
        "$.inference_geo",
        claude("claude-sonnet-4-5", inference_geo="us"),
        claude("claude-opus-4-6", inference_geo="us"),
    ),
    *(
        (
            "anthropic",
            f"$.{key}",
            {"anthropic_version": platform, "max_tokens": 9, "messages": HI, key: value},
            claude("claude-opus-4-6", **{key: value}),
        )
        for platform in ("vertex-2023-10-16", "bedrock-2023-05-31")
        for key, value in (("diagnostics", {"previous_message_id": "msg_1"}), ("inference_geo", "us"))
    ),
    ("anthropic", "$.thinking", claude(thinking={"type": "enabled"}), claude(thinking={"type": "disabled"})),
    ("anthropic", "$.top_k", claude(thinking=BUDGET, top_k=5), claude(thinking=BUDGET)),
    ("anthropic", "$.top_p", claude(thinking=BUDGET, top_p=0.9), claude(thinking=BUDGET, top_p=0.95)),
    ("anthropic", "$.messages[1].content[0]", claude(messages=TOLD), claude(messages=[*TOLD, *HI])),
    (
        "anthropic",
        "$.cache_control",
        {"anthropic_version": "vertex-2023-10-16", "max_tokens": 9, "messages": HI, "cache_control": EPHEMERAL},
        claude(cache_control=EPHEMERAL),
    ),
    (
        "anthropic",
        "$.model",
        claude(anthropic_version="vertex-2023-10-16"),
        {"anthropic_version": "vertex-2023-10-16", "max_tokens": 9, "messages": HI, "stream": True},
    ),
    (
        "anthropic",
        "$.stream",
        {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": HI, "stream": True},
        {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": HI},
    ),
    ("anthropic", "$.output_config.format.schema", claude(**answer(additionalProperties=True)), claude(**answer())),
    (
        "anthropic",
        "$.output_config.format.schema.properties.n.minimum",
        claude(**answer(properties={"n": {"type": "integer", "minimum": 1}})),
        claude(**answer(properties={"minimum": {"type": "integer", "enum": [1, 2]}})),
    ),
    (
        "anthropic",
        "$.output_config.format.schema.properties.n.minItems",
        claude(**answer(properties={"n": {"type": "array", "minItems": 2}})),
        claude(**answer(properties={"n": {"type": "array", "minItems": 1}})),
    ),
    (
        "anthropic",
        "$.context_management.edits[0].type",
        claude(**clearing("clear_thinking_20251015")),
        claude(thinking=BUDGET, **clearing("clear_thinking_20251015", "clear_tool_uses_20250919")),
    ),
    (
        "anthropic",
        "$.context_management.edits[1].type",
        claude(thinking=BUDGET, **clearing("clear_tool_uses_20250919", "clear_thinking_20251015")),
        claude(**clearing("clear_tool_uses_20250919")),
    ),
    (
        "anthropic",
        "$.messages[1].content",
        claude(messages=[*HI, {"role": "assistant", "content": []}, *HI]),
        claude(messages=[*HI, {"role": "assistant", "content": ""}]),
    ),
    (
        "anthropic",
        "$.messages[1]",
        claude(
            "claude-3-opus-20240229", tools=[{"name": "look"}], messages=[*HI, {"role": "assistant", "content": "I"}]
        ),
        claude(
            "claude-3-5-sonnet-20240620",
            tools=[{"name": "look"}],
            messages=[*HI, {"role": "assistant", "content": "I"}],
        ),
    ),
    (
        "anthropic",
        "$.system[0].cache_control.ttl",
        {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "system": [{"cache_control": {"ttl": "1h"}}]},
        claude(system=[{"cache_control": {"ttl": "1h"}}]),
    ),
    (
        "anthropic",
        "$",
        claude(messages=[*HI, {"role": "assistant", "content": [CALLS]}]),
        claude(messages=[*HI, {"role": "assistant", "content": [CALLS]}], tools=[{"name": "look"}]),
    ),
    (
        "anthropic",
        "$.output_config",
        {"anthropic_version": "vertex-2023-10-16", "max_tokens": 9, "messages": HI, "output_config": {}},
        {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": HI, "output_config": {}},
    ),
    (
        "anthropic",
        "$.messages[1].content[0].thinking",
        claude(messages=thinking_back("")),
        claude(messages=thinking_back("Hm")),
    ),
    ("anthropic", "$.messages[0].content[1]", shown(True, False), shown(True, True)),
    ("anthropic", "$.messages[0].content[0]", shown(False, True), shown(False, False)),
]
