"""Requests with parameters as the providers' documentation writes them, in 2026: each is taken, and nothing is said."""

from __future__ import annotations

from typing import Any

HI: list[dict[str, Any]] = [{"role": "user", "content": "As JSON: is it cold?"}]
SAID: list[dict[str, Any]] = [{"role": "user", "parts": [{"text": "Is it cold?"}]}]
CLOSED = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}
FUNCTION = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}
CHAT = {"model": "gpt-4o", "messages": HI}
CLAUDE = {"model": "claude-opus-4-6", "max_tokens": 4096, "messages": HI}
QWEN = {"model": "qwen-plus", "messages": HI}


def gemini(model: str = "gemini-2.5-flash", **config: Any) -> dict[str, Any]:
    return {"model": model, "contents": SAID, "generationConfig": config}


def converse(**more: Any) -> dict[str, Any]:
    return {"modelId": "us.amazon.nova-pro-v1:0", "messages": [{"role": "user", "content": [{"text": "Hi"}]}], **more}


DOCUMENTED: list[tuple[str, dict[str, Any]]] = [
    ("openai", {**CHAT, "temperature": 0.7, "top_p": 1, "n": 1, "stop": ["\n"], "presence_penalty": 0.0, "seed": 7}),
    (
        "openai",
        {
            **CHAT,
            "stream": True,
            "stream_options": {"include_usage": True},
            "user": "u1",
            "logit_bias": {"50256": -100},
        },
    ),
    (
        "openai",
        {
            **CHAT,
            "response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": CLOSED, "strict": True}},
        },
    ),
    (
        "openai",
        {
            **CHAT,
            "response_format": {"type": "json_object"},
            "logprobs": True,
            "top_logprobs": 5,
            "service_tier": "flex",
        },
    ),
    ("openai", {**CHAT, "tools": [FUNCTION], "tool_choice": {"type": "function", "function": {"name": "look"}}}),
    (
        "openai",
        {
            **CHAT,
            "model": "gpt-4o-audio-preview",
            "modalities": ["text", "audio"],
            "audio": {"voice": "alloy", "format": "wav"},
        },
    ),
    (
        "openai",
        {**CHAT, "model": "gpt-5.2", "reasoning_effort": "xhigh", "verbosity": "low", "max_completion_tokens": 900},
    ),
    (
        "openai",
        {
            **CHAT,
            "model": "gpt-4o-search-preview",
            "web_search_options": {
                "search_context_size": "low",
                "user_location": {"type": "approximate", "approximate": {"country": "GB", "city": "London"}},
            },
        },
    ),
    (
        "openai",
        {
            **CHAT,
            "store": True,
            "metadata": {"topic": "demo"},
            "prompt_cache_key": "k",
            "prompt_cache_retention": "24h",
        },
    ),
    (
        "openai-responses",
        {
            "model": "gpt-5",
            "input": "Hi",
            "reasoning": {"effort": "minimal", "summary": "auto"},
            "text": {
                "verbosity": "high",
                "format": {"type": "json_schema", "name": "a", "schema": CLOSED, "strict": True},
            },
            "include": ["reasoning.encrypted_content"],
            "store": False,
            "truncation": "auto",
            "parallel_tool_calls": True,
        },
    ),
    (
        "openai-responses",
        {
            "model": "gpt-4.1",
            "input": "Hi",
            "tools": [{"type": "web_search"}, {"type": "file_search", "vector_store_ids": ["vs_1"]}],
            "tool_choice": {"type": "file_search"},
            "max_output_tokens": 2000,
            "background": True,
            "temperature": 0.2,
            "conversation": {"id": "conv_1"},
            "stream_options": {"include_obfuscation": False},
            "stream": True,
        },
    ),
    (
        "openai-responses",
        {"model": "gpt-5", "prompt": {"id": "pmpt_1", "version": "2", "variables": {"city": "Oslo"}}, "input": "Hi"},
    ),
    (
        "anthropic",
        {**CLAUDE, "system": "Be brief.", "stop_sequences": ["END"], "metadata": {"user_id": "u1"}, "stream": True},
    ),
    (
        "anthropic",
        {**CLAUDE, "thinking": {"type": "adaptive", "display": "summarized"}, "output_config": {"effort": "medium"}},
    ),
    (
        "anthropic",
        {
            **CLAUDE,
            "model": "claude-sonnet-4-5",
            "thinking": {"type": "enabled", "budget_tokens": 2048},
            "tools": [{"name": "look", "input_schema": {"type": "object"}}],
            "tool_choice": {"type": "auto", "disable_parallel_tool_use": True},
            "service_tier": "standard_only",
        },
    ),
    (
        "anthropic",
        {
            **CLAUDE,
            "output_config": {"format": {"type": "json_schema", "schema": CLOSED}},
            "cache_control": {"type": "ephemeral", "ttl": "1h"},
        },
    ),
    (
        "anthropic",
        {
            **CLAUDE,
            "context_management": {
                "edits": [
                    {
                        "type": "clear_tool_uses_20250919",
                        "trigger": {"type": "input_tokens", "value": 30000},
                        "keep": {"type": "tool_uses", "value": 3},
                        "clear_at_least": {"type": "input_tokens", "value": 5000},
                        "exclude_tools": ["web_search"],
                    }
                ]
            },
            "container": {"skills": [{"type": "anthropic", "skill_id": "pptx", "version": "latest"}]},
        },
    ),
    (
        "gemini",
        gemini(
            temperature=1.0, topP=0.8, topK=10, maxOutputTokens=800, stopSequences=["Title"], candidateCount=1, seed=5
        ),
    ),
    (
        "gemini",
        gemini(
            responseMimeType="application/json",
            responseSchema={"type": "OBJECT", "properties": {"a": {"type": "STRING"}}},
        ),
    ),
    ("gemini", gemini(thinkingConfig={"thinkingBudget": 1024, "includeThoughts": True})),
    (
        "gemini",
        gemini(
            "gemini-3-pro-preview", thinkingConfig={"thinkingLevel": "low"}, mediaResolution="MEDIA_RESOLUTION_HIGH"
        ),
    ),
    (
        "gemini",
        gemini("gemini-2.5-flash-image", responseModalities=["TEXT", "IMAGE"], imageConfig={"aspectRatio": "16:9"}),
    ),
    (
        "gemini",
        gemini(
            "gemini-2.5-flash-preview-tts",
            responseModalities=["AUDIO"],
            speechConfig={"voiceConfig": {"prebuiltVoiceConfig": {"voiceName": "Kore"}}},
        ),
    ),
    (
        "gemini",
        {
            **gemini(),
            "tools": [{"functionDeclarations": [{"name": "look"}]}],
            "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["look"]}},
            "safetySettings": [{"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_ONLY_HIGH"}],
            "cachedContent": "cachedContents/1",
        },
    ),
    (
        "gemini",
        {
            "contents": SAID,
            "tools": [{"google_maps": {}}],
            "tool_config": {"retrieval_config": {"lat_lng": {"latitude": 34.05, "longitude": -118.24}}},
        },
    ),
    (
        "gemini-interactions",
        {
            "model": "gemini-3-flash-preview",
            "input": "Hi",
            "generation_config": {"temperature": 0.7, "thinking_level": "low"},
        },
    ),
    (
        "bedrock",
        converse(
            inferenceConfig={"maxTokens": 512, "temperature": 0.5, "topP": 0.9, "stopSequences": ["END"]},
            guardrailConfig={"guardrailIdentifier": "abc", "guardrailVersion": "DRAFT", "trace": "enabled"},
            performanceConfig={"latency": "optimized"},
            requestMetadata={"team": "a"},
            additionalModelRequestFields={"inferenceConfig": {"topK": 20}},
        ),
    ),
    (
        "mistral",
        {
            "model": "mistral-large-latest",
            "messages": HI,
            "temperature": 0.7,
            "top_p": 1,
            "max_tokens": 99,
            "random_seed": 4,
            "safe_prompt": False,
        },
    ),
    (
        "mistral",
        {
            "model": "mistral-large-latest",
            "messages": HI,
            "tools": [FUNCTION],
            "tool_choice": "any",
            "parallel_tool_calls": False,
            "response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": CLOSED, "strict": True}},
        },
    ),
    (
        "cohere",
        {
            "model": "command-a-03-2025",
            "messages": HI,
            "temperature": 0.3,
            "k": 0,
            "p": 0.75,
            "seed": 4,
            "safety_mode": "STRICT",
            "citation_options": {"mode": "FAST"},
            "response_format": {"type": "json_object", "json_schema": {"type": "object"}},
            "thinking": {"type": "enabled", "token_budget": 500},
            "stop_sequences": ["a"],
        },
    ),
    (
        "ollama",
        {
            "model": "qwen3",
            "messages": HI,
            "stream": False,
            "think": "high",
            "format": {"type": "object"},
            "keep_alive": "5m",
            "options": {
                "num_ctx": 4096,
                "temperature": 0.8,
                "top_k": 20,
                "min_p": 0.0,
                "stop": ["\n"],
                "mirostat_tau": 0.8,
                "seed": 42,
            },
        },
    ),
    (
        "ollama-generate",
        {
            "model": "llama3.2",
            "prompt": "Hi",
            "keep_alive": 0,
            "raw": True,
            "options": {"num_predict": 100, "numa": False},
        },
    ),
    (
        "groq",
        {
            "model": "openai/gpt-oss-20b",
            "messages": HI,
            "reasoning_effort": "low",
            "include_reasoning": False,
            "service_tier": "on_demand",
        },
    ),
    (
        "openrouter",
        {
            "model": "openai/gpt-5",
            "messages": HI,
            "reasoning": {"effort": "high", "exclude": True},
            "transforms": ["middle-out"],
            "provider": {
                "order": ["anthropic"],
                "allow_fallbacks": False,
                "sort": "price",
                "max_price": {"prompt": 1, "completion": 2},
            },
            "plugins": [{"id": "web", "max_results": 3}],
            "usage": {"include": True},
            "top_k": 40,
            "repetition_penalty": 1.1,
        },
    ),
    (
        "zhipu",
        {
            "model": "glm-4.7",
            "messages": HI,
            "thinking": {"type": "disabled"},
            "do_sample": True,
            "response_format": {"type": "json_object"},
        },
    ),
    (
        "deepseek",
        {
            "model": "deepseek-chat",
            "messages": HI,
            "thinking": {"type": "enabled"},
            "response_format": {"type": "json_object"},
            "temperature": 1.5,
        },
    ),
    (
        "vllm",
        {
            "model": "qwen3",
            "messages": HI,
            "temperature": 3.0,
            "top_k": -1,
            "min_p": 0.1,
            "chat_template_kwargs": {"enable_thinking": False},
            "stop_token_ids": [1, 2],
            "guided_choice": ["yes", "no"],
            "logit_bias": {"12": 1.5},
            "repetition_penalty": 1.05,
        },
    ),
    (
        "xai",
        {
            "model": "grok-4",
            "messages": HI,
            "response_format": {"type": "json_object"},
            "seed": 3,
        },
    ),
    (
        "moonshot",
        {"model": "kimi-k2-0905-preview", "messages": HI, "temperature": 0.6, "max_tokens": 1024, "stop": "END"},
    ),
    ("minimax", {"model": "MiniMax-M2", "messages": HI, "temperature": 1.0, "reasoning_split": True}),
    ("siliconflow", {"model": "Qwen/Qwen3-8B", "messages": HI, "enable_thinking": False, "min_p": 0.05, "top_k": 50}),
    (
        "dashscope",
        {
            **QWEN,
            "enable_thinking": False,
            "stream": True,
            "top_k": 20,
            "seed": 1,
            "response_format": {"type": "json_object"},
        },
    ),
    (
        "dashscope",
        {
            "model": "qwen-plus",
            "input": {"messages": HI},
            "parameters": {"result_format": "message", "stop": [[37763, 367]], "temperature": 0.7},
        },
    ),
]
