"""How hard a model may be told to think: each row is broken by a word that it lacks, and by none that it has."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.verdicts.request import Sent
from pytest_promptfmt.verdicts.request.parameters import parameter_findings

CHAT, RESPONSES = "api.openai.com/v1/chat/completions", "api.openai.com/v1/responses"
GROQ, XAI = "api.groq.com/openai/v1/chat/completions", "api.x.ai/v1/chat/completions"
MISTRAL = "api.mistral.ai/v1/chat/completions"
CEREBRAS, FIREWORKS = "api.cerebras.ai/v1/chat/completions", "api.fireworks.ai/inference/v1/chat/completions"
EFFORTS = [
    ("openai", CHAT, "gpt-5.1", "none low medium high", "minimal xhigh max"),
    ("openai", CHAT, "gpt-5.1-codex-max", "low medium high xhigh", ""),
    ("openai", CHAT, "gpt-5.4", "none low medium high xhigh", "max"),
    ("groq", GROQ, "qwen/qwen3-32b", "none default", "low medium high xhigh"),
    ("groq", GROQ, "qwen/qwen3.6-27b", "none default", "low high"),
    ("groq", GROQ, "openai/gpt-oss-20b", "low medium high", "none minimal xhigh"),
    ("mistral", MISTRAL, "zai-glm-5-3", "low high max", "medium none"),
    ("mistral", MISTRAL, "mistral-small-latest", "none high", "medium"),
    ("xai", XAI, "grok-4.5", "low medium high", "none xhigh"),
    ("xai", XAI, "grok-4.6", "low medium high xhigh", "none max"),
    ("xai", XAI, "grok-4.3", "none low medium high", "xhigh"),
    ("vllm", CEREBRAS, "zai-glm-4.7", "none low medium high", "default max"),
    ("vllm", CEREBRAS, "gpt-oss-120b", "low medium high", "none minimal"),
    ("vllm", FIREWORKS, "accounts/fireworks/models/deepseek-v4-flash", "none low medium high xhigh max", "minimal"),
    ("vllm", FIREWORKS, "accounts/fireworks/models/qwen3p7-plus", "", "low max"),
    ("vllm", "api.together.xyz/v1/chat/completions", "openai/gpt-oss-120b", "low max default", "ultra"),
    ("zhipu", "api.z.ai/api/paas/v4/chat/completions", "glm-5.3", "low high max", "medium none"),
    ("deepseek", "api.deepseek.com/chat/completions", "deepseek-v4-pro", "none minimal xhigh max", "ultra"),
]  # fmt: skip


def told(dialect: str, address: str, body: dict[str, Any]) -> list[Finding]:
    sent = Sent(whole=True, addressed=True, address=address, host=address.partition("/")[0])
    return [*parameter_findings(DIALECTS[dialect], body, sent=sent)]


@pytest.mark.parametrize(("dialect", "address", "model", "taken", "refused"), EFFORTS)
def test_an_effort_is_told_where_the_model_does_not_take_it(
    dialect: str, address: str, model: str, taken: str, refused: str
) -> None:
    def told_of(effort: str) -> bool:
        body = {"model": model, "messages": [{"role": "user", "content": "Hi"}], "reasoning_effort": effort}
        return "$.reasoning_effort" in [finding.path for finding in told(dialect, address, body)]

    assert [effort for effort in taken.split() if told_of(effort)] == []
    assert [effort for effort in refused.split() if not told_of(effort)] == []


@pytest.mark.parametrize(
    ("model", "errors"), [("gpt-5", [True]), ("gpt-5-mini", [True]), ("o3", [False]), ("gpt-5.2", []), ("gpt-6", [])]
)
def test_a_concise_summary_is_of_what_came_after_gpt_5(model: str, errors: list[bool]) -> None:
    found = told("openai-responses", RESPONSES, {"model": model, "input": "Hi", "reasoning": {"summary": "concise"}})

    assert [each.is_error for each in found if each.path == "$.reasoning.summary"] == errors
