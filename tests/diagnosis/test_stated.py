"""An answer says what is taken: what breaks its sentence is found at its place, and what keeps to it is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis import from_answer, why
from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.from_answer import told_by, unseen
from pytest_promptfmt.payload.finding import Finding, Severity

LISTS = "Invalid value: 'fast'. Supported values are: 'low' and 'high'."


def stated(answer: str, body: Any, dialect: str = "openai") -> list[Finding]:
    return from_answer.stated(read(answer, dialect), body)


def said(**message: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": "Hi"}, {"role": "user", **message}]}


def offered(**function: Any) -> dict[str, Any]:
    return {"tools": [{"type": "function", "function": {"name": "look", **function}}]}


HI = [{"role": "user", "content": "Hi"}]
HELLO = said(content="Hi")
CALLED = {"input": [{"type": "function_call", "call_id": "a", "name": "look", "arguments": "{}"}]}
UNCALLED = {"input": [{"type": "function_call", "call_id": "a", "name": "look"}]}
OBJECT, NOTHING = {"type": "object", "properties": {}}, {"type": "object"}
MODEL = {"role": "assistant", "content": "Hi"}
SIGNED = {"contents": [{"role": "model", "parts": [{"functionCall": {}, "thoughtSignature": "a"}]}]}
UNSIGNED = {"contents": [{"role": "model", "parts": [{"functionCall": {}}]}]}
MISSING: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("The `mood` in the thinking mode must be passed back to the API.", {"messages": [*HI, MODEL]},
     {"messages": [*HI, {**MODEL, "mood": 1}]}, "$.messages[1].mood"),
    ("mood is missing in assistant tool call message at index 2", {"messages": [*HI, MODEL]},
     {"messages": [*HI, {**MODEL, "mood": 1}]}, "$.messages[1].mood"),
    ("Function call is missing a thought_signature in functionCall parts.", UNSIGNED, SIGNED,
     "$.contents[0].parts[0].thought_signature"),
    ("* GenerateContentRequest.messages: messages is not specified", {}, {"messages": []}, "$.messages"),
    ("please enable the stream parameter", {}, {"stream": True}, "$.stream"),
    ("`mellow` requires `stream` to be enabled", {}, {"stream": True}, "$.stream"),
    ("parameter.stream must be set to true for such calls", {}, {"stream": True}, "$.stream"),
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
]  # fmt: skip
STATED: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
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
    ("messages[1]: invalid type: sequence, expected a string at line 1 column 9", said(content=[]), HELLO,
     "$.messages[1].content"),
    ("messages.7.content.0.stone.hue: Input should be a valid string", said(content=[{"type": "stone", "hue": 1}]),
     said(content=[{"type": "wood", "hue": 1}]), "$.messages[1].content[0].hue"),
    # none of the list, or not like the pattern
    ("Please use a valid pace: low, high.", {"pace": "fast"}, {"pace": "low"}, "$.pace"),
    ("blocks are expected to be either text or image_url type", {"a": [{"type": "text"}, {"type": "sound"}]},
     {"a": [{"type": "text"}]}, "$.a[1].type"),
    ("pace must be low or high", {"pace": "fast"}, {"pace": "high"}, "$.pace"),
    ("'plan.pace' must be 'low' or 'high'", {"plan": {"pace": "fast"}}, {"plan": {"pace": "low"}}, "$.plan.pace"),
    ("'pace' must be one of ['low', 'high'], got 'fast'", {"pace": "fast"}, {"pace": "low"}, "$.pace"),
    ("Input tag 'developer' found using 'role' does not match any of the expected tags: 'system', 'user'",
     {"messages": [{"role": "developer"}, {"role": "user"}]}, HELLO, "$.messages[0].role"),
    ('{"path":["pace"],"message":"Invalid option: expected one of \\"low\\"|\\"high\\""}', {"pace": "fast"},
     {"pace": "low"}, "$.pace"),
    ("Invalid 'tools[0].function.name': string does not match pattern. Expected a string that matches the pattern "
     "'^[a-z]+$'.", offered(name="look at"), offered(name="look"), "$.tools[0].function.name"),
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
    # in the words of other servers
    (LISTS, {"pace": "fast"}, {"pace": "low"}, "$.pace"),
    (LISTS, {"plan": {"pace": "fast"}}, {"messages": [{"content": "fast"}]}, "$.plan.pace"),
    ("'fast' is not one of ['low', 'high'] - 'pace'", {"pace": "fast"}, {"pace": "high"}, "$.pace"),
    ("pace: unknown variant `fast`, expected `low` at line 1", {"pace": "fast"}, {"pace": "low"}, "$.pace"),
    (
        '{"loc":["body","pace"],"msg":"Input should be \'low\' or \'high\'","input":"fast"}',
        {"pace": "fast"}, {"pace": "low"}, "$.pace",
    ),
    ("`depth` must be less than or equal to `8`, the most", {"depth": 9}, {"depth": 8}, "$.depth"),
    ("depth for `a-model` must be at most 8", {"depth": 9}, {"depth": 8}, "$.depth"),
    ("depth must be at least 1, got -186.", {"depth": -186}, {"depth": 1}, "$.depth"),
    ("depth must be between 0 and 1.5", {"depth": 1.6}, {"depth": 1.5}, "$.depth"),
    ("the valid range of depth is [1, 8]", {"depth": 0}, {"depth": 8}, "$.depth"),
    ("Range of depth should be [1, 8]", {"depth": 9}, {"depth": 1}, "$.depth"),
    ("Invalid 'depth': integer below minimum value. Expected a value >= 16, but got 10", {"depth": 10}, {}, "$.depth"),
    (
        "Invalid 'tools[0].name': string too long. Expected a string with maximum length 4, but got",
        {"tools": [{"name": "abcde"}]}, {"tools": [{"name": "abcd"}]}, "$.tools[0].name",
    ),
    (
        "depth is too large: 32000. This model supports at most 16384 completion tokens",
        {"depth": 32000}, {"depth": 16384}, "$.depth",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "refused", "taken", "path"), MISSING)
def test_a_key_that_the_answer_misses_is_found_where_it_would_stand(
    answer: str, refused: dict[str, Any], taken: dict[str, Any], path: str
) -> None:
    assert [(found.id, found.path) for found in stated(answer, refused)] == [("request.wanted-key", path)]
    assert stated(answer, taken) == []


@pytest.mark.parametrize(("answer", "refused", "taken", "path"), STATED)
def test_what_breaks_the_sentence_is_found_at_its_place(
    answer: str, refused: dict[str, Any], taken: dict[str, Any], path: str
) -> None:
    (found,) = stated(answer, refused)

    assert (found.id, found.path) == ("request.stated-value", path)
    assert answer[:40] in str(found.data["source"])
    assert stated(answer, taken) == []


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
    assert stated(answer, HELLO) == []


def test_what_was_said_of_a_name_without_a_place_is_not_guessed_among_several() -> None:
    twice = {"messages": [{"role": "user", "content": None}, {"role": "assistant", "content": None}]}

    assert stated("Invalid value for 'content': expected a string, got null.", twice) == []


def test_of_a_value_that_stands_in_two_places_only_the_one_that_is_named_is_said() -> None:
    body = {"input": [{"kind": "fast"}, {"kind": "fast"}]}

    assert stated(LISTS, body) == []
    assert [found.path for found in stated(f"{LISTS} input[1].kind", body)] == ["$.input[1].kind"]


@pytest.mark.parametrize("answer", ["", "Nothing is wrong.", "depth must be at most lots", LISTS])
def test_an_answer_that_states_nothing_of_the_request_finds_nothing(answer: str) -> None:
    assert stated(answer, {"depth": 9, "pace": None, "messages": [3, "x", None]}) == []


def test_what_a_rule_has_seen_there_is_told_as_that_rule() -> None:
    broken = stated("depth must be at most 8", {"depth": 9})
    seen = Finding("request.parameter-value", Severity.WARNING, "$.depth", "9")

    assert [each.rule for each in told_by(broken, [seen])] == ["request.parameter-value"]
    assert [*unseen(broken, [seen])] == []
    assert [each.rule for each in told_by(broken, [])] == ["request.stated-value"]
    assert [*unseen(broken, [])] == [*broken]


KEYS: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("openai", "you must provide a messages parameter", {"model": "m"}, ["$.messages"]),
    ("openai", "you must provide a messages parameter", {"messages": HI}, []),
    (
        "openai",
        "Missing required parameter: 'messages[0].content'.",
        {"messages": [{"role": "user"}]},
        ["$.messages[0].content"],
    ),
    ("anthropic", "max_tokens: Field required", {"messages": HI}, ["$.max_tokens"]),
    ("anthropic", "max_tokens: Field required", {"max_tokens": 9}, []),
    ("bedrock", "The toolConfig field must be defined when using toolUse", {"messages": HI}, ["$.toolConfig"]),
    ("openai", "something else must be provided", {"messages": HI}, []),
    ("openai", "the depth is required", {"messages": HI}, []),
    ("openai", "", {}, []),
]


@pytest.mark.parametrize(("dialect", "answer", "body", "paths"), KEYS)
def test_a_key_without_a_place_is_one_of_the_providers(
    dialect: str, answer: str, body: dict[str, Any], paths: list[str]
) -> None:
    assert [found.path for found in stated(answer, body, dialect)] == paths


@pytest.mark.parametrize(
    ("path", "ids"), [("$", ["request.missing-parameter"]), ("$.messages[0]", ["request.wanted-key"])]
)
def test_a_key_that_was_missed_already_is_what_the_answer_asks_for(path: str, ids: list[str]) -> None:
    seen = Finding("request.missing-parameter", Severity.WARNING, path, "max_tokens is missing")
    broken = stated("max_tokens: Field required", {"messages": HI}, "anthropic")

    assert [each.rule for each in told_by(broken, [seen])] == ids


def test_why_says_it_with_the_providers_sentence() -> None:
    request = '{"model": "gpt-4o", "depth": 9, "messages": [{"role": "user", "content": "Hi"}]}'
    (found,) = why(request, answer="depth must be at most 8", dialect="openai")

    assert found.findings[0].id == "request.stated-value"
    assert found.shown_by == found.findings[0]


def test_why_tells_a_sentence_that_nobody_has_read() -> None:
    request = '{"model": "glow-7b", "messages": [{"role": "user", "content": "Hi"}], "plan": {"pace": "fast"}}'
    (found,) = why(request, dialect="vllm", answer="{\"error\": \"'plan.pace' must be 'low' or 'high'\"}")

    assert (found.findings[0].id, found.findings[0].path) == ("request.stated-value", "$.plan.pace")
    assert found.told[0].rule == "request.stated-value"


EFFORT = {"model": "m", "reasoning_effort": "default", "tool_choice": "auto"}


@pytest.mark.parametrize(
    ("answer", "body", "paths"),
    [
        ("Input should be 'none', 'low', 'medium' or 'high'", EFFORT, ["$.reasoning_effort"]),
        ("Input should be 'none', 'low' or 'default'", EFFORT, []),
        ("Input should be 'auto' or 'none'", {"tool_choice": "any"}, ["$.tool_choice"]),
        ("Input should be 'red' or 'green'", EFFORT, []),
        ("required must be an array", offered(parameters=OBJECT), ["$.tools[0].function.parameters.required"]),
        ("required must be an array", offered(parameters={**OBJECT, "required": []}), []),
    ],
)
def test_a_sentence_without_a_place_speaks_of_what_alone_it_can_be(
    answer: str, body: dict[str, Any], paths: list[str]
) -> None:
    assert [each.path for each in stated(answer, body)] == paths


def test_a_thing_in_a_word_is_what_the_request_calls_it() -> None:
    answer = read("enable thinking can not be support when `stream=False`.", "vllm")
    found = from_answer.refused(answer, {"model": "m", "enable_thinking": True, "stream": False})

    assert {each.path for each in found if each.id == "request.parameter-clash"} == {"$.enable_thinking", "$.stream"}
