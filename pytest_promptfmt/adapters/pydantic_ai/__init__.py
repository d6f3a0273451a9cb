"""Pydantic AI as an implementation: ``pytest --promptfmt-impl=pydantic_ai``.

- each provider's SDK comes with an extra, ``pydantic-ai-slim[openai]`` and so on: a target is there where its SDK is
- `native` makes Pydantic AI's own messages
- the entry is `direct.model_request`, and the payload what it sends
"""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.adapting import Target, imported, made, sends_async, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("Pydantic AI", "pip install 'pydantic-ai-slim[openai,anthropic,google,bedrock,mistral]'") as library:
    import pydantic_ai
    from pydantic_ai.direct import model_request
    from pydantic_ai.models import ModelRequestParameters

    from pytest_promptfmt.adapters.pydantic_ai.native import prepare

__version__ = pydantic_ai.__version__


def entry(model: Any, *, thinks: bool = True) -> TwoStep:
    """A model of Pydantic AI's, made as you like, as an entry of your own table FORMATTERS."""

    def request(said: list[Any], tools: list[Any]) -> Any:
        return model_request(model, said, model_request_parameters=ModelRequestParameters(function_tools=tools))

    return TwoStep(prepare(model.system, thinks=thinks), sends_async(request))


def _target(name: str, place: str, provider: str, model: str, blocks: str, **key: str) -> Target:
    keyed = made(f"pydantic_ai.providers.{provider}Provider", **(key or {"api_key": "none"}))
    return target(name, f"{place}Model", blocks, model_name=model, provider=keyed)


_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
_SEEN, _FILMS = "tool thinking image document", "tool thinking image video document"
_HEARD, _ALL = "tool image audio document", "tool thinking image audio video document"

TABLE = (
    _target("openai.chat", "openai:OpenAIChat", "openai:OpenAI", "gpt-4o", _HEARD),
    _target("openai-responses.chat", "openai:OpenAIResponses", "openai:OpenAI", "gpt-5", _SEEN),
    _target("anthropic.chat", "anthropic:Anthropic", "anthropic:Anthropic", "claude-sonnet-4-5", _SEEN),
    _target("gemini.chat", "google:Google", "google:Google", "gemini-2.5-flash", _ALL),
    _target("bedrock.chat", "bedrock:BedrockConverse", "bedrock:Bedrock", _CLAUDE, _FILMS, **_AWS),
    _target("mistral.chat", "mistral:Mistral", "mistral:Mistral", "mistral-large-latest", _SEEN),
    _target("deepseek.chat", "openai:OpenAIChat", "deepseek:DeepSeek", "deepseek-chat", "tool thinking"),
)
"""Each target's model, its provider, its name, and what its documentation says that it takes."""

FORMATTERS, CAPABILITIES = targets(
    TABLE, lambda model, target: entry(model, thinks=target.thinks), library, within="pydantic_ai.models"
)
