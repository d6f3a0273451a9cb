"""CAMEL's model backends as an implementation: ``pytest --promptfmt-impl=camel``.

- OpenAI's and DeepSeek's come with ``camel-ai``, others need an SDK of their own: a target is there where its SDK is
- `native` makes messages as a backend takes them, which are OpenAI's
- the entry is a backend's `run` with the tools, and the payload what it sends
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.adapting import capture
from pytest_promptfmt.implementation import TwoStep

try:
    from camel import __version__
    from camel.models import ModelFactory

    from pytest_promptfmt.adapters.camel.native import prepare
except ImportError as error:
    raise ImportError(
        f"CAMEL cannot be imported here ({error}); try pip install 'camel-ai[model-platforms]'", name=error.name
    ) from error

__all__ = ["CAPABILITIES", "FORMATTERS", "__version__", "entry"]


def entry(backend: Any) -> TwoStep:
    """A model backend of CAMEL's, made as you like, as an entry of your own table FORMATTERS."""

    def format_(given: tuple[list[Any], list[Any]]) -> Any:
        messages, tools = given
        return capture(lambda: backend.run(messages, tools=tools or None)).payload

    return TwoStep(prepare, format_)


_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
TABLE: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "openai": ("openai", "gpt-4o", {"api_key": "none"}, "tool image audio document"),
    "anthropic": ("anthropic", "claude-sonnet-4-5", {"api_key": "none"}, "tool image"),
    "bedrock": ("aws-bedrock-converse", _CLAUDE, _AWS, "tool image"),
    "mistral": ("mistral", "mistral-large-latest", {"api_key": "none"}, "tool image"),
    "deepseek": ("deepseek", "deepseek-chat", {"api_key": "none"}, "tool"),
}
"""Each dialect's platform, its model, what it is made with, and the kinds of content that it is for."""


def _backends() -> Iterator[tuple[str, TwoStep]]:
    for dialect, (platform, model, options, _) in TABLE.items():
        try:
            made = ModelFactory.create(platform, model, max_retries=0, **options)
        except ImportError:
            continue  # this provider's SDK is not installed
        yield f"{dialect}.chat", entry(made)


FORMATTERS = dict(_backends())
_REFUSES = ["failed-results", "media-in-results", "audio-by-address"]
CAPABILITIES = {
    target: {"blocks": TABLE[target.removesuffix(".chat")][3].split(), "refuses": _REFUSES} for target in FORMATTERS
}
