"""Gemini generateContent: what breaks and what keeps each rule, right payloads, the reader, and junk."""

from __future__ import annotations

import base64
import copy
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import proofs
import pytest
from proofs import assert_broken, assert_kept

from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.dialects.gemini import DIALECT
from pytest_promptfmt.dialects.gemini.keys import snake
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import SaidCall, SaidMedia, SaidResult, SaidText, SaidThinking, Turn

# Literally, after the evidence: refused without qualification, stable, and strongly evidenced.
ERRORS = {
    "gemini.contents-nonempty",
    "gemini.role-enum",
    "gemini.part-oneof",
    "gemini.part-is-object",
    "gemini.response-count",
    "gemini.call-turn-position",
    "gemini.response-turn-position",
    "gemini.response-name",
    "gemini.response-object",
    "gemini.base64-bare",
    "gemini.mime-type",
    "gemini.file-uri",
    "gemini.no-unknown-keys",
    "gemini.last-turn-user",
    "gemini.system-instruction",
}

PNG_BYTES = b"\x89PNG\r\n\x1a\n\xfb\xff\xfe"
PNG = base64.b64encode(PNG_BYTES).decode()
URL_SAFE_PNG = base64.urlsafe_b64encode(PNG_BYTES).decode().rstrip("=")


def user(*parts: Any) -> dict[str, Any]:
    return {"role": "user", "parts": list(parts)}


def model(*parts: Any) -> dict[str, Any]:
    return {"role": "model", "parts": list(parts)}


def text(said: Any, **more: Any) -> dict[str, Any]:
    return {"text": said, **more}


def call(name: Any = "weather", args: Any = None, **more: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": {"city": "Paris"} if args is None else args, **more}}


def signed(part: dict[str, Any]) -> dict[str, Any]:
    return {**part, "thoughtSignature": "EqQB"}


def response(name: Any = "weather", said: Any = None, **more: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": {"output": "sunny"} if said is None else said, **more}}


def inline(data: Any = PNG, mime_type: Any = "image/png") -> dict[str, Any]:
    return {"inlineData": {"mimeType": mime_type, "data": data}}


def file(uri: str, mime_type: str = "image/png") -> dict[str, Any]:
    return {"fileData": {"fileUri": uri, "mimeType": mime_type}}


def contents(*items: Any, **more: Any) -> dict[str, Any]:
    return {**more, "contents": list(items)}


HI, REPLY = user(text("Hi")), model(text("Hello"))
RULE = {"role": "system", "parts": [text("Be brief.")]}
ASK = user(text("Weather?"))


Proof = partial(proofs.Proof, "gemini")

GEMINI_3 = {"model": "models/gemini-3-pro-preview"}

PROOFS = (
    Proof("contents-nonempty", contents(systemInstruction={"parts": [text("x")]}), "$.contents", contents(HI)),
    Proof("contents-nonempty", [RULE], "$", [RULE, HI]),
    Proof("contents-nonempty", [HI, model(), HI], "$[1].parts", [HI, REPLY, HI]),
    Proof("contents-nonempty", [{"role": "user"}], "$[0].parts", [{"parts": [text("Hi")]}]),
    Proof(
        "role-enum",
        [HI, {"role": "assistant", "parts": [text("Hello")]}, HI],
        "$[1].role",
        [HI, REPLY, {**HI, "role": ""}],
    ),
    Proof(
        "role-enum",
        [ASK, model(call()), {"role": "tool", "parts": [response()]}],
        "$[2].role",
        [ASK, model(call()), {"role": "user", "parts": [response()]}],
    ),
    Proof("part-oneof", [user(text("Hi"), {})], "$[0].parts[1]", [user(text("Hi"))]),
    Proof("part-oneof", [user(text(None))], "$[0].parts[0]", [user({"text": "Hi", "inline_data": None})]),
    Proof("part-oneof", [HI, model({"thought": True}), HI], "$[1].parts[0]", [HI, model(text("a", thought=True)), HI]),
    Proof("part-oneof", [user({**text("Hi"), **inline()})], "$[0].parts[0]", [user(text("Hi"), inline())]),
    Proof(
        "part-oneof",
        contents(HI, systemInstruction={"parts": [{}]}),
        "$.systemInstruction.parts[0]",
        contents(HI, systemInstruction={"parts": [text("Be brief.")]}),
    ),
    Proof("part-is-object", [{"role": "user", "parts": ["Hi"]}], "$[0].parts[0]", [HI]),
    Proof("part-is-object", [{"role": "user", "parts": "Hi"}], "$[0].parts", [HI]),
    Proof(
        "response-count",
        [ASK, model(call(), call("time")), user(response()), user(response("time"))],
        "$[2].parts",
        [ASK, model(call(), call("time")), user(response(), response("time"))],
    ),
    Proof(
        "response-count",
        [ASK, model(call()), user(text("Well?"))],
        "$[2].parts",
        [ASK, model(call()), user(response(), text("Well?"))],
    ),
    Proof("call-turn-position", [model(call()), user(response())], "$[0].parts[0].functionCall", [HI, REPLY, HI]),
    Proof(
        "call-turn-position",
        [ASK, model(text("I look.")), model(call()), user(response())],
        "$[2].parts[0].functionCall",
        [ASK, model(text("I look."), call()), user(response()), model(call()), user(response())],
    ),
    Proof(
        "response-turn-position",
        [ASK, model(text("No.")), user(response())],
        "$[2].parts[0].functionResponse",
        [ASK, model(call()), user(response())],
    ),
    Proof(
        "response-name",
        [ASK, model(call()), user(response(""))],
        "$[2].parts[0].functionResponse.name",
        [ASK, model(call()), user(response("weather"))],
    ),
    Proof(
        "response-name",
        [ASK, model(call()), user(response("time"))],
        "$[2].parts[0].functionResponse.name",
        [ASK, model(call(), call("time")), user(response("time"), response("weather"))],
    ),
    Proof(
        "response-name",
        [ASK, model(call(id="a"), call("time", id="b")), user(response("time", id="a"), response("time", id="b"))],
        "$[2].parts[0].functionResponse.name",
        [ASK, model(call(id="a"), call("time", id="b")), user(response("time", id="b"), response(id="a"))],
    ),
    Proof(
        "response-name",
        [ASK, model(call(id="a")), user(response(id="b"))],
        "$[2].parts[0].functionResponse.id",
        [ASK, model(call(id=None)), user(response(id=None))],
    ),
    Proof(
        "response-object",
        [ASK, model(call()), user(response(said="sunny"))],
        "$[2].parts[0].functionResponse.response",
        [ASK, model(call()), user(response(said={"output": "sunny"}))],
    ),
    Proof(
        "thought-signature",
        [ASK, model(call()), user(response())],
        "$[1].parts[0].thoughtSignature",
        [ASK, model(text("I look."), signed(call()), call("time")), user(response(), response("time"))],
        context=GEMINI_3,
    ),
    Proof(
        "thought-signature",
        [ASK, model(signed(call())), user(response()), model(call()), user(response())],
        "$[3].parts[0].thoughtSignature",
        [ASK, model(call()), user(response()), REPLY, HI],
        context=GEMINI_3,
    ),
    Proof(
        "image-thought-signature",
        [HI, model(text("Here."), inline()), HI],
        "$[1].parts[1].thoughtSignature",
        [user(text("Hi"), inline()), model(text("Here."), signed(inline())), HI],
        context={"model": "gemini-3-pro-image-preview"},
    ),
    Proof(
        "base64-bare", [user(inline(f"data:image/png;base64,{PNG}"))], "$[0].parts[0].inlineData.data", [user(inline())]
    ),
    Proof("base64-bare", [user(inline("né"))], "$[0].parts[0].inlineData.data", [user(inline(URL_SAFE_PNG))]),
    Proof(
        "mime-type",
        [user(inline(mime_type="image/jpg"))],
        "$[0].parts[0].inlineData.mimeType",
        [user(inline(mime_type="image/jpeg"), inline(mime_type="audio/wav"))],
    ),
    Proof(
        "mime-type",
        [ASK, model(call()), user(response(parts=[{"inline_data": {"mime_type": "image/gif", "data": PNG}}]))],
        "$[2].parts[0].functionResponse.parts[0].inline_data.mime_type",
        [ASK, model(call()), user(response(parts=[{"inlineData": {"mimeType": "image/heic", "data": PNG}}]))],
    ),
    Proof(
        "mime-type",
        [user(file("https://example.com/cat.png?v=2", "image/png?v=2"))],
        "$[0].parts[0].fileData.mimeType",
        [user(file("https://example.com/cat.png?v=2", "image/png"))],
    ),
    Proof(
        "file-uri",
        [user(file("./cat.png"))],
        "$[0].parts[0].fileData.fileUri",
        [user(file("https://example.com/cat.png"), file("gs://bucket/cat.png"))],
    ),
    Proof("no-unknown-keys", [{**HI, "name": "Bob"}], "$[0].name", [HI]),
    Proof(
        "no-unknown-keys",
        [ASK, model({"functionCall": {"name": "weather", "arguments": {}}}), user(response())],
        "$[1].parts[0].functionCall.arguments",
        [ASK, model({"function_call": {"name": "weather", "args": {}, "will_continue": None}}), user(response())],
    ),
    Proof(
        "key-style",
        [user(inline(), {"file_data": {"file_uri": "gs://b/a.png", "mime_type": "image/png"}})],
        "$[0].parts[1].file_data",
        [user({"inline_data": {"data": PNG, "mime_type": "image/png"}}, text("a_b"))],
    ),
    Proof("last-turn-user", [HI, REPLY], "$[1].role", [HI, REPLY, HI]),
    Proof("last-turn-user", [ASK, model(call())], "$[1].role", [ASK, model(call()), user(response())]),
    Proof("alternate", [HI, HI], "$[1].role", [HI, REPLY, HI]),
    Proof("alternate", [HI, {"parts": [text("Hi")]}], "$[1].role", [{"parts": [text("Hi")]}]),
    Proof(
        "system-instruction",
        contents(RULE, HI),
        "$.contents[0].role",
        contents(HI, systemInstruction={"parts": [text("Be brief.")]}),
    ),
    Proof("system-instruction", [HI, RULE, HI], "$[1].role", [HI]),
)


judged = partial(proofs.judged, DIALECT)


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_a_rule_is_broken_where_it_should_be(proof: proofs.Proof) -> None:
    assert_broken(DIALECT, proof, ERRORS)


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_a_rule_is_kept_where_it_should_be(proof: proofs.Proof) -> None:
    assert_kept(DIALECT, proof)


def test_every_rule_has_a_proof() -> None:
    assert {rule.id for rule in DIALECT.rules} == {proof.id for proof in PROOFS}


def test_only_what_is_surely_refused_is_an_error() -> None:
    assert {rule.id for rule in DIALECT.rules if rule.severity is Severity.ERROR} == ERRORS


def test_a_leading_system_message_in_a_list_is_noted_once_and_is_no_error() -> None:
    found = judged([RULE, HI])

    assert [(f.id, f.path, f.severity) for f in found] == [("gemini.system-instruction", "$[0].role", Severity.WARNING)]


@pytest.mark.parametrize(
    ("payload", "id_", "path"),
    [
        (contents(HI, systemInstruction="Be brief."), "gemini.system-instruction", "$.systemInstruction"),
        ([HI, model(text("", thoughtSignature="EqQB")), HI], "gemini.part-oneof", "$[1].parts[0]"),
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
        ([user({"inlineData": {"data": PNG}})], "gemini.mime-type", "$[0].parts[0].inlineData.mimeType"),
        ([user(file("http://example.com/cat.png"))], "gemini.file-uri", "$[0].parts[0].fileData.fileUri"),
    ],
)
def test_what_the_api_may_take_is_a_warning(payload: Any, id_: str, path: str) -> None:
    assert [(f.id, f.path, f.severity) for f in judged(payload)] == [(id_, path, Severity.WARNING)]


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


DECLARED = [{"functionDeclarations": [{"name": "weather"}, {"name": "time"}]}]
RIGHT: dict[str, Any] = {
    "a list": [HI],
    "no role": [{"parts": [text("Hi")]}],
    "turns": contents(HI, REPLY, HI, systemInstruction={"role": "user", "parts": [text("Be brief.")]}),
    "the sdk's config": contents(HI, config={"system_instruction": "Be brief."}),
    "the sdk's parts": contents(HI, config={"system_instruction": ["Be brief.", text("And kind.")]}),
    "a tool": contents(ASK, model(text("I look."), call()), user(response()), tools=DECLARED),
    "parallel tools": contents(
        ASK,
        model(call(args={"maxTemp": 3}, id="a"), call("time", id="b")),
        user(response(id="a", said={"max_temp": 3}), response("time", id="b")),
        tools=DECLARED,
    ),
    "a call without arguments": [ASK, model({"functionCall": {"name": "weather"}}), user(response())],
    "media": [
        user(
            text("See:"),
            inline(),
            inline(URL_SAFE_PNG, "audio/wav"),
            {**inline("AAAA", "video/mp4"), "videoMetadata": {"fps": 2}},
            file("https://example.com/a.pdf", "application/pdf"),
        )
    ],
    "media in a response": [ASK, model(call()), user(response(parts=[inline()]))],
    "thinking": contents(
        ASK,
        model(text("Let me see.", thought=True, thoughtSignature="EqQB"), signed(call())),
        user(response()),
        model="gemini-3-pro-preview",
    ),
    "code": [
        HI,
        model(
            {"executableCode": {"language": "PYTHON", "code": "1+1"}},
            {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "2"}},
            text("2"),
        ),
        HI,
    ],
}


@pytest.mark.parametrize("spelled", [lambda payload: payload, snaked], ids=["camel", "snake"])
@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(payload: Any, spelled: Any) -> None:
    request = DIALECT.open(spelled(payload))

    assert [*schema(request), *protocol(DIALECT, request)] == []


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
        Turn("system", (SaidText("Be brief.", "$.systemInstruction.parts[0].text"),), "$.systemInstruction"),
        Turn("user", (SaidText("Weather?", "$.contents[0].parts[0].text"),), "$.contents[0]"),
        Turn(
            "assistant",
            (
                SaidCall("a", "weather", {"maxTemp": 3}, f"{calls}[0].functionCall", ""),
                SaidCall("b", "time", {"city": "Paris"}, f"{calls}[1].functionCall", ""),
            ),
            "$.contents[1]",
        ),
        Turn(
            "user",
            (
                SaidResult("a", "weather", {"max_temp": 3}, f"{answers}[0].functionResponse"),
                SaidResult("b", "time", {"output": "sunny"}, f"{answers}[1].functionResponse"),
            ),
            "$.contents[2]",
        ),
    )
    assert said.tools == ("weather", "time")


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

    assert said.turns[0] == Turn("system", tuple(SaidText(*part) for part in parts), path)


def test_the_reader_keeps_thoughts_and_signatures_apart_from_texts() -> None:
    parts = DIALECT.read(DIALECT.open(RIGHT["thinking"])).turns[1].parts

    where = "$.contents[1].parts"
    assert parts == (
        SaidThinking("Let me see.", f"{where}[0].text", signature="EqQB"),
        SaidCall(None, "weather", {"city": "Paris"}, f"{where}[1].functionCall", signature="EqQB"),
    )


def test_the_reader_sees_media_by_their_type() -> None:
    parts = DIALECT.read(DIALECT.open(RIGHT["media"])).turns[0].parts[1:]

    where = "$[0].parts"
    assert parts == (
        SaidMedia("image", f"{where}[1].inlineData", data=PNG_BYTES, media_type="image/png"),
        SaidMedia("audio", f"{where}[2].inlineData", data=PNG_BYTES, media_type="audio/wav"),
        SaidMedia("video", f"{where}[3].inlineData", data=b"\0\0\0", media_type="video/mp4"),
        SaidMedia("document", f"{where}[4].fileData", url="https://example.com/a.pdf", media_type="application/pdf"),
    )


def test_the_kind_of_a_file_without_a_type_is_unknown() -> None:
    seen = DIALECT.read(DIALECT.open([user({"fileData": {"fileUri": "https://e.com/a.png?b=/c.wav"}})])).turns[0].parts

    assert seen == (SaidMedia("unknown", "$[0].parts[0].fileData", url="https://e.com/a.png?b=/c.wav"),)


def test_the_reader_sees_media_inside_a_response() -> None:
    parts = DIALECT.read(DIALECT.open(RIGHT["media in a response"])).turns[2].parts

    where = "$[2].parts[0].functionResponse"
    shown = SaidMedia("image", f"{where}.parts[0].inlineData", data=PNG_BYTES, media_type="image/png")
    assert parts == (SaidResult(None, "weather", {"output": "sunny"}, where, (shown,)),)


JUNK = (None, 7, "", "x", [], {}, ["x"], [[]], [{}], {"parts": [7]}, {"functionCall": []})
WHOLE = contents(
    user(text("Weather?"), inline(), file("https://[")),
    model(text("Hm.", thought=True), signed(call(id="a")), call("time")),
    user(response(id="a", parts=[inline()]), response("time")),
    RULE,
    systemInstruction={"parts": [text("Be brief.")]},
    tools=DECLARED,
)


def spoilt(value: Any, junk: Any) -> Iterator[Any]:
    """The value with each of its nodes in turn replaced by junk."""
    yield junk
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        for worse in spoilt(item, junk):
            copied = copy.copy(value)
            copied[key] = worse
            yield copied


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("key", WHOLE)
def test_junk_is_reported_or_passed_over_and_never_raises(key: str, junk: Any) -> None:
    for worse in spoilt(WHOLE[key], junk):
        if key != "contents" or isinstance(worse, list):
            request = DIALECT.open(WHOLE | {key: worse}, GEMINI_3)
            list(schema(request)), list(protocol(DIALECT, request)), DIALECT.read(request)
