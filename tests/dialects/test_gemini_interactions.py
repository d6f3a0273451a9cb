"""Gemini's Interactions API: right payloads, the schema, the reader, what is held by the server, and junk."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from support.examples import drawn
from support.judging import findings, is_borne_or_refused
from support.junk import JSON, spoilt_somewhere
from support.media import PNG
from support.payloads.gemini_interactions import (
    RIGHT,
    SEALED,
    call,
    function,
    image,
    model,
    offering,
    result,
    text,
    thought,
    user,
)

from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.dialects.gemini_interactions import DIALECT
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import (
    CallPart,
    MediaPart,
    ResultPart,
    TextPart,
    ThinkingPart,
    Transcript,
    Turn,
)


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(payload: Any) -> None:
    assert list(findings(DIALECT, payload)) == []


@pytest.mark.parametrize(
    ("step", "path", "keyword"),
    [
        ("Hi", "$[0]", "type"),
        ({"content": [text()]}, "$[0]", "required"),
        ({"type": "turn"}, "$[0].type", "enum"),
        ({"type": "user_input", "content": "Hi"}, "$[0].content", "type"),
        (user("Hi"), "$[0].content[0]", "type"),
        (user({"text": "Hi"}), "$[0].content[0]", "required"),
        (user(thought()), "$[0].content[0].type", "enum"),
        (user(text(None)), "$[0].content[0].text", "type"),
        (user(image(data=1)), "$[0].content[0].data", "type"),
        (model({"type": "function_call"}), "$[0].content[0].type", "enum"),
        (thought(None), "$[0].signature", "type"),
        (thought(summary="Hm."), "$[0].summary", "type"),
        (thought(summary=[{"type": "audio"}]), "$[0].summary[0].type", "enum"),
        ({"type": "function_call", "id": "c1", "name": "now"}, "$[0]", "required"),
        (call() | {"arguments": "{}"}, "$[0].arguments", "type"),
        ({"type": "function_result", "result": "22 °C"}, "$[0]", "required"),
        (result(value=42), "$[0].result", "type"),
        (result(value=[thought()]), "$[0].result[0].type", "enum"),
        (result(is_error="no"), "$[0].is_error", "type"),
    ],
)
def test_the_schema_names_the_leaf_that_is_wrong(step: Any, path: str, keyword: str) -> None:
    found = [(finding.path, finding.id) for finding in schema(DIALECT.open([step]))]

    assert found == [(path, f"schema.{keyword}")]


def test_system_text_is_a_string() -> None:
    payload = {"system_instruction": {"parts": [text()]}, "input": [user()]}

    assert [(finding.path, finding.id) for finding in schema(DIALECT.open(payload))] == [
        ("$.system_instruction", "schema.type")
    ]


def said(payload: Any) -> Transcript:
    return DIALECT.read(DIALECT.open(payload))


@pytest.mark.parametrize(
    ("steps", "signatures"),
    [
        ([call()], [""]),
        ([call() | {"signature": "a"}], ["a"]),
        ([thought("a"), call()], ["a"]),
        ([thought("a"), call(), call()], ["a", ""]),
        ([thought("a"), call(), thought("b"), call()], ["a", "b"]),
        ([thought("a", summary=[text("Hm.")]), call()], [None]),
        ([thought("a"), model(), call()], [""]),
        ([call(), thought("a")], [""]),
    ],
)
def test_a_thought_of_nothing_but_a_state_is_the_calls_behind_it(steps: Any, signatures: list[str | None]) -> None:
    calls = [part for turn in said({"input": steps}).turns for part in turn.parts if isinstance(part, CallPart)]

    assert [call.signature for call in calls] == signatures


def test_the_reader_hears_every_step_as_a_turn() -> None:
    steps = [
        user(text(), image()),
        thought(summary=[text("Hm."), text("Two.")]),
        call(),
        result(value=[text("22 °C"), image(uri="https://example.com/a.png")], is_error=True),
        model(),
    ]

    assert said({"system_instruction": "Be brief.", "input": steps}).turns == (
        Turn("system", (TextPart("Be brief.", "$.system_instruction"),), "$.system_instruction"),
        Turn(
            "user",
            (
                TextPart("Look.", "$.input[0].content[0].text"),
                MediaPart("image", "$.input[0].content[1].data", data=PNG, media_type="image/png"),
            ),
            "$.input[0]",
        ),
        Turn("assistant", (ThinkingPart("Hm.\nTwo.", "$.input[1]", SEALED),), "$.input[1]"),
        Turn("assistant", (CallPart("c1", "weather", {"city": "Paris"}, "$.input[2]"),), "$.input[2]"),
        Turn(
            "tool",
            (
                ResultPart(
                    "c1",
                    "weather",
                    ["22 °C"],
                    "$.input[3]",
                    (MediaPart("image", "$.input[3].result[1]", url="https://example.com/a.png"),),
                    True,
                ),
            ),
            "$.input[3]",
        ),
        Turn("assistant", (TextPart("Sunny.", "$.input[4].content[0].text"),), "$.input[4]"),
    )


@pytest.mark.parametrize("given_input", ["Weather?", text("Weather?"), [text("Weather?")], [user(text("Weather?"))]])
def test_what_one_user_says_has_four_forms(given_input: Any) -> None:
    [turn] = said({"input": given_input}).turns

    assert (turn.role, [part.text for part in turn.parts if isinstance(part, TextPart)]) == ("user", ["Weather?"])


def test_an_input_of_another_kind_is_none() -> None:
    with pytest.raises(NotAPayload, match="expected a list of messages, got dict"):
        DIALECT.open({"input": {"parts": []}})


def test_functions_on_offer_are_flat_and_googles_own_tools_are_none() -> None:
    tools = said(offering(function(description="The weather."), {"type": "google_search"})).tools

    assert [(tool.name, tool.description, tool.schema_path) for tool in tools or ()] == [
        ("weather", "The weather.", "$.tools[0].parameters")
    ]


@pytest.mark.parametrize(("key", "holds"), [("previous_interaction_id", "answer"), ("cached_content", "beginning")])
def test_a_request_may_go_on_from_what_the_server_holds(key: str, holds: str) -> None:
    state = DIALECT.open({"input": [result()], key: "x"}).state

    assert state is not None
    assert (state.path, state.holds) == (f"$.{key}", holds)


@settings(max_examples=drawn(60), deadline=None)
@given(payload=JSON | spoilt_somewhere([*RIGHT.values()]))
def test_no_payload_raises_anything(payload: Any) -> None:
    is_borne_or_refused(DIALECT, payload, {})
