"""What the answer names is told where the request has it; its words count against what is known of a model."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.answer.spoken_of import named_in, shown_first
from pytest_promptfmt.diagnosis.error_words import Told
from pytest_promptfmt.payload.finding import Finding, Severity

HI = {"role": "user", "content": "Hi"}


def named(answer: str, body: dict[str, Any], *seen: Finding) -> list[tuple[str, str]]:
    return [(found.id.removeprefix("request."), found.path) for found in named_in(answer, body, "openai", seen)]


def findings(body: dict[str, Any], dialect: str, answer: str = "", url: str = "") -> dict[str, Severity]:
    pasted = {"url": url, "body": body} if url else body
    (found,) = why(json.dumps(pasted), dialect=dialect, answer=answer)
    return {each.id: each.severity for each in found.findings}


@pytest.mark.parametrize(
    ("answer", "body", "expected"),
    [
        ("Unknown parameter: 'depth'.", {"depth": 1}, [("named-parameter", "$.depth")]),
        ("Unrecognized request argument supplied: depth", {"depth": 1}, [("named-parameter", "$.depth")]),
        ("Argument not supported on this model: maxDepth", {"max_depth": 1}, [("named-parameter", "$.max_depth")]),
        ("messages[0].mood is odd", {"messages": [{"mood": 1}]}, [("named-place", "$.messages[0].mood")]),
        ("messages[3].mood is odd", {"messages": [{"mood": 1}]}, []),
        ("Unknown parameter: 'depth'.", {"width": 1}, []),
        ("The model is busy.", {"model": "a", "depth": 1}, []),
        ("'messages' and 'tools' are odd", {"messages": [], "tools": []}, []),
    ],
)
def test_what_the_answer_names_is_told_where_the_request_has_it(
    answer: str, body: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert named(answer, body) == expected


def test_what_was_seen_there_is_not_named_again() -> None:
    seen = Finding("request.parameter-value", Severity.ERROR, "$.depth", "1")

    assert named("Unknown parameter: 'depth'.", {"depth": 1}, seen) == []


def test_of_rules_that_fit_about_as_well_the_one_that_the_request_shows_comes_first() -> None:
    rules = (Told("a.one", "", 1.0), Told("a.two", "", 0.8), Told("a.three", "", 0.6))

    def first(*seen: str) -> str:
        return shown_first(rules, [Finding(id_, Severity.ERROR, "$", "") for id_ in seen])[0].rule

    assert (first(), first("a.two"), first("a.three"), first("a.one", "a.two")) == ("a.one", "a.two", "a.one", "a.one")


def test_a_rule_that_the_answer_speaks_of_counts_for_a_model_that_was_thought_to_take_it() -> None:
    call = {"id": "abcdefgh1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    said = [
        HI,
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "abcdefgh1", "content": "x"},
    ]
    body = {"model": "mistral-large-2612", "messages": [*said, HI]}
    answer = "Unexpected role 'user' after role 'tool'"

    assert "mistral.role-order" not in findings(body, "mistral")
    assert findings(body, "mistral", answer)["mistral.role-order"] is Severity.ERROR
    assert "mistral.role-order" not in findings({**body, "messages": said}, "mistral", answer)


def test_a_model_that_thinks_by_itself_is_judged_as_one_that_thinks() -> None:
    forced = {"messages": [HI], "tool_choice": "required", "tools": [{"type": "function", "function": {"name": "a"}}]}

    assert "request.thinking-parameter" in findings({"model": "kimi-k2.6", **forced}, "moonshot")
    off = {"thinking": {"type": "disabled"}}
    assert "request.thinking-parameter" not in findings({"model": "kimi-k2.6", **forced, **off}, "moonshot")
    assert "request.thinking-parameter" not in findings({"model": "moonshot-v1-8k", **forced}, "moonshot")


def test_the_version_of_the_api_is_read_from_the_address() -> None:
    body = {"messages": [HI], "stream": True, "stream_options": {"include_usage": True}}
    address = "https://me.openai.azure.com/openai/deployments/gpt-4o/chat/completions"

    assert "request.api-version" in findings(body, "", url=f"{address}?api-version=2024-02-01")
    assert "request.api-version" not in findings(body, "", url=f"{address}?api-version=2025-01-01-preview")
    assert "request.api-version" not in findings(body, "", url=address)


@pytest.mark.parametrize(
    ("url", "model", "dialect"),
    [
        ("http://localhost:11434/v1/chat/completions", "llama3.1:8b", "vllm"),
        ("http://localhost:8000/v1/chat/completions", "Qwen/Qwen3-8B", "vllm"),
        ("http://gpu-box:8000/v1/chat/completions", "qwen2.5-72b-instruct", "vllm"),
        ("http://localhost:4000/v1/chat/completions", "gpt-4o", "openai"),
        ("http://localhost:4000/v1/chat/completions", "deepseek-chat", "deepseek"),
        ("https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions", "qwen2.5-72b-instruct", "dashscope"),
    ],
)
def test_a_server_of_ones_own_is_told_by_its_address_and_its_model(url: str, model: str, dialect: str) -> None:
    (found,) = why(json.dumps({"url": url, "body": {"model": model, "messages": [HI], "max_completion_tokens": 9}}))

    assert found.whose.dialect == dialect
