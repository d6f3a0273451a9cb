"""An answer that no rule knows leads to the place: what breaks its sentence is found, and what keeps to it is not."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.answer.kept import kept
from pytest_promptfmt.diagnosis.answer.spoken_of import named_in
from pytest_promptfmt.diagnosis.answer.stated import stated
from pytest_promptfmt.diagnosis.answer.unserved import outdated, unserved
from pytest_promptfmt.diagnosis.error_words import Told, places
from pytest_promptfmt.payload.finding import Finding, Severity


def said(**message: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": "Hi"}, {"role": "user", **message}]}


def offered(**function: Any) -> dict[str, Any]:
    return {"tools": [{"type": "function", "function": {"name": "look", **function}}]}


HELLO = said(content="Hi")
CALLED = {"input": [{"type": "function_call", "call_id": "a", "name": "look", "arguments": "{}"}]}
UNCALLED = {"input": [{"type": "function_call", "call_id": "a", "name": "look"}]}
OBJECT, NOTHING = {"type": "object", "properties": {}}, {"type": "object"}
STATED: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    # missing
    ("Missing required parameter: 'messages[1].content'.", said(), HELLO, "$.messages[1].content"),
    ("'content' is a required property - 'messages.1'", said(), HELLO, "$.messages[1].content"),
    ("messages[1]: missing field `content` at line 1 column 9", said(), HELLO, "$.messages[1].content"),
    ("missing field `content` at line 1 column 9", said(), HELLO, "$.messages[1].content"),
    ("missing field `model` at line 1 column 9", HELLO, {**HELLO, "model": "a"}, "$.model"),
    ("`input[0]` missing required field `arguments`", UNCALLED, CALLED, "$.input[0].arguments"),
    ("it is missing `messages.1.content` parameter. Request id: 1", said(), HELLO, "$.messages[1].content"),
    ("Input error. Field required: input.messages.1.content", said(), HELLO, "$.messages[1].content"),
    ("messages.1.user.content\n  Field required [type=missing]", said(), HELLO, "$.messages[1].content"),
    ('{"type":"missing","loc":["body","messages",1,"user","content"],"msg":"Field required"}', said(), HELLO,
     "$.messages[1].content"),
    ('[{"received": "undefined", "path": [0, "function", "parameters", "properties"], "message": "Required"}]',
     offered(parameters=NOTHING), offered(parameters=OBJECT), "$.tools[0].function.parameters.properties"),
    (r'[\n {\n \"path\": [\n \"messages\",\n 1,\n \"content\"\n ],\n \"message\": \"Required\"', said(), HELLO,
     "$.messages[1].content"),
    ('{"path":["messages",1,"content"],"message":"Invalid input: expected string, received undefined"}', said(), HELLO,
     "$.messages[1].content"),
    ("'messages.1' : property 'content' is missing", said(), HELLO, "$.messages[1].content"),
    ("Validation: required key [max_tokens] not found", HELLO, {**HELLO, "max_tokens": 9}, "$.max_tokens"),
    ("'messages' field is required", {"model": "a"}, HELLO, "$.messages"),
    ('{"message": "required: Required properties [\"name\"] are not present", "param": "/tools/0/function"}',
     {"tools": [{"function": {}}]}, offered(), "$.tools[0].function.name"),
    # of another type
    ("Invalid type for 'messages[1].content': expected one of a string or array of objects, but got an object",
     said(content={}), said(content=[]), "$.messages[1].content"),
    ("Invalid value for 'content': expected a string, got null.", said(content=None), HELLO, "$.messages[1].content"),
    ('{"type":"string_type","loc":["body","messages",1,"user","content"],"msg":"Input should be a valid string"}',
     said(content=[]), HELLO, "$.messages[1].content"),
    ("messages[1].content: invalid type: map, expected a string at line 1", said(content={}), HELLO,
     "$.messages[1].content"),
    ("[('messages.1.content' : value must be a string)]", said(content=[]), HELLO, "$.messages[1].content"),
    ("'x' is not of type 'array' - 'stop'", {"stop": "x"}, {"stop": ["x"]}, "$.stop"),
    ("json: cannot unmarshal string into Go struct field ChatRequest.options.depth of type int",
     {"options": {"depth": "9"}}, {"options": {"depth": 9}}, "$.options.depth"),
    ('{"expected": "string", "received": "array", "path": ["messages", 1, "content"]}', said(content=[]), HELLO,
     "$.messages[1].content"),
    ('{"path":["depth"],"message":"Invalid input: expected number, received string"}', {"depth": "9"}, {"depth": 9},
     "$.depth"),
    ("{'loc': ['body', 'messages', 1, 'content'], 'msg': 'none is not an allowed value'}", said(content=None), HELLO,
     "$.messages[1].content"),
    ('{"message":"Value is \'null\' but should be \'string\'","param":"/messages/1/content"}', said(content=None),
     HELLO, "$.messages[1].content"),
    ("Malformed input request: #/plan/stop: expected type: JSONArray, found: String", {"plan": {"stop": "x"}},
     {"plan": {"stop": ["x"]}}, "$.plan.stop"),
    ("Expected 'stop' to be an array", {"stop": "x"}, {"stop": []}, "$.stop"),
    ("depth must be an integer", {"depth": "9"}, {"depth": 9}, "$.depth"),
    ("depth must be a boolean", {"depth": 1}, {"depth": True}, "$.depth"),
    # none of the list, a refused word, a pattern
    ("'plan.pace' must be 'low' or 'high'", {"plan": {"pace": "fast"}}, {"plan": {"pace": "low"}}, "$.plan.pace"),
    ("'pace' must be one of ['low', 'high'], got 'fast'", {"pace": "fast"}, {"pace": "low"}, "$.pace"),
    ("Input tag 'developer' found using 'role' does not match any of the expected tags: 'system', 'user'",
     {"messages": [{"role": "developer"}, {"role": "user"}]}, HELLO, "$.messages[0].role"),
    ('{"path":["pace"],"message":"Invalid option: expected one of \\"low\\"|\\"high\\""}', {"pace": "fast"},
     {"pace": "low"}, "$.pace"),
    ("Unknown part type: input_audio", said(content=[{"type": "input_audio"}]), HELLO, "$.messages[1].content[0].type"),
    ("unsupported tool type: namespace", {"tools": [{"type": "namespace"}]}, {"tools": [{"type": "function"}]},
     "$.tools[0].type"),
    ("Unsupported value: 'messages[0].role' does not support 'system' with this model.",
     {"messages": [{"role": "system", "content": "system"}]}, HELLO, "$.messages[0].role"),
    ("Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern "
     "'^[a-z]+$'.", offered(name="look at"), offered(name="look"), "$.tools[0].function.name"),
    ("Unexpected reasoning effort high. Supported types are xhigh and low", {"reasoning_effort": "high"},
     {"reasoning_effort": "low"}, "$.reasoning_effort"),
    ("Invalid 'plan[0].file_id': '/tmp/a.png'. Expected an ID that contains letters.",
     {"plan": [{"file_id": "/tmp/a.png"}]}, {"plan": [{"file_id": "file-1"}]}, "$.plan[0].file_id"),
    # beyond a bound
    ('{"loc":["body","depth"],"msg":"Input should be greater than or equal to 1"}', {"depth": 0}, {"depth": 1},
     "$.depth"),
    ('{"loc":["body","depth"],"msg":"Input should be less than 1"}', {"depth": 1}, {"depth": 0.5}, "$.depth"),
    ('{"loc":["body","stop"],"msg":"List should have at most 2 items after validation, not 3"}', {"stop": [1, 2, 3]},
     {"stop": [1, 2]}, "$.stop"),
    ("'stop' : maximum number of items is 2", {"stop": [1, 2, 3]}, {"stop": []}, "$.stop"),
    ("This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (808 in the messages, "
     "8192 in the completion).", {**HELLO, "max_tokens": 8192}, {}, "$.max_tokens"),
    ("the request exceeds the context window of 4096 tokens", HELLO, {}, "$.messages"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "refused", "taken", "path"), STATED)
def test_what_breaks_the_sentence_is_found_at_its_place(
    answer: str, refused: dict[str, Any], taken: dict[str, Any], path: str
) -> None:
    assert [(found.id, found.path) for found in stated(answer, refused, "openai")] == [("request.stated-value", path)]
    assert stated(answer, taken, "openai") == ()


@pytest.mark.parametrize(
    "answer",
    [
        "Missing required parameter: 'messages[7].content'.",
        "Missing required parameter: 'plan.pace'.",
        "'mood' is a required property",
        "Invalid type for 'messages[0].mood': expected a string, but got null instead.",
        "Unexpected role 'user' after role 'tool'",
        "Unknown part type: input_audio",
        "'content' must be 'low' or 'high'",
        "An API key is required",
        "Invalid 'role': string does not match pattern '['",
        "The maximum is 8192.",
    ],
)
def test_a_sentence_that_the_request_does_not_break_finds_nothing(answer: str) -> None:
    assert stated(answer, HELLO, "openai") == ()


def test_what_was_said_of_a_name_without_a_place_is_not_guessed_among_several() -> None:
    twice = {"messages": [{"role": "user", "content": None}, {"role": "assistant", "content": None}]}

    assert stated("Invalid value for 'content': expected a string, got null.", twice, "openai") == ()


MODEL = {"model": "acme/glow-7b", "messages": []}


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Model Not Exist", True),
        ("acme/glow-7b is not a valid model ID", True),
        ("The model `glow-7b` does not exist or you do not have access to it.", True),
        ("model 'acme/glow-7b' not found, try pulling it first", True),
        ("The model `acme/glow-7b` has been decommissioned and is no longer supported.", True),
        ("No endpoints found for acme/glow-7b.", True),
        ('{"type": "not_found_error", "message": "model: acme/glow-7b"}', True),
        ("Unknown model: acme/glow-7b", True),
        ("acme/glow-7b does not support tools", False),
        ("Unsupported parameter: 'top_p' is not supported with this model.", False),
        ("The model glow-70b does not exist", False),
        ("This model is not available in your region yet, says nobody", False),
        ("invalid model output", False),
    ],
)
def test_a_model_that_the_answer_says_is_not_there_is_told(answer: str, found: bool) -> None:
    assert [each.path for each in unserved(answer, MODEL, "openrouter")] == (["$.model"] if found else [])


def test_so_is_one_that_the_address_names() -> None:
    answer = "The provided model identifier is invalid."

    assert [each.path for each in unserved(answer, {"messages": []}, "bedrock", "sonnet")] == ["$"]
    assert [*unserved(answer, {"messages": []}, "bedrock")] == []


LATER = "Prediction is enabled only for api versions 2025-01-01-preview and later"


def test_what_a_later_version_knows_is_told_of_an_earlier_one() -> None:
    body = {"prediction": {}, "messages": []}

    assert [each.path for each in outdated(LATER, body, "openai", "2024-10-21")] == ["$.prediction"]
    assert [each.path for each in outdated(LATER, {}, "openai", "")] == ["$"]
    assert [*outdated(LATER, body, "openai", "2025-03-01-preview")] == []


def test_a_rule_that_nothing_breaks_leads_to_the_kept_conversation() -> None:
    rule = Told("openai-responses.reasoning-followed", "", 1.0)
    body = {"input": [], "previous_response_id": "resp_1"}
    shown = Finding("openai-responses.reasoning-followed", Severity.ERROR, "$.input[0]", "")

    assert [found.path for found in kept("", body, "openai-responses", [rule], [])] == ["$.previous_response_id"]
    assert [*kept("", body, "openai-responses", [rule], [shown])] == []
    assert [*kept("", {"input": []}, "openai-responses", [rule], [])] == []
    assert [*kept("", body, "openai-responses", [Told("request.unknown-key", "", 1.0)], [])] == []


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ("the message at position 1 with role 'user' must not be empty", "$.messages[1]"),
        ("responses were missing: message[1].role", "$.messages[1]"),
        ("No tool output found for function call call_4f2.", "$.messages[1].tool_call_id"),
        ("Invalid schema for function 'look_up': no", "$.tools[0].function.name"),
    ],
)
def test_a_message_by_its_number_and_a_value_that_stands_once_are_places(answer: str, place: str) -> None:
    body = {**offered(name="look_up"), **said(tool_call_id="call_4f2")}

    assert [found.path for found in named_in(answer, body, "openai", ())] == [place]


def test_of_a_key_that_is_called_invalid_the_only_one_of_its_type_is_a_place() -> None:
    odd = {"messages": [{"content": "Hi"}, {"content": None}, {"content": "So?"}]}
    alike = {"messages": [{"content": "Hi"}, {"content": "So?"}]}

    assert [found.path for found in named_in("Invalid 'content' field", odd, "vllm", ())] == ["$.messages[1].content"]
    assert [*named_in("Invalid 'content' field", alike, "vllm", ())] == []


def test_paths_of_validators_are_places() -> None:
    assert places('"path": ["messages", 1, "content"]') == ("$.messages[1].content",)
    assert places("'loc': ('body', 'messages', 1, 'content')") == ("$.messages[1].content",)


def test_why_tells_a_sentence_that_nobody_has_read() -> None:
    request = '{"model": "glow-7b", "messages": [{"role": "user", "content": "Hi"}], "plan": {"pace": "fast"}}'
    (found,) = why(request, dialect="vllm", answer="{\"error\": \"'plan.pace' must be 'low' or 'high'\"}")

    assert (found.findings[0].id, found.findings[0].path) == ("request.stated-value", "$.plan.pace")
    assert found.told[0].rule == "request.stated-value"
