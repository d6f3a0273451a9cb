"""AutoGen's model clients as an implementation: ``pytest --promptfmt-impl=autogen``.

- they are ``autogen-ext``'s, and each provider's SDK comes with an extra of it: a target is there where its SDK is
- `native` makes the messages of ``autogen-core``, and its tool schemas
- the entry is a client's `create`, and the payload what it sends
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import imported, sends_async, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("AutoGen", "pip install 'autogen-ext[openai,anthropic,ollama]'") as library:
    from autogen_core.models import ModelFamily

    from pytest_promptfmt.adapters.autogen.native import prepare

__version__ = version("autogen-ext")


def entry(client: Any) -> TwoStep:
    """A model client of AutoGen's, made as you like, as an entry of your own table FORMATTERS."""
    return TwoStep(prepare, sends_async(lambda messages, tools: client.create(messages, tools=tools)))


def _info(family: str, *, sees: bool = True, first: bool = False) -> dict[str, Any]:
    """What a client has to be told of its model; `first`: system text stands at the start alone."""
    able: dict[str, Any] = dict.fromkeys(("function_calling", "json_output", "structured_output"), True)
    return {"model_info": {**able, "vision": sees, "family": family, "multiple_system_messages": not first}}


_KEY: dict[str, Any] = {"api_key": "none", "max_retries": 0}
_OPENAI: dict[str, Any] = _info(ModelFamily.GPT_4O) | _KEY
_CLAUDE: dict[str, Any] = _info(ModelFamily.CLAUDE_4_SONNET, first=True) | _KEY | {"max_tokens": 4096}
_DEEPSEEK: dict[str, Any] = _info(ModelFamily.UNKNOWN, sees=False) | _KEY | {"base_url": "https://api.deepseek.com"}
_MISTRAL: dict[str, Any] = _info(ModelFamily.MISTRAL, first=True) | _KEY | {"base_url": "https://api.mistral.ai/v1"}
_QWEN: dict[str, Any] = _info(ModelFamily.UNKNOWN)
_CLIENT, _ANTHROPIC = "openai:OpenAIChatCompletionClient", "anthropic:AnthropicChatCompletionClient"
_LATER = "system-later"

TABLE = (
    target("openai.chat", _CLIENT, "tool image", model="gpt-4o", **_OPENAI),
    target("anthropic.chat", _ANTHROPIC, "tool image", _LATER, model="claude-sonnet-4-5", **_CLAUDE),
    target("deepseek.chat", _CLIENT, "tool", model="deepseek-chat", **_DEEPSEEK),
    target("mistral.chat", _CLIENT, "tool image", _LATER, model="mistral-large-latest", **_MISTRAL),
    target("ollama.chat", "ollama:OllamaChatCompletionClient", "tool image", model="qwen3", **_QWEN),
)
"""Each target's client, what it has a place for, its model, and what it is made with."""

_REFUSES = "media-by-address media-by-assistant media-in-results media-in-system"
FORMATTERS, CAPABILITIES = targets(
    TABLE, lambda model, _: entry(model), library, within="autogen_ext.models", refuses=_REFUSES
)
