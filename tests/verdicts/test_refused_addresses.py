"""What single addresses refuse is told there, and neither of a right neighbour nor at the provider's other address."""

from __future__ import annotations

from typing import Any

import pytest
from support.names import ADDRESSES, IDS
from support.names import MODELS as NAMES
from support.refused_at_hosts import AT_HOSTS
from support.rows import for_each

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request.parameters import FINDINGS, REFUSALS, parameter_findings
from pytest_promptfmt.verdicts.request.refusals.refusal import Sent

HI: list[dict[str, Any]] = [{"role": "user", "content": "Hi"}]
GOOGLE = "generativelanguage.googleapis.com/v1beta/openai/chat/completions"
INVOKE = "bedrock-runtime.us-east-1.amazonaws.com/model/{}/invoke"
LLAMA, NOVA = INVOKE.format("meta.llama3-70b-instruct-v1:0"), INVOKE.format("us.amazon.nova-lite-v1:0")
VOLCENGINE = "ark.cn-beijing.volces.com/api/coding/v1/messages"
FOUNDRY = "r.services.ai.azure.com/api/projects/p/openai/responses"
AZURE = "r.openai.azure.com/openai/deployments/gpt-4o/chat/completions"
OPENROUTER = "openrouter.ai/api/v1/messages"
VERTEX = "us-central1-aiplatform.googleapis.com/v1/projects/p/models/gemini-2.5-flash:generateContent"
COHERE, GENERATE = "api.cohere.com/v1/chat", "api.cohere.com/v1/generate"
COMPATIBLE = "dashscope.aliyuncs.com/compatible-mode/v1/chat/completions"
NATIVE = "dashscope.aliyuncs.com/api/v1/services/aigc/text-generation/generation"
KIMI, DEEPSEEK = "api.moonshot.cn/anthropic/v1/messages", "api.deepseek.com/anthropic/v1/messages"
OLLAMA, ANTHROPIC = "ollama.com/v1/messages", "api.anthropic.com/v1/messages"
GENERATED = "generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent"
LLAMA_3 = "us.meta.llama3-3-70b-instruct-v1:0"
STREAM = f"bedrock-runtime.us-east-1.amazonaws.com/model/{LLAMA_3}/converse-stream"
CONFIG: dict[str, Any] = {"toolConfig": {"tools": [{"toolSpec": {"name": "f"}}]}}
CLAUDE_AT_BEDROCK = INVOKE.format("us.anthropic.claude-sonnet-4-6")
QWEN, CODEX = "dashscope-intl.aliyuncs.com/apps/anthropic/v1/messages", "chatgpt.com/backend-api/codex/responses"
FIRST = "generativelanguage.googleapis.com/v1/models/gemini-3.8-flash:generateContent"
SILICON = "api.siliconflow.cn/v1/messages"
BOOK = {"type": "json_schema", "schema": {"type": "object", "properties": {}, "additionalProperties": False}}
CIRCULATED: dict[str, Any] = {"toolConfig": {"includeServerSideToolInvocations": True}}
MINIMAX = "api.minimaxi.com/anthropic/v1/messages"
SHOT = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}
DATABRICKS = "dbc-1.cloud.databricks.com/serving-endpoints/chat/completions"
LLAMA_AT_DATABRICKS = "databricks-meta-llama-3-3-70b-instruct"
WATSONX = "us-south.ml.cloud.ibm.com/ml/v1/text/chat"
EMPTY: dict[str, Any] = {"type": "object", "properties": {}}
SIGNED = {"google": {"thought_signature": "c2ln"}}


def gpt(model: str = "gemini-2.5-flash", **more: Any) -> dict[str, Any]:
    return {"model": model, "messages": HI, **more}


def at_bedrock(*betas: str) -> dict[str, Any]:
    return {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": HI, "anthropic_beta": [*betas]}


def named(**more: Any) -> list[dict[str, Any]]:
    return [{"type": "function", "function": {"name": "f", **more}}]


def seen() -> list[dict[str, Any]]:
    shown = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
    return [{"role": "user", "content": [shown, {"type": "text", "text": "Hi"}]}]


def answered(content: Any) -> dict[str, Any]:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    called = {"role": "assistant", "content": "", "tool_calls": [call]}
    return gpt("m", messages=[*HI, called, {"role": "tool", "tool_call_id": "c", "content": content}])


def called(**more: Any) -> dict[str, Any]:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}, **more}
    return gpt("gemini-3-flash-preview", messages=[*HI, {"role": "assistant", "tool_calls": [call]}])


def invoked(**more: Any) -> dict[str, Any]:
    return {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": HI, **more}


def codex(**more: Any) -> dict[str, Any]:
    return {"model": "gpt-5.6-sol", "instructions": "", "input": HI, "store": False, "stream": True, **more}


def claude(model: str, *blocks: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"model": model, "max_tokens": 9, "messages": [{"role": "user", "content": [*blocks]}], **more}


def converse(model: str, **more: Any) -> dict[str, Any]:
    return {"modelId": model, "messages": [{"role": "user", "content": [{"text": "Hi"}]}], **more}


def result(type_: str) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": "t", "content": [{"type": type_}]}


def items(**more: Any) -> dict[str, Any]:
    return {"model": "gpt-4.1", "input": [{"role": "user", "content": [], **more}]}


def schema(**more: Any) -> dict[str, Any]:
    listed = {"type": "array", "items": {"type": "string"}, **more}
    of_answer = {"name": "a", "schema": {"type": "object", "properties": {"a": listed}}}
    return {"response_format": {"type": "json_schema", "json_schema": of_answer}}


CEREBRAS, FIREWORKS = "api.cerebras.ai/v1/chat/completions", "api.fireworks.ai/inference/v1/chat/completions"
PERPLEXITY, COPILOT = "api.perplexity.ai/chat/completions", "api.githubcopilot.com/chat/completions"
NVIDIA, SAMBANOVA = "integrate.api.nvidia.com/v1/chat/completions", "api.sambanova.ai/v1/chat/completions"
MODELS = "models.inference.ai.azure.com/chat/completions"
CLAUDE_3 = INVOKE.format("anthropic.claude-3-haiku-20240307-v1:0")
THOUGHT = {"role": "assistant", "content": "a", "reasoning_content": "b"}
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}}
FUNCTION = {"type": "function", "function": {"name": "f", "parameters": SCHEMA}}
ONE_OF = {"type": "function", "function": {"name": "f", "parameters": {**SCHEMA, "anyOf": [{"required": ["a"]}]}}}
TEXT = {"type": "text", "text": "Hi"}
MARKED = {"tools": [{"name": "f", "cache_control": {"type": "ephemeral"}}]}
ASKING = {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f"}}]}
USING = {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {}}]}
CALLED = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
OUTPUT = {"type": "function_call_output", "call_id": "c", "output": "a"}
RESULTS: dict[str, Any] = {"tool_results": [{}]}
TOOLS = {"tools": [{"name": "f"}]}
TABLE: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    *AT_HOSTS,
    ("openai", GOOGLE, "$.store", gpt(store=False), gpt(n=1)),
    ("vllm", CEREBRAS, "$.messages[1].reasoning_content", gpt("m", messages=[*HI, THOUGHT, *HI]),
     gpt("m", messages=[*HI, {**THOUGHT, "reasoning_content": None}, *HI])),
    ("vllm", CEREBRAS, "$.store", gpt("m", store=False), gpt("m", seed=1)),
    ("vllm", CEREBRAS, "$.response_format.json_schema.schema.properties.a.minItems", gpt("m", **schema(minItems=1)),
     gpt("m", **schema())),
    ("vllm", FIREWORKS, "$.stream_options", gpt("m", stream_options={"include_usage": True}), gpt("m", stream=True)),
    ("vllm", FIREWORKS, "$.vl_high_resolution_images", gpt("m", vl_high_resolution_images=True), gpt("m", top_k=9)),
    ("vllm", PERPLEXITY, "$.messages[1].role", gpt("sonar", messages=[*HI, *HI]), gpt("sonar")),
    ("vllm", PERPLEXITY, "$.max_tokens", gpt("sonar", max_tokens=1), gpt("sonar", max_tokens=16)),
    ("vllm", "ollama.com/v1/chat/completions", "$.max_tokens", gpt("deepseek-v4-flash:0731", max_tokens=384000),
     gpt("deepseek-v4-flash:0731", max_tokens=65536)),
    ("vllm", PERPLEXITY, "$.max_tokens", gpt("sonar-pro", max_tokens=15), gpt("sonar-pro", max_tokens=400)),
    ("vllm", "opencode.ai/zen/v1/chat/completions", "$.messages[0].role",
     gpt("glm-4.7-free", messages=[{"role": "developer", "content": "Be kind."}, *HI]),
     gpt("glm-4.7-free", messages=[{"role": "system", "content": "Be kind."}, *HI])),
    ("openrouter", "openrouter.ai/api/v1/chat/completions", "$.messages[0].role",
     gpt("qwen3.7-max", messages=[{"role": "developer", "content": "Be kind."}, *HI]),
     gpt("qwen3.7-max", messages=[{"role": "system", "content": "Be kind."}, *HI])),
    ("openai", "r.openai.azure.com/openai/v1/chat/completions", "$.prompt_cache_key",
     gpt("kimi-k2.5", prompt_cache_key="a"), gpt("gpt-5.4", prompt_cache_key="a")),
    ("openai-responses", "api.commandcode.ai/provider/v1/responses", "$.input[0].type",
     {"model": "m", "input": [{"type": "tool_search_call", "call_id": "c", "arguments": {}}]},
     {"model": "m", "input": [CALLED, OUTPUT]}),
    ("vllm", PERPLEXITY, "$.model", gpt("llama-3-sonar-large-32k-online"), gpt("sonar-reasoning-pro")),
    ("openai", MODELS, "$.model", gpt("openai/gpt-4.1"), gpt("gpt-4.1")),
    ("openai", COPILOT, "$.model", gpt("gpt-5.6-sol"), gpt("gpt-4.1")),
    ("openai", "api.openai.com/v1/chat/completions", "$.model", gpt("pipe.gpt-5"), gpt("gpt-5")),
    ("bedrock", INVOKE.format("amazon.titan-text-express-v1"), "$.textGenerationConfig.stopSequences[0]",
     {"inputText": "Hi", "textGenerationConfig": {"stopSequences": ["Human:"]}},
     {"inputText": "Hi", "textGenerationConfig": {"stopSequences": ["User:"]}}),
    ("vllm", "api.deepinfra.com/v1/openai/chat/completions", "$.tools",
     gpt("nousresearch/hermes-3-405b", tools=[FUNCTION]),
     gpt("meta-llama/Llama-3.3-70B", tools=[FUNCTION])),
    ("vllm", FIREWORKS, "$.tools[0].function.parameters.anyOf[0]", gpt("m", tools=[ONE_OF]),
     gpt("m", tools=[FUNCTION])),
    ("bedrock", INVOKE.format("ai21.j2-ultra"), "$.stopSequences[0]", {"prompt": "Hi", "stopSequences": [[]]},
     {"prompt": "Hi", "stopSequences": ["a"]}),
    ("vllm", NVIDIA, "$.reasoning_budget", gpt("m", reasoning_budget=9), gpt("m", seed=1)),
    ("vllm", NVIDIA, "$.frequency_penalty", gpt("google/gemma-2-9b-it", frequency_penalty=0),
     gpt("m", frequency_penalty=0)),
    ("vllm", SAMBANOVA, "$.model", gpt("DeepSeek-R1-Distill-Llama-70B"), gpt("Meta-Llama-3.3-70B-Instruct")),
    ("openai-responses", "api.githubcopilot.com/responses", "$.tools[0].type",
     codex(tools=[{"type": "image_generation"}]), codex(tools=[{"type": "web_search"}])),
    ("openai-responses", CODEX, "$.service_tier", codex(service_tier="flex"), codex(service_tier="priority")),
    ("anthropic", "api.githubcopilot.com/v1/messages", "$.messages[0].content[0].content[0].cache_control",
     claude("m", {**result("text"), "content": [{**TEXT, "cache_control": {"type": "ephemeral"}}]}, **TOOLS),
     claude("m", {**result("text"), "cache_control": {"type": "ephemeral"}}, **TOOLS)),
    ("anthropic", CLAUDE_3, "$.output_config", invoked(output_config={"effort": "low"}), invoked()),
    ("openai", GOOGLE, "$.seed", gpt(seed=1), gpt(reasoning_effort="low")),
    ("openai", GOOGLE, "$.messages[1].tool_calls[0]", called(), called(extra_content=SIGNED)),
    ("anthropic", LLAMA, "$.anthropic_version", invoked(), {"model": "l", "max_tokens": 9, "prompt": "Hi"}),
    ("anthropic", NOVA, "$.top_p", invoked(top_p=0.5), invoked(temperature=0.5)),
    ("bedrock", NOVA, "$.inputText", {"inputText": "Hi"}, {"messages": [{"role": "user", "content": []}]}),
    ("bedrock", NOVA, "$", {"inputText": "Hi"}, {"messages": [{"role": "user", "content": []}]}),
    *(
        ("bedrock", INVOKE.format(model), "$", {"input": "Hi"}, {key: "Hi"})
        for model, key in (
            ("us.meta.llama3-3-70b-instruct-v1:0", "prompt"), ("amazon.titan-text-express-v1", "inputText"),
            ("cohere.command-r-v1:0", "message"), ("cohere.command-text-v14", "prompt"),
            ("mistral.mixtral-8x7b-instruct-v0:1", "prompt"), ("ai21.jamba-1-5-mini-v1:0", "messages"),
        )
    ),
    ("bedrock", INVOKE.format("cohere.command-r-v1:0"), "$.prompt", {"prompt": "Hi"}, {"message": "Hi"}),
    (
        "anthropic", CLAUDE_AT_BEDROCK, "$.system[0].text",
        invoked(system=[{"type": "text", "text": "x-anthropic-billing-header: cc_version=2.1"}]),
        invoked(system=[{"type": "text", "text": "Be brief."}]),
    ),
    (
        "anthropic", QWEN, "$.thinking.type",
        claude("qwen3.5-plus", TEXT, thinking={"type": "adaptive"}),
        claude("qwen3.5-plus", TEXT, thinking={"type": "disabled"}),
    ),
    ("gemini", VERTEX, "$.contents[0]", {"contents": [{"parts": [TEXT]}]}, {"contents": []}),
    ("gemini", VERTEX, "$.serviceTier", {"contents": [], "serviceTier": "flex"}, {"contents": []}),
    ("openai-responses", FOUNDRY, "$.input[0].status", items(type="message", status=None), items(type="message")),
    ("openai-responses", FOUNDRY, "$.input[0].type", items(), {"model": "gpt-4.1", "input": HI}),
    ("openai-responses", CODEX, "$.prompt_cache_retention", codex(prompt_cache_retention="24h"), codex()),
    (
        "anthropic", INVOKE.format("us.anthropic.claude-opus-4-7"), "$.output_config.format",
        invoked(model="us.anthropic.claude-opus-4-7", output_config={"format": BOOK}), invoked(output_config={}),
    ),
    (
        "bedrock", INVOKE.format("us.anthropic.claude-opus-5-v1:0"), "$.outputConfig.textFormat",
        converse("us.anthropic.claude-opus-5-v1:0", outputConfig={"textFormat": {"type": "json_schema"}}),
        converse("us.anthropic.claude-opus-4-5-20251101-v1:0", outputConfig={"textFormat": {"type": "json_schema"}}),
    ),
    (
        "anthropic", CLAUDE_AT_BEDROCK, "$.thinking.block_binding",
        invoked(thinking={"type": "adaptive", "block_binding": {}}), invoked(thinking={"type": "adaptive"}),
    ),
    (
        "anthropic", OPENROUTER, "$.tools[0].cache_control",
        claude("anthropic/claude-3-haiku", TEXT, **MARKED), claude("anthropic/claude-haiku-4.5", TEXT, **MARKED),
    ),
    ("cohere", GENERATE, "$.model", {"model": "xlarge", "prompt": "Hi"}, {"model": "command-light", "prompt": "Hi"}),
    (
        "anthropic", VOLCENGINE, "$.messages[0].content[0].content[0].type",
        claude("doubao-seed-2.0-code", result("tool_reference"), **TOOLS),
        claude("doubao-seed-2.0-code", result("image"), **TOOLS),
    ),
    (
        "anthropic", SILICON, "$.thinking.type",
        claude("zai-org/GLM-5", TEXT, thinking={"type": "adaptive"}),
        claude("zai-org/GLM-5", TEXT, thinking={"type": "disabled"}),
    ),
    (
        "gemini", GENERATED, "$.generationConfig.responseLogprobs",
        {"model": "gemini-2.5-flash", "contents": [], "generationConfig": {"responseLogprobs": True}},
        {"model": "gemini-2.5-flash", "contents": []},
    ),
    (
        "gemini", GENERATED, "$.toolConfig.includeServerSideToolInvocations",
        {"model": "gemini-2.5-flash", "contents": [], **CIRCULATED}, {"model": "gemini-3.8-flash", "contents": []},
    ),
    (
        "gemini", VERTEX, "$.toolConfig.includeServerSideToolInvocations",
        {"model": "gemini-3-flash-preview", "contents": [], **CIRCULATED}, {"model": "gemini-3.8-flash"},
    ),
    (
        "gemini", GENERATED, "$.tools[0].enterpriseWebSearch", {"contents": [], "tools": [{"enterpriseWebSearch": {}}]},
        {"contents": [], "tools": [{"googleSearch": {}}]},
    ),
    (
        "openai", AZURE, "$.messages[0].content[0].type",
        gpt("gpt-4o", messages=[{"role": "user", "content": [{"type": "file", "file": {"file_id": "a"}}]}]),
        gpt("gpt-4o", messages=[{"role": "user", "content": [{"type": "text", "text": "a"}]}]),
    ),
    ("gemini", VERTEX, "$.tools[0].fileSearch", {"contents": [], "tools": [{"fileSearch": {}}]}, {"contents": []}),
    (
        "gemini", FIRST, "$.systemInstruction",
        {"model": "gemini-3.8-flash", "contents": [], "systemInstruction": {"parts": [{"text": "Be kind."}]}},
        {"model": "gemini-3.8-flash", "contents": []},
    ),
    ("gemini", GENERATED, "$.model", {"model": "gemini-1.5-pro"}, {"model": "gemini-3.8-flash"}),
    ("openai-responses", CODEX, "$.max_output_tokens", codex(max_output_tokens=9), codex()),
    ("openai-responses", CODEX, "$.store", codex(store=True), codex()),
    ("openai-responses", CODEX, "$.input[1].status", codex(input=[*HI, {**OUTPUT, "status": "completed"}]),
     codex(input=[*HI, CALLED, OUTPUT])),
    ("anthropic", CLAUDE_AT_BEDROCK, "$", {"max_tokens": 9, "messages": HI}, invoked()),
    ("vllm", "opencode.ai/zen/v1/chat/completions", "$.messages[1]",
     gpt("deepseek-v4-flash-free", messages=[*HI, ASKING]),
     gpt("deepseek-v4-flash-free", messages=[*HI, {**ASKING, "reasoning_content": "b"}])),
    ("anthropic", DEEPSEEK, "$.messages[1]", gpt("deepseek-v4-flash", max_tokens=9, messages=[*HI, USING]),
     gpt("deepseek-v4-flash", max_tokens=9, messages=HI)),
    ("vllm", "opencode.ai/zen/go/v1/chat/completions", "$.thinking", gpt("m", thinking={"type": "enabled"}), gpt("m")),
    ("anthropic", "api.minimax.io/anthropic/v1/messages", "$.output_config.format",
     claude("MiniMax-M3", TEXT, output_config={"format": {"type": "json_schema", "schema": {}}}),
     claude("MiniMax-M3", TEXT)),
    ("openai-responses", CODEX, "$.stream", codex(stream=None), codex()),
    ("bedrock", STREAM, "$.toolConfig", converse(LLAMA_3, **CONFIG), converse("amazon.nova-lite-v1:0", **CONFIG)),
    ("anthropic", ANTHROPIC, "$.betas", claude("claude-sonnet-4-5", TEXT, betas=["a"]), claude("claude-opus-5", TEXT)),
    (
        "anthropic", ANTHROPIC, "$.anthropic_version",
        {"anthropic_version": "2023-06-01", **claude("claude-sonnet-4-5", TEXT)}, claude("claude-sonnet-4-5", TEXT),
    ),
    ("gemini", GENERATED, "$.config", {"contents": [], "config": {}}, {"contents": [], "generationConfig": {}}),
    ("cohere", COHERE, "$.messages", {"model": "command-r", "messages": HI}, {"message": "Hi"}),
    (
        "cohere", COHERE, "$.chat_history[0].message",
        {"message": "Hi", "chat_history": [{"role": "CHATBOT", "message": ""}]},
        {"message": "", "tool_results": [{}]},
    ),
    (
        "cohere", COHERE, "$.raw_prompting", {"message": "Hi", "raw_prompting": True},
        {"message": "<|START_OF_TURN_TOKEN|>Hi", "raw_prompting": True},
    ),
    ("cohere", COHERE, "$.tool_results", {"message": "Hi", **RESULTS}, {"message": "", **RESULTS}),
    ("cohere", GENERATE, "$", {"model": "command-r", "prompt": "Hi"}, {"model": "command-light", "prompt": "Hi"}),
    ("dashscope", COMPATIBLE, "$.input", {"model": "qwen-max", "input": {"messages": HI}}, gpt("qwen-max")),
    ("dashscope", NATIVE, "$.messages", gpt("qwen-max"), {"model": "qwen-max", "input": {"messages": HI}}),
    ("dashscope", "dashscope.aliyuncs.com/api/v1/chat/completions", "$", gpt("qwen-max"), {}),
    ("anthropic", KIMI, "$.messages[0].content[0].type", claude("kimi-k2.5", {"type": "document"}), claude("k", TEXT)),
    (
        "anthropic", KIMI, "$.messages[0].content[0].content[0].type",
        claude("kimi-k2.5", result("tool_reference"), **TOOLS), claude("k", result("text"), **TOOLS),
    ),
    (
        "anthropic", KIMI, "$.thinking.type",
        claude("kimi-k2.7-code", TEXT, thinking={"type": "disabled"}),
        claude("kimi-k2.5", TEXT, thinking={"type": "disabled"}),
    ),
    (
        "anthropic", OLLAMA, "$.messages[0].content[0].content[0].type",
        claude("glm", result("image"), **TOOLS), claude("glm", {"type": "image"}, result("text"), **TOOLS),
    ),
    ("anthropic", DEEPSEEK, "$.model", claude("gpt-4o", TEXT), claude("claude-sonnet-4-5", TEXT)),
    ("anthropic", MINIMAX, "$.messages[0].content[0]", claude("minimax-m2.7", SHOT), claude("minimax-m2.7", TEXT)),
    (
        "vllm", DATABRICKS, "$.tools[0].function.parameters", gpt(LLAMA_AT_DATABRICKS, tools=named()),
        gpt(LLAMA_AT_DATABRICKS, tools=named(parameters=EMPTY)),
    ),
    (
        "vllm", DATABRICKS, "$.messages[1].role", gpt(LLAMA_AT_DATABRICKS, messages=[*HI, *HI]),
        gpt(LLAMA_AT_DATABRICKS),
    ),
    (
        "vllm", DATABRICKS, "$.tools[0].function.strict",
        gpt("databricks-claude-3-7-sonnet", tools=named(parameters=EMPTY, strict=True)),
        gpt("databricks-claude-3-7-sonnet", tools=named(parameters=EMPTY)),
    ),
    ("vllm", WATSONX, "$.messages[2].content", answered([{"type": "text", "text": "4"}]), answered("4")),
    (
        "vllm", "opencode.ai/zen/go/v1/chat/completions", "$.messages[0].content[0]",
        gpt("deepseek-v4-flash", messages=seen()), gpt("deepseek-v4-flash"),
    ),
    (
        "vllm", SAMBANOVA, "$.messages[0].content",
        gpt("deepseek-v3.1", messages=[{"role": "user", "content": [TEXT]}]), gpt("deepseek-v3.1"),
    ),
    (
        "vllm", NVIDIA, "$.tools",
        gpt("mixtral-8x22b-instruct-v0.1", tools=named(parameters=EMPTY)),
        gpt("mixtral-8x22b-instruct-v0.1"),
    ),
    *(
        ("anthropic", CLAUDE_AT_BEDROCK, "$.anthropic_beta[0]", at_bedrock(beta), at_bedrock("context-1m-2025-08-07"))
        for beta in ("advanced-tool-use-2025-11-20", "prompt-caching-scope-2026-01-05", "files-api-2025-04-14")
    ),
    (
        "bedrock", CLAUDE_AT_BEDROCK.replace("invoke", "converse"), "$.additionalModelRequestFields.anthropic_beta[0]",
        converse("a", additionalModelRequestFields={"anthropic_beta": ["skills-2025-10-02"]}),
        converse("a", additionalModelRequestFields={"anthropic_beta": ["context-1m-2025-08-07"]}),
    ),
    *(
        ("bedrock", INVOKE.format(model), "$.prompt", {"prompt": "Hi"}, {"messages": HI})
        for model in ("qwen.qwen3-32b-v1:0", "deepseek.v3-v1:0", "openai.gpt-oss-20b-1:0")
    ),
]  # fmt: skip


def _of_a_maker(dialect: str, address: str) -> bool:
    return dialect == "bedrock" and address.endswith("/invoke")


@for_each(TABLE, lambda row: str(row[:3]))
def test_what_an_address_refuses_is_told_there_and_its_neighbour_is_not(
    dialect: str, address: str, path: str, refused: dict[str, Any], taken: dict[str, Any]
) -> None:
    sent = Sent(
        whole=True, addressed=True, address=address, other_form=dialect == "cohere" or _of_a_maker(dialect, address)
    )

    assert path in [finding.path for finding in parameter_findings(DIALECTS[dialect], refused, sent=sent)]
    assert [*parameter_findings(DIALECTS[dialect], taken, sent=sent)] == []


PROFILE = "bedrock-runtime.{}.amazonaws.com/model/{}.amazon.nova-lite-v1:0/converse"


@pytest.mark.parametrize(
    ("area", "taken", "refused"),
    [
        ("us", "us-west-2", "eu-central-1"), ("us", "ca-central-1", "ap-south-1"), ("eu", "eu-west-1", "us-east-1"),
        ("apac", "ap-south-1", "us-east-1"), ("jp", "ap-northeast-1", "eu-west-1"),
    ],
)  # fmt: skip
def test_an_inference_profile_is_asked_in_its_own_part_of_the_world(area: str, taken: str, refused: str) -> None:
    def told(region: str) -> list[tuple[str, str, Severity]]:
        sent = Sent(whole=True, addressed=True, address=PROFILE.format(region, area))
        found = parameter_findings(DIALECTS["bedrock"], {"messages": HI}, "us.amazon.nova-lite-v1:0", sent)
        return [(finding.id, finding.path, finding.severity) for finding in found]

    assert told(refused) == [("request.model-id", "$", Severity.WARNING)]
    assert told(taken) == []


GONE = ("claude-3-5-haiku-20241022", "claude-3-opus-20240229")
REGIONS = (("eu-west-1", "us"), ("us-east-1", "eu"), ("us-east-1", "apac"), ("us-east-1", "jp"))
ELSEWHERE = [
    *(("anthropic", ANTHROPIC, "$.model", {"model": gone}, {}) for gone in GONE),
    *(
        ("bedrock", PROFILE.format(region, area), "$", converse("amazon.nova-lite-v1:0"), {})
        for region, area in REGIONS
    ),
]

NAMED: list[tuple[str, str, str, dict[str, Any], dict[str, Any]]] = [
    *((dialect, wrong, "$", gpt(), {}) for dialect, wrong, _ in ADDRESSES),
    *((dialect, address, "$.model", gpt(odd), gpt(own)) for dialect, address, odd, own in NAMES),
    *((dialect, address.format(odd), "$", converse(odd), {}) for dialect, address, odd, _ in IDS),
]


def test_every_entry_is_broken_by_a_request_to_its_address() -> None:
    for refusal in (each for each in REFUSALS if each.where and not (each.header or each.with_beta or each.told_only)):
        sent = [
            (Sent(address=address), refused)
            for dialect, address, _, refused, _ in [*TABLE, *ELSEWHERE, *NAMED]
            if dialect in refusal.dialects
        ]
        named = [(each, str(body.get("model", body.get("modelId", "")))) for each, body in sent]
        told = [
            body
            for (each, model), (_, body) in zip(named, sent, strict=True)
            if refusal.concerns(refusal.dialects[0], model, "", each) and any(True for _ in refusal.broken(body))
        ]
        assert told, (refusal.slug, refusal.words)


def test_a_credential_of_one_client_is_told_of_others_alone() -> None:
    own, another = ({"system": text} for text in ("You are Claude Code, a helper.", "Be kind."))

    def told(system: dict[str, Any], *betas: str, address: str = "api.anthropic.com/v1/messages") -> list[str]:
        asked = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": HI, **system}
        found = parameter_findings(DIALECTS["anthropic"], asked, sent=Sent(address=address, betas=betas))
        return [each.path for each in found]

    assert told(another, "oauth-2025-04-20") == told({}, "oauth-2025-04-20") == ["$.system"]
    assert told({"system": [{"type": "text", "text": "Hm."}]}, "oauth-2025-04-20") == ["$.system"]
    assert told(own, "oauth-2025-04-20") == told({"system": [{"type": "text", "text": own["system"]}]}, "oauth-1") == []
    assert told(another) == told(another, "interleaved-thinking-2025-05-14") == []
    assert told(another, "oauth-2025-04-20", address="api.example.org/v1/messages") == []


@for_each(TABLE, lambda row: str(row[:3]))
def test_only_the_providers_words_make_an_error(
    dialect: str, address: str, path: str, refused: dict[str, Any], taken: dict[str, Any]
) -> None:
    for finding in parameter_findings(DIALECTS[dialect], refused, sent=Sent(address=address)):
        slug = finding.id.removeprefix("request.")
        assert finding.severity is not Severity.ERROR or '"' in str(finding.data["source"])
        assert finding.severity is Severity.WARNING or FINDINGS[slug][0] is Severity.ERROR


def test_at_no_other_address_is_any_of_it_told() -> None:
    at_addresses = {id(refusal) for refusal in REFUSALS if refusal.where}

    for refusal in REFUSALS:
        if id(refusal) in at_addresses:
            assert not refusal.concerns(refusal.dialects[0], "", "", Sent())


CLEARED = {"context_management": {"edits": []}}


@pytest.mark.parametrize(
    ("betas", "paths"),
    [
        ((), ["$.context_management"]),
        (("context-management-2025-06-27",), []),
        (("a-2025-01-01",), ["$.context_management"]),
    ],
)
def test_a_feature_that_a_header_asks_for_is_told_where_no_header_does(
    betas: tuple[str, ...], paths: list[str]
) -> None:
    sent = Sent(whole=True, addressed=True, address="api.anthropic.com/v1/messages", betas=betas)
    found = [*parameter_findings(DIALECTS["anthropic"], {**claude("claude-opus-4-8", TEXT), **CLEARED}, sent=sent)]

    assert [finding.path for finding in found] == paths
    assert all(finding.severity is Severity.WARNING for finding in found)


@pytest.mark.parametrize("key", ["defer_loading", "input_examples", "allowed_callers"])
def test_a_key_of_a_tool_that_was_a_beta_once_asks_for_no_header(key: str) -> None:
    """The official client, 2.14.0 of 2026-11, has it among what is generally available."""
    tool = {"name": "f", "input_schema": {"type": "object"}, key: []}
    body = {**claude("claude-opus-4-8", TEXT), "tools": [tool]}
    sent = Sent(whole=True, addressed=True, address="api.anthropic.com/v1/messages")

    assert [*parameter_findings(DIALECTS["anthropic"], body, sent=sent)] == []


@pytest.mark.parametrize("key", ["mcp_servers", "fallbacks", "thread", "compaction"])
def test_so_is_one_that_no_answer_was_seen_of(key: str) -> None:
    body = {**claude("claude-opus-4-8", TEXT), key: [{}]}

    asked = [
        [f.path for f in parameter_findings(DIALECTS["anthropic"], body, sent=sent) if f.id == "request.api-version"]
        for sent in (Sent(True, True), Sent())
    ]
    assert asked == [[f"$.{key}"], []]


def test_the_model_in_the_address_is_none_in_the_body() -> None:
    model = "us.anthropic.claude-sonnet-4-5-20250929-v1:0"

    assert [*parameter_findings(DIALECTS["anthropic"], invoked(), model)] == []
    assert [f.path for f in parameter_findings(DIALECTS["anthropic"], invoked(model=model))] == ["$.model"]
