"""What an answer says in words that no rule quotes is found where the request has it, and others are left alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.answer.lent import lent
from pytest_promptfmt.diagnosis.answer.named_at import ends, named_at, placed_at
from pytest_promptfmt.diagnosis.answer.refused_keys import refused_keys
from pytest_promptfmt.diagnosis.answer.refused_values import refused_values
from pytest_promptfmt.diagnosis.answer.wanted_keys import wanted_keys
from pytest_promptfmt.diagnosis.error_words import told
from pytest_promptfmt.payload.finding import Finding, Severity

HI = [{"role": "user", "content": "Hi"}]
TOOL = {"functionDeclarations": [{"name": "f", "parameters": {"properties": {"a": {"anyOf": [{"type": ""}]}}}}]}
PLACED: list[tuple[str, Any, str | None]] = [
    ("$.messages[0].content", {"messages": HI}, "$.messages[0].content"),
    ("$.messages[1].content", {"messages": HI}, None),
    ("$.messages[0].name", {"messages": HI}, "$.messages[0].name"),
    (
        "$.tools[0].function_declarations[0].parameters.properties[0].value.any_of[0].type",
        {"tools": [TOOL]},
        "$.tools[0].functionDeclarations[0].parameters.properties.a.anyOf[0].type",
    ),
    ("$.thinking.enabled.budget_tokens", {"thinking": {"budget_tokens": 1}}, "$.thinking.budget_tokens"),
    ("$.messages[0].source.base64", {"messages": [{"source": {"data": "x"}}]}, "$.messages[0].source"),
    ("$.a.b", {"a": 1}, None),
    ("$.a.b.c", {"a": [{}]}, None),
]


@pytest.mark.parametrize(("place", "body", "path"), PLACED)
def test_a_place_is_found_however_the_answer_spells_it(place: str, body: Any, path: str | None) -> None:
    assert placed_at(body, place) == path


def test_a_name_that_stands_once_is_found_anywhere_and_one_that_stands_twice_nowhere() -> None:
    assert named_at({"plan": {"max_depth": 3}}, "maxDepth") == ("$.plan.max_depth", 3)
    assert named_at({"plan": {"depth": 3}, "other": {"depth": 4}}, "depth") is None
    assert named_at({"messages": [{"a": 1}, {"a": 2}]}, "messages.2.member.a") == ("$.messages[1].a", 2)
    assert named_at("", "depth") is None


def test_a_name_without_numbers_is_found_at_the_end_of_paths() -> None:
    calls = [{"function": {"arguments": n}} for n in range(3)]

    assert [path for path, _ in ends({"calls": calls}, "function.arguments")] == [
        f"$.calls[{n}].function.arguments" for n in range(3)
    ]
    assert [*ends({"calls": calls * 2}, "function.arguments")] == []
    assert [*ends({"calls": calls}, "tool.arguments")] == []


VALUES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("unsupported content type in ContentBlock: tool_reference", {"a": {"type": "tool_reference"}}, ["$.a.type"]),
    ("Invalid value: 'fast' for pace", {"pace": "fast"}, ["$.pace"]),
    ("Role 'developer' is not supported", {"messages": [{"role": "developer"}]}, ["$.messages[0].role"]),
    (
        "Invalid value at 'plan.pace' (type.acme.com/glow.v1.Pace), \"fast\"",
        {"plan": {"pace": "fast"}},
        ["$.plan.pace"],
    ),
    ("unknown variant `fast`", {"pace": "fast"}, ["$.pace"]),
    ("'fast' is not a valid pace", {"pace": "fast"}, ["$.pace"]),
    ("'fast' is not a valid pace", {"messages": [{"content": "fast"}]}, []),
    ("'fast' is not a valid pace", {"a": ["fast"] * 9}, []),
    ("messages[1].kind: 'fast' is invalid", {"messages": [{"kind": "fast"}, {"kind": "fast"}]}, ["$.messages[1].kind"]),
    ("the tool_call with ID 'c1' is not valid", {"messages": [{"tool_call_id": "c1"}]}, []),
    ("Use 'fast' for a quick answer", {"pace": "fast"}, []),
    ("", {"pace": "fast"}, []),
]


@pytest.mark.parametrize(("answer", "body", "paths"), VALUES)
def test_a_value_that_the_answer_refuses_is_found(answer: str, body: dict[str, Any], paths: list[str]) -> None:
    assert [found.path for found in refused_values(answer, body, "openai", ())] == paths


def test_what_was_seen_there_is_not_said_again() -> None:
    seen = Finding("request.model-ability", Severity.WARNING, "$.pace", "fast")

    assert [*refused_values("'fast' is not a valid pace", {"pace": "fast"}, "openai", [seen])] == []


KEYS: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("openai", "you must provide a messages parameter", {"model": "m"}, ["$"]),
    ("openai", "you must provide a messages parameter", {"messages": HI}, []),
    (
        "openai",
        "Missing required parameter: 'messages[0].content'.",
        {"messages": [{"role": "user"}]},
        ["$.messages[0]"],
    ),
    ("anthropic", "max_tokens: Field required", {"messages": HI}, ["$"]),
    ("anthropic", "max_tokens: Field required", {"max_tokens": 9}, []),
    ("bedrock", "The toolConfig field must be defined when using toolUse", {"messages": HI}, ["$"]),
    ("openai", "something else must be provided", {"messages": HI}, []),
    ("openai", "the depth is required", {"messages": HI}, []),
    ("openai", "", {}, []),
]


@pytest.mark.parametrize(("dialect", "answer", "body", "paths"), KEYS)
def test_a_key_that_the_answer_asks_for_is_missed(
    dialect: str, answer: str, body: dict[str, Any], paths: list[str]
) -> None:
    assert [found.path for found in wanted_keys(answer, body, dialect, ())] == paths


@pytest.mark.parametrize(
    ("answer", "path", "ids"),
    [
        ("max_tokens: Field required", "$", ["request.missing-parameter"]),
        ("max_tokens: Field required", "$.messages[0]", []),
        ("stop_sequences: Field required", "$", ["request.wanted-key"]),
    ],
)
def test_a_key_that_was_missed_already_is_what_the_answer_asks_for(answer: str, path: str, ids: list[str]) -> None:
    seen = Finding("request.missing-parameter", Severity.WARNING, path, "max_tokens is missing")

    assert [each.id for each in wanted_keys(answer, {"messages": HI}, "anthropic", [seen])] == ids


def test_an_answer_that_asks_for_the_key_that_is_missed_tells_the_rule() -> None:
    blocks = [{"type": "text", "text": "Hi"}, {"type": "text"}]
    body = {"model": "claude-opus-4-6", "max_tokens": 9, "messages": [{"role": "user", "content": blocks}]}
    (found,) = why(json.dumps(body), answer="messages.0.content.1.text.text: Field required")

    assert [(each.id, each.path) for each in found.findings] == [("schema.required", "$.messages[0].content[1]")]
    assert [each.rule for each in found.told] == ["schema.required"]


@pytest.mark.parametrize(
    ("answer", "paths"),
    [
        ("tools.1.model: Extra inputs are not permitted", ["$.tools[1].model"]),
        ("tools.1.custom.model: Extra inputs are not permitted", ["$.tools[1].model"]),
        ("tools.0.custom.colour: Extra inputs are not permitted", ["$.tools[0].colour"]),
        ("colour: Extra inputs are not permitted", ["$.tools[0].colour", "$.tools[1].colour"]),
        ("model: Extra inputs are not permitted", []),
    ],
)
def test_of_equal_keys_those_are_refused_that_the_answer_leads_to(answer: str, paths: list[str]) -> None:
    body = {"model": "m", "tools": [{"name": "f", "colour": 1}, {"name": "g", "colour": 1, "model": "m"}]}

    assert [found.path for found in refused_keys(answer, body, "anthropic", ())] == paths


DEPRECATED = "`temperature` is deprecated for this model."


def test_a_refusal_whose_words_the_answer_has_counts_for_a_model_that_nobody_knows() -> None:
    body = {"model": "claude-novel-9", "max_tokens": 9, "temperature": 0.5, "messages": HI}
    request = {"url": "https://api.anthropic.com/v1/messages", "body": body}
    (silent,), (spoken,) = why(str(request)), why(str(request), answer=DEPRECATED)

    assert [finding.path for finding in silent.findings if finding.is_error] == []
    assert (spoken.findings[0].id, spoken.findings[0].path) == ("request.model-parameter", "$.temperature")
    assert spoken.findings[0].is_error
    assert DEPRECATED in str(spoken.findings[0].data["source"])


def test_so_does_another_providers_rule() -> None:
    words = "invalid params, tool result's tool id(call_1) not found (2013)"
    body = {"messages": [*HI, {"role": "tool", "tool_call_id": "call_1", "content": "x"}]}
    found = [*lent(words, body, "ollama", {}, told(words, "ollama"), ())]

    assert [finding.path for finding in found] == ["$.messages[1].tool_call_id"]
    assert all(finding.is_error for finding in found)
    assert [*lent(words, {"messages": HI}, "ollama", {}, (), ())] == []


def test_what_an_address_refuses_is_not_lent_to_another() -> None:
    answer = "url error, please check url！"
    body = {"model": "qwen-vl-max", "input": {"messages": HI}}

    assert [*lent(answer, body, "dashscope", {}, told(answer, "dashscope"), ())] == []


@pytest.mark.parametrize(
    ("answer", "body", "path"),
    [
        (
            "json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string",
            {"model": "m", "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]},
            "$.messages[0].content",
        ),
        (
            "thinking: Input tag 'fast' found using 'type' does not match any of the expected tags: 'slow', 'off'",
            {"thinking": {"type": "fast"}, "messages": HI},
            "$.thinking.type",
        ),
        ("invalid plan: only pace=slow is allowed", {"plan": {"pace": "fast"}, "messages": HI}, "$.plan.pace"),
        ("plan.pace: Input should be 'slow' or 'off'", {"plan": {"pace": "fast"}, "messages": HI}, "$.plan.pace"),
        (
            "has a maxDepth value of 9 but the supported range is from 1 (inclusive) to 9 (exclusive).",
            {"plan": {"maxDepth": 9}, "messages": HI},
            "$.plan.maxDepth",
        ),
        (
            "Value at 'plan.steps' failed to satisfy constraint: Member must have length greater than or equal to 1",
            {"plan": {"steps": []}, "messages": HI},
            "$.plan.steps",
        ),
        (
            'request.messages.0.pace: Invalid literal value, expected "slow"',
            {"messages": [{**HI[0], "pace": "fast"}]},
            "$.messages[0].pace",
        ),
        ("Input should be a valid string: input.plan", {"plan": [], "messages": HI}, "$.plan"),
        ("plan: Input should be a valid list", {"plan": "x", "messages": HI}, "$.plan"),
        ("Invalid enum value. Expected 'slow' | 'off', received 'fast'", {"pace": "fast", "messages": HI}, "$.pace"),
        ("depth should be in [0.0, 2.0)", {"depth": 2, "messages": HI}, "$.depth"),
    ],
)
def test_an_answer_of_any_provider_leads_to_the_place(answer: str, body: dict[str, Any], path: str) -> None:
    (found,) = why(str(body), answer=answer, dialect="openai")

    assert path in [finding.path for finding in found.findings if finding.is_error]


NOT_OF_THE_REQUEST = (
    "Rate limit reached for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Used 28000.",
    "You exceeded your current quota, please check your plan and billing details.",
    "Overloaded",
    "invalid x-api-key",
    "API key not valid. Please pass a valid API key.",
    "prompt is too long: 210000 tokens > 200000 maximum",
    "Input is too long for requested model.",
    "The security token included in the request is invalid.",
    "messages: at least one message is required",
    "余额不足或无可用资源包,请充值。",
)
RIGHT: list[tuple[str, dict[str, Any]]] = [
    ("openai", {"model": "gpt-4o", "messages": HI, "temperature": 0.5, "max_tokens": 100, "stream": True}),
    ("anthropic", {"model": "claude-sonnet-4-5", "max_tokens": 100, "messages": HI, "system": "You help."}),
    ("gemini", {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}], "generationConfig": {"topP": 0.5}}),
    ("bedrock", {"modelId": "amazon.nova-lite-v1:0", "messages": [{"role": "user", "content": [{"text": "Hi"}]}]}),
    ("ollama", {"model": "qwen3:8b", "messages": HI, "stream": False}),
]


@pytest.mark.parametrize(("dialect", "body"), RIGHT)
def test_an_answer_that_is_not_about_the_request_blames_nothing_in_it(dialect: str, body: dict[str, Any]) -> None:
    for answer in NOT_OF_THE_REQUEST:
        (found,) = why(str(body), answer=answer, dialect=dialect)

        assert [(each.id, each.path) for each in found.findings if each.is_error] == [], answer
