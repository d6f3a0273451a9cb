"""Google's ADK as an implementation: ``pytest --promptfmt-impl=google_adk``.

- Gemini comes with ``google-adk``, others with an SDK of their own: a target is there where its SDK is
- `native` makes ADK's own events and tools
- the entry is an agent's `run_async` on a session with those events, and the payload what its model sends
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import imported, made, sends_async, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("Google's ADK", "pip install 'google-adk[openai]' anthropic") as library:
    from google.adk.agents import InvocationContext, LlmAgent, RunConfig
    from google.adk.sessions import InMemorySessionService, Session
    from google.genai.types import Content

    from pytest_promptfmt.adapters.google_adk.native import AGENT, prepare

__version__ = version("google-adk")


def entry(model: Any, provider: str, *, thinks: bool = True) -> TwoStep:
    """A model of ADK's, made as you like, as an entry of your own table FORMATTERS."""

    def run(events: list[Any], system: list[Any], tools: list[Any]) -> Any:
        said = Content(role="user", parts=system) if system else None
        agent = LlmAgent(name=AGENT, model=model, static_instruction=said, tools=tools)
        session = Session(id="1", app_name="app", user_id="user", events=events)
        run_of = {"session": session, "session_service": InMemorySessionService(), "run_config": RunConfig()}
        return agent.run_async(InvocationContext(invocation_id="1", agent=agent, **run_of))

    return TwoStep(prepare(provider, thinks=thinks), sends_async(run))


_GOOGLE = made("google.genai:Client", api_key="none")
_ANTHROPIC = made("anthropic:AsyncAnthropic", api_key="none")
_OPENAI = made("openai:AsyncOpenAI", api_key="none")
_CLAUDE, _OPENAIS = "models.anthropic_llm:AnthropicLlm", "integrations.openai"
_PAPERS, _SEEN, _ALL = "tool image document", "tool thinking image document", "tool thinking image audio video document"

TABLE = (
    target("gemini.chat", "models:Gemini", _ALL, model="gemini-2.5-flash", client=_GOOGLE),
    target("anthropic.chat", _CLAUDE, _SEEN, "media-by-address", model="claude-sonnet-4-5", client=_ANTHROPIC),
    target("openai.chat", f"{_OPENAIS}:OpenAILlm", "tool image", model="gpt-4o", client=_OPENAI),
    target("openai-responses.chat", f"{_OPENAIS}:OpenAIResponsesLlm", _PAPERS, model="gpt-5", client=_OPENAI),
)
"""Each target's model, the kinds of content that its code has a place for, its name and its client."""

FORMATTERS, CAPABILITIES = targets(
    TABLE,
    lambda model, target: entry(model, target.dialect, thinks=target.thinks),
    library,
    within="google.adk",
    refuses="system-later",
)
