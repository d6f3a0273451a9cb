"""Google's ADK as an implementation: ``pytest --promptfmt-impl=google_adk``.

- Gemini comes with ``google-adk``, others with an SDK of their own: a target is there where its SDK is
- `native` makes ADK's own events and tools
- the entry is an agent's `run_async` on a session with those events, and the payload what its model sends
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import capture_async
from pytest_promptfmt.implementation import TwoStep

try:
    from google.adk.agents import InvocationContext, LlmAgent, RunConfig
    from google.adk.sessions import InMemorySessionService, Session
    from google.genai.types import Content

    from pytest_promptfmt.adapters.google_adk.native import AGENT, Told, prepare
except ImportError as error:
    raise ImportError(
        f"Google's ADK cannot be imported here ({error}); try pip install 'google-adk[openai]' anthropic",
        name=error.name,
    ) from error

__version__ = version("google-adk")


def entry(model: Any, provider: str, *, thinks: bool = True) -> TwoStep:
    """A model of ADK's, made as you like, as an entry of your own table FORMATTERS."""

    async def format_(told: Told) -> Any:
        system = Content(role="user", parts=told.system) if told.system else None
        agent = LlmAgent(name=AGENT, model=model, static_instruction=system, tools=told.tools)
        session = Session(id="1", app_name="app", user_id="user", events=told.events)
        service = InMemorySessionService()
        context = InvocationContext(
            invocation_id="1", agent=agent, session=session, session_service=service, run_config=RunConfig()
        )
        return (await capture_async(lambda: agent.run_async(context))).payload

    return TwoStep(prepare(provider, thinks=thinks), format_)


_OPENAI, _OPENAIS = "openai.AsyncOpenAI", "google.adk.integrations.openai"
TABLE: dict[str, tuple[str, str, str, str]] = {
    "gemini": (
        *("google.adk.models.Gemini", "google.genai.Client", "gemini-2.5-flash"),
        "tool thinking image audio video document",
    ),
    "anthropic": (
        *("google.adk.models.anthropic_llm.AnthropicLlm", "anthropic.AsyncAnthropic", "claude-sonnet-4-5"),
        "tool thinking image document",
    ),
    "openai": (f"{_OPENAIS}.OpenAILlm", _OPENAI, "gpt-4o", "tool image"),
    "openai-responses": (f"{_OPENAIS}.OpenAIResponsesLlm", _OPENAI, "gpt-5", "tool image document"),
}
"""Each dialect's model, its client, its name, and the kinds of content that its code has a place for."""


def _models() -> Iterator[tuple[str, TwoStep]]:
    for dialect, (place, client, name, blocks) in TABLE.items():
        try:
            made = _named(place)(model=name, client=_named(client)(api_key="none"))
        except ImportError:
            continue  # this provider's SDK is not installed
        yield f"{dialect}.chat", entry(made, dialect, thinks="thinking" in blocks)


def _named(place: str) -> Any:
    module, _, name = place.rpartition(".")
    return getattr(import_module(module), name)


def claims(dialect: str) -> dict[str, list[str]]:
    """What a model takes, and what has no place: further system text, and for Anthropic an address."""
    refuses = ["system-later", "media-by-address"] if dialect == "anthropic" else ["system-later"]
    return {"blocks": TABLE[dialect][3].split(), "refuses": refuses}


FORMATTERS = dict(_models())
CAPABILITIES = {target: claims(target.removesuffix(".chat")) for target in FORMATTERS}
