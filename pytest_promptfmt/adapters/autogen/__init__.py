"""AutoGen's model clients as an implementation: ``pytest --promptfmt-impl=autogen``.

- they are ``autogen-ext``'s, and each provider's SDK comes with an extra of it: a target is there where its SDK is
- `native` makes the messages of ``autogen-core``, and its tool schemas
- the entry is a client's `create`, and the payload what it sends
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import capture_async
from pytest_promptfmt.implementation import TwoStep

_REMEDY = "try pip install 'autogen-ext[openai,anthropic,ollama]'"

try:
    from autogen_core.models import ModelFamily

    from pytest_promptfmt.adapters.autogen.native import prepare
except ImportError as error:
    raise ImportError(f"AutoGen cannot be imported here ({error}); {_REMEDY}", name=error.name) from error

__version__ = version("autogen-ext")


def entry(client: Any) -> TwoStep:
    """A model client of AutoGen's, made as you like, as an entry of your own table FORMATTERS."""

    async def format_(given: tuple[list[Any], list[Any]]) -> Any:
        messages, tools = given
        return (await capture_async(lambda: client.create(messages, tools=tools))).payload

    return TwoStep(prepare, format_)


_KEY: dict[str, Any] = {"api_key": "none", "max_retries": 0}
_OPENAI = "openai.OpenAIChatCompletionClient"
_FIRST = (ModelFamily.CLAUDE_4_SONNET, ModelFamily.MISTRAL)
"""The families whose models have system text at the start alone."""

TABLE: dict[str, tuple[str, str, str, dict[str, Any], str]] = {
    "openai.chat": (_OPENAI, "gpt-4o", ModelFamily.GPT_4O, _KEY, "tool image"),
    "anthropic.chat": (
        *("anthropic.AnthropicChatCompletionClient", "claude-sonnet-4-5", ModelFamily.CLAUDE_4_SONNET),
        *({"max_tokens": 4096, **_KEY}, "tool image"),
    ),
    "deepseek.chat": (
        *(_OPENAI, "deepseek-chat", ModelFamily.UNKNOWN),
        *({"base_url": "https://api.deepseek.com", **_KEY}, "tool"),
    ),
    "mistral.chat": (
        *(_OPENAI, "mistral-large-latest", ModelFamily.MISTRAL),
        *({"base_url": "https://api.mistral.ai/v1", **_KEY}, "tool image"),
    ),
    "ollama.chat": ("ollama.OllamaChatCompletionClient", "qwen3", ModelFamily.UNKNOWN, {}, "tool image"),
}
"""Each target's client, its model and that model's family, what it is made with, and what it has a place for."""


def _clients() -> Iterator[tuple[str, TwoStep]]:
    for target, (place, name, family, options, blocks) in TABLE.items():
        module, _, client = place.partition(".")
        info: dict[str, Any] = dict.fromkeys(("function_calling", "json_output", "structured_output"), True)
        info |= {"vision": "image" in blocks, "family": family, "multiple_system_messages": family not in _FIRST}
        try:
            made = getattr(import_module(f"autogen_ext.models.{module}"), client)
        except ImportError:
            continue  # this provider's SDK is not installed
        yield target, entry(made(model=name, model_info=info, **options))


def claims(target: str) -> dict[str, list[str]]:
    """What a client takes, and what AutoGen's messages, or its clients, have no place for."""
    later = ["system-later"] if TABLE[target][2] in _FIRST else []
    refuses = ["media-by-address", "media-by-assistant", "media-in-results", "media-in-system", *later]
    return {"blocks": TABLE[target][4].split(), "refuses": refuses}


FORMATTERS = dict(_clients())
CAPABILITIES = {target: claims(target) for target in FORMATTERS}
