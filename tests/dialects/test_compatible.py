"""Those whose format is OpenAI's with differences: their schemas, their own rules, their readers."""

from __future__ import annotations

from typing import Any

import pytest
from support.judging import findings, is_borne_or_refused
from support.payloads.like_openai import PICTURE, RIGHT, sealed, thought
from support.payloads.openai import JUNK, assistant, audio, call, calling, image, result, system, text, user
from support.payloads.openai_compatible import video

from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.dialects import DIALECTS, openai
from pytest_promptfmt.dialects.data import merged, schema_data
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import CallPart, MediaPart, TextPart, ThinkingPart

FRAMES = ["https://example.com/a.png"] * 513
EACH = [(name, title) for name, all_ in RIGHT.items() for title in all_]
SIGNED, BARE = {"signature": "c2ln"}, [{"id": "call_1", "type": "function"}]


@pytest.mark.parametrize(("name", "title"), EACH)
def test_a_right_payload_has_no_finding(name: str, title: str) -> None:
    assert list(findings(DIALECTS[name], RIGHT[name][title])) == []


@pytest.mark.parametrize(
    ("name", "payload", "id_"),
    [
        ("moonshot", [user([video("https://example.com/a.mp4")])], "moonshot.media-by-value"),
        ("moonshot", [user(), calling(call()), result(content=[text("")])], "moonshot.content-nonempty"),
        ("zhipu", [system(), calling(call()), result()], "zhipu.has-user"),
        ("dashscope-multimodal", [user([{"video": FRAMES}])], "dashscope.media-limits"),
    ],
)
def test_what_nobody_has_seen_refused_lately_is_a_warning(name: str, payload: Any, id_: str) -> None:
    assert [(f.id, f.severity) for f in findings(DIALECTS[name], payload)] == [(id_, Severity.WARNING)]


@pytest.mark.parametrize(
    ("name", "payload", "path", "keyword"),
    [
        ("openrouter", [{"role": "function", "name": "f", "content": "x"}], "$[0].role", "enum"),
        ("openrouter", [assistant("x", reasoning_details="hm")], "$[0].reasoning_details", "type"),
        ("openrouter", [assistant("x", reasoning_details=[{"text": "hm"}])], "$[0].reasoning_details[0]", "required"),
        ("openrouter", [assistant("x", reasoning_details=[thought(3)])], "$[0].reasoning_details[0].text", "type"),
        (
            "openrouter",
            [assistant("x", reasoning_details=[{"type": "reasoning.encrypted"}])],
            "$[0].reasoning_details[0]",
            "required",
        ),
        ("openrouter", [user([{"type": "audio_url", "audio_url": {"url": "a"}}])], "$[0].content[0].type", "enum"),
        ("moonshot", [{"role": "developer", "content": "x"}], "$[0].role", "enum"),
        ("moonshot", [user([audio()])], "$[0].content[0].type", "enum"),
        ("moonshot", [user([video(3)])], "$[0].content[0].video_url.url", "type"),
        ("moonshot", [assistant("x", partial="yes")], "$[0].partial", "type"),
        ("groq", [user([video()])], "$[0].content[0].type", "enum"),
        ("groq", [user([{"type": "document", "document": {"data": "x"}}])], "$[0].content[0].document.data", "type"),
        ("groq", [calling(*BARE)], "$[0].tool_calls[0]", "required"),
        ("groq", [assistant("x", reasoning=["hm"])], "$[0].reasoning", "type"),
        ("xai", [user([audio()])], "$[0].content[0].type", "enum"),
        ("xai", [user([image(3)])], "$[0].content[0].image_url.url", "type"),
        ("minimax", [{"role": "developer", "content": "x"}], "$[0].role", "enum"),
        ("minimax", [assistant("x", reasoning_details=[thought(3)])], "$[0].reasoning_details[0].text", "type"),
        ("minimax", [user([{"type": "video_url", "video_url": "a"}])], "$[0].content[0].video_url", "type"),
        ("siliconflow", [user([audio()])], "$[0].content[0].type", "enum"),
        ("siliconflow", [user([{"type": "audio_url"}])], "$[0].content[0]", "required"),
    ],
)
def test_the_schema_names_the_leaf_that_is_wrong(name: str, payload: Any, path: str, keyword: str) -> None:
    found = [(finding.path, finding.id) for finding in schema(DIALECTS[name].open(payload))]

    assert found == [(path, f"schema.{keyword}")]


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_not_said_to_differ_is_openais(name: str) -> None:
    """No definition is a copy, and what is borrowed is a rule of OpenAI's."""
    here, theirs = schema_data(name)["$defs"], schema_data("openai")["$defs"]
    borrowed = {rule.id for rule in DIALECTS[name].rules if rule.id.startswith("openai.")}

    assert here["tools"] == theirs["tools"]
    assert here != theirs
    assert borrowed
    assert borrowed <= {rule.id for rule in openai.RULES}


@pytest.mark.parametrize(
    ("value", "patch", "expected"),
    [  # of RFC 7396, appendix A
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "foo"}, "bar", "bar"),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_a_patch_is_merged_as_the_standard_has_it(value: Any, patch: Any, expected: Any) -> None:
    assert merged(value, patch) == expected


def parts(name: str, message: Any) -> tuple[Any, ...]:
    """What the one message says."""
    (turn,) = DIALECTS[name].read(DIALECTS[name].open([message])).turns
    return turn.parts


def test_details_are_read_in_their_order_with_what_signs_them() -> None:
    details = [thought("a", **SIGNED), thought("b"), sealed("AAAA"), {"type": "reasoning.summary", "summary": "c"}]

    assert parts("openrouter", assistant("x", reasoning_details=details)) == (
        ThinkingPart("a", "$[0].reasoning_details[0].text", "c2ln"),
        ThinkingPart("b", "$[0].reasoning_details[1].text", ""),
        ThinkingPart("", "$[0].reasoning_details[2].data", redacted="AAAA"),
        ThinkingPart("c", "$[0].reasoning_details[3].summary"),
        TextPart("x", "$[0].content"),
    )


def test_what_is_encrypted_under_a_calls_id_signs_the_call() -> None:
    message = calling(call("call_1"), call("call_2"), reasoning_details=[sealed("AAAA", id="call_2"), sealed("BBBB")])

    hidden, *called = parts("openrouter", message)

    assert hidden == ThinkingPart("", "$[0].reasoning_details[1].data", redacted="BBBB")
    assert [(part.id, part.signature) for part in called if isinstance(part, CallPart)] == [
        ("call_1", ""),
        ("call_2", "AAAA"),
    ]


@pytest.mark.parametrize("key", ["reasoning", "reasoning_content"])
def test_one_thought_under_two_keys_is_thought_once(key: str) -> None:
    told = parts("openrouter", assistant("x", reasoning_details=[thought("a b"), thought("c")], **{key: "a bc"}))

    assert [part.text for part in told if isinstance(part, ThinkingPart)] == ["a b", "c"]


def test_another_thought_under_another_key_is_another() -> None:
    told = parts("openrouter", assistant("x", reasoning_details=[thought("a")], reasoning="b"))

    assert [part.text for part in told if isinstance(part, ThinkingPart)] == ["a", "b"]


def test_an_address_may_be_a_string() -> None:
    said = parts("moonshot", user([text("a"), {"type": "image_url", "image_url": PICTURE}, image("ms://a")]))

    assert [part.url for part in said if isinstance(part, MediaPart)] == [None, "ms://a"]


CONTEXTS = [{"model": "google/gemini-3-pro", "thinking": {"type": "enabled"}}, {"model": {}, "thinking": True}]
ODD = [
    assistant("x", reasoning_details=[None, 3, {"type": []}, {"type": "reasoning.text", "text": 3}, {"id": []}]),
    calling(call("call_1"), reasoning_details=[{"type": "reasoning.encrypted", "data": 3, "id": "call_1"}]),
    calling(call("call_1"), reasoning_details=[{"type": "reasoning.encrypted", "data": "A", "id": {}}]),
    calling({"id": [], "function": {"name": "f"}}, reasoning_details=[{"id": []}]),
    result(content=3),
]


@pytest.mark.parametrize("name", RIGHT)
def test_junk_raises_nothing(name: str) -> None:
    for payload in (*JUNK, *([message] for message in ODD)):
        for context in CONTEXTS:
            is_borne_or_refused(DIALECTS[name], payload, context)
