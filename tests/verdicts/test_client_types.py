"""Every parameter that the clients' types know: right values are silent, each wrong one is told at its place."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from right_ways import RIGHT_WAYS
from right_ways.way import Way
from support.documented_requests import DOCUMENTED
from support.typed_bodies import Broken, broken, right

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.payload.finding import Finding, Severity
from pytest_promptfmt.verdicts.recorded import judge_recorded
from pytest_promptfmt.verdicts.request import request_findings
from pytest_promptfmt.verdicts.request.client_types import breaches, types_of
from pytest_promptfmt.verdicts.request.parameters import said_findings
from pytest_promptfmt.verdicts.request.refusals.classes import CLASSES, words_of
from pytest_promptfmt.verdicts.request.refusals.coercions import coercion

TYPED = [dialect for dialect in DIALECTS if types_of(dialect)]
HI = [{"role": "user", "content": "Hi"}]


def told(dialect: str, body: Any) -> dict[str, Any]:
    return {finding.path: finding for finding in request_findings(DIALECTS[dialect], body)}


def taken(dialect: str, each: Broken) -> bool:
    """Does the provider take this for another type?"""
    return each.kind == "type" and (coercion(dialect).strings or coercion(dialect).lists)


def test_every_dialect_has_types_but_the_one_without_a_request() -> None:
    assert {*DIALECTS} - {*TYPED} == {"aisbench"}


@pytest.mark.parametrize("dialect", TYPED)
def test_right_values_of_every_parameter_are_silent(dialect: str) -> None:
    body = right(types_of(dialect))

    assert len(body) > 5
    assert [*breaches(dialect, body)] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("dialect", TYPED)
def test_each_parameter_that_is_broken_is_told_at_its_place(dialect: str) -> None:
    tried = [each for each in broken(dialect) if not taken(dialect, each)]

    silent = [
        each for each in tried if (each.kind, each.path) not in {(b.kind, b.path) for b in breaches(dialect, each.body)}
    ]
    assert len(tried) > 10
    assert [(each.kind, each.path) for each in silent] == []


def sampled(dialect: str) -> list[Broken]:
    return [each for each in broken(dialect) if not taken(dialect, each) and words_of(dialect, each.kind)][::37]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("dialect", CLASSES)
def test_the_providers_words_stand_beside_it(dialect: str) -> None:
    for each in sampled(dialect):
        finding = told(dialect, each.body)[each.path]
        assert finding.data["source"], (each.kind, each.path)
        assert finding.is_error or each.kind in ("word", "key"), (each.kind, each.path)


@pytest.mark.parametrize(
    "dialect", [dialect for dialect in TYPED if dialect not in CLASSES and dialect != "ollama-generate"]
)
def test_without_words_nothing_of_it_is_an_error(dialect: str) -> None:
    for each in [*broken(dialect)][::29]:
        found = [finding for path, finding in told(dialect, each.body).items() if path == each.path]
        assert not any(finding.is_error and "source" not in finding.data for finding in found)


@pytest.mark.parametrize(("dialect", "body"), DOCUMENTED)
def test_what_providers_document_is_silent(dialect: str, body: dict[str, Any]) -> None:
    found = [*request_findings(DIALECTS[dialect], body), *said_findings(DIALECTS[dialect], body, [])]

    assert [str(finding) for finding in found] == []


@pytest.mark.parametrize(
    ("dialect", "body", "path", "error"),
    [
        ("openai", {"modalities": ["txt"]}, "$.modalities[0]", True),
        ("openai", {"service_tier": "priorty"}, "$.service_tier", True),
        ("openai", {"service_tier": "overnight"}, "$.service_tier", False),
        ("openai", {"response_format": {"type": "object"}}, "$.response_format.type", True),
        ("openai", {"reasoning_effort": "hihg"}, "$.reasoning_effort", True),
        ("openai", {"tool_choice": "any"}, "$.tool_choice", True),
        ("openai-responses", {"tool_choice": {"type": "web_search"}}, "$.tool_choice.type", False),
        ("openai-responses", {"include": ["tool_search_call.results"]}, "$.include[0]", False),
        (
            "anthropic",
            {"context_management": {"edits": [{"type": "clear_tool_uses_20270101"}]}},
            "$.context_management.edits[0].type",
            False,
        ),
        ("openai", {"stream_options": {"include_usages": True}}, "$.stream_options.include_usages", True),
        ("openai", {"stream_options": {"verbose": True}}, "$.stream_options.verbose", False),
        ("openai", {"logit_bias": {"AI": 10}}, "$.logit_bias", True),
        ("openai-responses", {"reasoning": {"effort": "higgh"}}, "$.reasoning.effort", True),
        ("openai-responses", {"text": {"format": {"type": "json_schema", "name": "a"}}}, "$.text.format", True),
        ("gemini", {"generationConfig": {"topK": "x"}}, "$.generationConfig.topK", True),
        ("gemini", {"generation_config": {"top_k": [1, "x"]}}, "$.generation_config.top_k", True),
        (
            "gemini",
            {"generationConfig": {"responseModalities": ["foo"]}},
            "$.generationConfig.responseModalities[0]",
            False,
        ),
        (
            "gemini",
            {"generationConfig": {"responseModalities": ["TEXTT"]}},
            "$.generationConfig.responseModalities[0]",
            True,
        ),
        (
            "gemini",
            {"generationConfig": {"thinkingConfig": {"thinkingBudgt": 1}}},
            "$.generationConfig.thinkingConfig.thinkingBudgt",
            True,
        ),
        ("anthropic", {"service_tier": "fast"}, "$.service_tier", False),
        ("anthropic", {"max_tokens": "100"}, "$.max_tokens", True),
        ("anthropic", {"temperature": None}, "$.temperature", True),
        ("anthropic", {"metadata": {"user": "a"}}, "$.metadata.user", False),
        ("anthropic", {"output_config": {"format": {"type": "json_schema"}}}, "$.output_config.format", True),
        ("bedrock", {"inferenceConfig": {"maxTokens": 0}}, "$.inferenceConfig.maxTokens", True),
        ("bedrock", {"performanceConfig": {"latency": "optimised"}}, "$.performanceConfig.latency", True),
        ("bedrock", {"requestMetadata": {"a": "x" * 257}}, "$.requestMetadata.a", True),
        ("deepseek", {"temperature": "1.3"}, "$.temperature", True),
        ("groq", {"temperature": "1"}, "$.temperature", True),
        ("ollama", {"options": {"stop": "a"}}, "$.options.stop", True),
        (
            "bedrock",
            {"guardrailConfig": {"guardrailIdentifier": "a", "guardrailVersion": "latest"}},
            "$.guardrailConfig.guardrailVersion",
            True,
        ),
        ("bedrock", {"requestMetadata": {"team;": "a"}}, "$.requestMetadata", True),
        ("bedrock", {"requestMetadata": {"team": "a;b"}}, "$.requestMetadata.team", True),
        ("cohere", {"stop_sequences": "a"}, "$.stop_sequences", True),
        ("openrouter", {"provider": {"sort": "throughputt"}}, "$.provider.sort", True),
        ("xai", {"max_tokens": "9"}, "$.max_tokens", False),
        ("dashscope", {"input": {"messages": HI}, "parameters": {"stream": "x"}}, "$.parameters.stream", False),
    ],
)
def test_each_class_at_each_provider_in_its_severity(
    dialect: str, body: dict[str, Any], path: str, error: bool
) -> None:
    assert told(dialect, body)[path].is_error is error


@pytest.mark.parametrize(
    ("dialect", "body"),
    [
        ("gemini", {"generationConfig": {"maxOutputTokens": "256", "topK": "40", "temperature": "0.5"}}),
        ("gemini", {"generation_config": {"response_modalities": ["Text", "image"], "stopSequences": "END"}}),
        ("gemini", {"generationConfig": {"thinkingConfig": {"thinkingLevel": "low"}}}),
        ("gemini", {"serviceTier": "SERVICE_TIER_FLEX"}),  # as Vertex spells it
        ("gemini", {"safetySettings": {"category": 7, "threshold": "block-none"}}),
        ("vllm", {"temperature": "0.7", "max_tokens": "5", "stream": "true"}),
        ("mistral", {"max_tokens": "5"}),
        ("deepseek", {"store": "never", "seed": "x"}),
        ("ollama", {"options": {"mirostat": "x"}}),
        ("anthropic", {"max_tokens": 100.0, "thinking": None}),
        ("ollama", {"options": {"num_ctx": 4096.0}}),
        ("openai", {"temperature": 1, "seed": None, "stop": None}),
        ("gemini", {"generationConfig": object()}),
    ],
)
def test_what_a_provider_takes_for_another_type_is_no_breach(dialect: str, body: dict[str, Any]) -> None:
    assert [*breaches(dialect, body)] == []


def test_nothing_is_read_before_a_request_is_judged() -> None:
    look = "import sys, pytest_promptfmt.plugin; print([m for m in sys.modules if m.endswith('request.typed')])"

    assert subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.sampled(30)
@pytest.mark.parametrize("way", RIGHT_WAYS, ids=str)
def test_the_conversations_of_right_ways_are_silent(way: Way) -> None:
    try:
        payload = way.formatter(way.case.conversation())
    except ValueError:  # one that refuses is right too
        return
    dialect = DIALECTS[way.target.rpartition(".")[0]]
    body = payload if isinstance(payload, dict) else {_ROOTS.get(dialect.id, "messages"): payload}

    assert [*said_findings(dialect, body, judge_recorded(body, dialect.id).findings)] == []


_ROOTS = {"gemini": "contents", "openai-responses": "input"}


def of_tool(tool: dict[str, Any]) -> dict[str, Any]:
    return {"tools": [tool]}


COMPUTER = {"type": "computer_20250124", "name": "computer", "display_width_px": "1024", "display_height_px": 768}
SEARCH = {"type": "web_search_20250305", "name": "web_search", "max_uses": "5"}
SPEC = {"toolSpec": {"name": "a", "inputSchema": {"json": {}}, "description": 5}}
SHELL = {"input": [{"type": "local_shell_call", "call_id": "a", "action": "ls"}]}


@pytest.mark.parametrize(
    ("dialect", "body", "path", "error"),
    [
        ("openai-responses", of_tool({"type": "file_search"}), "$.tools[0]", True),
        ("openai-responses", of_tool({"type": "code_interpreter"}), "$.tools[0]", True),
        ("openai-responses", of_tool({"type": "mcp", "server_label": 5}), "$.tools[0].server_label", True),
        ("openai-responses", of_tool({"type": "web_serch"}), "$.tools[0].type", True),
        ("openai-responses", of_tool({"type": "holograms"}), "$.tools[0].type", False),
        ("openai-responses", SHELL, "$.input[0].action", True),
        ("anthropic", of_tool(COMPUTER), "$.tools[0].display_width_px", True),
        ("anthropic", of_tool(SEARCH), "$.tools[0].max_uses", True),
        ("bedrock", {"toolConfig": {"tools": [SPEC]}}, "$.toolConfig.tools[0].toolSpec.description", False),
        (
            "gemini",
            of_tool({"googleSearch": {"excludeDomains": [{}]}}),
            "$.tools[0].googleSearch.excludeDomains[0]",
            True,
        ),
        ("groq", of_tool({"type": "function", "function": {"name": 5}}), "$.tools[0].function.name", True),
    ],
)
def test_what_schemas_know_less_of_is_held_against_the_clients_types(
    dialect: str, body: dict[str, Any], path: str, error: bool
) -> None:
    found = [(each.path, each.is_error) for each in said_findings(DIALECTS[dialect], body, [])]

    assert found == [(path, error)]


def test_where_something_was_seen_the_types_are_silent() -> None:
    body = of_tool({"type": "file_search", "vector_store_ids": [1, "a"]})
    seen = [Finding("schema.type", Severity.ERROR, path, "") for path in ("$.tools[0].vector_store_ids", "$.model")]

    assert [*said_findings(DIALECTS["openai-responses"], body, seen)] == []
    assert [each.path for each in said_findings(DIALECTS["openai-responses"], body, seen[1:])] == [
        "$.tools[0].vector_store_ids[0]"
    ]
