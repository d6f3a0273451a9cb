"""Addresses that take requests of some clients alone: what no body shows is told by its headers, or may have been."""

from __future__ import annotations

from typing import Any

from support.rows import for_each

from pytest_promptfmt.diagnosis.may_have_been import possible
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
        ("openai", "gpt-5", Sent(address="api.githubcopilot.com/chat/completions", headers=("authorization",)), True),
        ("openai", "gpt-5", Sent(address="api.githubcopilot.com/chat/completions", headers=("editor-version",)), False),
        ("openai", "gpt-5", Sent(address="api.githubcopilot.com/chat/completions"), False),
        ("moonshot", "kimi-for-coding", Sent(address=KIMI, unexplained=True), True),
    ],
    str,
)
def test_plans_take_requests_of_some_clients(dialect: str, model: str, sent: Sent, expected: bool) -> None:
    assert (("request.address", "$") in told(dialect, {"model": model, **CHAT}, sent)) is expected


@for_each(
    [
        ("openai", "gpt-5", "api.githubcopilot.com/chat/completions", True),
        ("openai", "gpt-5", "api.openai.com/v1/chat/completions", False),
        ("vllm", "Qwen/Qwen3-8B", "api-inference.modelscope.cn/v1/chat/completions", True),
        ("openrouter", "acme/a:free", "openrouter.ai/api/v1/chat/completions", True),
        ("openrouter", "acme/a", "openrouter.ai/api/v1/chat/completions", False),
        ("anthropic", "claude-fable-5", "api.anthropic.com/v1/messages", True),
        ("anthropic", "claude-opus-5", "api.anthropic.com/v1/messages", False),
    ],
    str,
)
def test_a_model_that_not_every_account_has_may_have_been_it(d: str, model: str, address: str, expected: bool) -> None:
    body = {"model": model, **CHAT}
    at_its_model = ("request.model-id", "$.model")
    found = possible(DIALECTS[d], body, model, Sent(address=address))

    assert (at_its_model in [(each.id, each.path) for each in found]) is expected
    assert at_its_model not in told(d, body, Sent(address=address))


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


@for_each(
    [
        ({"name": "f", "parameters": {}}, True),
        ({"type": "function", "function": {"name": "f"}}, False),
        ({"type": "function", "name": "f"}, False),
    ],
    str,
)
def test_a_flat_tool_is_told_at_ollama_where_its_schema_says_nothing(tool: dict[str, Any], expected: bool) -> None:
    found = told("ollama", {"model": "llama3.1", **CHAT, "tools": [tool]}, Sent())
    assert (("request.missing-parameter", "$.tools[0].function") in found) is expected


COPILOT, CLAUDE = "api.githubcopilot.com/v1/messages", "api.anthropic.com/v1/messages"
EXAMPLES = {"tools": [{"name": "f", "input_schema": {"type": "object"}, "input_examples": [{}]}]}


@for_each(
    [
        (COPILOT, {"context_management": {"edits": []}}, "$.context_management"),
        (COPILOT, {"model": "claude-opus-4.7", "output_config": {"effort": "high"}}, "$.output_config.effort"),
        (CLAUDE, EXAMPLES, "$.tools[0].input_examples"),
    ],
    str,
)
def test_what_a_copy_or_an_older_day_did_not_know_may_have_been_it(address: str, more: Any, path: str) -> None:
    body = {"model": "claude-haiku-4.5", "max_tokens": 9, **CHAT, **more}
    dialect = DIALECTS["anthropic"]

    assert path in [each.path for each in possible(dialect, body, body["model"], Sent(address=address))]
    assert path not in [each.path for each in parameter_findings(dialect, body, sent=Sent(address=address))]
