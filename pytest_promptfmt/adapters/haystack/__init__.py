"""Haystack's chat generators as an implementation: ``pytest --promptfmt-impl=haystack``.

- OpenAI's come with ``haystack-ai``, others in ``anthropic-haystack`` and so on: a target is there where its package is
- `native` makes Haystack's own messages and tools
- the entry is `run`, and the payload what it sends
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from pytest_promptfmt.adapting import capture
from pytest_promptfmt.implementation import TwoStep

try:
    import haystack
    from haystack.utils import Secret

    from pytest_promptfmt.adapters.haystack.native import prepare
except ImportError as error:
    raise ImportError(
        f"Haystack cannot be imported here ({error}); try pip install haystack-ai", name=error.name
    ) from error

__version__ = haystack.version.__version__


def entry(generator: Any, provider: str) -> TwoStep:
    """A chat generator of Haystack's, made as you like, as an entry of your own table FORMATTERS.

    `provider` is its dialect's name: ``openai``, ``openai-responses``, ``anthropic``, …
    """

    def format_(given: tuple[list[Any], list[Any]]) -> Any:
        made, tools = given
        return capture(lambda: generator.run(made, tools=tools or None)).payload

    return TwoStep(prepare(provider), format_)


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
"""The class of each dialect's generator, its options, and what its code says that it takes."""


def _generators() -> Iterator[tuple[str, TwoStep]]:
    for dialect, (place, options, _) in TABLE.items():
        module, _, name = place.rpartition(".")
        try:
            made = getattr(import_module(module), name)
        except ImportError:
            continue  # this provider's package is not installed
        yield f"{dialect}.chat", entry(made(**options), dialect)


FORMATTERS = dict(_generators())
CAPABILITIES = {target: {"blocks": TABLE[target.removesuffix(".chat")][2].split()} for target in FORMATTERS}
