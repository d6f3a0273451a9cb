"""Agno's models as an implementation: ``pytest --promptfmt-impl=agno``.

- each provider's SDK is installed apart: a target is there where its SDK is
- `native` makes Agno's own messages and functions
- the entry is a model's `response`, and the payload what it sends
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import capture
from pytest_promptfmt.implementation import TwoStep

_REMEDY = "try pip install agno openai anthropic google-genai boto3 mistralai ollama"

try:
    from pytest_promptfmt.adapters.agno.native import prepare
except ImportError as error:
    raise ImportError(f"Agno cannot be imported here ({error}); {_REMEDY}", name=error.name) from error

__version__ = version("agno")


def entry(model: Any, provider: str) -> TwoStep:
    """A model of Agno's, made as you like, as an entry of your own table FORMATTERS."""

    def format_(given: tuple[list[Any], list[Any]]) -> Any:
        messages, tools = given
        return capture(lambda: model.response(messages, tools=tools or None)).payload

    return TwoStep(prepare(provider), format_)


_KEY: dict[str, Any] = {"api_key": "none"}
_AWS = {"aws_region": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
_PLACES = ["media-by-assistant", "media-in-failed-results", "media-in-system"]

TABLE: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "openai": ("openai.OpenAIChat", "gpt-4o", _KEY, "tool image audio document"),
    "openai-responses": (
        *("openai.OpenAIResponses", "gpt-5", {"store": False, **_KEY}),  # else all but the last turn stays at OpenAI's
        "tool thinking image document",
    ),
    "anthropic": ("anthropic.Claude", "claude-sonnet-4-5", _KEY, "tool thinking image document"),
    "gemini": ("google.Gemini", "gemini-2.5-flash", _KEY, "tool thinking image audio video document"),
    "bedrock": ("aws.AwsBedrock", _CLAUDE, _AWS, "tool image video document"),
    "deepseek": ("deepseek.DeepSeek", "deepseek-chat", _KEY, "tool thinking"),
    "mistral": ("mistral.MistralChat", "mistral-large-latest", _KEY, "tool image"),
    "ollama": ("ollama.Ollama", "qwen3", {"host": "http://localhost:11434"}, "tool image"),
    "vllm": ("vllm.VLLM", "qwen3", {"base_url": "http://localhost:8000/v1", **_KEY}, "tool image audio"),
}
"""Each dialect's model, its name, what it is made with, and the kinds of content that its code has a place for."""

_REFUSES = {"bedrock": ["media-by-address", "media-by-path"]}
"""What Agno refuses for these, beside what its messages have no place for."""


def _models() -> Iterator[tuple[str, TwoStep]]:
    for dialect, (place, name, options, _) in TABLE.items():
        module, _, model = place.partition(".")
        try:
            made = getattr(import_module(f"agno.models.{module}"), model)(id=name, **options)
        except ImportError:
            continue  # this provider's SDK is not installed
        yield f"{dialect}.chat", entry(made, dialect)


def claims(dialect: str) -> dict[str, list[str]]:
    """What a dialect's model takes, and what Agno's messages have no place for."""
    return {"blocks": TABLE[dialect][3].split(), "refuses": [*_PLACES, *_REFUSES.get(dialect, [])]}


FORMATTERS = dict(_models())
CAPABILITIES = {target: claims(target.removesuffix(".chat")) for target in FORMATTERS}
