"""The wire formats that the kit judges, one module each; this table is their index."""

from __future__ import annotations

from pytest_promptfmt.dialects import (
    aisbench,
    anthropic,
    bedrock,
    dashscope,
    deepseek,
    gemini,
    mistral,
    ollama,
    openai,
    openai_responses,
    vllm,
    zhipu,
)
from pytest_promptfmt.dialects.dashscope import multimodal as dashscope_multimodal
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.ollama import generate as ollama_generate

DIALECTS: dict[str, Dialect] = {
    module.DIALECT.id: module.DIALECT
    for module in (
        openai,
        anthropic,
        gemini,
        deepseek,
        zhipu,
        vllm,
        dashscope,
        dashscope_multimodal,
        ollama,
        ollama_generate,
        mistral,
        openai_responses,
        bedrock,
        aisbench,
    )
}
SCENARIOS: tuple[str, ...] = ("chat", "multiagent")
TARGETS: tuple[str, ...] = tuple(target for dialect in DIALECTS.values() for target in dialect.targets)
