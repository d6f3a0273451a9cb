"""Requests with parameters that several providers refuse, or one refuses on its own, each beside a right neighbour."""

from __future__ import annotations

from typing import Any

USER = [{"role": "user", "content": "Hi"}]
FUNCTION = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}
TOOL = {"name": "look", "input_schema": {"type": "object"}}
CHOSEN = {"type": "function", "function": {"name": "look"}}
OTHER = {"type": "function", "function": {"name": "see"}}
JSON = {"type": "json_object"}
THINKING = {"type": "enabled", "budget_tokens": 1024}
SPEC = {"toolSpec": {"name": "look", "inputSchema": {"json": {"type": "object"}}}}
DECLARED = [{"functionDeclarations": [{"name": "look"}]}]
CLAUDE = {"model": "claude-sonnet-4-20250514", "max_tokens": 2048, "messages": USER}
GPT = {"model": "gpt-4o", "messages": USER}
NEW = {"model": "gpt-5.6", "messages": USER}
RESPONSE = {"model": "gpt-5.6", "input": "Hi"}
LONG, LONGEST = {"k": "x" * 513}, {"k" * 64: "x" * 512}
DOCUMENT = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Cold."}}
LOOKS = {"name": "look", "parameters": {"type": "object", "properties": {}}}
TYPED = {"type": "object", "properties": {"required": {"type": "array", "items": {"type": "string"}}}}
FLASH = {"model": "gemini-2.5-flash", "contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}


def called(**more: Any) -> dict[str, Any]:
    return {**GPT, "functions": [LOOKS], **more}


def shaped(schema: dict[str, Any]) -> dict[str, Any]:
    return {**FLASH, "generationConfig": {"responseMimeType": "application/json", "responseSchema": schema}}


def cited(on: bool, **more: Any) -> dict[str, Any]:
    shown = {**DOCUMENT, "citations": {"enabled": on}}
    closed = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    format_ = {"type": "json_schema", "schema": {**closed, "additionalProperties": False}}
    return {**CLAUDE, "model": "claude-sonnet-4-5", "output_config": {"format": format_}} | {
        "messages": [{"role": "user", "content": [shown]}],
        **more,
    }


def said(model: str, **more: Any) -> dict[str, Any]:
    return {"model": model, "messages": USER, **more}


REFUSED_PARAMETERS: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("openai", "tool-choice", {**GPT, "tool_choice": "auto"}, {**GPT, "tool_choice": "auto", "tools": [FUNCTION]}),
    ("openai", "tool-choice", {**GPT, "parallel_tool_calls": False}, {**GPT, "tools": [FUNCTION]}),
    ("anthropic", "tool-choice", {**CLAUDE, "tool_choice": {"type": "auto"}}, {**CLAUDE, "tool_choice": None}),
    (
        "dashscope",
        "tool-choice",
        {"model": "qwen-max", "messages": USER, "tools": [FUNCTION], "tool_choice": OTHER},
        {"model": "qwen-max", "messages": USER, "tools": [FUNCTION], "tool_choice": CHOSEN},
    ),
    ("openai", "tool-choice", {**GPT, "tools": [FUNCTION], "tool_choice": OTHER}, {**GPT, "tools": [FUNCTION]}),
    (
        "anthropic",
        "tool-choice",
        {**CLAUDE, "tools": [TOOL], "tool_choice": {"type": "tool", "name": "see"}},
        {**CLAUDE, "tools": [TOOL], "tool_choice": {"type": "tool", "name": "look"}},
    ),
    (
        "anthropic",
        "tool-choice",
        {**CLAUDE, "tools": [TOOL], "tool_choice": {"type": "tool", "name": "see"}},
        {**CLAUDE, "tools": [TOOL, {"type": "mcp_toolset"}], "tool_choice": {"type": "tool", "name": "see"}},
    ),
    (
        "openai-responses",
        "tool-choice",
        {
            "model": "gpt-5",
            "input": USER,
            "tools": [{**TOOL, "type": "function"}],
            "tool_choice": {"type": "function", "name": "see"},
        },
        {
            "model": "gpt-5",
            "input": USER,
            "tools": [{**TOOL, "type": "function"}],
            "tool_choice": {"type": "function", "name": "look"},
        },
    ),
    (
        "bedrock",
        "tool-choice",
        {"messages": [], "toolConfig": {"tools": [SPEC], "toolChoice": {"tool": {"name": "see"}}}},
        {"messages": [], "toolConfig": {"tools": [SPEC], "toolChoice": {"tool": {"name": "look"}}}},
    ),
    (
        "gemini",
        "tool-choice",
        {
            "tools": DECLARED,
            "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["look", "see"]}},
        },
        {"tools": DECLARED, "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["look"]}}},
    ),
    ("openai", "tools-count", {**GPT, "tools": [FUNCTION] * 129}, {**GPT, "tools": [FUNCTION] * 128}),
    (
        "openai",
        "tools-count",
        {**GPT, "messages": [{"role": "assistant", "tool_calls": [{}] * 129}]},
        {**GPT, "messages": [{"role": "assistant", "tool_calls": [{}] * 128}]},
    ),
    (
        "openai-responses",
        "tools-count",
        {"model": "gpt-5", "input": "Hi", "tools": [FUNCTION] * 129},
        {"input": "Hi", "tools": [FUNCTION]},
    ),
    (
        "openrouter",
        "json-mode",
        {**GPT, "model": "openai/gpt-5-mini", "response_format": JSON},
        {**GPT, "model": "meta-llama/llama-4-scout", "response_format": JSON},
    ),
    (
        "openai",
        "json-mode",
        {**GPT, "response_format": JSON},
        {**GPT, "response_format": JSON, "messages": [{"role": "user", "content": [{"text": "As JSON, please"}]}]},
    ),
    (
        "openai-responses",
        "json-mode",
        {"input": "Hi", "text": {"format": JSON}},
        {"input": "Hi", "instructions": "Answer in json.", "text": {"format": JSON}},
    ),
    ("anthropic", "missing-parameter", {"model": "claude-opus-4-8", "messages": USER}, CLAUDE),
    (
        "openai",
        "model-parameter",
        {**GPT, "model": "gpt-5.1", "max_tokens": 9},
        {**GPT, "model": "gpt-5.1", "max_completion_tokens": 9},
    ),
    ("openai", "model-parameter", {**GPT, "model": "o3-mini", "max_tokens": 9}, {**GPT, "max_tokens": 9}),
    (
        "openai",
        "model-parameter",
        {**GPT, "model": "openai/gpt-5-mini", "temperature": 0.2},
        {**GPT, "model": "openai/gpt-5-mini", "temperature": 1},
    ),
    (
        "openai-responses",
        "model-parameter",
        {"model": "o4-mini", "temperature": 0},
        {"model": "gpt-4.1", "temperature": 0},
    ),
    (
        "anthropic",
        "model-parameter",
        {**CLAUDE, "model": "claude-sonnet-4-5", "temperature": 0.2, "top_p": 0.9},
        {**CLAUDE, "temperature": 0.2, "top_p": 0.9},
    ),
    (
        "gemini",
        "model-parameter",
        {"model": "gemini-2.5-flash", "tools": DECLARED, "generationConfig": {"responseMimeType": "application/json"}},
        {"model": "gemini-3-flash", "tools": DECLARED, "generationConfig": {"responseMimeType": "application/json"}},
    ),
    (
        "bedrock",
        "model-parameter",
        {"modelId": "mistral.mixtral-8x7b-instruct-v0:1", "messages": [], "system": [{"text": "Be kind."}]},
        {"modelId": "mistral.mistral-large-2407-v1:0", "messages": [], "system": [{"text": "Be kind."}]},
    ),
    (
        "bedrock",
        "model-parameter",
        {"modelId": "us.deepseek.r1-v1:0", "messages": [], "toolConfig": {"tools": [SPEC]}},
        {"modelId": "us.meta.llama3-3-70b-instruct-v1:0", "messages": [], "toolConfig": {"tools": [SPEC]}},
    ),
    (
        "bedrock",
        "model-parameter",
        {
            "modelId": "us.meta.llama4-maverick-17b-instruct-v1:0",
            "toolConfig": {"tools": [SPEC], "toolChoice": {"any": {}}},
        },
        {
            "modelId": "us.meta.llama4-maverick-17b-instruct-v1:0",
            "toolConfig": {"tools": [SPEC], "toolChoice": {"auto": {}}},
        },
    ),
    (
        "anthropic",
        "thinking-parameter",
        {**CLAUDE, "thinking": THINKING, "temperature": 0.2},
        {**CLAUDE, "thinking": {"type": "disabled"}, "temperature": 0.2},
    ),
    (
        "anthropic",
        "thinking-parameter",
        {**CLAUDE, "thinking": THINKING, "tools": [TOOL], "tool_choice": {"type": "any"}},
        {**CLAUDE, "thinking": THINKING, "tools": [TOOL], "tool_choice": {"type": "auto"}},
    ),
    (
        "anthropic",
        "thinking-parameter",
        {**CLAUDE, "max_tokens": 1024, "thinking": THINKING},
        {**CLAUDE, "max_tokens": 1025, "thinking": THINKING},
    ),
    (
        "dashscope",
        "thinking-parameter",
        {"model": "qwen3-235b-a22b", "messages": USER},
        {"model": "qwen3-235b-a22b", "messages": USER, "enable_thinking": False},
    ),
    (
        "dashscope",
        "thinking-parameter",
        {"model": "qwen3-32b", "input": {"messages": USER}, "parameters": {"enable_thinking": True}},
        {"model": "qwen3-32b", "messages": USER, "enable_thinking": True, "stream": True},
    ),
    (
        "openai",
        "parameter-value",
        {**GPT, "metadata": LONG, "store": True},
        {**GPT, "metadata": LONGEST, "store": True},
    ),
    ("openai-responses", "parameter-value", {**RESPONSE, "metadata": LONG}, {**RESPONSE, "metadata": LONGEST}),
    (
        "openai-responses",
        "parameter-value",
        {**RESPONSE, "metadata": {"k" * 65: "v"}},
        {**RESPONSE, "metadata": LONGEST},
    ),
    (
        "openai",
        "parameter-value",
        {**GPT, "messages": [{"role": "user", "content": "x" * 10_485_761}]},
        {**GPT, "messages": [{"role": "user", "content": "x" * 10_485_760}]},
    ),
    ("openai-responses", "parameter-value", {**RESPONSE, "input": "x" * 10_485_761}, RESPONSE),
    (
        "openai",
        "model-parameter",
        {**NEW, "prompt_cache_retention": "in_memory"},
        {**NEW, "prompt_cache_retention": "24h"},
    ),
    (
        "openai-responses",
        "model-parameter",
        {**RESPONSE, "prompt_cache_retention": "in_memory"},
        {**RESPONSE, "prompt_cache_retention": "24h"},
    ),
    ("openai", "tool-choice", called(function_call={"name": "see"}), called(function_call={"name": "look"})),
    (
        "openai",
        "parameter-value",
        called(functions=[{**LOOKS, "parameters": {"type": "object", "properties": {"required": ["a"]}}}]),
        called(functions=[{**LOOKS, "parameters": TYPED}]),
    ),
    (
        "gemini",
        "answer-schema",
        shaped({"type": "OBJECT", "properties": {"a": {"type": "STRING"}}, "required": ["b"]}),
        shaped({"type": "OBJECT", "properties": {"a": {"type": "STRING"}}, "required": ["a"]}),
    ),
    (
        "gemini",
        "answer-schema",
        shaped({"type": "ARRAY"}),
        shaped({"type": "ARRAY", "items": {"type": "STRING"}}),
    ),
    (
        "gemini",
        "answer-schema",
        shaped({"type": "OBJECT", "properties": {}}),
        shaped({"type": "OBJECT", "properties": {"a": {"type": "STRING"}}}),
    ),
    *(
        ("groq", "model-parameter", said(model, reasoning_effort=wrong), said(model, reasoning_effort=right))
        for model, wrong, right in (("qwen/qwen3-32b", "high", "none"), ("openai/gpt-oss-20b", "none", "high"))
    ),
    *(
        (
            dialect,
            "parameter-value",
            {**said("llama3.2"), "keep_alive": wrong},
            {**said("llama3.2"), "keep_alive": right},
        )
        for dialect in ("ollama",)
        for wrong, right in (("-1", -1), ("5 minutes", "1h30m"), ("300", "0"))
    ),
    ("ollama", "parameter-value", said("llama3.2", top_logprobs=21), said("llama3.2", top_logprobs=20)),
    ("ollama", "parameter-value", said("qwen3:8b", think="true"), said("qwen3:8b", think=True)),
    (
        "ollama-generate",
        "model-ability",
        {"model": "llama3.2", "prompt": "def f(", "suffix": "return 1"},
        {"model": "qwen2.5-coder:7b", "prompt": "def f(", "suffix": "return 1"},
    ),
    ("anthropic", "parameter-clash", cited(on=True), cited(on=False)),
    ("anthropic", "parameter-clash", cited(on=True), cited(on=True, output_config={})),
    (
        "anthropic",
        "parameter-value",
        {**CLAUDE, "model": "claude-3-7-sonnet-20250219", "max_tokens": 64_001},
        {**CLAUDE, "model": "claude-3-7-sonnet-20250219", "max_tokens": 64_000},
    ),
    (
        "openai",
        "model-parameter",
        said("gpt-5-mini", reasoning_effort="none"),
        said("gpt-5.1", reasoning_effort="none"),
    ),
    (
        "openai-responses",
        "model-parameter",
        {"model": "gpt-5", "input": "Hi", "reasoning": {"effort": "none"}},
        {"model": "gpt-5", "input": "Hi", "reasoning": {"effort": "minimal"}},
    ),
    ("moonshot", "parameter-value", said("kimi-k2.5", thinking=True), said("kimi-k2.5", thinking={"type": "enabled"})),
    (
        "moonshot",
        "parameter-value",
        said("kimi-k2.5", thinking={"type": "on"}),
        said("kimi-k2.5", thinking={"type": "disabled"}),
    ),
    (
        "minimax",
        "parameter-value",
        said("MiniMax-M3", thinking=True),
        said("MiniMax-M3", thinking={"type": "adaptive"}),
    ),
]
