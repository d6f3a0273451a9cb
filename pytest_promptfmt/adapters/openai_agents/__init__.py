"""OpenAI's Agents SDK as an implementation: ``pytest --promptfmt-impl=openai_agents``.

- `native` makes its input items, which are Responses' own, and its tools
- the entry is `Runner.run` of an agent with the tools, and the payload what its model sends first
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import imported, made, sends_async, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("OpenAI's Agents SDK", "pip install openai-agents") as library:
    from agents import Agent, RunConfig, Runner

    from pytest_promptfmt.adapters.openai_agents.native import prepare

__version__ = version("openai-agents")


def entry(model: Any, *, chat: bool) -> TwoStep:
    """A model of the SDK's, made as you like, for `chat` completions or Responses, as an entry of your own table."""

    def run(items: list[Any], tools: list[Any]) -> Any:
        return Runner.run(Agent(name="agent", model=model, tools=tools), items, max_turns=1, run_config=_ONE_RUN)

    return TwoStep(prepare(chat=chat), sends_async(run))


_ONE_RUN = RunConfig(tracing_disabled=True, group_id="promptfmt")  # else the request names a run of its own each time
_CLIENT = {"openai_client": made("openai:AsyncOpenAI", api_key="none", max_retries=0)}
_CHAT, _RESPONSES = "agents:OpenAIChatCompletionsModel", "agents:OpenAIResponsesModel"

TABLE = (
    target("openai.chat", _CHAT, "tool image audio document", "audio-by-address", model="gpt-4o", **_CLIENT),
    target("openai-responses.chat", _RESPONSES, "tool thinking image document", model="gpt-5", **_CLIENT),
)
"""Each target's model, what its code has a place for, and what it is made with."""

FORMATTERS, CAPABILITIES = targets(
    TABLE,
    lambda model, target: entry(model, chat=target.dialect == "openai"),
    library,
    refuses="media-by-assistant media-in-system redacted-thinking",
)
