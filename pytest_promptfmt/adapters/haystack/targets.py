"""Haystack's chat generators: for each dialect the class, its options, and what it says it takes."""

from __future__ import annotations

from typing import Any

from haystack.utils import Secret

_NONE = Secret.from_token("none")
_KEY = {"api_key": _NONE, "max_retries": 0}
_AWS = {"aws_region_name": "us-east-1", "aws_access_key_id": _NONE, "aws_secret_access_key": _NONE}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
_OPENAI, _OTHERS = "haystack.components.generators.chat.openai", "haystack_integrations.components.generators"

TABLE: dict[str, tuple[str, dict[str, Any], str]] = {
    "openai": (f"{_OPENAI}.OpenAIChatGenerator", {"model": "gpt-4o", **_KEY}, "tool image document"),
    "openai-responses": (
        *(f"{_OPENAI}_responses.OpenAIResponsesChatGenerator", {"model": "gpt-5", **_KEY}),
        "tool thinking image document",
    ),
    "anthropic": (
        *(f"{_OTHERS}.anthropic.AnthropicChatGenerator", {"model": "claude-sonnet-4-5", **_KEY}),
        "tool thinking image document",
    ),
    "gemini": (
        *(f"{_OTHERS}.google_genai.GoogleGenAIChatGenerator", {"model": "gemini-2.5-flash", "api_key": _NONE}),
        "tool thinking image audio video document",
    ),
    "bedrock": (
        *(f"{_OTHERS}.amazon_bedrock.AmazonBedrockChatGenerator", {"model": _CLAUDE, **_AWS}),
        "tool thinking image video document",
    ),
    "mistral": (
        *(f"{_OTHERS}.mistral.MistralChatGenerator", {"model": "mistral-large-latest", **_KEY}),
        "tool thinking image",
    ),
    "ollama": (f"{_OTHERS}.ollama.OllamaChatGenerator", {"model": "qwen3"}, "tool thinking image"),
}

_REFUSES = {
    "openai": ["media-in-results"],
    "anthropic": ["empty-texts"],
    "bedrock": ["redacted-thinking"],
    "mistral": ["media-in-results"],
    "ollama": ["media-in-results", "result-of-several-texts"],
}
"""What Haystack refuses for these, or has no place for, beside what it has for none."""


def claims(dialect: str) -> dict[str, list[str]]:
    """What the dialect's generator takes, and what its messages have no place for."""
    refuses = ["media-by-address", "media-by-assistant", "media-in-system", *_REFUSES.get(dialect, [])]
    return {"blocks": TABLE[dialect][2].split(), "refuses": refuses}
