"""OpenAI Responses: what breaks and what keeps each rule, right payloads, the reader, and junk."""

from __future__ import annotations

import base64
import copy
from collections.abc import Iterator
from functools import partial
from typing import Any

import proofs
import pytest
from proofs import JUNK, assert_broken, assert_kept

from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.dialects.openai_responses import DIALECT
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import SaidCall, SaidMedia, SaidResult, SaidText, SaidThinking, Turn

# Literally, after the evidence: refused without qualification, stable, and strongly evidenced.
ERRORS = {
    "openai-responses.call-id-length",
    "openai-responses.output-has-call",
    "openai-responses.call-has-output",
    "openai-responses.item-id-prefix",
    "openai-responses.function-name-pattern",
    "openai-responses.tools-flat",
    "openai-responses.part-by-role",
    "openai-responses.image-url",
    "openai-responses.image-format",
    "openai-responses.no-unknown-keys",
}

PNG_BYTES = b"\x89PNG\r\n\x1a\n\xfb\xff\xfe"
PNG = f"data:image/png;base64,{base64.b64encode(PNG_BYTES).decode()}"
BMP = f"data:image/bmp;base64,{base64.b64encode(b'BM1234').decode()}"
PDF_BYTES = b"%PDF-1.4\n"
PDF = base64.b64encode(PDF_BYTES).decode()


def says(role: str, *parts: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": list(parts), **more}


def heard(text: Any = "Weather?", **more: Any) -> dict[str, Any]:
    return {"type": "input_text", "text": text, **more}


def told(text: Any = "Sunny.", **more: Any) -> dict[str, Any]:
    return {"type": "output_text", "text": text, **more}


def image(url: Any = PNG, **more: Any) -> dict[str, Any]:
    return {"type": "input_image", "image_url": url, **more}


def file(**source: Any) -> dict[str, Any]:
    return {"type": "input_file", **source}


def call(call_id: Any = "call_1", name: Any = "weather", **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "call_id": call_id, "name": name, "arguments": '{"city": "Paris"}', **more}


def output(call_id: Any = "call_1", said: Any = "sunny", **more: Any) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": call_id, "output": said, **more}


def custom(call_id: str = "call_1", **more: Any) -> dict[str, Any]:
    return {"type": "custom_tool_call", "call_id": call_id, "name": "shell", "input": "ls", **more}


def custom_output(call_id: str = "call_1", **more: Any) -> dict[str, Any]:
    return {"type": "custom_tool_call_output", "call_id": call_id, "output": "a.txt", **more}


def reasoning(*summary: str, **more: Any) -> dict[str, Any]:
    parts = [{"type": "summary_text", "text": text} for text in summary]
    return {"type": "reasoning", "id": "rs_1", "summary": parts, "encrypted_content": "gAAA", **more}


def asked(*items: Any, **more: Any) -> dict[str, Any]:
    return {"input": list(items), **more}


ASK, REPLY = says("user", heard()), says("assistant", told())
FLAT = {"type": "function", "name": "weather", "parameters": {"type": "object"}, "strict": False}
NESTED = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}
HTTPS = "https://example.com/cat.png"

Proof = partial(proofs.Proof, "openai-responses")

PROOFS = (
    Proof("input-nonempty", asked(instructions="Be brief."), "$.input", asked(ASK)),
    Proof("input-nonempty", [], "$", [ASK]),
    Proof("input-nonempty", {"input": ""}, "$.input", {"input": "Weather?"}),
    Proof("input-nonempty", asked(), "$.input", asked(previous_response_id="resp_1")),
    Proof("instructions", [says("system", heard("Be brief.")), ASK], "$[0].role", [ASK, says("system", heard("Go."))]),
    Proof(
        "instructions",
        [{"role": "system", "content": "Be brief."}, ASK],
        "$[0].role",
        asked({"role": "system", "content": "Be brief."}, ASK),
    ),
    Proof("call-id-length", [ASK, call(""), output("")], "$[1].call_id", [ASK, call("c"), output("c")]),
    Proof(
        "call-id-length",
        [ASK, call("c" * 65), output("c" * 65)],
        "$[1].call_id",
        [ASK, call("c" * 64), output("c" * 64)],
    ),
    Proof(
        "call-id-unique",
        [ASK, call(), output(), call(), output()],
        "$[3].call_id",
        [ASK, call(), output(), call("call_2"), output("call_2")],
    ),
    Proof("call-id-unique", [ASK, call(), output(), output()], "$[3].call_id", [ASK, custom(), custom_output()]),
    Proof("output-has-call", [ASK, output()], "$[1].call_id", asked(output(), previous_response_id="resp_1")),
    Proof("output-has-call", [ASK, output()], "$[1].call_id", asked(ASK, output(), conversation={"id": "conv_1"})),
    Proof(
        "output-has-call", [ASK, output()], "$[1].call_id", [ASK, {"type": "item_reference", "id": "fc_1"}, output()]
    ),
    Proof(
        "output-has-call",
        [ASK, call(), output(), custom_output()],
        "$[3].call_id",
        [ASK, call(), custom(), output(), custom_output()],
    ),
    Proof(
        "call-has-output",
        [ASK, call(), call("call_2"), output()],
        "$[2].call_id",
        [ASK, call(), call("call_2"), output("call_2"), REPLY, output()],
    ),
    Proof("call-has-output", [ASK, output(), call()], "$[2].call_id", [ASK, call(), output()]),
    Proof(
        "call-has-output",
        [ASK, custom()],
        "$[1].call_id",
        [ASK, custom(), {"id": "fco_1", "type": None}],
    ),
    Proof("item-id-prefix", [ASK, call(id="call_1"), output()], "$[1].id", [ASK, call(id="fc_1"), output(id="fc_2")]),
    Proof(
        "item-id-prefix",
        [ASK, custom(id="fc_1"), custom_output()],
        "$[1].id",
        [ASK, custom(id="ctc_1"), custom_output()],
    ),
    Proof(
        "item-id-prefix",
        [ASK, reasoning(id="msg_1"), REPLY],
        "$[1].id",
        [ASK, reasoning(), says("assistant", told(), id="msg_1")],
    ),
    Proof("item-id-prefix", [ASK, says("assistant", told(), id="")], "$[1].id", [ASK, REPLY]),
    Proof("item-id-prefix", [ASK, call(id="fc.1"), output()], "$[1].id", [ASK, call(id="fc-A1_"), output()]),
    Proof(
        "function-name-pattern",
        [ASK, call(name="weather.get"), output()],
        "$[1].name",
        [ASK, call(name="weather_get-2"), output()],
    ),
    Proof(
        "function-name-pattern",
        asked(ASK, tools=[FLAT | {"name": "w" * 129}]),
        "$.tools[0].name",
        asked(ASK, tools=[FLAT | {"name": "w" * 128}]),
    ),
    Proof("tools-flat", asked(ASK, tools=[FLAT, NESTED]), "$.tools[1].name", asked(ASK, tools=[FLAT])),
    Proof(
        "tools-flat",
        asked(ASK, tools=[{"type": "function"}]),
        "$.tools[0].name",
        asked(ASK, tools=[{"type": "web_search"}]),
    ),
    Proof("reasoning-followed", [ASK, reasoning()], "$[1]", [ASK, reasoning(), REPLY]),
    Proof(
        "reasoning-followed",
        [ASK, reasoning(), ASK],
        "$[1]",
        [ASK, reasoning(), reasoning(id="rs_2"), call(), output()],
    ),
    Proof(
        "reasoning-followed",
        [ASK, call(), reasoning(), output()],
        "$[2]",
        [ASK, reasoning(), {"type": "web_search_call", "id": "ws_1", "status": "completed"}, REPLY],
    ),
    Proof(
        "reasoning-content-empty",
        [ASK, reasoning(content=[{"type": "reasoning_text", "text": "Hm."}]), REPLY],
        "$[1].content",
        [ASK, reasoning("Hm.", content=[]), REPLY],
    ),
    Proof(
        "reasoning-status",
        [ASK, reasoning(status="completed"), REPLY],
        "$[1].status",
        [ASK, reasoning(), says("assistant", told(), id="msg_1", status="completed")],
    ),
    Proof("part-by-role", [ASK, says("assistant", heard("Sunny."))], "$[1].content[0].type", [ASK, REPLY]),
    Proof(
        "part-by-role",
        [ASK, says("assistant", told(), image())],
        "$[1].content[1].type",
        [says("user", heard(), image()), says("assistant", told(), {"type": "refusal", "refusal": "No."})],
    ),
    Proof(
        "part-by-role",
        [says("user", told("Weather?"))],
        "$[0].content[0].type",
        [says("developer", heard("Be brief.")), ASK],
    ),
    Proof("image-url", [says("user", image("cat.png"))], "$[0].content[0].image_url", [says("user", image(HTTPS))]),
    Proof(
        "image-url",
        [says("user", image(PNG.partition(",")[2]))],
        "$[0].content[0].image_url",
        [says("user", image(PNG, detail="low"))],
    ),
    Proof(
        "image-url",
        [says("user", image("file:///tmp/cat.png"))],
        "$[0].content[0].image_url",
        [says("user", {"type": "input_image", "file_id": "file-1"})],
    ),
    Proof(
        "image-url",
        [says("user", image("data:image/png;base64,"))],
        "$[0].content[0].image_url",
        [says("user", image("HTTP://example.com/a"))],
    ),
    Proof(
        "image-url",
        [ASK, call(), output(said=[image(f"data:application/pdf;base64,{PDF}")])],
        "$[2].output[0].image_url",
        [ASK, call(), output(said=[image()])],
        also=("openai-responses.image-format",),
    ),
    Proof("image-format", [says("user", image(BMP))], "$[0].content[0].image_url", [says("user", image())]),
    Proof(
        "file-source",
        [says("user", file(file_data=f"data:application/pdf;base64,{PDF}"))],
        "$[0].content[0]",
        [says("user", file(file_data=f"data:application/pdf;base64,{PDF}", filename="a.pdf"))],
    ),
    Proof(
        "file-source",
        [ASK, call(), output(said=[file(filename="a.pdf")])],
        "$[2].output[0]",
        [says("user", file(file_url="https://example.com/a.pdf"), file(file_id="file-1"))],
    ),
    Proof(
        "file-source",
        [says("user", file(file_url="a.pdf"))],
        "$[0].content[0].file_url",
        [says("user", file(file_url=None, file_id="file-1"))],
    ),
    Proof("no-unknown-keys", [{**ASK, "name": "Bob"}], "$[0].name", [{**ASK, "type": "message"}]),
    Proof(
        "no-unknown-keys",
        [ASK, says("assistant", told(), tool_calls=[])],
        "$[1].tool_calls",
        [ASK, says("assistant", told(annotations=[], logprobs=[]), phase="final_answer")],
    ),
    Proof(
        "no-unknown-keys",
        [ASK, call(parsed_arguments={}), output()],
        "$[1].parsed_arguments",
        [ASK, call(status="completed"), output(status="completed")],
    ),
    Proof(
        "no-unknown-keys",
        [says("user", heard(cache_control={"type": "ephemeral"}))],
        "$[0].content[0].cache_control",
        [says("user", heard(prompt_cache_breakpoint={"mode": "explicit"}))],
    ),
)


judged = partial(proofs.judged, DIALECT)


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_a_rule_is_broken_where_it_should_be(proof: proofs.Proof) -> None:
    assert_broken(DIALECT, proof, ERRORS)
    assert {finding.id for finding in judged(proof.breaking)} == {proof.id, *proof.also}


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_a_rule_is_kept_where_it_should_be(proof: proofs.Proof) -> None:
    assert_kept(DIALECT, proof)
    assert list(schema(DIALECT.open(proof.keeping))) == []


def test_every_rule_has_a_proof() -> None:
    assert {rule.id for rule in DIALECT.rules} == {proof.id for proof in PROOFS}


def test_only_what_is_surely_refused_is_an_error() -> None:
    assert {rule.id for rule in DIALECT.rules if rule.severity is Severity.ERROR} == ERRORS


@pytest.mark.parametrize("url", ["s3://shelf/cat.png", "gs://shelf/cat.png"])
def test_an_address_that_the_api_may_or_may_not_fetch_is_a_warning(url: str) -> None:
    found = judged([says("user", image(url))])

    assert [(f.id, f.path, f.severity) for f in found] == [
        ("openai-responses.image-url", "$[0].content[0].image_url", Severity.WARNING)
    ]


RIGHT: dict[str, Any] = {
    "a string": {"input": "Weather?"},
    "a list": [ASK],
    "strings": [{"role": "user", "content": "Weather?"}, {"role": "assistant", "content": "Sunny."}],
    "turns": asked(ASK, REPLY, ASK, instructions="Be brief.", model="gpt-5", store=False),
    "no instructions": asked(ASK, instructions=None),
    "systems and developers": asked(
        says("system", heard("Be brief.")), ASK, says("developer", heard("Be kind.")), REPLY
    ),
    "as the api returned it": asked(
        {"type": "message", **ASK, "status": "completed"},
        reasoning("Let me see.", content=None),
        {**REPLY, "type": "message", "id": "msg_1", "status": "completed", "phase": "commentary"},
        call(id="fc_1", status="completed"),
        output(id=None, status=None, caller=None),
        says("assistant", told(annotations=[{"type": "url_citation"}], logprobs=[]), id="msg_2"),
    ),
    "a tool": asked(ASK, REPLY, call(), output(), tools=[FLAT]),
    "parallel tools": asked(ASK, call("a"), call("b", "time"), output("b"), output("a"), tools=[FLAT]),
    "a custom tool": asked(ASK, custom(), custom_output(), tools=[{"type": "custom", "name": "shell"}]),
    "a word between call and output": asked(ASK, call(), REPLY, output()),
    "media": [
        says(
            "user",
            heard("See:"),
            image(HTTPS, detail="high"),
            image(),
            {"type": "input_image", "file_id": "file-1", "image_url": None, "detail": None},
            file(file_url="https://example.com/a.pdf"),
            file(file_data=f"data:application/pdf;base64,{PDF}", filename="a.pdf", detail="low"),
            file(file_data=PDF, filename="a.pdf"),
            file(file_id="file-2"),
        )
    ],
    "media in an output": [ASK, call(), output(said=[heard("See:"), image()])],
    "reasoning": asked(ASK, reasoning("Let me see.", "Well."), call(), output()),
    "reasoning without an id": asked(ASK, {"type": "reasoning", "summary": [], "encrypted_content": "gAAA"}, REPLY),
    "items told by their id": asked(
        ASK, {"type": "item_reference", "id": "rs_1"}, {"type": None, "id": "msg_1"}, {"id": "fc_1"}, output("call_9")
    ),
    "server tools": asked(
        ASK, {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search"}}, REPLY
    ),
    "an output of the response before": asked(output(), previous_response_id="resp_1"),
}


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(payload: Any) -> None:
    request = DIALECT.open(payload)

    assert [*schema(request), *protocol(DIALECT, request)] == []


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
        Turn("system", (SaidText("Be brief.", "$.instructions"),), "$.instructions"),
        Turn("user", (SaidText("Weather?", "$.input[0].content[0].text"),), "$.input[0]"),
        Turn("assistant", (SaidCall("a", "weather", {"city": "Paris"}, "$.input[1]"),), "$.input[1]"),
        Turn("assistant", (SaidCall("b", "time", {"city": "Paris"}, "$.input[2]"),), "$.input[2]"),
        Turn("tool", (SaidResult("b", None, "sunny", "$.input[3]"),), "$.input[3]"),
        Turn("tool", (SaidResult("a", None, "sunny", "$.input[4]"),), "$.input[4]"),
    )
    assert said.tools == ("weather",)


@pytest.mark.parametrize(
    ("payload", "turn"),
    [
        ({"input": "Weather?"}, Turn("user", (SaidText("Weather?", "$.input"),), "$.input")),
        (
            [{"role": "system", "content": "Be brief."}, ASK],
            Turn("system", (SaidText("Be brief.", "$[0].content"),), "$[0].content"),
        ),
        (
            [says("developer", heard("Be brief."))],
            Turn("system", (SaidText("Be brief.", "$[0].content[0].text"),), "$[0]"),
        ),
        (
            [says("assistant", {"type": "refusal", "refusal": "No."})],
            Turn("assistant", (SaidText("No.", "$[0].content[0].refusal"),), "$[0]"),
        ),
        ([custom()], Turn("assistant", (SaidCall("call_1", "shell", "ls", "$[0]"),), "$[0]")),
        ([custom_output()], Turn("tool", (SaidResult("call_1", None, "a.txt", "$[0]"),), "$[0]")),
        (
            [reasoning("Let me see.", "Well.")],
            Turn("assistant", (SaidThinking("Let me see.\nWell.", "$[0]", signature="gAAA"),), "$[0]"),
        ),
    ],
)
def test_the_reader_knows_every_item_that_says_something(payload: Any, turn: Turn) -> None:
    assert DIALECT.read(DIALECT.open(payload)).turns[0] == turn


def test_the_reader_finds_media_by_value_address_and_id() -> None:
    parts = DIALECT.read(DIALECT.open(RIGHT["media"])).turns[0].parts[1:]

    where = "$[0].content"
    assert parts == (
        SaidMedia("image", f"{where}[1].image_url", url=HTTPS),
        SaidMedia("image", f"{where}[2].image_url", data=PNG_BYTES, media_type="image/png"),
        SaidMedia("image", f"{where}[3]", url="file-1"),
        SaidMedia("document", f"{where}[4]", url="https://example.com/a.pdf"),
        SaidMedia("document", f"{where}[5].file_data", data=PDF_BYTES, media_type="application/pdf"),
        SaidMedia("document", f"{where}[6].file_data", data=PDF_BYTES),
        SaidMedia("document", f"{where}[7]", url="file-2"),
    )


def test_the_reader_sees_media_inside_an_output() -> None:
    parts = DIALECT.read(DIALECT.open(RIGHT["media in an output"])).turns[2].parts

    shown = SaidMedia("image", "$[2].output[1].image_url", data=PNG_BYTES, media_type="image/png")
    assert parts == (SaidResult("call_1", None, ["See:"], "$[2]", (shown,)),)


def test_a_tool_whose_name_stands_under_function_is_not_on_offer() -> None:
    assert DIALECT.read(DIALECT.open(asked(ASK, tools=[NESTED, FLAT]))).tools == ("weather",)
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
        if key != "input" or isinstance(worse, (list, str)):
            request = DIALECT.open(WHOLE | {key: worse})
            list(schema(request)), list(protocol(DIALECT, request)), DIALECT.read(request)
