"""Pydantic AI as an implementation: ``pytest --promptfmt-impl=pydantic_ai``.

- each provider's SDK comes with an extra, ``pydantic-ai-slim[openai]`` and so on: a target is there where its SDK is
- `native` makes Pydantic AI's own messages
- the entry is `direct.model_request`, and the payload what it sends
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from pytest_promptfmt.adapting import capture_async
from pytest_promptfmt.implementation import TwoStep

_REMEDY = "try pip install 'pydantic-ai-slim[openai,anthropic,google,bedrock,mistral]'"

try:
    import pydantic_ai
    from pydantic_ai.direct import model_request
    from pydantic_ai.models import ModelRequestParameters

    from pytest_promptfmt.adapters.pydantic_ai.native import prepare
except ImportError as error:
    raise ImportError(f"Pydantic AI cannot be imported here ({error}); {_REMEDY}", name=error.name) from error

__version__ = pydantic_ai.__version__


def entry(model: Any, *, thinks: bool = True) -> TwoStep:
    """A model of Pydantic AI's, made as you like, as an entry of your own table FORMATTERS."""

    async def format_(given: tuple[list[Any], list[Any]]) -> Any:
        made, tools = given
        offered = ModelRequestParameters(function_tools=tools)
        sent = await capture_async(lambda: model_request(model, made, model_request_parameters=offered))
        return sent.payload

    return TwoStep(prepare(model.system, thinks=thinks), format_)


_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"

TABLE: dict[str, tuple[str, str, str, str]] = {
    "openai.chat": ("openai.OpenAIChatModel", "gpt-4o", "openai.OpenAIProvider", "tool image audio document"),
    "openai-responses.chat": (
        *("openai.OpenAIResponsesModel", "gpt-5", "openai.OpenAIProvider"),
        "tool thinking image document",
    ),
    "anthropic.chat": (
        *("anthropic.AnthropicModel", "claude-sonnet-4-5", "anthropic.AnthropicProvider"),
        "tool thinking image document",
    ),
    "gemini.chat": (
        *("google.GoogleModel", "gemini-2.5-flash", "google.GoogleProvider"),
        "tool thinking image audio video document",
    ),
    "bedrock.chat": (
        *("bedrock.BedrockConverseModel", _CLAUDE, "bedrock.BedrockProvider"),
        "tool thinking image video document",
    ),
    "mistral.chat": (
        *("mistral.MistralModel", "mistral-large-latest", "mistral.MistralProvider"),
        "tool thinking image document",
    ),
    "deepseek.chat": ("openai.OpenAIChatModel", "deepseek-chat", "deepseek.DeepSeekProvider", "tool thinking"),
}
"""The class and the name of each target's model, its provider, and what its documentation says that it takes."""

_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}


def _models() -> Iterator[tuple[str, TwoStep]]:
    for target, (model, name, provider, blocks) in TABLE.items():
        key = _AWS if target == "bedrock.chat" else {"api_key": "none"}
        try:
            made = _named("models", model)(name, provider=_named("providers", provider)(**key))
        except ImportError:
            continue  # this provider's SDK is not installed
        yield target, entry(made, thinks="thinking" in blocks)


def _named(kind: str, place: str) -> Any:
    module, _, name = place.partition(".")
    return getattr(import_module(f"pydantic_ai.{kind}.{module}"), name)


FORMATTERS = dict(_models())
if not FORMATTERS:
    raise ImportError(f"Pydantic AI is installed, and no provider's SDK; {_REMEDY}")
CAPABILITIES = {target: {"blocks": TABLE[target][3].split()} for target in FORMATTERS}
