"""Agno's models as an implementation: ``pytest --promptfmt-impl=agno``.

- each provider's SDK is installed apart: a target is there where its SDK is
- `native` makes Agno's own messages and functions
- the entry is a model's `response`, and the payload what it sends
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import imported, sends, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("Agno", "pip install agno openai anthropic google-genai boto3 mistralai ollama") as library:
    from pytest_promptfmt.adapters.agno.native import prepare

__version__ = version("agno")


def entry(model: Any, provider: str) -> TwoStep:
    """A model of Agno's, made as you like, as an entry of your own table FORMATTERS."""
    return TwoStep(prepare(provider), sends(lambda messages, tools: model.response(messages, tools=tools or None)))


_KEY: dict[str, Any] = {"api_key": "none"}
_WHOLE: dict[str, Any] = {"store": False, **_KEY}  # else all but the last turn stays at OpenAI's
_AWS: dict[str, Any] = {"aws_region": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLAUDE, _QWEN = "anthropic.claude-sonnet-4-5-20250929-v1:0", "qwen3"
_SEEN, _ALL = "tool thinking image document", "tool thinking image audio video document"
_BY_VALUE = "media-by-address media-by-path"

TABLE = (
    target("openai.chat", "openai:OpenAIChat", "tool image audio document", id="gpt-4o", **_KEY),
    target("openai-responses.chat", "openai:OpenAIResponses", _SEEN, id="gpt-5", **_WHOLE),
    target("anthropic.chat", "anthropic:Claude", _SEEN, id="claude-sonnet-4-5", **_KEY),
    target("gemini.chat", "google:Gemini", _ALL, id="gemini-2.5-flash", **_KEY),
    target("bedrock.chat", "aws:AwsBedrock", "tool image video document", _BY_VALUE, id=_CLAUDE, **_AWS),
    target("deepseek.chat", "deepseek:DeepSeek", "tool thinking", id="deepseek-chat", **_KEY),
    target("mistral.chat", "mistral:MistralChat", "tool image", id="mistral-large-latest", **_KEY),
    target("ollama.chat", "ollama:Ollama", "tool image", id=_QWEN, host="http://localhost:11434"),
    target("vllm.chat", "vllm:VLLM", "tool image audio", id=_QWEN, base_url="http://localhost:8000/v1", **_KEY),
)
"""Each target's model, the kinds of content that its code has a place for, and what it is made with."""

_REFUSES = "media-by-assistant media-in-failed-results media-in-system"
FORMATTERS, CAPABILITIES = targets(
    TABLE, lambda model, target: entry(model, target.dialect), library, within="agno.models", refuses=_REFUSES
)
