"""Models that think unless they are told not to, by dialect, and what is refused while they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.common.did_you_mean import matches_any
from pytest_promptfmt.verdicts.request.refusals.clashes import forces
from pytest_promptfmt.verdicts.request.refusals.places import number, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Said

OPENAI = (
    "o1*",
    "o3*",
    "o4*",
    "gpt-5",
    "gpt-5-2*",
    "gpt-5-mini*",
    "gpt-5-nano*",
    "gpt-5*codex*",
    "gpt-5.[5-9]*",
    "gpt-6*",
)
"""Those of OpenAI's that take no sampling; of the others of GPT-5.1 to 5.4 the effort is none unless one is given."""
KIMI = ("kimi-k2-thinking*", "kimi-k2.[5-9]*", "kimi-k3*")
KIMI_CODE = ("kimi-for-coding*", "k3*")
"""What Kimi Code's own address calls them."""
DEEPSEEK = ("deepseek-v4*", "deepseek-v[5-9]*", "deepseek-flash*", "deepseek-reasoner*")
THINKERS: Mapping[str, tuple[str, ...]] = {
    "openai-responses": OPENAI,
    "openrouter": ("deepseek-v4*", "gemini-3*", *KIMI),
    "moonshot": (*KIMI, *KIMI_CODE),
    "anthropic": (*KIMI, *DEEPSEEK),
    "deepseek": DEEPSEEK,
}


def thinking_off(body: Mapping[str, Any]) -> bool:
    """Is a model that thinks by itself told not to?"""
    return value_of(body, "thinking.type") == "disabled" or "none" in (
        body.get("reasoning_effort"),
        value_of(body, "reasoning.effort"),
    )


def thinks_by_itself(dialect: str, body: Any, model: str) -> bool:
    """Does the model think, of a request that says nothing of it?"""
    if not isinstance(body, dict) or "thinking" in body or thinking_off(body):
        return False
    name = str(body.get("model") or model).lower().rpartition("/")[2]
    return matches_any(name, THINKERS.get(dialect, ()))


def forced_while_thinking(body: Mapping[str, Any]) -> Iterator[Said]:
    if not thinking_off(body) and forces(body.get("tool_choice")):
        yield "$.tool_choice", "while it thinks no call can be forced"


def fixed_temperature(body: Mapping[str, Any]) -> Iterator[Said]:
    fixed = 0.6 if thinking_off(body) else 1
    if number(body.get("temperature")) not in (None, fixed):
        yield "$.temperature", f"this model takes {fixed} alone"
