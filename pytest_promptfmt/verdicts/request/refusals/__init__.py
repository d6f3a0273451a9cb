"""What each provider refuses of its own parameters: a table by provider, each entry with the provider's words."""

from __future__ import annotations

from pytest_promptfmt.verdicts.request.refusal import Refusal
from pytest_promptfmt.verdicts.request.refusals import anthropic, bedrock, dashscope, gemini, zhipu

OF_PROVIDERS: tuple[Refusal, ...] = (
    *anthropic.REFUSALS,
    *bedrock.REFUSALS,
    *gemini.REFUSALS,
    *dashscope.REFUSALS,
    *zhipu.REFUSALS,
)
