"""Which dialect an address speaks: as the providers' documentation has it, and nobody's where it has none."""

from __future__ import annotations

import pytest

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.endpoints import ENDPOINTS, addressed

SPOKEN = {
    "https://api.openai.com/v1/chat/completions": ("openai", ""),
    "https://eu.api.openai.com/v1/responses": ("openai-responses", ""),
    "https://me.openai.azure.com/openai/deployments/gpt-4o/chat/completions?api-version=1": ("openai", "gpt-4o"),
    "https://me.openai.azure.com/openai/v1/responses": ("openai-responses", ""),
    "https://api.anthropic.com/v1/messages?beta=true": ("anthropic", ""),
    "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent?key=x": (
        "gemini",
        "gemini-2.5-pro",
    ),
    "https://generativelanguage.googleapis.com/v1beta/interactions?alt=sse": ("gemini-interactions", ""),
    "https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers/google/models/"
    "gemini-2.5-flash:streamGenerateContent?alt=sse": ("gemini", "gemini-2.5-flash"),
    "https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-3-5-sonnet-20241022-v2%3A0/converse": (
        "bedrock",
        "anthropic.claude-3-5-sonnet-20241022-v2:0",
    ),
    "https://api.mistral.ai/v1/chat/completions": ("mistral", ""),
    "https://api.cohere.com/v2/chat": ("cohere", ""),
    "https://api.deepseek.com/chat/completions": ("deepseek", ""),
    "https://open.bigmodel.cn/api/paas/v4/chat/completions": ("zhipu", ""),
    "https://dashscope-intl.aliyuncs.com/api/v1/services/aigc/text-generation/generation": ("dashscope", ""),
    "https://dashscope.aliyuncs.com/api/v1/services/aigc/multimodal-generation/generation": (
        "dashscope-multimodal",
        "",
    ),
    "https://api.groq.com/openai/v1/chat/completions": ("groq", ""),
    "https://openrouter.ai/api/v1/chat/completions": ("openrouter", ""),
    "https://eu-west-1.api.x.ai/v1/chat/completions": ("xai", ""),
    "https://api.moonshot.cn/v1/chat/completions": ("moonshot", ""),
    "https://api.minimaxi.com/v1/chat/completions": ("minimax", ""),
    "https://api.siliconflow.com/v1/chat/completions": ("siliconflow", ""),
    "http://localhost:11434/api/chat": ("ollama", ""),
    "http://[::1]:11434/api/generate/": ("ollama-generate", ""),
}
NOBODYS = [
    "",
    "no address",
    "https://[broken/",
    "https://api.openai.com:99999999/v1/chat/completions/x",
    "https://api.openai.com/v1/embeddings",
    "https://api.openai.com.example.invalid/v1/chat/completions",
    "https://example.invalid/api.openai.com/v1/chat/completions",
    "https://openrouter.ai/api/v1/responses",
    "https://openrouter.ai.example.invalid/api/v1/chat/completions",
    "https://api.minimax.com/v1/chat/completions",
    "http://localhost:8000/v1/chat/completions",
    "http://localhost:8000/api/chat",
    "https://example.invalid/api/chat",
    "https://api.cohere.com/v1/chat",
    "https://api.cohere.ai/compatibility/v1/chat/completions",
    "https://api.deepseek.com/anthropic/v1/messages",
    "https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions",
    "https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-3-haiku/invoke",
]


@pytest.mark.parametrize("url", SPOKEN)
def test_an_address_of_a_provider_has_its_dialect_and_its_model(url: str) -> None:
    assert addressed(url) == SPOKEN[url]


@pytest.mark.parametrize("url", NOBODYS)
def test_any_other_address_is_nobodys(url: str) -> None:
    assert addressed(url) is None


def test_every_dialect_with_an_address_is_one_and_is_shown_here() -> None:
    known = {endpoint.dialect for endpoint in ENDPOINTS}

    assert known <= DIALECTS.keys()
    assert known == {dialect for dialect, _ in SPOKEN.values()}
    assert DIALECTS.keys() - known == {"vllm", "aisbench"}
