"""Cohere chat v2: right payloads, the schema, the reader, plans, and junk."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from liars.liar import calls, case, says
from support.examples import drawn
from support.judging import findings, is_borne_or_refused, judged
from support.junk import JSON, spoilt_somewhere
from support.media import PNG, data_uri
from support.payloads.cohere import (
    RIGHT,
    assistant,
    call,
    calling,
    document,
    image,
    result,
    system,
    text,
    thought,
    user,
)

from pytest_promptfmt import check_formatter
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.dialects.cohere import DIALECT
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import CallPart, MediaPart, ResultPart, TextPart, ThinkingPart, Turn


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(payload: Any) -> None:
    assert list(findings(DIALECT, payload)) == []


@pytest.mark.parametrize(
    ("message", "path", "keyword"),
    [
        ("Hi", "$[0]", "type"),
        ({"content": "Hi"}, "$[0]", "required"),
        ({"role": "developer", "content": "Hi"}, "$[0].role", "enum"),
        ({"role": "user"}, "$[0]", "required"),
        (system([image()]), "$[0].content[0].type", "enum"),
        (user("Hi"), "$[0].content[0]", "type"),
        (user({"text": "Hi"}), "$[0].content[0]", "required"),
        (user(text(None)), "$[0].content[0].text", "type"),
        (user(thought()), "$[0].content[0].type", "enum"),
        (user(document("Hi")), "$[0].content[0].type", "enum"),
        (user({"type": "image_url", "image_url": "https://example.com/a.png"}), "$[0].content[0].image_url", "type"),
        (user({"type": "image_url", "image_url": {}}), "$[0].content[0].image_url", "required"),
        (assistant([image()]), "$[0].content[0].type", "enum"),
        (assistant([thought(["Hm"])]), "$[0].content[0].thinking", "type"),
        (assistant(tool_calls={}), "$[0].tool_calls", "type"),
        (calling(tool_plan=["So"]), "$[0].tool_plan", "type"),
        (calling({"id": "c1", "type": "function"}), "$[0].tool_calls[0]", "required"),
        (calling({"type": "function", "function": {"name": "now"}}), "$[0].tool_calls[0]", "required"),
        (calling(call() | {"type": "custom"}), "$[0].tool_calls[0].type", "enum"),
        (calling(call(arguments={})), "$[0].tool_calls[0].function.arguments", "type"),
        ({"role": "tool", "content": "22 °C"}, "$[0]", "required"),
        (result(content=None), "$[0].content", "type"),
        (result(content=[image()]), "$[0].content[0].type", "enum"),
        (result(content=[document(22)]), "$[0].content[0].document.data", "type"),
    ],
)
def test_the_schema_names_the_leaf_that_is_wrong(message: Any, path: str, keyword: str) -> None:
    found = [(finding.path, finding.id) for finding in schema(DIALECT.open([message]))]

    assert found == [(path, f"schema.{keyword}")]


def turns(*messages: Any) -> tuple[Turn, ...]:
    return DIALECT.read(DIALECT.open(list(messages))).turns


def test_the_reader_hears_plans_calls_and_documents() -> None:
    said = turns(
        calling(call(name="now", arguments="{}"), content=[thought()], tool_plan="I look."),
        result(content=[text("22 °C"), document("blue"), document({"wind": "none"})]),
        result("c2", "Rain."),
    )

    assert said == (
        Turn(
            "assistant",
            (
                ThinkingPart("Let me see.", "$[0].content[0].thinking"),
                TextPart("I look.", "$[0].tool_plan", plan=True),
                CallPart("c1", "now", {}, "$[0].tool_calls[0]"),
            ),
            "$[0]",
        ),
        Turn("tool", (ResultPart("c1", None, ["22 °C", "blue", {"wind": "none"}], "$[1]"),), "$[1]"),
        Turn("tool", (ResultPart("c2", None, "Rain.", "$[2]"),), "$[2]"),
    )


def test_the_reader_sees_images_by_address_and_by_value() -> None:
    said = turns(user(text(), image(), image(data_uri(PNG))))

    where = "$[0].content"
    assert said[0].parts == (
        TextPart("Look.", f"{where}[0].text"),
        MediaPart("image", f"{where}[1].image_url.url", url="https://example.com/a.png"),
        MediaPart("image", f"{where}[2].image_url.url", data=PNG, media_type="image/png"),
    )


def test_an_id_used_again_further_down_is_worth_a_word_and_no_error() -> None:
    found = judged(DIALECT, [user(), calling(), result(), assistant(), user(), calling(), result()])

    assert [(finding.id, finding.path, finding.severity) for finding in found] == [
        ("cohere.tool-ids-unique", "$[5].tool_calls[0].id", Severity.WARNING)
    ]


THOUGHT, SAID = "Two ferries would do, cobalt-42.", "I look at the timetable, jade-31."
PLANNED = case(
    "a-plan",
    says("user", "When does it leave, amber-17?"),
    says("assistant", {"type": "thinking", "thinking": THOUGHT}, SAID, calls("timetable", "c1", quay="north")),
    says("tool", {"type": "tool_result", "id": "c1", "name": "timetable", "output": "At six, falcon-58."}),
    says("assistant", "At six, heron-64."),
    tools=[{"name": "timetable", "description": "", "parameters": {"type": "object", "properties": {}}}],
)


@pytest.mark.parametrize(
    ("plan", "errors"),
    [
        (f"{THOUGHT}\n\n{SAID}", []),
        (f"{THOUGHT}{SAID}", []),
        (SAID, []),
        (THOUGHT, ["fidelity.lost-text"]),
        (f"{THOUGHT}\n\n{SAID}\n\n{THOUGHT}", ["fidelity.doubled-thinking"]),
        ("", ["fidelity.lost-text"]),
    ],
)
def test_a_plan_holds_what_was_said_and_what_was_thought(plan: str, errors: list[str]) -> None:
    def formatter(conversation: Any) -> Any:
        said = [user(text("When does it leave, amber-17?"))]
        called = calling(call(name="timetable", arguments='{"quay": "north"}'), tool_plan=plan)
        return [*said, called, result(content="At six, falcon-58."), assistant("At six, heron-64.")]

    [judgement] = check_formatter({"cohere.chat": formatter}, cases=[PLANNED]).judgements

    assert [finding.id for finding in judgement.findings if finding.is_error] == errors


@settings(max_examples=drawn(60), deadline=None)
@given(payload=JSON | spoilt_somewhere([*RIGHT.values()]))
def test_no_payload_raises_anything(payload: Any) -> None:
    is_borne_or_refused(DIALECT, payload, {})
