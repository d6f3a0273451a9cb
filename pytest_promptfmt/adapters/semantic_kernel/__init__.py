"""Semantic Kernel's chat completions as an implementation: ``pytest --promptfmt-impl=semantic_kernel``.

- each provider's SDK comes with an extra, ``semantic-kernel[anthropic]`` and so on: a target is there where its SDK is
- `native` makes a chat history, and a kernel whose functions are the tools on offer
- the entry is a service's `get_chat_message_contents`, and the payload what it sends
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import capture_async
from pytest_promptfmt.implementation import TwoStep

_REMEDY = "try pip install 'semantic-kernel[anthropic,aws,google,mistralai,ollama]'"

try:
    from semantic_kernel.connectors.ai import FunctionChoiceBehavior

    from pytest_promptfmt.adapters.semantic_kernel.native import prepare
except ImportError as error:
    raise ImportError(f"Semantic Kernel cannot be imported here ({error}); {_REMEDY}", name=error.name) from error

__version__ = version("semantic-kernel")


def entry(service: Any) -> TwoStep:
    """A chat completion of Semantic Kernel's, made as you like, as an entry of your own table FORMATTERS."""

    async def format_(given: tuple[Any, Any]) -> Any:
        history, kernel = given
        settings = service.instantiate_prompt_execution_settings()
        if kernel.get_full_list_of_function_metadata():
            settings.function_choice_behavior = FunctionChoiceBehavior.Auto(auto_invoke=False)
        call = service.get_chat_message_contents
        return (await capture_async(lambda: call(history, settings, kernel=kernel))).payload

    return TwoStep(prepare, format_)


_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}

TABLE: dict[str, tuple[str, dict[str, Any], str]] = {
    "openai.chat": (
        *("open_ai.OpenAIChatCompletion", {"ai_model_id": "gpt-4o", "api_key": "none"}),
        "tool image",
    ),
    "anthropic.chat": (
        *("anthropic.AnthropicChatCompletion", {"ai_model_id": "claude-sonnet-4-5", "api_key": "none"}),
        "tool",
    ),
    "gemini.chat": (
        *("google.google_ai.GoogleAIChatCompletion", {"gemini_model_id": "gemini-2.5-flash", "api_key": "none"}),
        "tool image",
    ),
    "bedrock.chat": ("bedrock.BedrockChatCompletion", {"model_id": _CLAUDE}, "tool image"),
    "mistral.chat": (
        *("mistral_ai.MistralAIChatCompletion", {"ai_model_id": "mistral-large-latest", "api_key": "none"}),
        "tool image",
    ),
    "ollama.chat": ("ollama.OllamaChatCompletion", {"ai_model_id": "qwen3"}, "tool image"),
}
"""Each target's service, what it is made with, and what its code has a place for."""

_REFUSES = {"gemini.chat": ["several-systems"]}
"""What Semantic Kernel refuses for these, beside what its items have no place for."""


def _services() -> Iterator[tuple[str, TwoStep]]:
    for target, (place, options, _) in TABLE.items():
        module, _, service = place.rpartition(".")
        try:
            made = getattr(import_module(f"semantic_kernel.connectors.ai.{module}"), service)
            clients = _clients() if target == "bedrock.chat" else {}
        except ImportError:
            continue  # this provider's SDK is not installed
        yield target, entry(made(**options, **clients))


def _clients() -> dict[str, Any]:
    made = import_module("boto3").client
    return {"runtime_client": made("bedrock-runtime", **_AWS), "client": made("bedrock", **_AWS)}


def claims(target: str) -> dict[str, list[str]]:
    """What a service takes, and what it, or the history's items, have no place for."""
    refuses = ["failed-results", "media-in-results", *_REFUSES.get(target, [])]
    return {"blocks": TABLE[target][2].split(), "refuses": refuses}


FORMATTERS = dict(_services())
CAPABILITIES = {target: claims(target) for target in FORMATTERS}
