"""What a provider refuses of a request beside its messages: each refusal is told, and its right neighbour is not."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.verdicts.request import Sent, request_findings, unjudged
from pytest_promptfmt.verdicts.request.parameters import REFUSALS, parameter_findings
from pytest_promptfmt.verdicts.request.providers.addresses import REFUSED_AT_ADDRESSES
from pytest_promptfmt.verdicts.request.providers.anthropic import REFUSED_BY_ANTHROPIC
from pytest_promptfmt.verdicts.request.providers.azure import REFUSED_BY_AZURE
from pytest_promptfmt.verdicts.request.providers.bedrock import REFUSED_BY_BEDROCK
from pytest_promptfmt.verdicts.request.providers.compatible import REFUSED_BY_COMPATIBLE
from pytest_promptfmt.verdicts.request.providers.dashscope import REFUSED_BY_DASHSCOPE
from pytest_promptfmt.verdicts.request.providers.gemini import REFUSED_BY_GEMINI
from pytest_promptfmt.verdicts.request.providers.groq import REFUSED_BY_GROQ
from pytest_promptfmt.verdicts.request.providers.openai import REFUSED_BY_OPENAI
from pytest_promptfmt.verdicts.request.providers.servers import REFUSED_BY_SERVERS
from pytest_promptfmt.verdicts.request.providers.zhipu import REFUSED_BY_ZHIPU

USER = [{"role": "user", "content": "Hi"}]
FUNCTION = {"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}
TOOL = {"name": "look", "input_schema": {"type": "object"}}
CHOSEN = {"type": "function", "function": {"name": "look"}}
OTHER = {"type": "function", "function": {"name": "see"}}
JSON = {"type": "json_object"}
THINKING = {"type": "enabled", "budget_tokens": 1024}
SPEC = {"toolSpec": {"name": "look", "inputSchema": {"json": {"type": "object"}}}}
DECLARED = [{"functionDeclarations": [{"name": "look"}]}]
CLAUDE = {"model": "claude-sonnet-4-20250514", "max_tokens": 2048, "messages": USER}
GPT = {"model": "gpt-4o", "messages": USER}

TABLE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("openai", "tool-choice", {**GPT, "tool_choice": "auto"}, {**GPT, "tool_choice": "auto", "tools": [FUNCTION]}),
    ("openai", "tool-choice", {**GPT, "parallel_tool_calls": False}, {**GPT, "tools": [FUNCTION]}),
    ("anthropic", "tool-choice", {**CLAUDE, "tool_choice": {"type": "auto"}}, {**CLAUDE, "tool_choice": None}),
    (
        "dashscope",
        "tool-choice",
        {"model": "qwen-max", "messages": USER, "tools": [FUNCTION], "tool_choice": OTHER},
        {"model": "qwen-max", "messages": USER, "tools": [FUNCTION], "tool_choice": CHOSEN},
    ),
    ("openai", "tool-choice", {**GPT, "tools": [FUNCTION], "tool_choice": OTHER}, {**GPT, "tools": [FUNCTION]}),
    (
        "anthropic",
        "tool-choice",
        {**CLAUDE, "tools": [TOOL], "tool_choice": {"type": "tool", "name": "see"}},
        {**CLAUDE, "tools": [TOOL], "tool_choice": {"type": "tool", "name": "look"}},
    ),
    (
        "anthropic",
        "tool-choice",
        {**CLAUDE, "tools": [TOOL], "tool_choice": {"type": "tool", "name": "see"}},
        {**CLAUDE, "tools": [TOOL, {"type": "mcp_toolset"}], "tool_choice": {"type": "tool", "name": "see"}},
    ),
    (
        "openai-responses",
        "tool-choice",
        {"model": "gpt-5", "input": USER, "tools": [{**TOOL, "type": "function"}], "tool_choice": {"name": "see"}},
        {"model": "gpt-5", "input": USER, "tools": [{**TOOL, "type": "function"}], "tool_choice": {"name": "look"}},
    ),
    (
        "bedrock",
        "tool-choice",
        {"messages": [], "toolConfig": {"tools": [SPEC], "toolChoice": {"tool": {"name": "see"}}}},
        {"messages": [], "toolConfig": {"tools": [SPEC], "toolChoice": {"tool": {"name": "look"}}}},
    ),
    (
        "gemini",
        "tool-choice",
        {
            "tools": DECLARED,
            "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["look", "see"]}},
        },
        {"tools": DECLARED, "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["look"]}}},
    ),
    ("openai", "tools-count", {**GPT, "tools": [FUNCTION] * 129}, {**GPT, "tools": [FUNCTION] * 128}),
    (
        "openai",
        "tools-count",
        {**GPT, "messages": [{"role": "assistant", "tool_calls": [{}] * 129}]},
        {**GPT, "messages": [{"role": "assistant", "tool_calls": [{}] * 128}]},
    ),
    (
        "openai-responses",
        "tools-count",
        {"input": "Hi", "tools": [FUNCTION] * 129},
        {"input": "Hi", "tools": [FUNCTION]},
    ),
    (
        "openai",
        "json-mode",
        {**GPT, "response_format": JSON},
        {**GPT, "response_format": JSON, "messages": [{"role": "user", "content": [{"text": "As JSON, please"}]}]},
    ),
    (
        "openai-responses",
        "json-mode",
        {"input": "Hi", "text": {"format": JSON}},
        {"input": "Hi", "instructions": "Answer in json.", "text": {"format": JSON}},
    ),
    ("anthropic", "missing-parameter", {"model": "claude-opus-4-8", "messages": USER}, CLAUDE),
    (
        "openai",
        "model-parameter",
        {**GPT, "model": "gpt-5.1", "max_tokens": 9},
        {**GPT, "model": "gpt-5.1", "max_completion_tokens": 9},
    ),
    ("openai", "model-parameter", {**GPT, "model": "o3-mini", "max_tokens": 9}, {**GPT, "max_tokens": 9}),
    (
        "openai",
        "model-parameter",
        {**GPT, "model": "openai/gpt-5-mini", "temperature": 0.2},
        {**GPT, "model": "openai/gpt-5-mini", "temperature": 1},
    ),
    (
        "openai-responses",
        "model-parameter",
        {"model": "o4-mini", "temperature": 0},
        {"model": "gpt-4.1", "temperature": 0},
    ),
    (
        "anthropic",
        "model-parameter",
        {**CLAUDE, "model": "claude-sonnet-4-5", "temperature": 0.2, "top_p": 0.9},
        {**CLAUDE, "temperature": 0.2, "top_p": 0.9},
    ),
    (
        "gemini",
        "model-parameter",
        {"model": "gemini-2.5-flash", "tools": DECLARED, "generationConfig": {"responseMimeType": "application/json"}},
        {"model": "gemini-3-flash", "tools": DECLARED, "generationConfig": {"responseMimeType": "application/json"}},
    ),
    (
        "bedrock",
        "model-parameter",
        {"modelId": "mistral.mixtral-8x7b-instruct-v0:1", "messages": [], "system": [{"text": "Be kind."}]},
        {"modelId": "mistral.mistral-large-2407-v1:0", "messages": [], "system": [{"text": "Be kind."}]},
    ),
    (
        "bedrock",
        "model-parameter",
        {"modelId": "us.deepseek.r1-v1:0", "messages": [], "toolConfig": {"tools": [SPEC]}},
        {"modelId": "us.meta.llama3-3-70b-instruct-v1:0", "messages": [], "toolConfig": {"tools": [SPEC]}},
    ),
    (
        "bedrock",
        "model-parameter",
        {
            "modelId": "us.meta.llama4-maverick-17b-instruct-v1:0",
            "toolConfig": {"tools": [SPEC], "toolChoice": {"any": {}}},
        },
        {
            "modelId": "us.meta.llama4-maverick-17b-instruct-v1:0",
            "toolConfig": {"tools": [SPEC], "toolChoice": {"auto": {}}},
        },
    ),
    (
        "anthropic",
        "thinking-parameter",
        {**CLAUDE, "thinking": THINKING, "temperature": 0.2},
        {**CLAUDE, "thinking": {"type": "disabled"}, "temperature": 0.2},
    ),
    (
        "anthropic",
        "thinking-parameter",
        {**CLAUDE, "thinking": THINKING, "tools": [TOOL], "tool_choice": {"type": "any"}},
        {**CLAUDE, "thinking": THINKING, "tools": [TOOL], "tool_choice": {"type": "auto"}},
    ),
    (
        "anthropic",
        "thinking-parameter",
        {**CLAUDE, "max_tokens": 1024, "thinking": THINKING},
        {**CLAUDE, "max_tokens": 1025, "thinking": THINKING},
    ),
    (
        "dashscope",
        "thinking-parameter",
        {"model": "qwen3-235b-a22b", "messages": USER},
        {"model": "qwen3-235b-a22b", "messages": USER, "enable_thinking": False},
    ),
    (
        "dashscope",
        "thinking-parameter",
        {"model": "qwen3-32b", "input": {"messages": USER}, "parameters": {"enable_thinking": True}},
        {"model": "qwen3-32b", "messages": USER, "enable_thinking": True, "stream": True},
    ),
]


def slugs(dialect: str, body: Any, model: str = "") -> set[str]:
    return {finding.id.removeprefix("request.") for finding in parameter_findings(DIALECTS[dialect], body, model)}


@pytest.mark.parametrize(("dialect", "slug", "refused", "taken"), TABLE)
def test_what_is_refused_is_told_and_its_neighbour_is_not(
    dialect: str, slug: str, refused: dict[str, Any], taken: dict[str, Any]
) -> None:
    assert slugs(dialect, refused) == {slug}
    assert slugs(dialect, taken) == set()


def test_every_refusal_of_every_provider_has_its_request() -> None:
    asked = {(dialect, slug) for dialect, slug, _, _ in TABLE}
    similar = {"vllm", "deepseek", "zhipu", "mistral", "dashscope", "dashscope-multimodal"}  # OpenAI's own keys

    of_providers = (
        *REFUSED_BY_OPENAI,
        *REFUSED_BY_AZURE,
        *REFUSED_BY_COMPATIBLE,
        *REFUSED_BY_GROQ,
        *REFUSED_BY_SERVERS,
        *REFUSED_BY_ANTHROPIC,
        *REFUSED_BY_BEDROCK,
        *REFUSED_BY_DASHSCOPE,
        *REFUSED_BY_GEMINI,
        *REFUSED_BY_ZHIPU,
        *REFUSED_AT_ADDRESSES,
    )
    for refusal in (each for each in REFUSALS if each not in of_providers):  # those have a test of their own
        assert {(dialect, refusal.slug) for dialect in refusal.dialects if dialect not in similar} <= asked


def test_nothing_is_certain_without_the_providers_words() -> None:
    body = {**GPT, "tools": [FUNCTION], "tool_choice": OTHER}
    (told,) = parameter_findings(DIALECTS["dashscope"], body)
    (guessed,) = parameter_findings(DIALECTS["openai"], body)

    assert told.severity is Severity.ERROR
    assert "no function named" in told.data["source"]
    assert guessed.severity is Severity.WARNING
    assert "source" not in guessed.data


def test_the_model_may_be_said_apart() -> None:
    body = {"messages": USER, "max_tokens": 9}

    assert slugs("openai", body) == set()
    assert slugs("openai", body, "gpt-5") == {"model-parameter"}


def test_only_of_a_whole_request_it_is_said_what_is_missing() -> None:
    body = {"model": "claude-opus-4-8", "messages": USER}

    assert list(request_findings(DIALECTS["anthropic"], body)) == []
    assert [each.id for each in request_findings(DIALECTS["anthropic"], body, sent=Sent(whole=True))] == [
        "request.missing-parameter"
    ]


def test_a_key_of_which_something_is_found_is_not_called_unjudged() -> None:
    body = {**GPT, "model": "o3", "max_tokens": 9, "seed": 3}
    found = list(request_findings(DIALECTS["openai"], body))

    assert unjudged(DIALECTS["openai"], body, found) == ("seed",)


@pytest.mark.parametrize("junk", [None, 3, [], {}, {"tools": 3, "tool_choice": []}, {"tools": [None, {"function": 3}]}])
def test_junk_is_passed_over(junk: Any) -> None:
    for dialect in DIALECTS.values():
        assert all(finding.id.startswith("request.") for finding in request_findings(dialect, junk))
