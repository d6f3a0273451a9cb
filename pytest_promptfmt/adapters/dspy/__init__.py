"""DSPy's language models as an implementation: ``pytest --promptfmt-impl=dspy``.

- its engine `lm15` speaks to the providers itself; what that has no way to goes by LiteLLM, and is no target here
- `native` makes its requests, of messages in parts
- the entry is the call of an `LM` with a request, and the payload what it sends
"""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.adapting import imported, sends, target, targets
from pytest_promptfmt.implementation import TwoStep

with imported("DSPy", "pip install dspy") as library:
    from dspy import __version__

    from pytest_promptfmt.adapters.dspy.native import prepare

__all__ = ["CAPABILITIES", "FORMATTERS", "__version__", "entry"]


def entry(lm: Any, provider: str, *, thinks: bool = True) -> TwoStep:
    """An `LM`, made as you like, whose history is told as `provider`'s, as an entry of your own table FORMATTERS."""
    return TwoStep(prepare(lm.model, provider, thinks=thinks), sends(lambda request: lm(request)))


_LM = "dspy:LM"
_ONCE = {"engine": "lm15", "api_key": "none", "cache": False, "num_retries": 0}
_RESPONSES = {"model": "openai/gpt-5", "model_type": "responses", **_ONCE}
_GEMINI = {"model": "gemini/gemini-2.5-flash", **_ONCE}

TABLE = (
    target("openai.chat", _LM, "tool image", "media-in-results", model="openai/gpt-4o", **_ONCE),
    target("openai-responses.chat", _LM, "tool thinking image document", **_RESPONSES),
    target("anthropic.chat", _LM, "tool thinking image document", model="anthropic/claude-sonnet-4-5", **_ONCE),
    target("gemini.chat", _LM, "tool thinking image audio video document", "media-in-results", **_GEMINI),
    target("deepseek.chat", _LM, "tool thinking", model="deepseek/deepseek-chat", **_ONCE),
)
"""Each target's kinds of content, and its model with what that is made with."""

FORMATTERS, CAPABILITIES = targets(
    TABLE, lambda lm, row: entry(lm, row.dialect, thinks=row.thinks), library, refuses="media-in-system"
)
