"""Mirascope's models as an implementation: ``pytest --promptfmt-impl=mirascope``.

- each provider is an extra of ``mirascope``: a target is there where its SDK is
- `native` makes its messages of parts, and its tools
- the entry is a model's `call` with the tools, and the payload what it sends
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from pytest_promptfmt.adapting import imported, sends, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("Mirascope", "pip install 'mirascope[openai,anthropic,google]'") as library:
    from mirascope import llm

    from pytest_promptfmt.adapters.mirascope.native import prepare

__version__ = version("mirascope")


def entry(model: Any) -> TwoStep:
    """A model of Mirascope's, made as you like, as an entry of your own table FORMATTERS."""
    return TwoStep(prepare, sends(lambda messages, tools: model.call(messages, tools=tools or None)))


def model(id_: str) -> Any:
    """A model, whose provider is known to Mirascope with a key that opens nothing."""
    llm.register_provider(id_.partition("/")[0], api_key="none")
    return llm.Model(id_)


_MODEL = f"{__name__}:model"
TABLE = (
    target("openai.chat", _MODEL, "tool image document", id_="openai/gpt-4o:completions"),
    target("openai-responses.chat", _MODEL, "tool image document", id_="openai/gpt-5:responses"),
    target("anthropic.chat", _MODEL, "tool image document", "empty-texts", id_="anthropic/claude-sonnet-4-5"),
    target("gemini.chat", _MODEL, "tool image audio document", "media-by-address", id_="google/gemini-2.5-flash"),
)
"""Each target's kinds of content, and its model."""

_REFUSES = "media-in-results media-by-assistant media-in-system audio-by-address"
FORMATTERS, CAPABILITIES = targets(TABLE, lambda made, _: entry(made), library, refuses=_REFUSES)
