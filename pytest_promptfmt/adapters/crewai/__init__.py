"""CrewAI's models as an implementation: ``pytest --promptfmt-impl=crewai``.

- OpenAI's come with ``crewai``, others with extras of its: a target is there where its SDK is
- `native` makes the messages that an agent's executor keeps, with files beside the text
- the entry is a model's `call` with the tools, and the payload what it sends
"""

from __future__ import annotations

import os
from contextvars import copy_context
from typing import Any

from pytest_promptfmt.adapting import imported, sends, target, targets
from pytest_promptfmt.implementation import TwoStep

for switch in ("CREWAI_DISABLE_TELEMETRY", "CREWAI_DISABLE_VERSION_CHECK"):
    os.environ.setdefault(switch, "true")

with imported("CrewAI", "pip install 'crewai[anthropic,google-genai,bedrock,file-processing]'") as library:
    from crewai import __version__

    from pytest_promptfmt.adapters.crewai.native import prepare

__all__ = ["CAPABILITIES", "FORMATTERS", "__version__", "entry"]


def entry(llm: Any) -> TwoStep:
    """A model of CrewAI's, made as you like, as an entry of your own table FORMATTERS."""

    def call(messages: list[Any], tools: list[Any]) -> Any:
        apart = copy_context()  # CrewAI keeps a stack of calls there, and a caught one has no end
        return apart.run(llm.call, messages, tools=tools or None)

    return TwoStep(prepare, sends(call))


_LLM = "crewai:LLM"
_AWS = {"region_name": "us-east-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
_CLAUDE = "bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0"
_ONCE = {"api_key": "none", "max_retries": 0}
_RESPONSES = {"model": "openai/gpt-5", "api": "responses", **_ONCE}
_GEMINI = {"model": "gemini/gemini-2.5-flash", "api_key": "none"}

TABLE = (
    target("openai.chat", _LLM, "tool image", model="openai/gpt-4o", **_ONCE),
    target("openai-responses.chat", _LLM, "tool image document", **_RESPONSES),
    target("anthropic.chat", _LLM, "tool image document", model="anthropic/claude-sonnet-4-5", **_ONCE),
    target("gemini.chat", _LLM, "tool image audio video document", **_GEMINI),
    target("bedrock.chat", _LLM, "tool image document", model=_CLAUDE, **_AWS),
    target("deepseek.chat", _LLM, "tool", model="deepseek/deepseek-chat", **_ONCE),
)
"""Each target's kinds of content, and its model with what that is made with."""

_REFUSES = "failed-results media-in-results"
FORMATTERS, CAPABILITIES = targets(TABLE, lambda llm, _: entry(llm), library, refuses=_REFUSES)
