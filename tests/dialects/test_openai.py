"""OpenAI's chat completions: right payloads, the reader, and junk."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from support.examples import drawn
from support.judging import findings, is_borne_or_refused, names_on_offer
from support.junk import JSON, spoilt_somewhere
from support.media import JPEG, PDF, PNG, WAV, b64, data_uri
from support.payloads.openai import (
    JUNK,
    RIGHT,
    assistant,
    audio,
    call,
    calling,
    file,
    image,
    result,
    system,
    text,
    user,
)

from pytest_promptfmt import check_payload
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.dialects import openai
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import (
    CallPart,
    MediaPart,
    ResultPart,
    TextPart,
    ThinkingPart,
    Transcript,
    Turn,
)

DIALECT = openai.DIALECT


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_has_no_finding(payload):
    assert list(findings(DIALECT, payload)) == []


@pytest.mark.parametrize(
    ("message", "id_"),
    [
        (user([image(data_uri(JPEG, "image/jpg"))]), "openai.image-data-uri"),
        (user([image(data_uri(PNG)[:40] + "\n" + data_uri(PNG)[40:])]), "openai.image-data-uri"),
        (user([image(data_uri(PNG).rstrip("="))]), "openai.image-data-uri"),
        (user(name="b" * 65), "openai.name-pattern"),
    ],
)
def test_what_nobody_has_seen_refused_is_a_warning(message, id_):
    assert [(f.id, f.severity) for f in findings(DIALECT, [message])] == [(id_, Severity.WARNING)]


MISSHAPEN = [
    (["Hi"], "$[0]", "type"),
    ([{"role": "user"}], "$[0]", "required"),
    ([user(3)], "$[0].content", "type"),
    ([user(["Hi"])], "$[0].content[0]", "type"),
    ([user([{"text": "Hi"}])], "$[0].content[0]", "required"),
    ([user([{"type": "txt", "text": "Hi"}])], "$[0].content[0].type", "enum"),
    ([user([text(None)])], "$[0].content[0].text", "type"),
    ([user([{"type": "image_url", "image_url": "https://example.com/a.png"}])], "$[0].content[0].image_url", "type"),
    (
        [user([{"type": "image_url", "image_url": {"url": "a", "detail": "huge"}}])],
        "$[0].content[0].image_url.detail",
        "enum",
    ),
    ([user([text() | {"prompt_cache_breakpoint": {}}])], "$[0].content[0].prompt_cache_breakpoint", "required"),
    ([system([image()])], "$[0].content[0].type", "enum"),
    ([assistant("Hi", tool_calls=None)], "$[0].tool_calls", "type"),
    ([calling({"type": "function", "function": {"name": "f", "arguments": "{}"}})], "$[0].tool_calls[0]", "required"),
    ([calling(call(arguments={}))], "$[0].tool_calls[0].function.arguments", "type"),
    ([result(None)], "$[0].tool_call_id", "type"),
    ([result(content=[image()])], "$[0].content[0].type", "enum"),
    ([user(name=None)], "$[0].name", "type"),
]


@pytest.mark.parametrize(("payload", "path", "keyword"), MISSHAPEN)
def test_the_schema_names_the_leaf_that_is_wrong(payload, path, keyword):
    found = [(finding.path, finding.id) for finding in schema(DIALECT.open(payload))]

    assert found == [(path, f"schema.{keyword}")]


def read(payload: Any) -> Transcript:
    return openai.read(DIALECT.open(payload))


def test_the_reader_says_who_says_what_and_where_it_stands():
    said = read({"messages": [system("Be kind."), user([text("Hi"), text("Ann")], name="Bob"), {"role": "developer"}]})

    assert said == Transcript(
        (
            Turn("system", (TextPart("Be kind.", "$.messages[0].content"),), "$.messages[0]"),
            Turn(
                "user",
                (
                    TextPart("Hi", "$.messages[1].content[0].text"),
                    TextPart("Ann", "$.messages[1].content[1].text"),
                ),
                "$.messages[1]",
                name="Bob",
            ),
            Turn("system", (), "$.messages[2]"),
        )
    )


def test_the_reader_pairs_calls_and_results_by_id():
    said = read([calling(call(), call("call_2", "now", "now!"), content="Wait."), result(name="search")])

    assert said.turns == (
        Turn(
            "assistant",
            (
                TextPart("Wait.", "$[0].content"),
                CallPart("call_1", "search", {"q": "天气"}, "$[0].tool_calls[0]"),
                CallPart("call_2", "now", "now!", "$[0].tool_calls[1]"),
            ),
            "$[0]",
        ),
        Turn("tool", (ResultPart("call_1", "search", "sunny", "$[1]"),), "$[1]", name="search"),
    )


def test_the_reader_knows_custom_tools_and_the_functions_of_2023():
    (custom, old, answer) = read(
        [
            calling({"id": "c", "type": "custom", "custom": {"name": "code", "input": "print(1)"}}),
            assistant(None, function_call={"name": "f", "arguments": '{"a": 1}'}),
            {"role": "function", "name": "f", "content": "1"},
        ]
    ).turns

    assert custom.parts == (CallPart("c", "code", "print(1)", "$[0].tool_calls[0]"),)
    assert old.parts == (CallPart(None, "f", {"a": 1}, "$[1].function_call"),)
    assert answer.parts == (ResultPart(None, "f", "1", "$[2]"),)


def test_the_reader_decodes_media_and_keeps_addresses():
    document = data_uri(PDF, "application/pdf")
    (turn,) = read(
        [user([image(), image(data_uri(PNG)), audio(), file(file_data=document), file(file_data=b64(PDF))])]
    ).turns

    assert turn.parts == (
        MediaPart("image", "$[0].content[0].image_url.url", url="https://example.com/a.png"),
        MediaPart("image", "$[0].content[1].image_url.url", data=PNG, media_type="image/png"),
        MediaPart("audio", "$[0].content[2].input_audio", data=WAV, media_type="audio/wav"),
        MediaPart("document", "$[0].content[3].file.file_data", data=PDF, media_type="application/pdf"),
        MediaPart("document", "$[0].content[4].file.file_data", data=PDF),
    )


def test_the_reader_keeps_what_a_result_is_made_of():
    results = [
        turn.parts for turn in read([result(content=[text("a"), image(), text("b")]), result(content=None)]).turns
    ]

    seen = MediaPart("image", "$[0].content[1].image_url.url", url="https://example.com/a.png")
    assert results == [
        (ResultPart("call_1", None, ["a", "b"], "$[0]", (seen,)),),
        (ResultPart("call_1", None, None, "$[1]"),),
    ]


def test_the_reader_takes_a_refusal_for_text_and_reasoning_for_thinking():
    (turn,) = read([assistant(None, refusal="No.", reasoning_content="hm")]).turns

    assert turn.parts == (ThinkingPart("hm", "$[0].reasoning_content", beside=True), TextPart("No.", "$[0].refusal"))


def test_reasoning_under_both_of_its_names_is_said_once():
    (same,) = read([assistant("x", reasoning_content="hm", reasoning="hm")]).turns
    (two,) = read([assistant("x", reasoning_content="hm", reasoning="well")]).turns

    assert [part.text for part in same.parts] == ["hm", "x"]
    assert [part.text for part in two.parts] == ["hm", "well", "x"]


def test_the_reader_lists_the_tools_on_offer():
    tools = [
        {"type": "function", "function": {"name": "a"}},
        {"type": "custom", "custom": {"name": "b"}},
        {"name": 3},
        "c",
    ]

    assert names_on_offer(read({"messages": [], "tools": tools})) == ["a", "b"]
    assert read([]).tools is None


@pytest.mark.parametrize("payload", JUNK)
def test_junk_raises_nothing(payload):
    is_borne_or_refused(DIALECT, payload, {"model": "o1-mini"})


@settings(max_examples=drawn(150), deadline=None)
@given(payload=JSON | spoilt_somewhere([*RIGHT.values()]))
def test_no_payload_raises_anything(payload):
    is_borne_or_refused(DIALECT, payload, {"model": "o1-mini"})


def test_two_calls_of_one_id_are_refused_where_both_are_answered():
    both = [calling(call("a"), call("a")), result("a"), result("a")]
    assert [(f.path, str(f.severity)) for f in findings(openai.DIALECT, both)] == [("$[2].tool_call_id", "error")]
    assert [(f.path, str(f.severity)) for f in findings(openai.DIALECT, both[:2])] == [
        ("$[0].tool_calls[1].id", "warning")
    ]


def test_a_schema_that_is_nested_more_deeply_than_it_can_be_asked_about_has_no_mistake() -> None:
    """JSON within the 200 levels that are judged, of which each costs jsonschema several frames."""
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(95):
        deep = {"type": "object", "properties": {"inner": deep}}

    tools = [{"type": "function", "function": {"name": "look", "parameters": deep}}]
    assert check_payload({"messages": [{"role": "user", "content": "Hi"}], "tools": tools}, "openai") == []
