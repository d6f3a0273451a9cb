"""Requests that hosts of others' models refuse, each with the address, and beside a right neighbour at the same one."""

from __future__ import annotations

from typing import Any

USER: list[dict[str, Any]] = [{"role": "user", "content": "Hi"}]
SAID = {"role": "assistant", "content": "Hello"}
TEXT: dict[str, Any] = {"type": "string"}
_HOSTS = "api.cerebras.ai/v1 integrate.api.nvidia.com/v1 ark.cn-beijing.volces.com/api/v3 api.x.ai/v1"
CEREBRAS, NVIDIA, VOLCENGINE, XAI = (f"{host}/chat/completions" for host in _HOSTS.split())
PERPLEXITY, GITHUB = "api.perplexity.ai/chat/completions", "models.github.ai/inference/chat/completions"
GOOGLE = "generativelanguage.googleapis.com/v1beta/openai/chat/completions"
DATABRICKS = "adb-1.4.azuredatabricks.net/serving-endpoints/a/invocations"
FIREWORKS, ZAI = "api.fireworks.ai/inference/v1/messages", "api.z.ai/api/anthropic/v1/messages"
MOONSHOT, COPILOT = "api.moonshot.ai/anthropic/v1/messages", "api.githubcopilot.com/responses"
RESPONSES, AZURE = "api.x.ai/v1/responses", "r.openai.azure.com/openai/v1/responses"
INVOKE = "bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.claude-opus-4-7/invoke"
GEMINI = "generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent"
EMBEDDING = "generativelanguage.googleapis.com/v1beta/models/gemini-embedding-001:generateContent"
ZEN, CHAT_OF_COPILOT = "opencode.ai/zen/v1/chat/completions", "api.githubcopilot.com/chat/completions"
FIRED = "api.fireworks.ai/inference/v1/chat/completions"
CODEX, IONOS = "chatgpt.com/backend-api/codex/responses", "openai.inference.de-txl.ionos.com/v1/chat/completions"
VERTEX = "us-east5-aiplatform.googleapis.com/v1/projects/p/publishers/anthropic/models/claude-sonnet-4:rawPredict"
DEPLOYED = "r.openai.azure.com/openai/deployments/gpt-4o/chat/completions"


def chat(model: str = "gpt-oss-120b", **more: Any) -> dict[str, Any]:
    return {"model": model, "messages": USER} | more


def claude(model: str = "claude-opus-5", **more: Any) -> dict[str, Any]:
    return {"model": model, "max_tokens": 100, "messages": USER, **more}


CLOSED = {"additionalProperties": False}


def tools(*strict: bool | None, closed: dict[str, bool] = CLOSED, **schema: Any) -> dict[str, Any]:
    """A function for each answer to whether it is strict; of None nothing is said."""
    parameters = {"type": "object", "properties": {"a": schema or TEXT}, **closed}
    said = [{} if each is None else {"strict": each} for each in strict]
    named = [{"name": f"f{n}", "parameters": parameters, **each} for n, each in enumerate(said)]
    return {
        "tools": [{"type": "function", "function": each} for each in named or [{"name": "f", "parameters": parameters}]]
    }


def strictly(**schema: Any) -> dict[str, Any]:
    described = {"name": "a", "strict": True, "schema": {"type": "object", "properties": {"a": TEXT}, **schema}}
    return {"response_format": {"type": "json_schema", "json_schema": described}}


def answer(**keywords: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"a": {**TEXT, **keywords}}}
    return {"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": schema}}}


def gemini(**config: Any) -> dict[str, Any]:
    return {
        "model": "gemini-2.5-flash",
        "contents": [{"role": "user", "parts": [{"text": "Hi"}]}],
        "generationConfig": config,
    }


def seen(detail: str) -> dict[str, Any]:
    shown = {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo=", "detail": detail}
    return {"model": "gpt-5.5", "input": [{"role": "user", "content": [shown]}]}


def versioned(version: str) -> dict[str, Any]:
    return {"anthropic_version": version, "max_tokens": 9, "messages": USER}


def listed(role: str) -> list[dict[str, Any]]:
    return [{"role": role, "content": [{"type": "text", "text": "Be kind."}]}]


def searched(content: str | None) -> dict[str, Any]:
    called = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    turns = [{"role": "assistant", "content": content, "tool_calls": [called]}]
    result = [{"role": "tool", "tool_call_id": "call_1", "content": "Cold"}]
    return chat("gpt-4o", messages=[*USER, *turns, *result], data_sources=[{"type": "azure_search"}])


def codex(**more: Any) -> dict[str, Any]:
    return {"model": "gpt-5.5", "input": USER, "instructions": "Hm.", "stream": True, "store": False, **more}


def thought(**more: Any) -> dict[str, Any]:
    return chat("gemini-3.6-flash", **more)


BOUNDED = {"extra_body": {"google": {"thinking_config": {"include_thoughts": True}}}}
OF_ONES_OWN = {"name": "f", "input_schema": {"type": "object"}}
SEALED = {"include": ["reasoning.encrypted_content"]}
TOGETHER, COPILOTS_CHAT = "api.together.xyz/v1/chat/completions", "api.githubcopilot.com/chat/completions"
AZURE = "r.openai.azure.com/openai/v1/chat/completions"
NULL = {"type": "function", "function": {"name": "f", "parameters": None}}
CODEXES: dict[str, Any] = {"input": USER, "stream": True, "store": False}
JSON, CUSTOM = {"type": "json_object"}, {"type": "custom"}


def said(**more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": "Rain."} | more


AT_HOSTS: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    ("vllm", CEREBRAS, "$.tools[1].function.strict", chat(**tools(True, False)), chat(**tools(True, True))),
    ("vllm", CEREBRAS, "$.tools[1].function.strict", chat(**tools(True, None)), chat(**tools(None, False))),
    (
        "vllm",
        CEREBRAS,
        "$.tools[0].function.parameters.additionalProperties",
        chat(**tools(True, closed={})),
        chat(**tools(False, closed={})),
    ),
    (
        "vllm",
        CEREBRAS,
        "$.response_format.json_schema.schema.additionalProperties",
        chat(**strictly()),
        chat(**strictly(**CLOSED)),
    ),
    ("openai", VOLCENGINE, "$", {"messages": USER}, chat("doubao-seed-1-6")),
    ("openai", GITHUB, "$", {"messages": USER}, chat("gpt-4o")),
    ("vllm", "router.huggingface.co/v1/chat/completions", "$", {"messages": USER}, chat()),
    ("vllm", CEREBRAS, "$.min_p", chat(min_p=0.1), chat(top_p=0.9)),
    ("vllm", CEREBRAS, "$.response_format", chat(**tools(), **answer()), chat(**answer())),
    *(
        (
            "vllm",
            CEREBRAS,
            f"$.response_format.json_schema.schema.properties.a.{key}",
            chat(**answer(**{key: value})),
            chat(**answer()),
        )
        for key, value in (("format", "email"), ("pattern", "a"), ("minLength", 1), ("maxLength", 9))
    ),
    ("vllm", NVIDIA, "$", {"messages": USER}, chat()),
    ("vllm", CEREBRAS, "$", {"messages": USER}, chat()),
    ("vllm", NVIDIA, "$.top_p", chat("kimi-k3", top_p=1), chat("kimi-k3", top_p=0.95)),
    ("vllm", NVIDIA, "$.thinking.type", chat(thinking={"type": "adaptive"}), chat()),
    (
        "vllm",
        NVIDIA,
        "$.reasoning_budget",
        chat(reasoning_budget=9),
        chat("nvidia/nemotron-3-super", reasoning_budget=9),
    ),
    ("anthropic", MOONSHOT, "$.thinking.type", claude("kimi-k3", thinking={"type": "disabled"}), claude("kimi-k3")),
    (
        "anthropic",
        FIREWORKS,
        "$.tools[0].type",
        claude("glm-5p2", tools=[{"type": "web_search_20250305", "name": "web_search"}]),
        claude("glm-5p2", tools=[{**OF_ONES_OWN, "type": "custom"}]),
    ),
    (
        "anthropic",
        FIREWORKS,
        "$.tools[0].cache_control",
        claude("glm-5p2", tools=[{**OF_ONES_OWN, "cache_control": {"type": "ephemeral"}}]),
        claude("glm-5p2", tools=[OF_ONES_OWN]),
    ),
    ("vllm", PERPLEXITY, "$.top_p", chat("sonar", top_p=1), chat("sonar", top_p=0.9)),
    (
        "vllm",
        PERPLEXITY,
        "$.messages[2].role",
        chat("sonar", messages=[*USER, SAID, {"role": "system", "content": "Be kind."}, *USER]),
        chat("sonar", messages=[{"role": "system", "content": "Be kind."}, *USER]),
    ),
    (
        "openai",
        VOLCENGINE,
        "$.tools[0].function.parameters.properties.a.type",
        chat(**tools(type=["string", "null"])),
        chat(**tools()),
    ),
    (
        "openai",
        VOLCENGINE,
        "$.tools[0].function.parameters.properties.a",
        chat(**tools(description="b")),
        chat(**tools(enum=["b"])),
    ),
    (
        "openai",
        VOLCENGINE,
        "$.reasoning_effort",
        chat(reasoning_effort="high", thinking={"type": "disabled"}),
        chat(reasoning_effort="high", thinking={"type": "enabled"}),
    ),
    (
        "vllm",
        DATABRICKS,
        "$.stream_options",
        chat(stream=True, stream_options={"include_usage": True}),
        chat(stream=True),
    ),
    (
        "openai",
        GITHUB,
        "$.messages[1].content",
        chat("cohere/cohere-command-r-plus", messages=[*USER, {"role": "assistant", "content": ""}, *USER]),
        chat("cohere/cohere-command-r-plus", messages=[*USER, SAID, *USER]),
    ),
    (
        "openai-responses",
        AZURE,
        "$.include[0]",
        {"model": "deepseek-v4-pro", "input": "Hi", **SEALED},
        {"model": "gpt-5.5", "input": "Hi", **SEALED},
    ),
    ("openai-responses", COPILOT, "$.input[0].content[0].detail", seen("auto"), seen("low")),
    (
        "openai-responses",
        RESPONSES,
        "$.safety_identifier",
        {"model": "grok-4.5", "input": "Hi", "safety_identifier": "a"},
        {"model": "grok-4.5", "input": "Hi"},
    ),
    ("openai", GOOGLE, "$.reasoning_effort", thought(reasoning_effort="none"), thought(reasoning_effort="low")),
    ("openai", GOOGLE, "$.reasoning_effort", thought(reasoning_effort="low", **BOUNDED), thought(**BOUNDED)),
    ("anthropic", ZAI, "$.max_tokens", claude("glm-5.1", max_tokens=200_000), claude("glm-5.1", max_tokens=131_072)),
    ("gemini", GEMINI, "$.generationConfig.frequencyPenalty", gemini(frequencyPenalty=0.5), gemini(frequencyPenalty=0)),
    (
        "anthropic",
        INVOKE,
        "$.anthropic_beta",
        {
            "anthropic_version": "bedrock-2023-05-31",
            "anthropic_beta": ["interleaved-thinking-2025-05-14"],
            "max_tokens": 9,
            "messages": USER,
        },
        {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": USER},
    ),
    ("gemini", EMBEDDING, "$.model", {**gemini(), "model": "gemini-embedding-001"}, gemini()),
    ("vllm", FIRED, "$.max_tokens", chat(max_tokens=8000), chat(max_tokens=8000, stream=True)),
    *(
        ("vllm", ZEN, "$.tool_choice", chat(model, tool_choice="required", **tools()), chat(model, **tools()))
        for model in ("deepseek-v4-flash", "kimi-k3")
    ),
    (
        "openai",
        CHAT_OF_COPILOT,
        "$.messages[1].role",
        chat("gemini-3.6-flash", messages=[*USER, SAID]),
        chat("gemini-3.6-flash"),
    ),
    ("anthropic", INVOKE, "$.anthropic_version", versioned("2023-06-01"), versioned("bedrock-2023-05-31")),
    ("anthropic", VERTEX, "$.anthropic_version", versioned("2023-06-01"), versioned("vertex-2023-10-16")),
    ("openai", DEPLOYED, "$.messages[1].content", searched(None), searched("")),
    ("openai-responses", CODEX, "$.previous_response_id", codex(previous_response_id="resp_1"), codex()),
    (
        "vllm",
        CEREBRAS,
        "$.messages[0].content",
        chat(messages=[*listed("system"), *USER]),
        chat(messages=listed("user")),
    ),
    ("vllm", IONOS, "$.messages[0].content", chat(messages=listed("user")), chat()),
    (
        "openai-responses",
        "r.openai.azure.com/openai/v1/responses",
        "$.input[0].id",
        codex(store=True, input=[{"type": "reasoning", "summary": []}]),
        codex(store=True, input=[{"type": "reasoning", "id": "rs_1", "summary": []}]),
    ),
    ("vllm", CEREBRAS, "$.reasoning_effort", chat("zai-glm-4.7", reasoning_effort="default"), chat("zai-glm-4.7")),
    ("vllm", CEREBRAS, "$.reasoning_effort", chat(reasoning_effort="minimal"), chat(reasoning_effort="low")),
    (
        "vllm",
        FIRED,
        "$.reasoning_effort",
        chat("deepseek-v4-flash", reasoning_effort="minimal"),
        chat("deepseek-v4-flash", reasoning_effort="none"),
    ),
    ("vllm", FIRED, "$.reasoning_effort", chat("qwen3p7-plus", reasoning_effort="max"), chat("qwen3p7-plus")),
    (
        "vllm",
        "router.huggingface.co/v1/chat/completions",
        "$.tools[0].function.strict",
        chat("qwen3-coder-480b-a35b-instruct", **tools(True)),
        chat("qwen3-coder-480b-a35b-instruct", **tools()),
    ),
    ("vllm", PERPLEXITY, "$.tools", chat("sonar-pro", **tools()), chat("sonar-pro")),
    (
        "vllm",
        "api-inference.modelscope.cn/v1/chat/completions",
        "$.enable_thinking",
        chat("Qwen/Qwen3-8B", enable_thinking=True),
        chat("Qwen/Qwen3-8B", enable_thinking=True, stream=True),
    ),
    (
        "anthropic",
        "api.minimax.io/anthropic/v1/messages",
        "$.temperature",
        claude("minimax-m2.5", temperature=0),
        claude("minimax-m2.5", temperature=1),
    ),
    ("vllm", CEREBRAS, "$.response_format", chat(**tools(), response_format=JSON), chat(**tools())),
    ("vllm", CEREBRAS, "$.max_tokens", chat(max_tokens=9, max_completion_tokens=9), chat(max_completion_tokens=9)),
    ("vllm", CEREBRAS, "$.stop", chat(stop=[*"abcde"]), chat(stop=[*"abcd"])),
    ("vllm", CEREBRAS, "$.temperature", chat(temperature=3), chat(temperature=1)),
    ("vllm", CEREBRAS, "$.messages[1].refusal", chat(messages=[*USER, said(refusal=None)]), chat()),
    ("vllm", FIRED, "$.messages[1].tool_name", chat(messages=[*USER, said(tool_name="a")]), chat()),
    ("vllm", FIRED, "$.promptCacheKey", chat(promptCacheKey="a"), chat(prompt_cache_key="a")),
    ("vllm", FIRED, "$.tools[0].type", chat(tools=[{"type": "custom"}]), chat(**tools())),
    ("vllm", TOGETHER, "$.tools[0].type", chat(tools=[{"type": "custom"}]), chat(**tools())),
    ("vllm", TOGETHER, "$.stop", chat(stop=[*"abcde"]), chat(stop=[*"abcd"])),
    ("openai", AZURE, "$.tools[0].function.parameters", chat("gpt-4.1", tools=[NULL]), chat("gpt-4.1", **tools())),
    ("openai-responses", CODEX, "$.instructions", {"model": "gpt-5.5", **CODEXES}, codex()),
    ("openai-responses", CODEX, "$.user", codex(user="a"), codex()),
    ("openai-responses", CODEX, "$.input[0].role", codex(input=[{"role": "system", "content": "a"}]), codex()),
    ("openai", COPILOTS_CHAT, "$.tools[0].function.name", chat("gpt-5-mini", tools=[CUSTOM]), chat("gpt-5-mini")),
]
