"""Haystack's chat generators as an implementation: ``pytest --promptfmt-impl=haystack``.

- OpenAI's come with ``haystack-ai``, others in ``anthropic-haystack`` and so on: a target is there where its package is
- `native` makes Haystack's own messages and tools
- the entry is `run`, and the payload what it sends
"""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.adapting import Target, imported, sends, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("Haystack", "pip install haystack-ai") as library:
    from haystack.utils import Secret
    from haystack.version import __version__

    from pytest_promptfmt.adapters.haystack.native import prepare

__all__ = ["CAPABILITIES", "FORMATTERS", "__version__", "entry"]


def entry(generator: Any, dialect: str) -> TwoStep:
    """A chat generator of Haystack's, made as you like, as an entry of your own table FORMATTERS."""
    return TwoStep(prepare(dialect), sends(lambda messages, tools: generator.run(messages, tools=tools or None)))


def _target(dialect: str, place: str, blocks: str, refuses: str, name: str, **options: Any) -> Target:
    package = "haystack" if place.startswith("chat.") else "haystack_integrations"
    whole = f"{package}.components.generators.{place}ChatGenerator"
    return target(f"{dialect}.chat", whole, blocks, refuses, model=name, **options)


_NONE = Secret.from_token("none")
_KEY = {"api_key": _NONE, "max_retries": 0}
_AWS = {"aws_region_name": "us-east-1", "aws_access_key_id": _NONE, "aws_secret_access_key": _NONE}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
_SEEN, _FILMS = "tool thinking image document", "tool thinking image video document"
_ALL, _FEW = "tool thinking image audio video document", "media-in-results result-of-several-texts"

TABLE = (
    _target("openai", "chat.openai:OpenAI", "tool image document", "media-in-results", "gpt-4o", **_KEY),
    _target("openai-responses", "chat.openai_responses:OpenAIResponses", _SEEN, "", "gpt-5", **_KEY),
    _target("anthropic", "anthropic:Anthropic", _SEEN, "empty-texts", "claude-sonnet-4-5", **_KEY),
    _target("gemini", "google_genai:GoogleGenAI", _ALL, "", "gemini-2.5-flash", api_key=_NONE),
    _target("bedrock", "amazon_bedrock:AmazonBedrock", _FILMS, "redacted-thinking", _CLAUDE, **_AWS),
    _target("mistral", "mistral:Mistral", "tool thinking image", "media-in-results", "mistral-large-latest", **_KEY),
    _target("ollama", "ollama:Ollama", "tool thinking image", _FEW, "qwen3"),
)
"""Each dialect's generator, what it says that it takes, what it or its messages refuse, and what it is made with."""

_REFUSES = "media-by-address media-by-assistant media-in-system"
FORMATTERS, CAPABILITIES = targets(TABLE, lambda model, target: entry(model, target.dialect), library, refuses=_REFUSES)
