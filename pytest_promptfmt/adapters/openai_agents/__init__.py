"""OpenAI's Agents SDK as an implementation: ``pytest --promptfmt-impl=openai_agents``.

- `native` makes its input items, which are Responses' own, and its tools
- the entry is `Runner.run` of an agent with the tools, and the payload what its model sends first
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import capture_async
from pytest_promptfmt.implementation import TwoStep

try:
    from agents import Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, RunConfig, Runner
    from openai import AsyncOpenAI

    from pytest_promptfmt.adapters.openai_agents.native import prepare
except ImportError as error:
    raise ImportError(
        f"OpenAI's Agents SDK cannot be imported here ({error}); try pip install openai-agents", name=error.name
    ) from error

__version__ = version("openai-agents")


def entry(model: Any, *, chat: bool) -> TwoStep:
    """A model of the SDK's, made as you like, for `chat` completions or Responses, as an entry of your own table."""

    async def format_(given: tuple[list[Any], list[Any]]) -> Any:
        items, tools = given
        agent = Agent(name="agent", model=model, tools=tools)
        return (await capture_async(lambda: Runner.run(agent, items, max_turns=1, run_config=_ONE_RUN))).payload

    return TwoStep(prepare(chat=chat), format_)


_ONE_RUN = RunConfig(tracing_disabled=True, group_id="promptfmt")  # else the request names a run of its own each time
_CLIENT = AsyncOpenAI(api_key="none", max_retries=0)
_REFUSES = ["media-by-assistant", "media-in-system", "redacted-thinking"]
FORMATTERS = {
    "openai.chat": entry(OpenAIChatCompletionsModel("gpt-4o", _CLIENT), chat=True),
    "openai-responses.chat": entry(OpenAIResponsesModel("gpt-5", _CLIENT), chat=False),
}
CAPABILITIES = {
    "openai.chat": {"blocks": ["tool", "image", "audio", "document"], "refuses": [*_REFUSES, "audio-by-address"]},
    "openai-responses.chat": {"blocks": ["tool", "thinking", "image", "document"], "refuses": _REFUSES},
}
