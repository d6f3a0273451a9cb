"""Where nothing is known to be wrong, what others were refused is told, and as no more than that."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_promptfmt.diagnosis import Diagnosis, why
from pytest_promptfmt.payload.finding import Severity

HI = {"role": "user", "content": "Hi"}
OLLAMA, VLLM = "http://localhost:11434/api/chat", "http://10.0.0.5:8000/v1/chat/completions"
TOOL = {"type": "function", "function": {"name": "f", "description": "", "parameters": {"type": "object"}}}
SHAPED: dict[str, Any] = {"model": "llama3.1", "messages": [HI], "format": {"type": "object", "properties": {}}}
OFFERED: dict[str, Any] = {"model": "Qwen/Qwen3-8B", "messages": [HI], "tools": [TOOL]}


def told(url: str, body: dict[str, Any], answer: str = "", **more: Any) -> Diagnosis:
    (found,) = why(json.dumps({"url": url, "body": body, **more}), answer=answer)
    return found


def test_it_is_a_warning_in_the_words_of_the_provider_and_says_that_it_is_others() -> None:
    (finding,) = told(OLLAMA, SHAPED).findings

    assert (finding.id, finding.path) == ("request.server-option", "$.format")
    assert finding.severity is Severity.WARNING
    assert finding.message.endswith("(so others were told; nothing else is known to be wrong here)")
    assert "cannot unmarshal object" in finding.data["source"]


def test_no_suspect_is_named_beside_it() -> None:
    assert told(OLLAMA, SHAPED).suspects == ()


def test_it_is_told_of_none_where_something_was_found() -> None:
    found = told(OLLAMA, {**SHAPED, "messages": [{**HI, "content": 3}]}).findings

    assert found
    assert "$.format" not in [each.path for each in found]


@pytest.mark.parametrize("status", [200, 401, 429, 500])
def test_nor_where_the_request_is_not_to_blame(status: int) -> None:
    assert told(OLLAMA, SHAPED, status=status).findings == ()


def test_nor_where_the_answer_says_something_else() -> None:
    assert "request.server-option" not in [each.id for each in told(OLLAMA, SHAPED, "model is busy").findings]


@pytest.mark.parametrize(
    ("url", "paths"),
    [
        (VLLM, ["$.tools"]),
        ("http://localhost:11434/v1/chat/completions", []),
        ("http://localhost:1234/v1/chat/completions", []),
        ("https://api.together.xyz/v1/chat/completions", []),
    ],
)
def test_an_option_for_tools_is_wanted_by_a_server_that_somebody_started_himself(url: str, paths: list[str]) -> None:
    found = told(url, {**OFFERED, "tools": [{**TOOL, "function": {**TOOL["function"], "parameters": EMPTY}}]}).findings

    assert [each.path for each in found if each.id == "request.server-option"] == paths


EMPTY = {"type": "object", "properties": {"a": {"type": "string"}}}


def test_what_most_requests_have_is_not_told() -> None:
    """`stream_options` and the like are at no fault more often than they are."""
    body = {"model": "Qwen/Qwen3-8B", "messages": [HI], "stream": True, "temperature": 0.7, "max_tokens": 9}

    assert told("https://api.together.xyz/v1/chat/completions", body).findings == ()


NAMED_CHOICE = {
    "tools": [{**TOOL, "function": {**TOOL["function"], "parameters": EMPTY}}],
    "tool_choice": {"type": "function", "function": {"name": "f"}},
}


@pytest.mark.parametrize(("port", "expected"), [(12345, True), (8000, False), (8080, False)])
def test_what_a_server_refuses_at_its_port_may_be_told_at_one_that_is_nobodys(port: int, expected: bool) -> None:
    found = told(f"http://localhost:{port}/v1/chat/completions", {"model": "m", "messages": [HI], **NAMED_CHOICE})

    assert ("$.tool_choice" in [each.path for each in found.findings]) is expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("400 Bad Request", True),
        ("Error code: 400 - {'error': {'message': 'Provider returned error', 'code': 400}}", True),
        ("Request contains an invalid argument.", True),
        ("INVALID_ARGUMENT", True),
        ("The model is overloaded", False),
        ("Request too large", False),
    ],
)
def test_an_answer_that_says_nothing_is_as_none(answer: str, expected: bool) -> None:
    found = told(OLLAMA, SHAPED, answer).findings

    assert ([(each.id, each.path) for each in found] == [("request.server-option", "$.format")]) is expected


def test_tools_may_be_what_a_model_of_somebodys_has_no_template_for() -> None:
    offered = {"model": "somebody/qwen3-14b", "messages": [HI], "tools": [{**TOOL, "function": {"name": "f"}}]}

    assert ("request.model-ability", "$.tools") in [(each.id, each.path) for each in told(OLLAMA, offered).findings]


CONVERSE = "https://bedrock-runtime.us-east-1.amazonaws.com/model/{}/converse"
ARN = "arn%3Aaws%3Abedrock%3Aus-west-2%3A0%3Aapplication-inference-profile%2Fabc"
SAID: dict[str, Any] = {"messages": [{"role": "user", "content": [{"text": "Hi"}]}]}
RETURNED = {"toolResult": {"toolUseId": "a", "content": [{"text": "4"}]}}
USED = {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]}
ANSWERED = {
    "messages": [*SAID["messages"], USED, {"role": "user", "content": [RETURNED, {"text": "So?"}]}],
    "toolConfig": {"tools": [{"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}]},
}
GEMINI = "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent"
ASKED: dict[str, Any] = {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}
FORCED = {"toolConfig": {"functionCallingConfig": {"mode": "ANY"}}}
BARE = {"name": "f", "description": "Does."}
LINKED = {"type": "image_url", "image_url": {"url": "https://example.com/a.png?Expires=1786639739&Signature=c2ln"}}
CALLED = {
    "role": "assistant",
    "content": "I look.",
    "tool_calls": [{"id": "abcdefghi", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
}
MISTRAL = [HI, CALLED, {"role": "tool", "tool_call_id": "abcdefghi", "content": "4"}]


@pytest.mark.parametrize(
    ("url", "body", "path"),
    [
        (CONVERSE.format(ARN), {**SAID, "inferenceConfig": {"temperature": 0.5}}, "$.inferenceConfig.temperature"),
        (CONVERSE.format("us.amazon.nova-pro-v1%3A0"), ANSWERED, "$.messages[2].content[1].text"),
        (CONVERSE.format("global.anthropic.claude-fable-5"), SAID, "$"),
        (
            CONVERSE.format("us.amazon.nova-pro-v1%3A0"),
            {**SAID, "guardrailConfig": {"guardrailIdentifier": "abc", "guardrailVersion": "1"}},
            "$.guardrailConfig",
        ),
        (
            GEMINI,
            {**ASKED, "tools": [{"functionDeclarations": [BARE]}], **FORCED},
            "$.tools[0].functionDeclarations[0].parameters",
        ),
        (
            "https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions",
            {"model": "qwen3-vl-plus", "messages": [{"role": "user", "content": [LINKED]}]},
            "$.messages[0].content[0].image_url.url",
        ),
        (
            "https://api.mistral.ai/v1/chat/completions",
            {"model": "devstral-latest", "messages": MISTRAL, "tools": [TOOL]},
            "$.messages[1].content",
        ),
    ],
)
def test_what_accounts_and_models_were_refused_is_told_of_such_a_request(
    url: str, body: dict[str, Any], path: str
) -> None:
    findings = told(url, body).findings

    assert path in [finding.path for finding in findings]
    assert {finding.severity for finding in findings} == {Severity.WARNING}
    assert path not in [finding.path for finding in told(url, body, status=200).findings]


@pytest.mark.parametrize("model", ["claude-opus-4-7", "claude-opus-5", "claude-sonnet-5"])
def test_claude_is_known_by_its_name_at_bedrock(model: str) -> None:
    body = {"anthropic_version": "bedrock-2023-05-31", "max_tokens": 9, "messages": [HI]}
    url = f"https://bedrock-runtime.us-east-1.amazonaws.com/model/us.anthropic.{model}/invoke"

    (finding,) = told(url, {**body, "temperature": 0.5}).findings
    assert (finding.path, finding.severity) == ("$.temperature", Severity.ERROR)
    assert told(url, body).findings == ()
    assert told(url.replace(model, "claude-sonnet-4-6"), {**body, "temperature": 0.5}).findings == ()
