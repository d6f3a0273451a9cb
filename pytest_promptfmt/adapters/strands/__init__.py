"""Strands Agents as an implementation: ``pytest --promptfmt-impl=strands``.

- each provider's SDK comes with an extra, ``strands-agents[openai]`` and so on: a target is there where its SDK is
- `native` makes Strands' own messages, system prompt and tools
- the entry is an agent with that history, which is told its last message, and the payload what it sends
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import Target, imported, sends_async, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("Strands Agents", "pip install 'strands-agents[openai,anthropic,gemini,mistral,ollama]'") as library:
    from strands import Agent
    from strands.tools import PythonAgentTool

    from pytest_promptfmt.adapters.strands.native import is_said, prepare

__version__ = version("strands-agents")


def entry(model: Any, provider: str, *, thinks: bool = True) -> TwoStep:
    """A model of Strands', made as you like, as an entry of your own table FORMATTERS."""

    def invoke(messages: list[Any], system: Any, specs: list[Any]) -> Any:
        tools = [PythonAgentTool(spec["name"], spec, dict) for spec in specs]  # no model calls them here
        history = [{**message} for message in messages]  # an agent's history is its own: it marks each message
        last = [history.pop()] if history and is_said(history[-1]) else None
        return Agent(model, history, tools, system, callback_handler=None).invoke_async(last)

    return TwoStep(prepare(provider, thinks=thinks), sends_async(invoke))


def _entry(model: Any, target: Target) -> TwoStep:
    return entry(model, target.dialect, thinks=target.thinks)


_KEY: dict[str, Any] = {"client_args": {"api_key": "none"}}
_AWS: dict[str, Any] = {"api_key": "none", "region_name": "us-east-1"}
_CLAUDE = "anthropic.claude-sonnet-4-5-20250929-v1:0"
_PAPERS, _SEEN, _FILMS = "tool image document", "tool thinking image document", "tool thinking image video document"
_ALL, _IN_RESULTS = "tool thinking image audio video document", "media-in-results"  # a recording, a video

TABLE = (
    target("openai.chat", "openai:OpenAIModel", _PAPERS, model_id="gpt-4o", **_KEY),
    target("openai-responses.chat", "openai_responses:OpenAIResponsesModel", _PAPERS, model_id="gpt-5", **_KEY),
    target("anthropic.chat", "anthropic:AnthropicModel", _SEEN, model_id="claude-sonnet-4-5", max_tokens=4096, **_KEY),
    target("gemini.chat", "gemini:GeminiModel", _FILMS, _IN_RESULTS, model_id="gemini-2.5-flash", **_KEY),
    target("bedrock.chat", "bedrock:BedrockModel", _ALL, _IN_RESULTS, model_id=_CLAUDE, **_AWS),
    target("mistral.chat", "mistral:MistralModel", "tool image", model_id="mistral-large-latest", api_key="none"),
    target("ollama.chat", "ollama:OllamaModel", "tool image", model_id="qwen3", host="http://localhost:11434"),
)
"""Each target's model, the kinds of content that its code has a place for, and what it is made with."""

_REFUSES = "media-by-address media-in-system system-later"
FORMATTERS, CAPABILITIES = targets(TABLE, _entry, library, within="strands.models", refuses=_REFUSES)
