"""Mistral chat completions: right payloads, the reader, and junk."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from support.examples import drawn
from support.judging import findings, is_borne_or_refused, judged, names_on_offer
from support.junk import JSON, spoilt_somewhere
from support.media import PDF, PNG, WAV, b64, data_uri
from support.payloads.mistral import (
    RIGHT,
    SEPARATE,
    TOGETHER,
    A,
    B,
    assistant,
    audio,
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

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.dialects.mistral import DIALECT
from pytest_promptfmt.dialects.models import model_of
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import CallPart, MediaPart, ResultPart, TextPart, ThinkingPart, Turn


def test_a_system_message_at_the_end_is_worth_a_word_and_no_error() -> None:
    found = judged(DIALECT, [user(), system()])

    assert [(finding.id, finding.path, finding.severity) for finding in found] == [
        ("mistral.last-role", "$[1].role", Severity.WARNING)
    ]


@pytest.mark.parametrize("url", ["http://example.com/a.png", "data:image/png;base64,no!", "gs://shelf/a.png"])
def test_an_address_of_which_nobody_has_told_is_worth_a_word_and_no_error(url: str) -> None:
    found = judged(DIALECT, [user(image(url))])

    assert [(finding.id, finding.severity) for finding in found] == [("mistral.image-address", Severity.WARNING)]


@pytest.mark.parametrize("model", [*SEPARATE, *TOGETHER])
def test_the_models_name_tells_whether_content_and_calls_go_together(model: str) -> None:
    assert model_of("mistral", model).minds("content-beside-calls") == (model in SEPARATE)


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
        ({"role": "user", "content": None}, "$[0].content", "type"),
        (system([image()]), "$[0].content[0].type", "enum"),
        (user("Hi"), "$[0].content[0]", "type"),
        (user({"text": "Hi"}), "$[0].content[0]", "required"),
        (user(text(None)), "$[0].content[0].text", "type"),
        (user(thought("Hm")), "$[0].content[0].type", "enum"),
        (user({"type": "video_url", "video_url": "v"}), "$[0].content[0].type", "enum"),
        (user(image({})), "$[0].content[0].image_url", "required"),
        (user(audio({"format": "wav"})), "$[0].content[0].input_audio", "required"),
        (assistant([image()]), "$[0].content[0].type", "enum"),
        (assistant([thought(None)]), "$[0].content[0].thinking[0].text", "type"),
        (assistant(prefix="yes"), "$[0].prefix", "type"),
        (assistant(tool_calls={}), "$[0].tool_calls", "type"),
        (calling({"id": A}), "$[0].tool_calls[0]", "required"),
        (calling(call() | {"type": "custom"}), "$[0].tool_calls[0].type", "enum"),
        (calling(call(arguments=None)), "$[0].tool_calls[0].function.arguments", "type"),
        ({"role": "tool", "content": "22 °C"}, "$[0]", "required"),
        (result(content=None), "$[0].content", "type"),
    ],
)
def test_the_schema_names_the_leaf_that_is_wrong(message: Any, path: str, keyword: str) -> None:
    found = [(finding.path, finding.id) for finding in schema(DIALECT.open([message]))]

    assert found == [(path, f"schema.{keyword}")]


def turns(*messages: Any) -> tuple[Turn, ...]:
    return DIALECT.read(DIALECT.open(list(messages))).turns


def test_the_reader_hears_calls_and_results() -> None:
    said = DIALECT.read(DIALECT.open(RIGHT["two calls"]))

    where = "$.messages"
    seen = MediaPart("image", f"{where}[3].content[1].image_url", url="https://example.com/a.png")
    assert said.turns == (
        Turn("user", (TextPart("Weather?", f"{where}[0].content"),), f"{where}[0]"),
        Turn(
            "assistant",
            (
                TextPart("", f"{where}[1].content"),
                CallPart(A, "weather", {"city": "Paris"}, f"{where}[1].tool_calls[0]"),
                CallPart(B, "now", {}, f"{where}[1].tool_calls[1]"),
            ),
            f"{where}[1]",
        ),
        Turn("tool", (ResultPart(B, "now", "12:00", f"{where}[2]"),), f"{where}[2]", "now"),
        Turn("tool", (ResultPart(A, None, ["22 °C"], f"{where}[3]", (seen,)),), f"{where}[3]"),
    )
    assert names_on_offer(said) == ["weather", "now"]


def test_the_reader_hears_thoughts_in_both_of_their_forms() -> None:
    signed = thought("Let me", " see.") | {"signature": "c2ln"}
    (turn,) = turns(assistant([signed, thought(), text("Sunny.")]))

    assert turn.parts == (
        ThinkingPart("Let me see.", "$[0].content[0].thinking", "c2ln"),
        ThinkingPart("Let me see.", "$[0].content[1].thinking"),
        TextPart("Sunny.", "$[0].content[2].text"),
    )


def test_the_reader_decodes_media_and_keeps_addresses() -> None:
    sound = {"data": b64(WAV), "format": "wav"}
    (turn,) = turns(
        user(
            image(data_uri(PNG)),
            image({"url": "https://example.com/a.png"}),
            audio(b64(WAV)),
            audio(sound),
            audio("https://example.com/a.mp3"),
            {"type": "audio_url", "audio_url": data_uri(WAV, "audio/wav")},
            document(data_uri(PDF, "application/pdf")),
        )
    )

    where = "$[0].content"
    assert turn.parts == (
        MediaPart("image", f"{where}[0].image_url", data=PNG, media_type="image/png"),
        MediaPart("image", f"{where}[1].image_url.url", url="https://example.com/a.png"),
        MediaPart("audio", f"{where}[2].input_audio", data=WAV),
        MediaPart("audio", f"{where}[3].input_audio.data", data=WAV, media_type="audio/wav"),
        MediaPart("audio", f"{where}[4].input_audio", url="https://example.com/a.mp3"),
        MediaPart("audio", f"{where}[5].audio_url", data=WAV, media_type="audio/wav"),
        MediaPart("document", f"{where}[6].document_url", data=PDF, media_type="application/pdf"),
    )


def written(*messages: Any) -> Any:
    return FORMATTERS["mistral.chat"](parse({"messages": list(messages)}))


def said(role: str, *blocks: Any) -> dict[str, Any]:
    return {"role": role, "content": [text(block) if isinstance(block, str) else block for block in blocks]}


def test_the_reference_tells_late_system_text_as_a_users_turn() -> None:
    payload = written(said("system", "s"), said("user", "a"), said("assistant", "b"), said("system", "t"))

    assert [(message["role"], message["content"][0]["text"]) for message in payload] == [
        ("system", "s"),
        ("user", "a"),
        ("assistant", "b"),
        ("user", "t"),
    ]


def test_the_reference_lets_the_model_go_on_from_the_assistants_last_word() -> None:
    payload = written(said("user", "a"), said("assistant", {"type": "thinking", "thinking": "hm"}, "So"))

    assert payload[1] == {"role": "assistant", "content": [thought("hm"), text("So")], "prefix": True}


def test_the_reference_gives_a_call_without_an_id_one() -> None:
    use = {"type": "tool_use", "id": "null", "name": "f", "input": {}}
    answer = {"type": "tool_result", "id": "null", "name": "f", "output": "ok"}
    payload = written(said("user", "a"), said("assistant", use), said("tool", answer))

    assert payload[1]["tool_calls"][0]["id"] == payload[2]["tool_call_id"]
    assert payload[2]["tool_call_id"] not in ("", "null")


JUNK = [
    [None, 1, "x", [], {}],
    [{"role": ["user"], "content": {"a": 1}}],
    [{"role": {}, 1: 2, None: 3}],
    [{"role": "assistant", "tool_calls": {"id": 1}}, {"role": "tool", "tool_call_id": {}}],
    [{"role": "assistant", "tool_calls": [None, {}, {"id": [], "function": []}, {"function": {"name": 1}}]}],
    [{"role": "tool", "tool_call_id": [], "name": [], "content": [{"type": ["text"]}, {"type": "text"}, None]}],
    [user(image(3), image({}), image({"url": []}), audio(3), audio({"data": 3, "format": []}), document([]))],
    [assistant([{"type": "thinking"}, {"type": "thinking", "thinking": {}}, thought(None), 3], prefix=3)],
    {"messages": [user()], "tools": [None, {"function": 1}, {"function": {"name": []}}, 3], "model": []},
]


@pytest.mark.parametrize("payload", JUNK)
def test_junk_raises_nothing(payload: Any) -> None:
    is_borne_or_refused(DIALECT, payload, {"model": "mistral-7b"})


@settings(max_examples=drawn(150), deadline=None)
@given(payload=JSON | spoilt_somewhere([*RIGHT.values()]))
def test_no_payload_raises_anything(payload: Any) -> None:
    is_borne_or_refused(DIALECT, payload, {"model": "mistral-7b"})
