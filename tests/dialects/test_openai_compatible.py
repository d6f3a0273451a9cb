"""DeepSeek, Zhipu and vLLM: their own rules, what they borrow from OpenAI, and the parts that only they take."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from test_openai import (
    JPEG,
    JSON,
    JUNK,
    PNG,
    WAV,
    Proof,
    assistant,
    audio,
    b64,
    call,
    calling,
    data_uri,
    findings,
    ids,
    image,
    result,
    spoilt,
    survives,
    system,
    text,
    user,
)

from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.dialects import deepseek, openai, vllm, zhipu
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import SaidMedia, SaidResult, SaidText, SaidThinking

DIALECTS = {module.DIALECT.id: module.DIALECT for module in (deepseek, zhipu, vllm)}
OWN = [rule.id for dialect in DIALECTS.values() for rule in dialect.rules if rule.id.startswith(f"{dialect.id}.")]

THINKING = {"thinking": {"type": "enabled"}}
REASONER = {"model": "deepseek-reasoner"}
GEMMA, QWEN = {"model": "google/gemma-3-12b-it"}, {"model": "Qwen/Qwen3.5-27B"}


def video(url: Any = "https://example.com/a.mp4") -> dict[str, Any]:
    return {"type": "video_url", "video_url": {"url": url}}


def file(url: Any = "https://example.com/a.pdf") -> dict[str, Any]:
    return {"type": "file_url", "file_url": {"url": url}}


PROOFS = [
    Proof("deepseek.text-only", [user([text(), image()])], "$[0].content[1].type", [user([text()]), user("Hi")]),
    Proof(
        "deepseek.text-only",
        [calling(call()), result(content=[image(data_uri(PNG))])],
        "$[1].content[0].type",
        [calling(call()), result(content=[text()])],
    ),
    Proof(
        "deepseek.reasoning-passback",
        [user(), calling(call()), result()],
        "$[1].reasoning_content",
        [user(), calling(call(), reasoning_content="hm"), result(), assistant("Sunny.")],
        THINKING,
        THINKING,
    ),
    Proof(
        "deepseek.reasoning-passback",
        [user(), calling(call(), reasoning_content=None), result()],
        "$[1].reasoning_content",
        [user(), calling(call()), result()],
        {"thinking": True},
        {"thinking": {"type": "disabled"}},
    ),
    Proof(
        "deepseek.alternate", [user(), user()], "$[1].role", [system(), user(), assistant(), user()], REASONER, REASONER
    ),
    Proof(
        "deepseek.alternate",
        [user(), assistant(), assistant()],
        "$[2].role",
        [user(), user(), assistant(), assistant()],
        REASONER,
        {"model": "deepseek-v4-pro"},
    ),
    Proof("deepseek.content-not-null", [assistant(None, reasoning_content="hm")], "$[0].content", [assistant("")]),
    Proof("deepseek.content-not-null", [{"role": "assistant"}], "$[0].content", [calling(call()), result()]),
    Proof("deepseek.tool-calls-answered", [calling(call())], "$[0].tool_calls[0].id", [calling(call()), result()]),
    Proof("zhipu.has-user", {"messages": [system(), assistant()]}, "$.messages", [system(), user()]),
    Proof("zhipu.text-nonempty", [user("")], "$[0].content", [user("Hi"), calling(call(), content=""), result()]),
    Proof("zhipu.text-nonempty", [user([text("a"), text("")])], "$[0].content[1].text", [user([text(" ")])]),
    Proof(
        "vllm.part-types", [user([{"type": "audio", "audio": "a.mp3"}])], "$[0].content[0].type", [user(["Hi", text()])]
    ),
    Proof(
        "vllm.template-alternate", [user(), user()], "$[1].role", [system(), user(), assistant(), user()], GEMMA, GEMMA
    ),
    Proof("vllm.template-alternate", [assistant(), user()], "$[0].role", [assistant(), user()], GEMMA, QWEN),
    Proof(
        "vllm.template-alternate",
        [user(), assistant(), system(), user()],
        "$[2].role",
        [user(), calling(call()), result(), assistant(), user()],
        {"model": "mistralai/Mixtral-8x7B"},
        {"model": "meta-llama/Llama-2-7b-chat-hf"},
    ),
    Proof("vllm.template-system-first", [user(), system()], "$[1].role", [system(), user()], QWEN, QWEN),
    Proof(
        "vllm.template-system-first", [system(), system()], "$[1].role", [system(), system()], QWEN, {"model": "glm-5"}
    ),
    Proof(
        "vllm.reasoning-key",
        [assistant("Hi", reasoning_content="hm")],
        "$[0].reasoning_content",
        [assistant("Hi", reasoning="hm"), assistant("Hi", reasoning="hm", reasoning_content="hm")],
    ),
]


def dialect_of(proof: Proof) -> Any:
    return DIALECTS[proof.rule.partition(".")[0]]


@pytest.mark.parametrize("proof", PROOFS, ids=ids(PROOFS))
def test_a_rule_finds_what_breaks_it_and_nothing_else_is_wrong_by_the_rules(proof):
    dialect = dialect_of(proof)

    found = list(protocol(dialect, dialect.open(proof.broken, proof.broken_context)))

    assert [finding.path for finding in found if finding.id == proof.rule][:1] == [proof.path]
    assert {finding.id for finding in found if finding.is_error} <= {proof.rule}


@pytest.mark.parametrize("proof", PROOFS, ids=ids(PROOFS))
def test_a_rule_finds_nothing_in_a_payload_that_keeps_it(proof):
    assert list(findings(dialect_of(proof), proof.kept, proof.kept_context)) == []


def test_every_own_rule_has_its_proof():
    assert {proof.rule for proof in PROOFS} == set(OWN)


TALK = [
    system("You are Friday.", name="system"),
    user("Hello, I am Ann.", name="Ann"),
    assistant("Hello, Ann.", name="Friday"),
    user([text("What is the weather"), text("in 北京?")]),
    calling(call("call_1"), call("call_2", "now", "{}")),
    result("call_1", "sunny"),
    result("call_2", [text("12:00")]),
    assistant("Sunny, at noon."),
]
THOUGHT = [*TALK[:4], TALK[4] | {"reasoning_content": "Two tools."}, *TALK[5:]]

RIGHT = {
    "deepseek": {
        "a talk": TALK,
        "thinking passed back": {"model": "deepseek-v4-pro", **THINKING, "messages": THOUGHT},
        "a prefix": [user(), assistant("```python\n", prefix=True)],
        "its own role": [user(), {"role": "latest_reminder", "content": "It is 2026."}],
    },
    "zhipu": {
        "a talk": {"model": "glm-5", "messages": TALK},
        "thinking passed back": THOUGHT,
        "pictures": [user([text(), image(), image(b64(PNG)), image(data_uri(JPEG, "image/jpeg"))])],
        "a video": [user([video(), text("What happens?")])],
        "a file": [user([file(), text("Sum up.")])],
        "sound": [user([audio()])],
    },
    "vllm": {
        "a talk": TALK,
        "reasoning": [user(), assistant("Hello", reasoning="hm")],
        "every part": [
            user(
                [
                    "Look",
                    text(),
                    image(),
                    {"image_url": "https://example.com/a.png"},
                    {"type": "image_url", "image_url": "https://example.com/a.png", "uuid": "a"},
                    {"type": "image_url", "image_url": None, "uuid": "a"},
                    {"type": "audio_url", "audio_url": {"url": data_uri(WAV, "audio/wav")}},
                    video(),
                    audio(format_="flac"),
                    {"type": "image_embeds", "image_embeds": "AAAA"},
                    {"type": "audio_embeds", "audio_embeds": {"a": "AAAA"}},
                    {"type": "prompt_embeds", "data": "AAAA"},
                    {"type": "input_text", "text": "Hi"},
                    {"type": "input_image", "image_url": "https://example.com/a.png", "detail": "auto"},
                ]
            ),
            assistant([{"type": "thinking", "thinking": "hm", "closed": True}, {"type": "refusal", "refusal": "No."}]),
            user([{"type": "tool_reference", "name": "search"}]),
        ],
    },
}
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
    ("deepseek", [user([image()])], "$[0].content[0].type", "enum"),
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
    ("vllm", [{"role": "tool", "content": "x"}], "$[0]", "required"),
]


@pytest.mark.parametrize(("name", "payload", "path", "keyword"), MISSHAPEN)
def test_the_schema_names_the_leaf_that_is_wrong(name, payload, path, keyword):
    found = [(finding.path, finding.id) for finding in schema(DIALECTS[name].open(payload))]

    assert found == [(path, f"schema.{keyword}")]


@pytest.mark.parametrize("name", DIALECTS)
def test_what_is_borrowed_from_openai_is_a_warning(name):
    borrowed = [rule for rule in DIALECTS[name].rules if rule.id.startswith("openai.")]

    assert borrowed
    assert all(rule.severity is Severity.WARNING for rule in borrowed)
    assert {rule.id for rule in borrowed} <= {rule.id for rule in openai.RULES}


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
        SaidThinking("hm", "$[0].reasoning_content"),
        SaidText("x", "$[0].content"),
    )


def test_zhipus_reader_decodes_an_image_of_bare_base64():
    assert parts(zhipu.DIALECT, user([image(b64(PNG)), image(data_uri(PNG)), image("a/b.png"), video(), file()])) == (
        SaidMedia("image", "$[0].content[0].image_url.url", data=PNG),
        SaidMedia("image", "$[0].content[1].image_url.url", data=PNG, media_type="image/png"),
        SaidMedia("image", "$[0].content[2].image_url.url", url="a/b.png"),
        SaidMedia("video", "$[0].content[3].video_url.url", url="https://example.com/a.mp4"),
        SaidMedia("document", "$[0].content[4].file_url.url", url="https://example.com/a.pdf"),
    )


def test_zhipus_reader_decodes_images_in_results_too():
    (said,) = parts(zhipu.DIALECT, result(content=[text("a"), image(b64(PNG))]))

    assert said == SaidResult(
        "call_1", None, ["a"], "$[0]", (SaidMedia("image", "$[0].content[1].image_url.url", data=PNG),)
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
        SaidText("Hi", "$[0].content[0]"),
        SaidMedia("audio", "$[0].content[1].audio_url.url", data=WAV, media_type="audio/wav"),
        SaidMedia("video", "$[0].content[2].video_url.url", data=b"\0\0\0\0ftyp", media_type="video/mp4"),
        SaidMedia("image", "$[0].content[3].image_url", url="https://example.com/a.png"),
        SaidMedia("image", "$[0].content[4].image_url", data=PNG, media_type="image/png"),
        SaidText("Well", "$[0].content[5].text"),
        SaidThinking("hm", "$[0].content[6].thinking"),
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
        survives(dialect, payload, context)


@pytest.mark.parametrize("name", DIALECTS)
@settings(max_examples=80, deadline=None)
@given(payload=JSON | spoilt([payload for all_ in RIGHT.values() for payload in all_.values()]))
def test_no_payload_raises_anything(name, payload):
    for context in CONTEXTS:
        survives(DIALECTS[name], payload, context)
