"""Addresses that take requests of some clients alone: what no body shows is told by its headers, or may have been."""

from __future__ import annotations

from typing import Any

from support.rows import for_each

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.verdicts.request.parameters import parameter_findings
from pytest_promptfmt.verdicts.request.refusals.refusal import Sent

GO, ZEN = "opencode.ai/zen/go/v1/chat/completions", "opencode.ai/zen/v1/chat/completions"
CODING, KIMI = "coding.dashscope.aliyuncs.com/v1/chat/completions", "api.kimi.com/coding/v1/chat/completions"
CHAT: dict[str, Any] = {"messages": [{"role": "user", "content": "Hi"}]}
FORCED: dict[str, Any] = {
    **CHAT,
    "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}],
    "tool_choice": "required",
}
PICTURE: dict[str, Any] = {"messages": [{"role": "user", "content": "What?", "images": ["iVBORw0KGgo="]}]}
LAST: dict[str, Any] = {"contents": [{"role": "model", "parts": [{"text": "Hi"}]}]}
ANSWERED: dict[str, Any] = {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}, *LAST["contents"]]}


def told(dialect: str, body: dict[str, Any], sent: Sent) -> list[tuple[str, str]]:
    return [(each.id, each.path) for each in parameter_findings(DIALECTS[dialect], body, sent=sent)]


@for_each(
    [
        ("vllm", "glm-5", Sent(address=GO, headers=("authorization",)), True),
        ("vllm", "glm-5", Sent(address=GO, headers=("x-opencode-session",)), False),
        ("vllm", "glm-5", Sent(address=GO), False),
        ("vllm", "glm-5", Sent(address=GO, unexplained=True), True),
        (
            "vllm",
            "glm-5",
            Sent(address=GO, headers=("x-opencode-session",), unexplained=True),
            False,
        ),
        ("vllm", "glm-5", Sent(address=ZEN, unexplained=True), False),
        ("vllm", "big-pickle", Sent(address=ZEN, unexplained=True), True),
        ("dashscope", "qwen3.5-plus", Sent(address=CODING, unexplained=True), True),
        ("dashscope", "qwen3.5-plus", Sent(address=CODING), False),
        ("moonshot", "kimi-for-coding", Sent(address=KIMI, unexplained=True), True),
    ],
    str,
)
def test_plans_take_requests_of_some_clients(dialect: str, model: str, sent: Sent, expected: bool) -> None:
    assert (("request.address", "$") in told(dialect, {"model": model, **CHAT}, sent)) is expected


@for_each(
    [
        ("deepseek-v4-flash", FORCED, GO, True),
        ("deepseek-v4-flash", {**FORCED, "thinking": {"type": "disabled"}}, GO, False),
        ("deepseek-v4-flash", FORCED, "localhost:8000/v1/chat/completions", False),
        ("glm-5", FORCED, GO, False),
    ],
    str,
)
def test_makers_refuse_a_forced_call_behind_a_gateway(model: str, body: Any, address: str, expected: bool) -> None:
    found = told("vllm", {"model": model, **body}, Sent(address=address))
    assert (("request.thinking-parameter", "$.tool_choice") in found) is expected


@for_each(
    [
        ("gemma4:e4b-mlx", True),
        ("gemma4:e4b", False),
        ("llama3.1:8b", True),
        ("llama3.2-vision", False),
        ("qwen2.5vl:7b", False),
    ],
    str,
)
def test_pictures_for_models_without_eyes_at_ollama(model: str, expected: bool) -> None:
    found = told("ollama", {"model": model, **PICTURE}, Sent())
    assert (("request.model-ability", "$.messages[0].images") in found) is expected


@for_each(
    [
        ("gemini-2.5-flash", LAST, True),
        ("gemini-2.5-flash", ANSWERED, False),
        ("gemini-3.6-flash", LAST, False),
    ],
    str,
)
def test_the_only_turn_is_no_models(model: str, body: dict[str, Any], expected: bool) -> None:
    found = [each.id for each in parameter_findings(DIALECTS["gemini"], body, model)]
    assert ("request.message-form" in found) is expected
