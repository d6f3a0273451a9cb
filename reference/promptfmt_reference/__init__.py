"""Clean-room formatters that the kit certifies.

`FORMATTERS` is an implementation as the kit wants it: ``pytest --promptfmt-impl=promptfmt_reference``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from promptfmt_reference import aisbench
from promptfmt_reference.agentscope_v1.spelling import HISTORY
from promptfmt_reference.formatter import both, formatter
from promptfmt_reference.rewrite.fold import Framing
from promptfmt_reference.wire import (
    anthropic,
    bedrock,
    cohere,
    compatible,
    dashscope,
    deepseek,
    gemini,
    gemini_interactions,
    mistral,
    ollama,
    ollama_generate,
    openai,
    openai_responses,
    vllm,
    zhipu,
)
from promptfmt_reference.wire.spelling import Spelling

# histories are framed as AgentScope 1.0 frames them
_FRAMED: tuple[tuple[Spelling, Framing], ...] = (
    (openai.SPELLING, HISTORY),
    (anthropic.SPELLING, HISTORY),
    (gemini.SPELLING, replace(HISTORY, opening="<history>")),
    (dashscope.TEXT, HISTORY),
    (dashscope.MULTIMODAL, HISTORY),
    (ollama.SPELLING, replace(HISTORY, gap=True)),
    (deepseek.SPELLING, HISTORY),
    (vllm.SPELLING, HISTORY),
    (zhipu.SPELLING, HISTORY),
    (mistral.SPELLING, HISTORY),
    (openai_responses.SPELLING, HISTORY),
    (bedrock.SPELLING, HISTORY),
    (cohere.SPELLING, HISTORY),
    (gemini_interactions.SPELLING, HISTORY),
    *((spelling, HISTORY) for spelling in compatible.SPELLINGS),
)
FORMATTERS: dict[str, Callable[[Any], Any]] = {
    **{target: format_ for spelling, framing in _FRAMED for target, format_ in both(spelling, framing).items()},
    # a prompt tells all speakers apart by their names, so that both scenarios are the same
    "ollama-generate.chat": formatter(ollama_generate.SPELLING, Framing()),
    "ollama-generate.multiagent": formatter(ollama_generate.SPELLING, Framing()),
    **aisbench.FORMATTERS,
}
CAPABILITIES: dict[str, Mapping[str, Any]] = {
    **{
        f"{spelling.id}.{scenario}": {"blocks": sorted(spelling.carries)}
        for spelling in (*(spelling for spelling, _ in _FRAMED), ollama_generate.SPELLING)
        for scenario in ("chat", "multiagent")
    },
    **aisbench.CAPABILITIES,
}
