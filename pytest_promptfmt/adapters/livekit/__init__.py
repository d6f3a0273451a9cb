"""LiveKit Agents' LLM plugins as an implementation: ``pytest --promptfmt-impl=livekit``.

- each provider is a plugin of its own, ``livekit-plugins-openai`` and so on: a target is there where its plugin is
- `native` makes LiveKit's own chat context and tools
- the entry is a plugin's `chat`, and the payload what its stream sends
"""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.adapting import imported, sends_async, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("LiveKit Agents", "pip install 'livekit-agents[openai,anthropic,google]'") as library:
    from livekit.agents import APIConnectOptions, __version__

    from pytest_promptfmt.adapters.livekit.native import prepare

__all__ = ["CAPABILITIES", "FORMATTERS", "__version__", "entry"]


def entry(llm: Any) -> TwoStep:
    """An LLM of LiveKit's, made as you like, as an entry of your own table FORMATTERS."""
    return TwoStep(prepare, sends_async(lambda said, tools: llm.chat(chat_ctx=said, tools=tools, conn_options=_ONCE)))


_ONCE = APIConnectOptions(max_retry=0)
_KEY: dict[str, Any] = {"api_key": "none"}
_RESPONSES: dict[str, Any] = {"use_websocket": False, **_KEY}
_MISTRAL: dict[str, Any] = {"api_mode": "chat_completions", **_KEY}
_AWS = {"api_key": "none", "api_secret": "none", "region": "us-east-1"}

TABLE = (
    target("openai.chat", "openai:LLM", "tool image", model="gpt-4o", **_KEY),
    target("openai-responses.chat", "openai.responses:LLM", "tool image", model="gpt-5", **_RESPONSES),
    target("anthropic.chat", "anthropic:LLM", "tool image", model="claude-sonnet-4-5", **_KEY),
    target("gemini.chat", "google:LLM", "tool image", model="gemini-2.5-flash", **_KEY),
    target("bedrock.chat", "aws:LLM", "tool image", model="anthropic.claude-sonnet-4-5-20250929-v1:0", **_AWS),
    target("mistral.chat", "mistralai:LLM", "tool image", model="mistral-large-latest", **_MISTRAL),
)
"""Each target's plugin, what LiveKit's messages have a place for, and what the LLM is made with."""

FORMATTERS, CAPABILITIES = targets(
    TABLE, lambda model, _: entry(model), library, within="livekit.plugins", refuses="media-in-results"
)
