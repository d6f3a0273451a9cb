"""Requests are read out of what people have on file, in whatever form they have it."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from pytest_promptfmt.capture import Captured, Unreadable, requests_in
from pytest_promptfmt.capture.answers import words_of

BODY: dict[str, Any] = {"model": "gpt-4o", "messages": [{"role": "user", "content": "It's 4°, isn't it?"}]}
TEXT = json.dumps(BODY)
URL = "https://api.openai.com/v1/chat/completions"
SHELL = TEXT.replace("'", "'\\''")
ANSI = TEXT.replace("\\", "\\\\").replace("'", "\\'")
OPTIONS = {"method": "post", "url": "/chat/completions", "files": None, "json_data": BODY}
SAID = {"error": {"message": "Invalid 'messages'", "code": 400}}


def har(*requests: dict[str, Any], encoding: str = "", status: int = 400) -> str:
    """An archive, whose first entry is a page."""
    text = json.dumps(SAID)
    content = {"text": base64.b64encode(text.encode()).decode() if encoding else text, "encoding": encoding}
    entries = [{"request": {"method": "GET", "url": "https://example.com"}, "response": {"status": 200}}] + [
        {"request": {"method": "POST", "url": URL, **request}, "response": {"status": status, "content": content}}
        for request in requests
    ]
    return json.dumps({"log": {"version": "1.2", "creator": {"name": "mitmproxy"}, "pages": [], "entries": entries}})


FORMS = {
    "payload": (TEXT, "payload", ""),
    "fenced": (f"```json\n{TEXT}\n```\n", "payload", ""),
    "with a mark": ("\ufeff" + TEXT, "payload", ""),
    "Python": (repr(BODY), "Python literal", ""),
    "curl": (f"$ curl {URL} \\\n  -H 'Authorization: Bearer x' \\\n  -d '{SHELL}'", "curl command", "api.openai.com"),
    "curl --json": (f"curl --json '{SHELL}' --url {URL}", "curl command", "api.openai.com"),
    "Chrome's curl": (f"curl '{URL}' -X POST --data-raw $'{ANSI}' --compressed", "curl command", "api.openai.com"),
    "a broken curl": (f"curl {URL} -d '{TEXT}'", "curl command", "api.openai.com"),
    "HTTP": (
        f"POST /v1/chat/completions HTTP/1.1\r\nHost: api.openai.com\r\n\r\n{TEXT}",
        "HTTP request",
        "api.openai.com",
    ),
    "HAR": (har({"postData": {"text": TEXT}}), "HAR", "api.openai.com"),
    "a debug log": (f"DEBUG openai._base_client: Request options: {OPTIONS!r}\nDEBUG done\n", "log", ""),
    "a dated log": (f"[2026-11-22 10:00] DEBUG Request options: {OPTIONS!r}\n", "log", ""),
    "a record": (json.dumps({"url": URL, "body": TEXT, "response": SAID}), "record", "api.openai.com"),
    "a collection": (
        json.dumps({"info": {}, "item": [{"item": [{"request": {"body": {"raw": TEXT}, "url": {"raw": URL}}}]}]}),
        "Postman",
        "api.openai.com",
    ),
    "batch lines": (
        "\n".join([json.dumps({"custom_id": "1", "url": "/v1/chat/completions", "body": BODY})] * 2),
        "JSON Lines",
        "",
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_body_comes_out_as_it_was_sent(form: str) -> None:
    text, named, host = FORMS[form]
    found = list(requests_in(text))

    assert [each.sent for each in found] == [BODY] * (2 if form == "batch lines" else 1)
    assert {(each.form, each.host) for each in found} == {(named, host)}


def test_a_chunked_body_is_joined() -> None:
    first, rest = TEXT[:10].encode(), TEXT[10:].encode()
    chunks = b"%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(first), first, len(rest), rest)
    (found,) = requests_in("POST /v1/x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks.decode())

    assert found.sent == BODY


@pytest.mark.parametrize("encoding", ["", "base64"])
def test_an_archive_has_the_answers_too(encoding: str) -> None:
    (found,) = requests_in(har({"postData": {"text": TEXT}}, encoding=encoding))

    assert (found.status, found.place) == (400, "entry 2")
    assert "Invalid 'messages'" in found.said


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"error": {"message": "No."}}, "No."),
        ([{"error": {"message": "No.", "status": "INVALID_ARGUMENT"}}], "No."),
        ({"type": "error", "error": {"type": "invalid_request_error", "message": "No."}}, "No."),
        ({"message": "No."}, "No."),
        ({"error": "No."}, "No."),
        ({"error": {"message": json.dumps({"error": {"message": "No."}})}}, "No."),
        ({"detail": [{"loc": ["body", "messages", 0], "msg": "Field required"}]}, "body.messages.0 Field required"),
        ("No.", "No."),
        ({"strange": 3}, '{"strange": 3}'),
    ],
)
def test_the_words_of_an_answer_are_found(answer: Any, words: str) -> None:
    assert words_of(answer) == words_of(json.dumps(answer) if not isinstance(answer, str) else answer) == words


def test_several_commands_are_several_requests() -> None:
    found = list(requests_in(f"curl {URL} -d '{SHELL}'\n# and\ncurl {URL} -d '{SHELL}'\n"))

    assert [each.place for each in found] == ["command 1", "command 2"]


@pytest.mark.parametrize(
    ("path", "model"),
    [
        ("/v1beta/models/gemini-2.5-flash:generateContent", "gemini-2.5-flash"),
        ("/model/anthropic.claude-3-5-sonnet-20240620-v1%3A0/converse", "anthropic.claude-3-5-sonnet-20240620-v1:0"),
        ("/openai/deployments/gpt-4o/chat/completions", "gpt-4o"),
        ("/v1/chat/completions", ""),
    ],
)
def test_the_address_may_name_the_model(path: str, model: str) -> None:
    assert Captured(path=path).model == model


SPAN = {
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.input.messages": json.dumps(
        [
            {"role": "user", "parts": [{"type": "text", "content": "Oslo?"}]},
            {
                "role": "assistant",
                "parts": [{"type": "tool_call", "id": "a", "name": "f", "arguments": {"city": "Oslo"}}],
            },
            {"role": "tool", "parts": [{"type": "tool_call_response", "id": "a", "response": "4"}]},
        ]
    ),
}
OTLP = {
    "resourceSpans": [
        {
            "scopeSpans": [
                {"spans": [{"attributes": [{"key": k, "value": {"stringValue": v}} for k, v in SPAN.items()]}]}
            ]
        }
    ]
}


@pytest.mark.parametrize("record", [SPAN, {"attributes": SPAN}, OTLP], ids=["flat", "event", "OTLP"])
def test_telemetry_is_put_together_and_says_so(record: dict[str, Any]) -> None:
    (found,) = requests_in(json.dumps(record))

    assert found.rebuilt
    assert found.sent["model"] == "gpt-4o"
    assert [message["role"] for message in found.sent["messages"]] == ["user", "assistant", "tool"]
    assert found.sent["messages"][1]["tool_calls"][0]["function"]["arguments"] == '{"city": "Oslo"}'
    assert found.sent["messages"][2] == {"role": "tool", "tool_call_id": "a", "content": "4"}


def test_telemetry_of_anthropics_has_its_blocks() -> None:
    (found,) = requests_in(json.dumps({**SPAN, "gen_ai.provider.name": "anthropic"}))

    assert [message["content"][0]["type"] for message in found.sent["messages"]] == ["text", "tool_use", "tool_result"]
    assert [message["role"] for message in found.sent["messages"]] == ["user", "assistant", "user"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("hello", "has no request"),
        ('{"messages": [', "is no JSON: Expecting value at line 1, column 15"),
        ("[" * 100_000, "is nested too deeply"),
        ('{"messages": ' + '{"a": [' * 300 + "]}" * 300 + "}", "is nested too deeply"),
        ('{"a": ' + "9" * 5_000 + "}", "has a number that is too long"),
        ('{"log": {"entries": [{"a": 1} {"b": 2}]}}', "is no JSON of the kind at character 30"),
        ('{"log": {"entries": [{"a": tru}]}}', "is no JSON at character"),
        ('{"log": {"entries": [{"a": "b', "is no JSON at character"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says.replace("(", "\\(")):
        list(requests_in(text))


def test_a_body_that_is_no_json_is_a_problem_of_its_request() -> None:
    (found,) = requests_in(f"curl {URL} -d 'model=x'")

    assert found.problem.startswith("its body is no JSON")


@pytest.mark.parametrize(
    "text",
    [
        '{"choices": [{"message": {"role": "assistant", "content": "a"}}]}',
        '{"error": {"message": "Invalid parameter"}}',
        'event: message_start\ndata: {"type": "message_start"}\n\n',
    ],
)
def test_an_answer_alone_is_told_as_that(text: str) -> None:
    with pytest.raises(Unreadable, match="is an answer, and no request"):
        list(requests_in(text))


def test_a_record_that_has_its_answer_is_a_request() -> None:
    record = {"error": {"message": "no"}, "params": {"model": "gpt-4o", "messages": []}}

    assert [each.body for each in requests_in(json.dumps(record))] == [record["params"]]


def test_a_payload_encoded_twice_and_one_in_a_notebook_are_read() -> None:
    payload = {"messages": [{"role": "user", "content": ""}], "model": "gpt-4o"}
    call = f"import openai\nclient = openai.OpenAI()\nclient.chat.completions.create(**{payload})\n"
    notebook = {"nbformat": 4, "cells": [{"cell_type": "code", "source": call.splitlines(keepends=True)}]}

    assert [each.body for each in requests_in(json.dumps(json.dumps(payload)))] == [payload]
    assert [each.body for each in requests_in(json.dumps(notebook))] == [payload]


COUNTED: dict[str, Any] = {"contents": [{"parts": [{"text": "Hi"}]}]}
HELD = {
    "Google's count": ({"generateContentRequest": COUNTED}, [COUNTED]),
    "Google's count, as its client spells it": ({"generate_content_request": COUNTED}, [COUNTED]),
    "Bedrock's count": ({"input": {"converse": BODY}}, [BODY]),
    "Anthropic's batch": ({"requests": [{"custom_id": "a", "params": BODY}, {"params": COUNTED}]}, [BODY, COUNTED]),
    "Google's batch": ({"batch": {"input_config": {"requests": {"requests": [{"request": COUNTED}]}}}}, [COUNTED]),
    "no request in it": ({"input": {"converse": {}}}, [{"input": {"converse": {}}}]),
}  # fmt: skip


@pytest.mark.parametrize("name", HELD)
def test_a_request_within_another_is_the_one_that_is_meant(name: str) -> None:
    body, held = HELD[name]
    found = [*requests_in(json.dumps({"url": "https://api.example.com/v1/x", "body": body}))]

    assert [each.body for each in found] == held
    assert {each.host for each in found} == {"api.example.com"}


def test_requests_of_a_batch_are_numbered() -> None:
    first, second = requests_in(json.dumps({"requests": [{"params": BODY}, {"params": BODY}]}))

    assert (first.place, second.place) == ("request 1", "request 2")
