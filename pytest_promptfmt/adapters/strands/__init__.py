"""Strands Agents as an implementation: ``pytest --promptfmt-impl=strands``.

- each provider's SDK comes with an extra, ``strands-agents[openai]`` and so on: a target is there where its SDK is
- `native` makes Strands' own messages, system prompt and tools
- the entry is an agent with that history, which is told its last message, and the payload what it sends
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import capture_async
from pytest_promptfmt.implementation import TwoStep

_REMEDY = "try pip install 'strands-agents[openai,anthropic,gemini,mistral,ollama]'"

try:
    from strands import Agent
    from strands.tools import PythonAgentTool

    from pytest_promptfmt.adapters.strands.native import Told, prepare
except ImportError as error:
    raise ImportError(f"Strands Agents cannot be imported here ({error}); {_REMEDY}", name=error.name) from error

__version__ = version("strands-agents")


def entry(model: Any, provider: str, *, thinks: bool = True) -> TwoStep:
    """A model of Strands', made as you like, as an entry of your own table FORMATTERS."""

    async def format_(told: Told) -> Any:
        tools = [PythonAgentTool(spec["name"], spec, dict) for spec in told.tools]  # no model calls them here
        history = [{**message} for message in told.messages]  # an agent's history is its own: it marks each message
        last = history.pop() if history and _is_said(history[-1]) else None
        agent = Agent(model, history, tools, told.system, callback_handler=None)
        return (await capture_async(lambda: agent.invoke_async(None if last is None else [last]))).payload

    return TwoStep(prepare(provider, thinks=thinks), format_)


def _is_said(message: Any) -> bool:
    """Is it a user's own, with which an agent is called? After results it goes on by itself."""
    return message["role"] == "user" and not any("toolResult" in block for block in message["content"])


_KEY: dict[str, Any] = {"client_args": {"api_key": "none"}}
_AWS = {"api_key": "none", "region_name": "us-east-1"}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"

TABLE: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "openai.chat": ("openai.OpenAIModel", "gpt-4o", _KEY, "tool image document"),
    "openai-responses.chat": ("openai_responses.OpenAIResponsesModel", "gpt-5", _KEY, "tool image document"),
    "anthropic.chat": (
        *("anthropic.AnthropicModel", "claude-sonnet-4-5", {"max_tokens": 4096, **_KEY}),
        "tool thinking image document",
    ),
    "gemini.chat": ("gemini.GeminiModel", "gemini-2.5-flash", _KEY, "tool thinking image video document"),
    "bedrock.chat": ("bedrock.BedrockModel", _CLAUDE, _AWS, "tool thinking image audio video document"),
    "mistral.chat": ("mistral.MistralModel", "mistral-large-latest", {"api_key": "none"}, "tool image"),
    "ollama.chat": ("ollama.OllamaModel", "qwen3", {"host": "http://localhost:11434"}, "tool image"),
}
"""Each target's model, its name, what it is made with, and the kinds of content that its code has a place for."""


def _models() -> Iterator[tuple[str, TwoStep]]:
    for target, (place, name, options, blocks) in TABLE.items():
        module, _, model = place.partition(".")
        try:
            made = getattr(import_module(f"strands.models.{module}"), model)(model_id=name, **options)
        except ImportError:
            continue  # this provider's SDK is not installed
        yield target, entry(made, target.partition(".")[0], thinks="thinking" in blocks)


def claims(blocks: list[str]) -> dict[str, list[str]]:
    """What a model takes, and what Strands' messages have no place for: in results a recording, and a video."""
    refuses = ["media-by-address", "media-in-system", "system-later"]
    return {"blocks": blocks, "refuses": [*refuses, "media-in-results"] if "video" in blocks else refuses}


FORMATTERS = dict(_models())
CAPABILITIES = {target: claims(TABLE[target][3].split()) for target in FORMATTERS}
