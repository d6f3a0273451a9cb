"""With its provider's answer a request is told what is wrong with it; an answer of something else blames nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_promptfmt.diagnosis import why

HI = [{"role": "user", "content": "Hi"}]


def test_an_answer_that_asks_for_the_key_that_is_missed_tells_the_rule() -> None:
    blocks = [{"type": "text", "text": "Hi"}, {"type": "text"}]
    body = {"model": "claude-opus-4-6", "max_tokens": 9, "messages": [{"role": "user", "content": blocks}]}
    (found,) = why(json.dumps(body), answer="messages.0.content.1.text.text: Field required")

    assert [(each.id, each.path) for each in found.findings] == [("schema.required", "$.messages[0].content[1]")]
    assert [each.rule for each in found.told] == ["schema.required"]


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
