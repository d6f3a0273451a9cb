"""Gemini generateContent: right payloads, the reader, and junk."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from support import judging
from support.judging import findings, is_borne, names_on_offer
from support.junk import spoilt
from support.payloads.gemini import (
    ASK,
    DECLARED,
    GEMINI_3,
    HI,
    PNG,
    PNG_BYTES,
    RIGHT,
    RULE,
    call,
    contents,
    file,
    inline,
    model,
    response,
    signed,
    text,
    user,
)

from pytest_promptfmt.dialects.gemini import DIALECT
from pytest_promptfmt.dialects.gemini.keys import snake
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import CallPart, MediaPart, ResultPart, TextPart, ThinkingPart, Turn

judged = partial(judging.judged, DIALECT)


def test_a_leading_system_message_in_a_list_is_noted_once_and_is_no_error() -> None:
    found = judged([RULE, HI])

    assert [(f.id, f.path, f.severity) for f in found] == [("gemini.system-instruction", "$[0].role", Severity.WARNING)]


@pytest.mark.parametrize(
    ("payload", "id_", "path"),
    [
        (contents(HI, systemInstruction="Be brief."), "gemini.system-instruction", "$.systemInstruction"),
        ([user(text("Hi"), text(""))], "gemini.part-oneof", "$[0].parts[1]"),
        ([HI, model(text("", thought=True)), HI], "gemini.part-oneof", "$[1].parts[0]"),
        (
            [ASK, model(call()), user(response(id="1"))],
            "gemini.response-name",
            "$[2].parts[0].functionResponse.id",
        ),
        (
            [ASK, model(call(id="1")), user(response())],
            "gemini.response-name",
            "$[2].parts[0].functionResponse.id",
        ),
        (
            [ASK, model(call()), user({"functionResponse": {"name": "weather"}})],
            "gemini.response-object",
            "$[2].parts[0].functionResponse.response",
        ),
        ([user(inline(f"{PNG[:4]}\n{PNG[4:]}"))], "gemini.base64-bare", "$[0].parts[0].inlineData.data"),
        ([user(file("http://example.com/cat.png"))], "gemini.file-uri", "$[0].parts[0].fileData.fileUri"),
    ],
)
def test_what_the_api_may_take_is_a_warning(payload: Any, id_: str, path: str) -> None:
    assert [(f.id, f.path, f.severity) for f in judged(payload)] == [(id_, path, Severity.WARNING)]


def test_an_enum_of_numbers_as_the_types_of_the_sdk_show_it_is_no_error() -> None:
    numbers = {"type": "object", "properties": {"n": {"type": "INTEGER", "format": "enum", "enum": ["101", "201"]}}}
    found = judged({"contents": [HI], "tools": [{"functionDeclarations": [{"name": "f", "parameters": numbers}]}]})

    assert {(f.id, f.severity) for f in found} == {
        ("gemini.parameters-enum", Severity.WARNING),
        ("gemini.parameters-format", Severity.WARNING),
    }


def test_split_responses_are_told_once() -> None:
    found = judged([ASK, model(call(), call()), user(response()), user(response())])

    assert [f.id for f in found if f.is_error] == ["gemini.response-count"]


def test_a_response_too_many_has_no_call() -> None:
    found = judged([ASK, model(call()), user(response()), user(response())])

    assert [(f.id, f.path) for f in found if f.is_error] == [
        ("gemini.response-turn-position", "$[3].parts[0].functionResponse")
    ]


def snaked(value: Any) -> Any:
    """The payload in the other spelling; args and responses are the caller's."""
    if isinstance(value, list):
        return [snaked(item) for item in value]
    if isinstance(value, dict):
        return {snake(key): item if key in ("args", "response") else snaked(item) for key, item in value.items()}
    return value


@pytest.mark.parametrize("spelled", [lambda payload: payload, snaked], ids=["camel", "snake"])
@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(payload: Any, spelled: Any) -> None:
    assert list(findings(DIALECT, spelled(payload))) == []


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_both_spellings_say_the_same(payload: Any) -> None:
    one, other = DIALECT.read(DIALECT.open(payload)), DIALECT.read(DIALECT.open(snaked(payload)))

    assert snake(repr(one)) == snake(repr(other))


def test_the_schema_lists_every_key_in_both_spellings() -> None:
    for name, shape in DIALECT.schemas["$defs"].items():
        keys = shape.get("properties", {})
        assert {snake(key) for key in keys} <= set(keys), name
        assert all(json.dumps(keys[snake(key)]) == json.dumps(keys[key]) for key in keys), name


@pytest.mark.parametrize(
    ("content", "path"),
    [
        ("Hi", "$[0]"),
        ({"role": 7, "parts": []}, "$[0].role"),
        ({"role": "user", "parts": "Hi"}, "$[0].parts"),
        (user("Hi"), "$[0].parts[0]"),
        (user(text(7)), "$[0].parts[0].text"),
        (model(call(args="{}")), "$[0].parts[0].functionCall.args"),
        (model({"functionCall": {"args": {}}}), "$[0].parts[0].functionCall"),
        (user(response(said="sunny")), "$[0].parts[0].functionResponse.response"),
        (user({"inline_data": {"data": 7}}), "$[0].parts[0].inline_data.data"),
    ],
)
def test_the_schema_names_the_leaf_that_is_wrong(content: Any, path: str) -> None:
    assert [error.path for error in schema_errors(DIALECT.open([content]))] == [path]


@pytest.mark.parametrize(
    ("system", "path"),
    [
        (7, "$.systemInstruction"),
        ({"parts": ["x"]}, "$.systemInstruction.parts[0]"),
        ({"text": 7}, "$.systemInstruction.text"),
        (["x", 7], "$.systemInstruction[1]"),
    ],
)
def test_the_schema_judges_the_systems_own_place(system: Any, path: str) -> None:
    request = DIALECT.open(contents(HI, systemInstruction=system))

    assert [error.path for error in schema_errors(request)] == [path]


def test_the_reader_hears_the_system_first_and_a_response_in_its_users_turn() -> None:
    payload = RIGHT["parallel tools"] | {"systemInstruction": {"parts": [text("Be brief.")]}}
    said = DIALECT.read(DIALECT.open(payload))

    calls, answers = "$.contents[1].parts", "$.contents[2].parts"
    assert said.turns == (
        Turn("system", (TextPart("Be brief.", "$.systemInstruction.parts[0].text"),), "$.systemInstruction"),
        Turn("user", (TextPart("Weather?", "$.contents[0].parts[0].text"),), "$.contents[0]"),
        Turn(
            "assistant",
            (
                CallPart("a", "weather", {"maxTemp": 3}, f"{calls}[0].functionCall", ""),
                CallPart("b", "time", {"city": "Paris"}, f"{calls}[1].functionCall", ""),
            ),
            "$.contents[1]",
        ),
        Turn(
            "user",
            (
                ResultPart("a", "weather", {"max_temp": 3}, f"{answers}[0].functionResponse"),
                ResultPart("b", "time", {"output": "sunny"}, f"{answers}[1].functionResponse"),
            ),
            "$.contents[2]",
        ),
    )
    assert names_on_offer(said) == ["weather", "time"]


@pytest.mark.parametrize(
    ("payload", "parts", "path"),
    [
        ([RULE, HI], [("Be brief.", "$[0].parts[0].text")], "$[0].parts"),
        (
            contents(HI, config={"system_instruction": "Be brief."}),
            [("Be brief.", "$.config.system_instruction")],
            "$.config.system_instruction",
        ),
        (
            contents(HI, system_instruction=["Be brief.", text("And kind.")]),
            [("Be brief.", "$.system_instruction[0]"), ("And kind.", "$.system_instruction[1].text")],
            "$.system_instruction",
        ),
        (
            contents(HI, system_instruction=text("Be brief.")),
            [("Be brief.", "$.system_instruction.text")],
            "$.system_instruction",
        ),
    ],
)
def test_the_reader_finds_the_system_text_in_every_form(payload: Any, parts: Any, path: str) -> None:
    said = DIALECT.read(DIALECT.open(payload))

    assert said.turns[0] == Turn("system", tuple(TextPart(*part) for part in parts), path)


def test_the_reader_keeps_thoughts_and_signatures_apart_from_texts() -> None:
    parts = DIALECT.read(DIALECT.open(RIGHT["thinking"])).turns[1].parts

    where = "$.contents[1].parts"
    assert parts == (
        ThinkingPart("Let me see.", f"{where}[0].text", signature="EqQB"),
        CallPart(None, "weather", {"city": "Paris"}, f"{where}[1].functionCall", signature="EqQB"),
    )


def test_the_reader_sees_media_by_their_type() -> None:
    parts = DIALECT.read(DIALECT.open(RIGHT["media"])).turns[0].parts[1:]

    where = "$[0].parts"
    assert parts == (
        MediaPart("image", f"{where}[1].inlineData", data=PNG_BYTES, media_type="image/png"),
        MediaPart("audio", f"{where}[2].inlineData", data=PNG_BYTES, media_type="audio/wav"),
        MediaPart("video", f"{where}[3].inlineData", data=b"\0\0\0", media_type="video/mp4"),
        MediaPart("document", f"{where}[4].fileData", url="https://example.com/a.pdf", media_type="application/pdf"),
    )


def test_the_kind_of_a_file_without_a_type_is_unknown() -> None:
    seen = DIALECT.read(DIALECT.open([user({"fileData": {"fileUri": "https://e.com/a.png?b=/c.wav"}})])).turns[0].parts

    assert seen == (MediaPart("unknown", "$[0].parts[0].fileData", url="https://e.com/a.png?b=/c.wav"),)


def test_the_reader_sees_media_inside_a_response() -> None:
    parts = DIALECT.read(DIALECT.open(RIGHT["media in a response"])).turns[2].parts

    where = "$.contents[2].parts[0].functionResponse"
    shown = MediaPart("image", f"{where}.parts[0].inlineData", data=PNG_BYTES, media_type="image/png")
    assert parts == (ResultPart(None, "weather", {"output": "sunny"}, where, (shown,)),)


JUNK = (None, 7, "", "x", [], {}, ["x"], [[]], [{}], {"parts": [7]}, {"functionCall": []})
WHOLE = contents(
    user(text("Weather?"), inline(), file("https://[")),
    model(text("Hm.", thought=True), signed(call(id="a")), call("time")),
    user(response(id="a", parts=[inline()]), response("time")),
    RULE,
    systemInstruction={"parts": [text("Be brief.")]},
    tools=DECLARED,
)


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("key", WHOLE)
def test_junk_is_reported_or_passed_over_and_never_raises(key: str, junk: Any) -> None:
    for worse in spoilt(WHOLE[key], junk):
        if key != "contents" or isinstance(worse, list):
            is_borne(DIALECT, WHOLE | {key: worse}, GEMINI_3)
