"""Requests that the tables of refusals forbid: `(dialect, slug, model, refused, taken)`.

`refused` and `taken` are what is added to the shortest request for `model`; `slug` is told of the first alone."""

from __future__ import annotations

from typing import Any

from support.refusals.bodies import CLOSED, JSON, PICTURE, TOOLS, USER, schema

NAMED = {"role": "user", "content": "Hi", "name": "a"}
SYSTEM = {"role": "system", "content": "Be kind."}
LOOK = [TOOLS[0]["function"]]
ODD = [{"type": "function", "function": {"name": "look at", "parameters": {"type": "object", "properties": {}}}}]
LONG = [{"type": "function", "function": {"name": "look", "description": "x" * 1025}}]
OTHER = [{"type": "retrieval"}]
CHOSEN = {"type": "function", "function": {"name": "look"}}
HEARD = [{"role": "user", "content": [{"type": "input_audio", "input_audio": {"data": "UklGRg==", "format": "wav"}}]}]
_CALL = {"function": {"name": "look", "arguments": {}}}
_RESULT = {"role": "tool", "tool_name": "look", "content": "4"}
CALLED_TWICE = [*USER, {"role": "assistant", "content": "", "tool_calls": [_CALL, _CALL]}, _RESULT, _RESULT]
OPEN = {"type": "object", "properties": {"a": {"type": "string"}}}
COUNTED = {**CLOSED, "properties": {"a": {"type": "array", "items": {"type": "string"}, "minItems": 1}}}
FILM = {"messages": [{"role": "user", "content": [{"type": "video_url", "video_url": {"url": "ms://cn5v"}}]}]}
STRICT = [{"type": "function", "function": {"name": "look", "strict": True}}]
PAGES = [{"role": "user", "content": [{"type": "document_url", "document_url": "https://example.com/a.pdf"}]}]
SPOKEN = {"modalities": ["text", "audio"], "audio": {"voice": "alloy", "format": "wav"}}
STREAMED = {"modalities": ["text", "audio"], "audio": {"voice": "alloy", "format": "pcm16"}}
GENERATED = {"reasoning": {"generate_summary": "concise"}}
LOGPROBS, ENCRYPTED = "message.output_text.logprobs", "reasoning.encrypted_content"
KEPT = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAAAABo"}


def answering(**keywords: Any) -> dict[str, Any]:
    made = {"type": "object", "properties": {"a": {"type": "string"}}, **keywords}
    return {"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": made}}}


def kept(*ids: str) -> dict[str, Any]:
    return {"input": [{"type": "message", "role": "assistant", "id": id_, "content": []} for id_ in ids]}


def marked(number: int) -> dict[str, Any]:
    part = {"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}
    return {"messages": [{"role": "user", "content": [part] * number}]}


def searched(action: str) -> dict[str, Any]:
    return {"input": [{"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": action}}]}


def in_parts(number: int) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": "a"}] * number}


def item(type_: str, **more: Any) -> dict[str, Any]:
    return {"input": [{"type": type_, "status": "completed", **more}]}


CONTINUED = {"previous_response_id": "resp_1"}


def uploaded(id_: str) -> dict[str, Any]:
    return {"input": [{"role": "user", "content": [{"type": "input_image", "file_id": id_}]}]}


def written(text: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": text}]}


def flat(schema: Any) -> dict[str, Any]:
    return {"format": {"type": "json_schema", "name": "a", "schema": schema, "strict": True}}


TABLE: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    ("deepseek", "parameter-value", "deepseek-v4-pro", {"top_p": 0}, {"top_p": 0.01}),
    ("deepseek", "parameter-value", "deepseek-v4-pro", {"temperature": 2.1}, {"temperature": 2}),
    ("deepseek", "parameter-value", "deepseek-v4-pro", {"max_tokens": 393217}, {"max_tokens": 393216}),
    ("deepseek", "parameter-value", "deepseek-v4-pro", {"stop": ["a"] * 17}, {"stop": ["a"] * 16}),
    *(
        (dialect, "parameter-clash", model, {"top_logprobs": 3}, {"logprobs": dialect == "deepseek"})
        for dialect, model in (("deepseek", "deepseek-v4-pro"), ("moonshot", "kimi-k3"))
    ),
    ("moonshot", "model-parameter", "kimi-k3", {"n": 2}, {"n": 1}),
    ("moonshot", "model-parameter", "kimi-k3", {"presence_penalty": 0.5}, {"presence_penalty": 0}),
    ("moonshot", "model-parameter", "kimi-k3", {"frequency_penalty": 0.5}, {"frequency_penalty": 0}),
    ("moonshot", "model-parameter", "kimi-k3", {"logprobs": True}, {"logprobs": False}),
    ("minimax", "parameter-value", "MiniMax-M2.5", {"temperature": 0}, {"temperature": 1}),
    ("openrouter", "parameter-value", "openai/gpt-4o", {"min_p": 1.5}, {"min_p": 1}),
    ("openrouter", "parameter-value", "openai/gpt-4o", {"top_a": -1}, {"top_a": 0}),
    ("openrouter", "parameter-value", "openai/gpt-4o", {"top_k": -1}, {"top_k": 0}),
    ("openrouter", "parameter-value", "openai/gpt-4o", {"logprobs": True, "top_logprobs": 21}, {"top_logprobs": 20}),
    ("openrouter", "parameter-value", "openai/gpt-4o", {"repetition_penalty": 3}, {"repetition_penalty": 2}),
    ("xai", "parameter-value", "grok-4.5", {"logprobs": True, "top_logprobs": 9}, {"top_logprobs": 8}),
    ("groq", "model-parameter", "openai/gpt-oss-120b", {"reasoning_effort": "none"}, {"reasoning_effort": "low"}),
    ("ollama", "message-form", "gpt-oss:120b-cloud", {"messages": CALLED_TWICE[:3]}, {"messages": CALLED_TWICE}),
    ("openai", "model-parameter", "gpt-5", {"top_p": 0.5}, {"temperature": 1}),
    ("openai", "model-parameter", "gpt-6-sol", {"tools": TOOLS}, {"tools": TOOLS, "reasoning_effort": "none"}),
    ("vllm", "model-parameter", "moonshotai/kimi-k3", {"top_p": 1}, {"top_p": 0.95}),
    ("xai", "model-parameter", "grok-4.5", {"top_p": 0}, {"top_p": 1}),
    ("xai", "parameter-value", "grok-4.5", {"reasoning_effort": "auto"}, {"reasoning_effort": "low"}),
    ("xai", "model-parameter", "grok-4-latest", {"reasoning_effort": "low"}, {}),
    ("groq", "model-parameter", "deepseek-r1-distill-llama-70b", {"reasoning_effort": "low"}, {}),
    ("openrouter", "model-ability", "openai/gpt-5.4-image-2", {"tools": TOOLS}, {}),
    ("groq", "parameter-value", "llama-3.3-70b", {"prompt_cache_key": "a"}, {}),
    ("groq", "answer-schema", "gpt-oss-120b", answering(propertyNames={"type": "string"}), answering(required=["a"])),
    ("dashscope", "answer-schema", "qwen-plus", answering(uniqueItems=True), answering(required=["a"])),
    ("cohere", "parameter-value", "command-a", {"strict_tools": True, "tools": TOOLS}, {"tools": TOOLS}),
    (
        "vllm",
        "parameter-clash",
        "qwen3-8b",
        {"tools": TOOLS, "tool_choice": "required", "response_format": {"type": "json_object"}},
        {"tools": TOOLS, "tool_choice": "auto", "response_format": {"type": "json_object"}},
    ),
    ("openai", "model-parameter", "o3-mini", {"top_p": 1}, {"temperature": 1}),
    ("openai", "model-parameter", "gpt-5.2", {"reasoning_effort": "low", "temperature": 0}, {"temperature": 0}),
    ("openai", "model-parameter", "o3", {"stop": ["a"]}, {}),
    ("openai", "model-parameter", "gpt-4o", {"verbosity": "low"}, {"verbosity": "medium"}),
    ("openai-responses", "model-parameter", "gpt-4o", {"text": {"verbosity": "low"}}, {"text": {}}),
    ("openai", "model-parameter", "o1-mini", {"stream": True}, {"stream": False}),
    ("openai", "model-parameter", "gpt-4o-search-preview", {"temperature": 0}, {}),
    ("openai", "model-ability", "o1-mini", {"tools": TOOLS}, {}),
    ("openai", "model-id", "gpt-4o ", {}, {"model": "gpt-4o"}),
    ("xai", "model-parameter", "grok-4", {"search_parameters": {"mode": "auto"}}, {}),
    ("groq", "model-ability", "llama-3.1-70b-versatile", {}, {"model": "llama-3.3-70b-versatile"}),
    ("xai", "tools-count", "grok-4.5", {"tools": TOOLS * 201}, {"tools": TOOLS * 200}),
    ("openai", "model-parameter", "o3-mini", {"tools": TOOLS, "parallel_tool_calls": False}, {"stop": ["a"]}),
    ("openai", "model-parameter", "gpt-4o", {"reasoning_effort": "low"}, {"temperature": 0}),
    ("openai-responses", "model-parameter", "gpt-4.1", {"reasoning": {"effort": "low"}}, {"reasoning": {}}),
    ("openai-responses", "model-parameter", "gpt-5-chat-latest", {"reasoning": {"summary": "auto"}}, {}),
    ("openai-responses", "model-parameter", "gpt-4.1", {"include": ["reasoning.encrypted_content"]},
     {"include": ["message.output_text.logprobs"]}),
    ("openai", "model-parameter", "o4-mini", {"reasoning_effort": "minimal"}, {"reasoning_effort": "low"}),
    ("openai", "model-parameter", "gpt-5.1", {"reasoning_effort": "minimal"}, {"reasoning_effort": "none"}),
    ("openai", "model-parameter", "gpt-5.2-chat-latest", {"reasoning_effort": "high"}, {"reasoning_effort": "medium"}),
    ("openai-responses", "model-parameter", "gpt-5-pro", {"reasoning": {"effort": "low"}}, {}),
    ("openai", "parameter-value", "gpt-5.1", {"reasoning_effort": None}, {"reasoning_effort": "none"}),
    ("openai-responses", "model-ability", "gpt-4o-search-preview", {}, {"model": "gpt-4o"}),
    *(
        (
            "openai-responses", "parameter-clash", "gpt-5",
            {"tools": [{"type": hosted}], "reasoning": {"effort": "minimal"}},
            {"tools": [{"type": hosted}], "reasoning": {"effort": "low"}},
        )
        for hosted in ("file_search", "image_generation")
    ),
    *(
        (
            dialect, "tool-choice", "local", {"tools": TOOLS, "tool_choice": {"type": "function"}},
            {"tools": TOOLS, "tool_choice": CHOSEN},
        )
        for dialect in ("vllm", "minimax")
    ),
    *(
        ("openrouter", "parameter-clash", "openai/o3-mini", {"reasoning_effort": "low", **asked}, asked)
        for asked in ({"reasoning": {"effort": "low"}}, {"include_reasoning": True})
    ),
    ("openai", "model-parameter", "gpt-5.4", {"tools": TOOLS, "reasoning_effort": "low"}, {"tools": TOOLS}),
    ("openai", "model-parameter", "gpt-5.6", {"tools": TOOLS}, {"tools": TOOLS, "reasoning_effort": "none"}),
    ("openai", "model-parameter", "gpt-4-turbo", {"max_tokens": 8192}, {"max_tokens": 4096}),
    ("openai", "model-parameter", "gpt-4o", {"max_tokens": 32000}, {"max_tokens": 16384}),
    ("openai", "model-parameter", "gpt-4", {"response_format": schema(CLOSED)}, {}),
    ("openai", "model-parameter", "gpt-4", {"response_format": JSON}, {"response_format": {"type": "text"}}),
    ("openai", "model-ability", "gpt-3.5-turbo", {"messages": PICTURE}, {}),
    ("openai", "model-ability", "gpt-4o-audio-preview", {}, {"modalities": ["text", "audio"]}),
    ("openai", "answer-schema", "gpt-4o", {"response_format": schema(OPEN)}, {"response_format": schema(CLOSED)}),
    ("openai-responses", "answer-schema", "gpt-5", {"text": flat(OPEN)}, {"text": flat(CLOSED)}),
    ("openrouter", "answer-schema", "openai/gpt-4o", {"response_format": schema(OPEN)}, {}),
    (
        "openai", "answer-schema", "gpt-4o", {"response_format": schema({"type": "array", "items": CLOSED})},
        {"response_format": schema(OPEN, strict=False)},
    ),
    ("openai", "answer-schema", "gpt-4o", {"response_format": {"type": "json_schema"}}, {}),
    (
        "openai", "answer-schema", "gpt-4o",
        {"response_format": schema({**CLOSED, "properties": {"a": {"type": "any"}}}, strict=False)},
        {"response_format": schema(OPEN, strict=False)},
    ),
    ("openai", "answer-schema", "gpt-4o", {"response_format": schema({**CLOSED, "oneOf": []})}, {}),
    ("openai", "parameter-clash", "gpt-4o", {"stream_options": {"include_usage": True}}, {}),
    ("openai", "parameter-clash", "gpt-4o", {"metadata": {"a": "b"}}, {"metadata": {"a": "b"}, "store": True}),
    ("openai", "parameter-clash", "gpt-4o", {"max_tokens": 9, "max_completion_tokens": 9}, {"max_tokens": 9}),
    (
        "openai", "parameter-clash", "gpt-4o", {"tools": TOOLS, "tool_choice": {"type": "function", "name": "look"}},
        {"tools": TOOLS, "tool_choice": CHOSEN},
    ),
    ("openai", "parameter-clash", "gpt-4o", {"top_logprobs": 2}, {"logprobs": True, "top_logprobs": 2}),
    ("openai", "parameter-value", "gpt-4o", {"max_tokens": "9"}, {"max_tokens": 9}),
    ("openai", "parameter-value", "gpt-4o", {"temperature": True}, {"temperature": 2}),
    ("openai", "parameter-value", "gpt-4o", {"user": "x" * 65}, {"user": "x" * 64, "seed": None}),
    ("openai-responses", "parameter-value", "gpt-4.1", {"max_output_tokens": 10}, {"max_output_tokens": 16}),
    ("openai", "parameter-value", "gpt-4o", {"stop": list("abcde")}, {"stop": list("abcd")}),
    ("openai", "parameter-value", "gpt-4o", {"tools": TOOLS, "parallel_tool_calls": None}, {"stop": None}),
    ("openai", "parameter-value", "gpt-4o", {"tools": OTHER}, {"tools": TOOLS}),
    ("openai", "parameter-value", "gpt-4o", {"tools": LONG}, {"tools": TOOLS}),
    ("openai-responses", "other-api", "gpt-5", {"response_format": JSON}, {}),
    ("openai-responses", "other-api", "gpt-5", {"max_tokens": 99}, {"max_output_tokens": 99}),
    ("openai", "other-api", "gpt-4o", {"max_output_tokens": 99}, {"max_tokens": 99}),
    (
        "openai-responses", "kept-item", "gpt-5", {"store": False, "input": [{**KEPT, "encrypted_content": None}]},
        {"store": False, "input": [KEPT]},
    ),
    (
        "openai-responses", "kept-item", "gpt-5", {"store": False, "previous_response_id": "resp_1"},
        {"previous_response_id": "resp_1"},
    ),
    (
        "openai-responses", "kept-item", "gpt-5", {"input": [{**KEPT, "encrypted_content": "A thought."}]},
        {"input": [KEPT]},
    ),
    ("deepseek", "parameter-value", "deepseek-chat", {"max_tokens": 0.5}, {"max_tokens": 5}),
    ("mistral", "parameter-value", "mistral-large-latest", {"tools": TOOLS, "tool_choice": "all"}, {"top_p": 0.5}),
    ("cohere", "parameter-value", "command-a-03-2025", {"p": 1}, {"p": 0.9}),
    ("ollama", "parameter-value", "qwen3", {"options": {"num_ctx": "4096"}}, {"options": {"num_ctx": 4096}}),
    ("xai", "parameter-value", "grok-2", {"stop": list("abcdefghi")}, {"stop": list("abcdefgh")}),
    ("minimax", "parameter-value", "MiniMax-M2.7", {"stop": list("abcde")}, {"stop": list("abcd")}),
    ("groq", "parameter-value", "llama-3.3-70b", {"tools": ODD}, {"tools": TOOLS}),
    ("vllm", "parameter-value", "qwen3", {"functions": [{"name": "look"}]}, {}),
    ("moonshot", "model-parameter", "kimi-k3", {"top_p": 1}, {"top_p": 0.95}),
    ("moonshot", "model-parameter", "kimi-k3", {"n": 2}, {"n": 1}),
    ("moonshot", "model-parameter", "kimi-k2.6", {"presence_penalty": 1}, {"presence_penalty": 0}),
    ("moonshot", "model-parameter", "kimi-k2.6", {"frequency_penalty": 0.5}, {"frequency_penalty": 0}),
    ("moonshot", "model-parameter", "kimi-k3.1-pro", {"thinking": {"type": "disabled"}}, {"temperature": 1}),
    ("moonshot", "model-parameter", "kimi-for-coding", {"temperature": 0.1}, {"temperature": 1}),
    (
        "moonshot", "parameter-clash", "moonshot-v1-8k", {"n": 2, "temperature": 0}, {"n": 2, "temperature": 0.3},
    ),
    ("zhipu", "model-id", "glm-5.3[1m]", {}, {"model": "glm-5.3"}),
    ("moonshot", "model-id", "kimi\u2011k3", {}, {"model": "kimi-k3"}),
    ("deepseek", "model-parameter", "deepseek-reasoner", {"logprobs": True}, {"logprobs": False}),
    ("mistral", "parameter-value", "mistral-small-latest", {"reasoning_effort": "medium"}, {"temperature": 0.3}),
    ("mistral", "model-parameter", "magistral-small-2509", {"prompt_mode": "reasoning"}, {"temperature": 0.3}),
    ("cohere", "parameter-value", "command-a-03-2025", {"temperature": 1.5}, {"temperature": 1}),
    (
        "cohere", "parameter-clash", "command-a-03-2025", {"frequency_penalty": 0.1, "presence_penalty": 0.1},
        {"frequency_penalty": 0.1},
    ),
    (
        "cohere", "parameter-clash", "command-a-03-2025", {"response_format": JSON, "documents": ["a"]},
        {"documents": ["a"]},
    ),
    ("cohere", "message-form", "command-a-03-2025", {"messages": [{"role": "user", "content": ""}]}, {}),
    ("moonshot", "answer-schema", "moonshot-v1-8k", {"response_format": {"type": "json_schema"}}, {}),
    ("xai", "tool-choice", "grok-2", {"tools": TOOLS, "tool_choice": {"function": {"name": "see"}}}, {"tools": TOOLS}),
    ("groq", "tool-choice", "llama-3.3-70b", {"tool_choice": "auto"}, {"tool_choice": "none"}),
    ("vllm", "tool-choice", "qwen3", {"tool_choice": "auto"}, {"tools": TOOLS, "tool_choice": "auto"}),
    ("deepseek", "parameter-clash", "deepseek-chat", {"stream_options": {"include_usage": True}}, {"stream": True}),
    ("groq", "parameter-clash", "llama-3.3-70b", {"tools": TOOLS, "tool_choice": {"type": "any"}}, {"tools": TOOLS}),
    ("vllm", "parameter-value", "qwen3", {"tools": OTHER}, {"tools": TOOLS}),
    ("moonshot", "parameter-value", "moonshot-v1-8k", {"tools": OTHER}, {"tools": [{"type": "builtin_function"}]}),
    *(
        ("bedrock", "model-id", model, {}, {"model": f"us.anthropic.{taken}"})
        for model, taken in (
            ("sonnet", "claude-sonnet-4-6"), ("us.anthropic.claude-opus-4-8-v1", "claude-opus-4-8"),
        )
    ),
    ("deepseek", "parameter-value", "deepseek-chat", {"tools": OTHER}, {"tools": TOOLS}),
    ("minimax", "parameter-value", "MiniMax-M2", {"tools": OTHER}, {"tools": TOOLS}),
    ("deepseek", "model-parameter", "deepseek-chat", {"max_tokens": 32000}, {"max_tokens": 8192}),
    ("deepseek", "parameter-value", "deepseek-chat", {"response_format": schema(CLOSED)}, {"response_format": JSON}),
    (
        "deepseek", "thinking-parameter", "deepseek-v4-pro", {"tools": TOOLS, "tool_choice": "required"},
        {"tools": TOOLS, "tool_choice": "required", "thinking": {"type": "disabled"}},
    ),
    (
        "moonshot", "thinking-parameter", "kimi-k2.5", {"tools": TOOLS, "tool_choice": CHOSEN},
        {"tools": TOOLS, "tool_choice": "auto"},
    ),
    (
        "moonshot", "model-parameter", "kimi-k2.6", {"temperature": 0.7},
        {"temperature": 0.6, "thinking": {"type": "disabled"}},
    ),
    ("moonshot", "model-parameter", "kimi-for-coding", {"reasoning_effort": "none"}, {"reasoning_effort": "low"}),
    ("zhipu", "parameter-value", "glm-4.7", {"tools": [{"type": "custom"}]}, {"tools": [{"type": "web_search"}]}),
    ("zhipu", "parameter-value", "glm-4.7", {"user_id": "u-1"}, {"user_id": "user-1"}),
    ("zhipu", "parameter-value", "glm-4.7", {"user_id": "u" * 129}, {"user_id": "u" * 128}),
    ("groq", "message-form", "llama-3.3-70b", {"messages": [{"role": "system", "content": []}]}, {}),
    ("groq", "parameter-value", "llama-3.3-70b", {"n": 2}, {"n": 1}),
    ("groq", "model-parameter", "llama-3.1-8b-instant", {"reasoning_effort": "low"}, {"temperature": 0}),
    ("groq", "parameter-clash", "llama-3.3-70b", {"tools": TOOLS, "response_format": JSON}, {"response_format": JSON}),
    ("groq", "parameter-value", "llama-3.3-70b", {"store": False}, {"seed": 3}),
    ("minimax", "model-parameter", "MiniMax-M3", {"thinking": {"type": "enabled"}}, {"thinking": {"type": "adaptive"}}),
    ("siliconflow", "model-parameter", "Qwen/Qwen3-Coder-30B-A3B-Instruct", {"enable_thinking": False}, {}),
    ("xai", "model-parameter", "grok-4", {"presence_penalty": 0}, {"temperature": 0}),
    ("xai", "model-parameter", "grok-4", {"stop": ["a"]}, {}),
    ("xai", "message-form", "grok-4", {"messages": [{**SYSTEM, "name": "a"}]}, {"messages": [NAMED]}),
    ("xai", "message-form", "grok-2", {"messages": [in_parts(2)]}, {"messages": [in_parts(1)]}),
    ("xai", "model-parameter", "grok-4", {"reasoning_effort": "low"}, {}),
    ("openrouter", "thinking-parameter", "minimax/minimax-m2.5", {"reasoning": {"enabled": False}}, {"reasoning": {}}),
    ("openrouter", "model-ability", "deepseek/deepseek-r1:free", {"tools": TOOLS}, {}),
    ("mistral", "parameter-value", "mistral-large-latest", {"top_p": None}, {"top_p": 1}),
    ("mistral", "parameter-clash", "mistral-large-latest", {"temperature": 0, "top_p": 0.5}, {"temperature": 0}),
    ("mistral", "model-parameter", "mistral-small-2603", {"prompt_mode": "reasoning"}, {"reasoning_effort": "high"}),
    ("vllm", "model-ability", "google/gemma-2-2b-it", {"messages": [SYSTEM, *USER]}, {}),
    ("openai", "tool-choice", "gpt-4", {"function_call": "auto"}, {"function_call": "auto", "functions": LOOK}),
    ("openai", "missing-parameter", "gpt-4", {"functions": [{}]}, {"functions": [{"name": "a"}]}),
    ("openai", "model-parameter", "gpt-5.6", {"modalities": ["text"]}, {}),
    ("openai", "model-parameter", "gpt-5.6", {"prediction": {"type": "content", "content": "a"}}, {}),
    ("openai", "model-parameter", "gpt-5.6", {"reasoning_effort": "max"}, {"reasoning_effort": "xhigh"}),
    ("openai", "model-parameter", "gpt-5.6", {"n": 9}, {"n": 8}),
    ("openai-responses", "model-parameter", "gpt-5.6", GENERATED, {"reasoning": {"summary": "auto"}}),
    ("openai-responses", "model-parameter", "gpt-5.6", {"include": [LOGPROBS]}, {"include": [ENCRYPTED]}),
    ("openai-responses", "parameter-value", "gpt-5.6", {"max_tool_calls": 0}, {"max_tool_calls": 1}),
    ("openai", "tool-choice", "gpt-4", {"functions": []}, {"functions": [{"name": "a"}]}),
    ("openai", "model-ability", "text-davinci-003", {}, {"model": "gpt-4"}),
    ("openai", "model-ability", "gpt-5.1-codex-max", {}, {"model": "gpt-5.1"}),
    ("openai-responses", "parameter-value", "gpt-5.1", searched("other"), searched("open_page")),
    ("groq", "model-parameter", "qwen/qwen3-32b", {"max_tokens": 40961}, {"max_tokens": 40960}),
    ("groq", "model-parameter", "kimi-k2", {"max_completion_tokens": 20000}, {"max_completion_tokens": 16384}),
    ("groq", "model-parameter", "llama3-8b-8192", {"max_tokens": 16000}, {"max_tokens": 8192}),
    ("moonshot", "model-parameter", "moonshot-v1-8k", {"max_tokens": 8190}, {"max_tokens": 4096}),
    ("moonshot", "model-parameter", "moonshot-v1-32k", {"max_tokens": 32768}, {"max_tokens": 8190}),
    ("moonshot", "model-parameter", "moonshot-v1-128k", {"max_tokens": 131072}, {"max_tokens": 32768}),
    ("xai", "model-ability", "grok-2-image-1212", {}, {"model": "grok-2-1212"}),
    ("xai", "model-ability", "grok-beta", {"response_format": JSON}, {}),
    ("openrouter", "parameter-value", "anthropic/claude-sonnet-4.5", marked(5), marked(4)),
    ("openrouter", "parameter-value", "anthropic/claude-3", marked(5), {"model": "google/gemini-2.5-pro", **marked(5)}),
    ("openai", "parameter-value", "gpt-4o", {"logit_bias": {"AI": 10}}, {"logit_bias": {"1234": 10}}),
    ("openai-responses", "parameter-clash", "gpt-5.5", kept("msg_4", "msg_4"), kept("msg_4", "msg_5")),
    ("openai-responses", "kept-item", "gpt-5", {"conversation": "conv_1", **kept("msg_4")}, kept("msg_4")),
    ("moonshot", "message-form", "kimi-for-coding", FILM, {"model": "kimi-k2.5", **FILM}),
    ("openrouter", "parameter-value", "cohere/command-r-08-2024", {"tools": STRICT}, {"tools": TOOLS}),
    ("groq", "tools-count", "llama-3.3-70b", {"tools": TOOLS * 129}, {"tools": TOOLS * 128}),
    ("groq", "answer-schema", "openai/gpt-oss-20b", {"response_format": schema(COUNTED)}, {}),
    ("groq", "message-form", "llama-3.2-11b-vision", {"messages": [SYSTEM, *PICTURE]}, {"messages": PICTURE}),
    ("openrouter", "parameter-clash", "openai/gpt-audio", {**SPOKEN, "stream": True}, {**STREAMED, "stream": True}),
    ("openrouter", "parameter-clash", "openai/gpt-audio", {**STREAMED, "stream": False}, {**STREAMED, "stream": True}),
    ("openai", "parameter-clash", "gpt-audio", {**SPOKEN, "stream": True}, SPOKEN),
    ("openai-responses", "other-api", "gpt-5", {"messages": USER}, {}),
    ("openai-responses", "message-form", "gpt-5", item("web_search_call"), item("web_search_call", id="ws_1")),
    ("openai-responses", "message-form", "gpt-5", item("mcp_call", name="a"), item("mcp_call", id="mcp_1")),
    ("openai-responses", "message-form", "gpt-5", item("function_call", arguments='{"a": "'), {}),
    ("openai", "parameter-value", "gpt-4", {"functions": [{"name": "a", "parameters": []}]}, {"functions": LOOK}),
    ("openai", "parameter-value", "gpt-4", {"functions": [{"name": "a b"}]}, {"functions": [{"name": "a_b"}]}),
    ("openai", "parameter-value", "gpt-4", {"functions": [{"name": "a", "parameters": {"type": "object"}}]}, {}),
    ("moonshot", "message-form", "kimi-k2.6", {"messages": [written("")]}, {"messages": [written("Hi")]}),
    ("openrouter", "model-id", "openrouter/google/gemini-2.5-flash", {}, {"model": "openrouter/auto"}),
    ("openai-responses", "parameter-value", "gpt-5", uploaded("/tmp/a.png"), uploaded("file-9aZ_b")),
    ("openai-responses", "parameter-value", "gpt-5", uploaded("x" * 65), uploaded("x" * 64)),
    ("openai", "model-ability", "gpt-4o", {"messages": HEARD}, {"messages": PICTURE}),
    ("openai", "model-ability", "gpt-5.1", {"messages": HEARD}, {}),
    ("openai-responses", "parameter-clash", "grok-4.5", {**CONTINUED, "instructions": "Draw."}, CONTINUED),
    ("openai-responses", "model-parameter", "grok-4.6", {"reasoning": {"effort": "max"}}, {}),
    ("xai", "model-parameter", "grok-4.6", {"reasoning_effort": "none"}, {"reasoning_effort": "low"}),
    ("vllm", "model-parameter", "Qwen/Qwen3.8-32B", {"reasoning_effort": "high"}, {"reasoning_effort": "low"}),
    (
        "vllm", "message-form", "DeepSeek-V4-Flash", {"messages": [{**PICTURE[0], "role": "tool"}]},
        {"messages": PICTURE},
    ),
    ("ollama", "parameter-value", "llama3", {"format": "xml"}, {"format": "json"}),
    ("ollama", "unknown-key", "llama3", {"options": {"formatted": True}}, {"options": {"num_ctx": 4096}}),
    ("ollama", "missing-parameter", "llama3.1", {"tools": [TOOLS[0]["function"]]}, {"tools": TOOLS}),
    ("ollama", "model-ability", "dolphin-mistral", {"tools": TOOLS}, {}),
    ("ollama", "model-ability", "llama3.1:8b", {"think": True}, {"think": False}),
    (
        "openrouter", "parameter-clash", "google/gemini-2.5-flash",
        {"reasoning": {"effort": "high", "max_tokens": 2000}}, {"reasoning": {"effort": "high"}},
    ),
    (
        "groq", "answer-schema", "openai/gpt-oss-20b",
        {"response_format": schema(OPEN)}, {"response_format": schema(CLOSED)},
    ),
    ("vllm", "message-form", "mimo-v2.5", {"messages": [{**PICTURE[0], "role": "tool"}]}, {"messages": PICTURE}),
    ("mistral", "model-ability", "mistral-vibe-cli-latest", {"messages": PAGES}, {}),
]  # fmt: skip
