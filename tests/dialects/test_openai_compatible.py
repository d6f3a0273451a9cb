"""DeepSeek, Zhipu and vLLM: their own rules, what they borrow from OpenAI, and the parts that only they take."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from support.examples import drawn
from support.judging import findings, is_borne_or_refused
from support.junk import JSON, spoilt_somewhere
from support.media import PNG, WAV, b64, data_uri
from support.payloads.openai import JUNK, assistant, audio, calling, image, result, system, text, user
from support.payloads.openai_compatible import RIGHT, file, video

from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.dialects import deepseek, openai, vllm, zhipu
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import MediaPart, ResultPart, TextPart, ThinkingPart

DIALECTS = {module.DIALECT.id: module.DIALECT for module in (deepseek, zhipu, vllm)}

EACH = [
    pytest.param(name, payload, id=f"{name}, {title}")
    for name, all_ in RIGHT.items()
    for title, payload in all_.items()
]


@pytest.mark.parametrize(("name", "payload"), EACH)
def test_a_right_payload_has_no_finding(name, payload):
    assert list(findings(DIALECTS[name], payload)) == []


MISSHAPEN = [
    ("deepseek", [{"role": "developer", "content": "x"}], "$[0].role", "enum"),
    ("deepseek", [system(None)], "$[0].content", "type"),
    ("deepseek", [assistant([image()])], "$[0].content[0].type", "enum"),
    ("deepseek", [user([audio()])], "$[0].content[0].type", "enum"),
    ("deepseek", [user([{"type": "image_url", "image_url": "a.png"}])], "$[0].content[0].image_url", "type"),
    ("deepseek", [assistant("x", prefix="yes")], "$[0].prefix", "type"),
    (
        "deepseek",
        [calling({"id": "1", "function": {"name": "f", "arguments": "{}"}})],
        "$[0].tool_calls[0]",
        "required",
    ),
    ("zhipu", [{"role": "function", "name": "f", "content": "x"}], "$[0].role", "enum"),
    ("zhipu", [user([{"type": "image_url", "image_url": "a.png"}])], "$[0].content[0].image_url", "type"),
    ("zhipu", [user([{"type": "audio_url", "audio_url": {"url": "a"}}])], "$[0].content[0].type", "enum"),
    ("zhipu", [assistant([image()])], "$[0].content[0].type", "enum"),
    ("zhipu", [result(content=None)], "$[0].content", "type"),
    ("vllm", [{"content": "x"}], "$[0]", "required"),
    ("vllm", [user(None)], "$[0].content", "type"),
    ("vllm", [user([3])], "$[0].content[0]", "type"),
    ("vllm", [user([{"text": "Hi"}])], "$[0].content[0]", "required"),
    (
        "vllm",
        [user([{"type": "image_url", "image_url": "https://example.com/a.png"}])],
        "$[0].content[0].image_url",
        "type",
    ),
    ("vllm", [user([{"type": "thinking", "thinking": None}])], "$[0].content[0].thinking", "type"),
    ("vllm", [{"role": "tool", "tool_call_id": "a"}], "$[0]", "required"),
]


@pytest.mark.parametrize(("name", "payload", "path", "keyword"), MISSHAPEN)
def test_the_schema_names_the_leaf_that_is_wrong(name, payload, path, keyword):
    found = [(finding.path, finding.id) for finding in schema(DIALECTS[name].open(payload))]

    assert found == [(path, f"schema.{keyword}")]


@pytest.mark.parametrize("name", DIALECTS)
def test_some_rules_are_borrowed_from_openai(name):
    borrowed = {rule.id for rule in DIALECTS[name].rules if rule.id.startswith("openai.")}

    assert borrowed
    assert borrowed <= {rule.id for rule in openai.RULES}


@pytest.mark.parametrize("name", DIALECTS)
def test_unknown_keys_are_a_warning(name):
    found = [finding for finding in findings(DIALECTS[name], [user("Hi", id="1")]) if finding.path == "$[0].id"]

    assert [(finding.id, finding.severity) for finding in found] == [("openai.no-unknown-keys", Severity.WARNING)]


@pytest.mark.parametrize(
    ("model", "wanted"),
    [
        ("google/gemma-3-27b-it", True),
        ("mistralai/Mistral-7B-Instruct-v0.3", True),
        ("Mixtral-8x22B", True),
        ("codellama/CodeLlama-13b-Instruct-hf", True),
        ("meta-llama/Llama-2-13b-chat-hf", True),
        ("meta-llama/Llama-3.3-70B-Instruct", False),
        ("Qwen/Qwen3-32B", False),
        ("openai/gpt-oss-120b", False),
    ],
)
def test_the_models_name_tells_the_template(model, wanted):
    found = [finding.id for finding in findings(vllm.DIALECT, [user(), user()], {"model": model})]

    assert found == (["vllm.template-alternate"] if wanted else [])


def parts(dialect: Any, message: Any) -> tuple[Any, ...]:
    """What the one message says."""
    (turn,) = dialect.read(dialect.open([message])).turns
    return turn.parts


def test_deepseeks_reader_says_the_reasoning_first():
    assert parts(deepseek.DIALECT, assistant("x", reasoning_content="hm")) == (
        ThinkingPart("hm", "$[0].reasoning_content", beside=True),
        TextPart("x", "$[0].content"),
    )


def test_zhipus_reader_decodes_an_image_of_bare_base64():
    assert parts(zhipu.DIALECT, user([image(b64(PNG)), image(data_uri(PNG)), image("a/b.png"), video(), file()])) == (
        MediaPart("image", "$[0].content[0].image_url.url", data=PNG),
        MediaPart("image", "$[0].content[1].image_url.url", data=PNG, media_type="image/png"),
        MediaPart("image", "$[0].content[2].image_url.url", url="a/b.png"),
        MediaPart("video", "$[0].content[3].video_url.url", url="https://example.com/a.mp4"),
        MediaPart("document", "$[0].content[4].file_url.url", url="https://example.com/a.pdf"),
    )


def test_zhipus_reader_decodes_images_in_results_too():
    (said,) = parts(zhipu.DIALECT, result(content=[text("a"), image(b64(PNG))]))

    assert said == ResultPart(
        "call_1", None, ["a"], "$[0]", (MediaPart("image", "$[0].content[1].image_url.url", data=PNG),)
    )


def test_vllms_reader_knows_the_parts_that_only_vllm_takes():
    content = [
        "Hi",
        {"type": "audio_url", "audio_url": {"url": data_uri(WAV, "audio/wav")}},
        video(data_uri(b"\0\0\0\0ftyp", "video/mp4")),
        {"image_url": "https://example.com/a.png"},
        {"type": "input_image", "image_url": data_uri(PNG)},
        {"type": "output_text", "text": "Well"},
        {"type": "thinking", "thinking": "hm"},
        {"type": "tool_reference", "name": "search"},
    ]

    assert parts(vllm.DIALECT, user(content)) == (
        TextPart("Hi", "$[0].content[0]"),
        MediaPart("audio", "$[0].content[1].audio_url.url", data=WAV, media_type="audio/wav"),
        MediaPart("video", "$[0].content[2].video_url.url", data=b"\0\0\0\0ftyp", media_type="video/mp4"),
        MediaPart("image", "$[0].content[3].image_url", url="https://example.com/a.png"),
        MediaPart("image", "$[0].content[4].image_url", data=PNG, media_type="image/png"),
        TextPart("Well", "$[0].content[5].text"),
        ThinkingPart("hm", "$[0].content[6].thinking"),
    )


CONTEXTS = [
    {"model": "deepseek-reasoner", "thinking": {"type": "enabled"}},
    {"model": "gemma-qwen", "thinking": []},
    {"model": {}, "thinking": True},
]


@pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)
@pytest.mark.parametrize("payload", JUNK)
def test_junk_raises_nothing(dialect, payload):
    for context in CONTEXTS:
        is_borne_or_refused(dialect, payload, context)


@pytest.mark.parametrize("name", DIALECTS)
@settings(max_examples=drawn(80), deadline=None)
@given(payload=JSON | spoilt_somewhere([payload for all_ in RIGHT.values() for payload in all_.values()]))
def test_no_payload_raises_anything(name, payload):
    for context in CONTEXTS:
        is_borne_or_refused(DIALECTS[name], payload, context)
