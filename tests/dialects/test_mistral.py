"""Mistral chat completions: what breaks and what keeps each rule, right payloads, the reader, and junk."""

from __future__ import annotations

import base64
from functools import partial
from typing import Any

import proofs
import pytest
from hypothesis import given, settings
from proofs import assert_broken, assert_kept
from test_openai import JSON, spoilt, survives

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.dialects.mistral import DIALECT, separates_content_and_calls
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import SaidCall, SaidMedia, SaidResult, SaidText, SaidThinking, Turn

# Literally, after the evidence: refused without qualification, stable, and strongly evidenced.
ERRORS = {
    "mistral.messages-nonempty",
    "mistral.last-role",
    "mistral.prefix-last",
    "mistral.call-count",
    "mistral.id-unique",
    "mistral.function-name",
    "mistral.no-unknown-keys",
}

# The files are as short as the kit's `sniff` allows.
PNG, BMP, WAV, PDF = b"\x89PNG\r\n\x1a\n", b"BM", b"RIFF\0\0\0\0WAVE", b"%PDF-"
A, B = "aaaaaaaa1", "bbbbbbbb2"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def data_uri(data: bytes, type_: str = "image/png") -> str:
    return f"data:{type_};base64,{b64(data)}"


def system(content: Any = "Be brief.") -> dict[str, Any]:
    return {"role": "system", "content": content}


def user(*chunks: Any, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(chunks) or "Weather?", **more}


def assistant(content: Any = "Sunny.", **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content, **more}


def call(id_: Any = A, name: Any = "weather", arguments: Any = '{"city": "Paris"}') -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


def calling(*calls: Any, content: Any = "") -> dict[str, Any]:
    return assistant(content, tool_calls=list(calls))


def result(id_: Any = A, content: Any = "22 °C", **more: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content, **more}


def text(said: Any = "Look.") -> dict[str, Any]:
    return {"type": "text", "text": said}


def thought(*thoughts: Any) -> dict[str, Any]:
    return {"type": "thinking", "thinking": [text(each) for each in thoughts] or "Let me see."}


def image(url: Any = "https://example.com/a.png") -> dict[str, Any]:
    return {"type": "image_url", "image_url": url}


def document(url: Any = "https://example.com/a.pdf") -> dict[str, Any]:
    return {"type": "document_url", "document_url": url}


def audio(data: Any) -> dict[str, Any]:
    return {"type": "input_audio", "input_audio": data}


def offered(name: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object"}}}


def named(name: str) -> dict[str, Any]:
    return {"messages": [user()], "tools": [offered(name)]}


Proof = partial(proofs.Proof, "mistral")

PROOFS = (
    Proof("messages-nonempty", [], "$", [user()]),
    Proof("messages-nonempty", {"messages": []}, "$.messages", {"messages": [system(), user()]}),
    Proof(
        "tool-call-id",
        [user(), calling(call("call_1")), result("call_1")],
        "$[1].tool_calls[0].id",
        [user(), calling(call()), result()],
    ),
    Proof(
        "tool-call-id",
        [user(), calling(call("aaaaaaaa1b")), result("aaaaaaaa1b")],
        "$[1].tool_calls[0].id",
        [user(), calling(call("Ab3Ab3Ab3")), result("Ab3Ab3Ab3")],
    ),
    Proof("tool-call-id", [user(), calling(call("")), result("")], "$[1].tool_calls[0].id", [user()]),
    Proof("tool-call-id", [user(), calling(call("null")), result("null")], "$[1].tool_calls[0].id", [user()]),
    Proof(
        "role-order",
        [system(), user(), assistant(), system(), user()],
        "$[3].role",
        [system(), system(), user(), system(), user(), user()],
    ),
    Proof(
        "role-order",
        [user(), calling(call()), result(), system(), user()],
        "$[3].role",
        [user(), calling(call()), result(), user()],
    ),
    Proof(
        "role-order",
        [user(), calling(call()), user(), result()],
        "$[3].role",
        [user(), assistant(), calling(call(A), call(B)), result(A), result(B), assistant(), user()],
    ),
    Proof("first-role", [assistant(), user()], "$[0].role", [system(), assistant(), user()]),
    Proof("first-role", [calling(call()), result()], "$[0].role", [user(), calling(call()), result()]),
    Proof("last-role", [user(), assistant()], "$[1].role", [user(), assistant("So", prefix=True)]),
    Proof("last-role", [user(), assistant(prefix=False)], "$[1].role", [user(), calling(call()), result()]),
    Proof(
        "prefix-last",
        [user(), assistant(prefix=True), user()],
        "$[1].prefix",
        [user(), assistant(prefix=False), user(), assistant(prefix=True)],
    ),
    Proof(
        "call-count",
        [user(), calling(call(A), call(B)), result(A), assistant(), user()],
        "$[1].tool_calls",
        [user(), calling(call(A), call(B)), result(B), result(A), assistant(), user()],
    ),
    Proof("call-count", [user(), calling(call()), user()], "$[1].tool_calls", [user(), calling(call()), result()]),
    Proof(
        "call-count",
        [user(), calling(call(A), call(B)), result(B)],
        "$[1].tool_calls",
        [user(), calling(call(A)), result(A), calling(call(B)), result(B), user()],
    ),
    Proof(
        "call-count",
        [user(), calling(call()), result(), result()],
        "$[3]",
        [user(), calling(call()), result(), calling(call()), result()],
        also=("mistral.id-unique",),
    ),
    Proof(
        "id-unique",
        [user(), calling(call(), call(name="time")), result(), result(B)],
        "$[1].tool_calls[1].id",
        [user(), calling(call(), call(B)), result(), result(B)],
    ),
    Proof("id-unique", [user(), calling(call(A)), result(B)], "$[2].tool_call_id", [user(), calling(call()), result()]),
    Proof(
        "id-unique",
        [user(), calling(call(A), call(B)), result(A), result(A)],
        "$[3].tool_call_id",
        [user(), calling(call()), result(), assistant(), user(), calling(call()), result()],
    ),
    Proof(
        "function-name",
        [user(), calling(call(name="weather.get")), result()],
        "$[1].tool_calls[0].function.name",
        [user(), calling(call(name="n" * 64)), result(name=None)],
    ),
    Proof(
        "function-name",
        [user(), calling(call()), result(name="get weather")],
        "$[2].name",
        [user(), calling(call()), result(name="get-weather_2")],
    ),
    Proof("function-name", named("n" * 65), "$.tools[0].function.name", named("weather")),
    Proof("function-name", named(""), "$.tools[0].function.name", named("w")),
    Proof("content-or-calls", [user(), assistant(""), user()], "$[1].content", [user(), calling(call()), result()]),
    Proof("content-or-calls", [user(), {"role": "assistant"}, user()], "$[1].content", [user(), assistant(), user()]),
    Proof(
        "content-xor-calls",
        [user(), calling(call(), content="I look."), result()],
        "$[1].content",
        [user(), calling(call()), result()],
        context={"model": "open-mistral-nemo-2407"},
    ),
    Proof(
        "content-xor-calls",
        {"model": "mistralai/Mixtral-8x7B", "messages": [user(), calling(call(), content=[text()]), result()]},
        "$.messages[1].content",
        {"model": "mistral-large-2411", "messages": [user(), calling(call(), content=[text()]), result()]},
    ),
    Proof(
        "think-leading",
        [user(), assistant([text(), thought()]), user()],
        "$[1].content[1]",
        [user(), assistant([thought(), thought(), text()]), user()],
    ),
    Proof("image-address", [user(image("http://e.com/a.png"))], "$[0].content[0].image_url", [user(image())]),
    Proof(
        "image-address",
        [user(image({"url": b64(PNG)}))],
        "$[0].content[0].image_url.url",
        [user(image({"url": data_uri(PNG)}))],
    ),
    Proof(
        "image-address",
        [user(image("data:image/png;base64,no!"))],
        "$[0].content[0].image_url",
        [user(image(data_uri(PNG)))],
    ),
    Proof(
        "image-format",
        [user(image(data_uri(BMP, "image/bmp")))],
        "$[0].content[0].image_url",
        [user(image(data_uri(PNG)))],
    ),
    Proof("image-limits", [user(*[image()] * 9)], "$[0].content[8].image_url", [user(*[image()] * 8)]),
    Proof(
        "image-limits",
        [user(image(data_uri(PNG + bytes(10**7))))],
        "$[0].content[0].image_url",
        [user(image(data_uri(PNG + bytes(10**7 - 8))))],
    ),
    Proof("no-unknown-keys", [user(name="Ann")], "$[0].name", [user()]),
    Proof(
        "no-unknown-keys",
        [user(), assistant(reasoning_content="hm"), user()],
        "$[1].reasoning_content",
        [user(), assistant([thought("hm"), text()]), user()],
    ),
)


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_a_rule_is_broken_where_it_should_be(proof: proofs.Proof) -> None:
    assert_broken(DIALECT, proof, ERRORS)


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_a_rule_is_kept_where_it_should_be(proof: proofs.Proof) -> None:
    assert_kept(DIALECT, proof)


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_no_other_rule_has_a_word_to_say(proof: proofs.Proof) -> None:
    broken, kept = (proofs.judged(DIALECT, payload, **proof.context) for payload in (proof.breaking, proof.keeping))

    assert {finding.id for finding in broken} == {proof.id, *proof.also}
    assert kept == []


def test_every_rule_has_a_proof() -> None:
    assert {rule.id for rule in DIALECT.rules} == {proof.id for proof in PROOFS}


def test_only_what_is_surely_refused_is_an_error() -> None:
    assert {rule.id for rule in DIALECT.rules if rule.severity is Severity.ERROR} == ERRORS


def test_a_system_message_at_the_end_is_worth_a_word_and_no_error() -> None:
    found = proofs.judged(DIALECT, [user(), system()])

    assert [(finding.id, finding.path, finding.severity) for finding in found] == [
        ("mistral.last-role", "$[1].role", Severity.WARNING)
    ]


# Names and tokenizers as mistral-common and docs.mistral.ai (cookbook, tokenization) list them.
SEPARATE = [
    "open-mistral-7b",
    "mistralai/Mistral-7B-Instruct-v0.3",
    "open-mixtral-8x22b-2404",
    "mistral-large-2407",
    "open-mistral-nemo",
    "codestral-2405",
    "pixtral-12b-2409",
    "mistralai/Ministral-8B-Instruct-2410",
]
TOGETHER = ["mistral-large-2411", "pixtral-large-2411", "mistral-small-2603", "mistral-medium-latest", "devstral-2512"]


@pytest.mark.parametrize("model", [*SEPARATE, *TOGETHER])
def test_the_models_name_tells_whether_content_and_calls_go_together(model: str) -> None:
    assert separates_content_and_calls(model) == (model in SEPARATE)


ROUND = [calling(call(A), call(B, "now", {})), result(B, "12:00", name="now"), result(A, [text("22 °C"), image()])]
RIGHT: dict[str, Any] = {
    "a string": [user()],
    "turns": {"model": "mistral-large-2512", "messages": [system(), user(text()), assistant([text()]), user()]},
    "two calls": {"messages": [user(), *ROUND], "tools": [offered("weather"), offered("now")]},
    "an index beside a call": [user(), calling(call() | {"index": 0}, content=None), result()],
    "a call with text and thoughts": [user(), calling(call(), content=[thought("Hm"), text()]), result()],
    "thinking as a string": [user(), assistant([thought() | {"closed": True, "signature": None}, text()]), user()],
    "thoughts with references": [
        user(),
        assistant(
            [
                {
                    "type": "thinking",
                    "thinking": [
                        {"type": "reference", "reference_ids": [1, "b"]},
                        {"type": "tool_reference", "tool": "web_search", "title": "A", "url": None},
                    ],
                },
                text(),
                {"type": "reference", "reference_ids": [1]},
            ]
        ),
        user(),
    ],
    "thinking in the system text": [system([text("Think so:"), thought("…"), text("Then answer.")]), user()],
    "a prefix": [user(), assistant("```python\n", prefix=True)],
    "every chunk that a user shows": [
        user(
            text(),
            image(data_uri(PNG)),
            image({"url": "https://example.com/a.png", "detail": "low"}),
            audio(b64(WAV)),
            audio({"data": "https://example.com/a.mp3", "format": "mp3"}),
            {"type": "audio_url", "audio_url": {"url": data_uri(WAV, "audio/wav")}},
            document(),
            document(data_uri(PDF, "application/pdf")) | {"document_name": "A"},
            {"type": "file", "file_id": "f1"},
            {"type": "resource", "uri": "file:///a.txt", "content": text()},
            {"type": "resource_link", "uri": "file:///a.txt", "metadata": {"pages": 2}},
        )
    ],
}


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(payload: Any) -> None:
    request = DIALECT.open(payload)

    assert [*schema(request), *protocol(DIALECT, request)] == []


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
    seen = SaidMedia("image", f"{where}[3].content[1].image_url", url="https://example.com/a.png")
    assert said.turns == (
        Turn("user", (SaidText("Weather?", f"{where}[0].content"),), f"{where}[0]"),
        Turn(
            "assistant",
            (
                SaidText("", f"{where}[1].content"),
                SaidCall(A, "weather", {"city": "Paris"}, f"{where}[1].tool_calls[0]"),
                SaidCall(B, "now", {}, f"{where}[1].tool_calls[1]"),
            ),
            f"{where}[1]",
        ),
        Turn("tool", (SaidResult(B, "now", "12:00", f"{where}[2]"),), f"{where}[2]", "now"),
        Turn("tool", (SaidResult(A, None, ["22 °C"], f"{where}[3]", (seen,)),), f"{where}[3]"),
    )
    assert said.tools == ("weather", "now")


def test_the_reader_hears_thoughts_in_both_of_their_forms() -> None:
    signed = thought("Let me", " see.") | {"signature": "c2ln"}
    (turn,) = turns(assistant([signed, thought(), text("Sunny.")]))

    assert turn.parts == (
        SaidThinking("Let me see.", "$[0].content[0].thinking", "c2ln"),
        SaidThinking("Let me see.", "$[0].content[1].thinking"),
        SaidText("Sunny.", "$[0].content[2].text"),
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
        SaidMedia("image", f"{where}[0].image_url", data=PNG, media_type="image/png"),
        SaidMedia("image", f"{where}[1].image_url.url", url="https://example.com/a.png"),
        SaidMedia("audio", f"{where}[2].input_audio", data=WAV),
        SaidMedia("audio", f"{where}[3].input_audio.data", data=WAV, media_type="audio/wav"),
        SaidMedia("audio", f"{where}[4].input_audio", url="https://example.com/a.mp3"),
        SaidMedia("audio", f"{where}[5].audio_url", data=WAV, media_type="audio/wav"),
        SaidMedia("document", f"{where}[6].document_url", data=PDF, media_type="application/pdf"),
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
    survives(DIALECT, payload, {"model": "mistral-7b"})


@settings(max_examples=150, deadline=None)
@given(payload=JSON | spoilt([*RIGHT.values()]))
def test_no_payload_raises_anything(payload: Any) -> None:
    survives(DIALECT, payload, {"model": "mistral-7b"})
