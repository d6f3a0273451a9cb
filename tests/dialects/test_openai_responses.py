"""OpenAI Responses: right payloads, the reader, and junk."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from support import judging
from support.judging import findings, is_borne, names_on_offer
from support.junk import JUNK, spoilt
from support.payloads.openai_responses import (
    ASK,
    FLAT,
    HTTPS,
    NESTED,
    PDF,
    PDF_BYTES,
    PNG_BYTES,
    RIGHT,
    asked,
    call,
    custom,
    custom_output,
    file,
    heard,
    image,
    output,
    reasoning,
    says,
    told,
)

from pytest_promptfmt.dialects.openai_responses import DIALECT
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import CallPart, MediaPart, ResultPart, TextPart, ThinkingPart, Turn

judged = partial(judging.judged, DIALECT)


@pytest.mark.parametrize(
    ("part", "key"),
    [
        (image("s3://shelf/cat.png"), "image_url"),
        (image("gs://shelf/cat.png"), "image_url"),
        (file(file_url="a.pdf"), "file_url"),
    ],
)
def test_an_address_that_the_api_may_or_may_not_fetch_is_a_warning(part: Any, key: str) -> None:
    found = judged([says("user", part)])

    rule = {"image_url": "openai-responses.image-url", "file_url": "openai-responses.file-source"}[key]
    assert [(f.id, f.path, f.severity) for f in found] == [(rule, f"$[0].content[0].{key}", Severity.WARNING)]


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(payload: Any) -> None:
    assert list(findings(DIALECT, payload)) == []


@pytest.mark.parametrize(
    ("item", "path"),
    [
        ("Weather?", "$[0]"),
        ({}, "$[0]"),
        ({"role": "tool", "content": "sunny"}, "$[0].role"),
        ({"role": "user"}, "$[0]"),
        ({"type": "text", "text": "Weather?"}, "$[0].type"),
        ({"role": "user", "content": 7}, "$[0].content"),
        (says("user", "Weather?"), "$[0].content[0]"),
        (says("user", {"type": "text", "text": "Weather?"}), "$[0].content[0].type"),
        (says("user", {"type": "input_audio"}), "$[0].content[0].type"),
        (says("user", heard(7)), "$[0].content[0].text"),
        (says("user", image({"url": HTTPS})), "$[0].content[0].image_url"),
        (says("user", image(detail="best")), "$[0].content[0].detail"),
        (says("user", told()), "$[0].content[0].type"),
        (says("assistant", {"type": "text", "text": "Sunny."}), "$[0].content[0].type"),
        (says("assistant", {"type": "refusal"}), "$[0].content[0]"),
        (says("assistant", told(), phase="thinking"), "$[0].phase"),
        (call(7), "$[0].call_id"),
        ({"type": "function_call", "call_id": "c", "name": "weather"}, "$[0]"),
        (call(arguments={}), "$[0].arguments"),
        (call(id=None), "$[0].id"),
        (output(said={"sunny": True}), "$[0].output"),
        (output(said=[told()]), "$[0].output[0].type"),
        (custom(input={}), "$[0].input"),
        ({"type": "reasoning", "id": "rs_1"}, "$[0]"),
        (reasoning(summary="Hm."), "$[0].summary"),
        (reasoning(summary=["Hm."]), "$[0].summary[0]"),
        ({"type": "item_reference"}, "$[0]"),
    ],
)
def test_the_schema_names_the_leaf_that_is_wrong(item: Any, path: str) -> None:
    errors = schema_errors(DIALECT.open([item]))

    assert {error.path for error in errors} == {path}


def test_the_schema_judges_the_instructions() -> None:
    errors = schema_errors(DIALECT.open(asked(ASK, instructions=["Be brief."])))

    assert [error.path for error in errors] == ["$.instructions"]


@pytest.mark.parametrize("payload", ["Weather?", None, {"messages": []}, {"input": None}, {"input": {}}])
def test_what_has_neither_form_is_no_payload(payload: Any) -> None:
    with pytest.raises(NotAPayload, match=r"list of messages|no 'input'"):
        DIALECT.open(payload)


def test_the_reader_hears_each_item_as_a_turn_of_its_own() -> None:
    said = DIALECT.read(DIALECT.open(RIGHT["parallel tools"] | {"instructions": "Be brief."}))

    assert said.turns == (
        Turn("system", (TextPart("Be brief.", "$.instructions"),), "$.instructions"),
        Turn("user", (TextPart("Weather?", "$.input[0].content[0].text"),), "$.input[0]"),
        Turn("assistant", (CallPart("a", "weather", {"city": "Paris"}, "$.input[1]"),), "$.input[1]"),
        Turn("assistant", (CallPart("b", "time", {"city": "Paris"}, "$.input[2]"),), "$.input[2]"),
        Turn("tool", (ResultPart("b", None, "sunny", "$.input[3]"),), "$.input[3]"),
        Turn("tool", (ResultPart("a", None, "sunny", "$.input[4]"),), "$.input[4]"),
    )
    assert names_on_offer(said) == ["weather"]


@pytest.mark.parametrize(
    ("payload", "turn"),
    [
        ({"input": "Weather?"}, Turn("user", (TextPart("Weather?", "$.input"),), "$.input")),
        (
            [{"role": "system", "content": "Be brief."}, ASK],
            Turn("system", (TextPart("Be brief.", "$[0].content"),), "$[0].content"),
        ),
        (
            [says("developer", heard("Be brief."))],
            Turn("system", (TextPart("Be brief.", "$[0].content[0].text"),), "$[0]"),
        ),
        (
            [says("assistant", {"type": "refusal", "refusal": "No."})],
            Turn("assistant", (TextPart("No.", "$[0].content[0].refusal"),), "$[0]"),
        ),
        ([custom()], Turn("assistant", (CallPart("call_1", "shell", "ls", "$[0]"),), "$[0]")),
        ([custom_output()], Turn("tool", (ResultPart("call_1", None, "a.txt", "$[0]"),), "$[0]")),
        (
            [reasoning("Let me see.", "Well.")],
            Turn("assistant", (ThinkingPart("Let me see.\nWell.", "$[0]", signature="gAAA"),), "$[0]"),
        ),
    ],
)
def test_the_reader_knows_every_item_that_says_something(payload: Any, turn: Turn) -> None:
    assert DIALECT.read(DIALECT.open(payload)).turns[0] == turn


def test_the_reader_finds_media_by_value_address_and_id() -> None:
    parts = DIALECT.read(DIALECT.open(RIGHT["media"])).turns[0].parts[1:]

    where = "$[0].content"
    assert parts == (
        MediaPart("image", f"{where}[1].image_url", url=HTTPS),
        MediaPart("image", f"{where}[2].image_url", data=PNG_BYTES, media_type="image/png"),
        MediaPart("image", f"{where}[3]", url="file-1"),
        MediaPart("document", f"{where}[4]", url="https://example.com/a.pdf"),
        MediaPart("document", f"{where}[5].file_data", data=PDF_BYTES, media_type="application/pdf", name="a.pdf"),
        MediaPart("document", f"{where}[6].file_data", data=PDF_BYTES, name="a.pdf"),
        MediaPart("document", f"{where}[7]", url="file-2"),
    )


def test_the_reader_sees_media_inside_an_output() -> None:
    parts = DIALECT.read(DIALECT.open(RIGHT["media in an output"])).turns[2].parts

    shown = MediaPart("image", "$[2].output[1].image_url", data=PNG_BYTES, media_type="image/png")
    assert parts == (ResultPart("call_1", None, ["See:"], "$[2]", (shown,)),)


def test_a_tool_whose_name_stands_under_function_is_not_on_offer() -> None:
    assert names_on_offer(DIALECT.read(DIALECT.open(asked(ASK, tools=[NESTED, FLAT])))) == ["weather"]
    assert DIALECT.read(DIALECT.open(asked(ASK))).tools is None


WHOLE = asked(
    says("user", heard(), image(), file(file_data=PDF, filename="a.pdf")),
    reasoning("Hm.", content=[{"type": "reasoning_text", "text": "Hm."}]),
    says("assistant", told(), {"type": "refusal", "refusal": "No."}, id="msg_1"),
    call(id="fc_1"),
    output(said=[heard(), image()]),
    custom(),
    custom_output(),
    {"type": "item_reference", "id": "rs_1"},
    instructions="Be brief.",
    tools=[FLAT, NESTED],
    previous_response_id=None,
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("key", WHOLE)
def test_junk_is_reported_or_passed_over_and_never_raises(key: str, junk: Any) -> None:
    for worse in spoilt(WHOLE[key], junk):
        if key != "input" or isinstance(worse, (list, str)):
            is_borne(DIALECT, WHOLE | {key: worse})
