"""LiveKit Agents' LLM plugins as an implementation: ``pytest --promptfmt-impl=livekit``.

- each provider is a plugin of its own, ``livekit-plugins-openai`` and so on: a target is there where its plugin is
- `native` makes LiveKit's own chat context and tools
- the entry is a plugin's `chat`, and the payload what its stream sends
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from pytest_promptfmt.adapting import capture_async
from pytest_promptfmt.implementation import TwoStep

try:
    from livekit.agents import APIConnectOptions, __version__

    from pytest_promptfmt.adapters.livekit.native import prepare
except ImportError as error:
    raise ImportError(
        f"LiveKit Agents cannot be imported here ({error}); try pip install 'livekit-agents[openai,anthropic,google]'",
        name=error.name,
    ) from error

__all__ = ["CAPABILITIES", "FORMATTERS", "__version__", "entry"]


def entry(llm: Any) -> TwoStep:
    """An LLM of LiveKit's, made as you like, as an entry of your own table FORMATTERS."""

    async def format_(given: tuple[Any, list[Any]]) -> Any:
        context, tools = given
        return (await capture_async(lambda: llm.chat(chat_ctx=context, tools=tools, conn_options=_ONCE))).payload

    return TwoStep(prepare, format_)


_ONCE = APIConnectOptions(max_retry=0)
_KEY = {"api_key": "none"}
_AWS = {"api_key": "none", "api_secret": "none", "region": "us-east-1"}
TABLE: dict[str, tuple[str, dict[str, Any]]] = {
    "openai": ("openai", {"model": "gpt-4o", **_KEY}),
    "openai-responses": ("openai.responses", {"model": "gpt-5", "use_websocket": False, **_KEY}),
    "anthropic": ("anthropic", {"model": "claude-sonnet-4-5", **_KEY}),
    "gemini": ("google", {"model": "gemini-2.5-flash", **_KEY}),
    "bedrock": ("aws", {"model": "anthropic.claude-sonnet-4-5-20250929-v1:0", **_AWS}),
    "mistral": ("mistralai", {"model": "mistral-large-latest", "api_mode": "chat_completions", **_KEY}),
}
"""Each dialect's plugin, and what its LLM is made with."""


def _plugins() -> Iterator[tuple[str, TwoStep]]:
    for dialect, (plugin, options) in TABLE.items():
        try:
            made = import_module(f"livekit.plugins.{plugin}").LLM
        except ImportError:
            continue  # this provider's plugin is not installed
        yield f"{dialect}.chat", entry(made(**options))


FORMATTERS = dict(_plugins())
CAPABILITIES = {target: {"blocks": ["tool", "image"], "refuses": ["media-in-results"]} for target in FORMATTERS}
