"""Addresses that lead nowhere beside those that are meant, and models by names that are nobody's at their address."""

from __future__ import annotations

from typing import Any

HI: list[dict[str, Any]] = [{"role": "user", "content": "Hi"}]
_CHAT, _INVOKE = "/v1/chat/completions", "bedrock-runtime.us-east-1.amazonaws.com/model/{}/{}"

ADDRESSES: tuple[tuple[str, str, str], ...] = (
    ("openai", "api.openai.com/chat/completions", f"api.openai.com{_CHAT}"),
    ("openai-responses", "api.openai.com/v1/v1/responses", "api.openai.com/v1/responses"),
    ("openai", f"api.openai.com{_CHAT}/chat/completions", f"api.openai.com{_CHAT}"),
    ("openai", f"api.openai.com{_CHAT}{_CHAT}", f"api.openai.com{_CHAT}"),
    ("openai-responses", "api.openai.com/v1/chat/completions/responses", "api.openai.com/v1/responses"),
    ("anthropic", "api.anthropic.com/messages", "api.anthropic.com/v1/messages"),
    ("dashscope", "dashscope.aliyuncs.com/compatible-mode/chat/completions",
     "dashscope.aliyuncs.com/compatible-mode/v1/chat/completions"),
    ("anthropic", "localhost:8000/v1/v1/messages", "localhost:8000/v1/messages"),
    ("mistral", "api.mistral.ai/chat/completions", f"api.mistral.ai{_CHAT}"),
    ("groq", f"api.groq.com{_CHAT}", f"api.groq.com/openai{_CHAT}"),
    ("xai", "api.x.ai/chat/completions", f"api.x.ai{_CHAT}"),
    ("moonshot", "api.moonshot.ai/chat/completions", f"api.moonshot.cn{_CHAT}"),
    ("anthropic", "api.moonshot.cn/messages", "api.moonshot.cn/anthropic/v1/messages"),
    ("minimax", "api.minimax.io/chat/completions", f"api.minimaxi.com{_CHAT}"),
    ("siliconflow", "api.siliconflow.cn/chat/completions", f"api.siliconflow.com{_CHAT}"),
    ("openrouter", f"openrouter.ai{_CHAT}", f"openrouter.ai/api{_CHAT}"),
    ("vllm", "api.cerebras.ai/chat/completions", f"api.cerebras.ai{_CHAT}"),
    ("vllm", "api.together.xyz/chat/completions", f"api.together.xyz{_CHAT}"),
    ("vllm", f"api.fireworks.ai{_CHAT}", f"api.fireworks.ai/inference{_CHAT}"),
    ("vllm", "api.deepinfra.com/chat/completions", "api.deepinfra.com/v1/openai/chat/completions"),
    ("vllm", "api.sambanova.ai/chat/completions", f"api.sambanova.ai{_CHAT}"),
    ("vllm", "integrate.api.nvidia.com/chat/completions", f"integrate.api.nvidia.com{_CHAT}"),
    ("zhipu", f"api.z.ai{_CHAT}", "api.z.ai/api/coding/paas/v4/chat/completions"),
    ("cohere", "api.cohere.com/chat", "api.cohere.com/v2/chat"),
    ("openai", f"r.openai.azure.com{_CHAT}", f"r.openai.azure.com/openai{_CHAT}"),
    ("openai", "models.github.ai/chat/completions", "models.github.ai/inference/chat/completions"),
    ("vllm", "router.huggingface.co/chat/completions", f"router.huggingface.co{_CHAT}"),
    ("openai", "ark.cn-beijing.volces.com/chat/completions", "ark.cn-beijing.volces.com/api/v3/chat/completions"),
    ("openai", "generativelanguage.googleapis.com/chat/completions",
     "generativelanguage.googleapis.com/v1beta/openai/chat/completions"),
    ("dashscope", f"dashscope.aliyuncs.com{_CHAT}", f"dashscope-intl.aliyuncs.com/compatible-mode{_CHAT}"),
    (
        "gemini",
        "generativelanguage.googleapis.com/v1beta/models/models/gemini-3.8-flash:generateContent",
        "generativelanguage.googleapis.com/v1beta/models/gemini-3.8-flash:generateContent",
    ),
)  # fmt: skip
"""Whose request it is, where it leads nowhere, and where it was meant to go."""

MODELS: tuple[tuple[str, str, str, str], ...] = (
    *(
        ("anthropic", "api.anthropic.com/v1/messages", odd, "claude-sonnet-4-5-20250929")
        for odd in (
            "claude-sonnet-4.5", "anthropic/claude-sonnet-4-5", "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
            "claude-sonnet-4-5@20250929", "anthropic:claude-haiku-4-5", "sonnet", "gpt-4o", "claude-4-sonnet",
        )
    ),
    ("anthropic", "api.anthropic.com/v1/messages", "claude-4-5-haiku", "claude-fable-5"),
    ("anthropic", "api.minimax.io/anthropic/v1/messages", "claude-haiku-4-5-20251001", "MiniMax-M3"),
    ("anthropic", "api.poe.com/v1/messages", "anthropic/claude-opus-4.6", "claude-opus-4.6"),
    ("anthropic", "api.githubcopilot.com/v1/messages", "claude-opus-4-6", "claude-opus-4.6"),
    ("mistral", "api.mistral.ai/v1/chat/completions", "gpt-4o-mini", "mistral-small-latest"),
    ("mistral", "api.mistral.ai/v1/chat/completions", "claude-sonnet-4-5", "open-mixtral-8x22b"),
    ("xai", "api.x.ai/v1/chat/completions", "gpt-4o", "grok-4.6"),
    ("moonshot", "api.moonshot.ai/v1/chat/completions", "gpt-4o", "kimi-k3"),
    ("minimax", "api.minimax.io/v1/chat/completions", "gpt-4o", "MiniMax-M3"),
    ("zhipu", "api.z.ai/api/paas/v4/chat/completions", "GLMMM-5.2", "glm-5.2"),
    ("cohere", "api.cohere.com/v2/chat", "gpt-4o", "command-a-03-2025"),
    ("gemini", "generativelanguage.googleapis.com/v1beta/interactions", "gpt-4o", "gemini-3.8-flash"),
)  # fmt: skip
"""Whose request it is, its address, a name that nobody answers to there, and one that somebody does."""

_VERTEX = "aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google/models/{}:generateContent"
IDS: tuple[tuple[str, str, str, str], ...] = (
    ("gemini", _VERTEX, "gpt-oss-120b-maas", "gemini-2.5-flash"),
    *(
        ("gemini", _VERTEX, other, "gemini-2.5-flash")
        for other in ("claude-opus-4-7", "mistral-large", "codestral", "jamba-1.5")
    ),
    ("bedrock", _INVOKE.format("{}", "converse"), "bedrock:anthropic.claude-3-haiku-v1:0", "us.amazon.nova-lite-v1:0"),
    ("bedrock", _INVOKE.format("{}", "converse"), "bedrock%2Fus.amazon.nova-lite-v1:0", "us.amazon.nova-lite-v1:0"),
    ("anthropic", _INVOKE.format("{}", "invoke"), "claude-sonnet-4-6", "us.anthropic.claude-sonnet-4-6"),
    (
        "anthropic", "us-east5-aiplatform.googleapis.com/v1/projects/p/publishers/anthropic/models/{}:rawPredict",
        "claude-sonnet-4-5-20250929", "claude-sonnet-4-5@20250929",
    ),
    (
        "bedrock", _INVOKE.format("{}", "converse").replace("us-east-1", "us-west-2"), "amazon.nova-pro-v1:0",
        "us.amazon.nova-pro-v1:0",
    ),
    (
        "anthropic", _INVOKE.format("{}", "invoke"), "anthropic.claude-opus-4-1-20250805-v1:0",
        "us.anthropic.claude-opus-4-1-20250805-v1:0",
    ),
)  # fmt: skip
"""The same of models that the address names."""
