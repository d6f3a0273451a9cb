"""LlamaIndex's models: for each target the class, its options, and what its code says that it takes."""

from __future__ import annotations

from typing import Any

_KEY = {"api_key": "none", "max_retries": 0}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none", "max_retries": 1}
_KNOWN = {"context_window": 1_000_000, "max_tokens": 8192}  # else Google is asked

TABLE: dict[str, tuple[str, dict[str, Any], str]] = {
    "openai.chat": ("openai.OpenAI", {"model": "gpt-4o", **_KEY}, "tool image audio document"),
    "openai-responses.chat": ("openai.OpenAIResponses", {"model": "gpt-5", **_KEY}, "tool image document"),
    "anthropic.chat": ("anthropic.Anthropic", {"model": "claude-sonnet-4-5", **_KEY}, "tool thinking image document"),
    "gemini.chat": (
        *("google_genai.GoogleGenAI", {"model": "gemini-2.5-flash", **_KEY, **_KNOWN}),
        "tool thinking image video document",
    ),
    "bedrock.chat": ("bedrock_converse.BedrockConverse", {"model": _CLAUDE, **_AWS}, "tool thinking image document"),
    "mistral.chat": ("mistralai.MistralAI", {"model": "mistral-large-latest", **_KEY}, "tool thinking image"),
    "deepseek.chat": ("deepseek.DeepSeek", {"model": "deepseek-chat", **_KEY}, "tool"),
    "ollama.chat": ("ollama.Ollama", {"model": "qwen3", "context_window": 8192}, "tool thinking image"),
}

_REFUSES = {
    "anthropic.chat": ["failed-results", "redacted-thinking"],
    "gemini.chat": ["failed-results"],
    "bedrock.chat": ["redacted-thinking"],
}
"""What the providers have a place for, and LlamaIndex's messages have none."""


def claims(target: str) -> dict[str, list[str]]:
    """What the target's model takes, and what its messages have no place for."""
    return {"blocks": TABLE[target][2].split(), "refuses": _REFUSES.get(target, [])}
