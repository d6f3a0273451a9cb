"""The Ollama dialects: right payloads, the readers, and junk."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from support import junk
from support.judging import findings, is_borne_or_refused
from support.payloads.ollama import CALL, DOCUMENTED, PNG, RESULT, RIGHT, SDK, SYSTEM, USER, seen

from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.ollama import DIALECT as CHAT
from pytest_promptfmt.dialects.ollama.generate import DIALECT as GENERATE
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import CallPart, MediaPart, ResultPart, TextPart, ThinkingPart, Turn


@pytest.mark.parametrize(("dialect", "payload"), RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(dialect: Dialect, payload: Any) -> None:
    assert not list(findings(dialect, payload))


@pytest.mark.parametrize(
    ("dialect", "payload", "path"),
    [
        (CHAT, [{"content": "Hi"}], "$[0]"),
        (CHAT, [{"role": "user", "content": "Hi", "images": PNG}], "$[0].images"),
        (CHAT, [{"role": "assistant", "tool_calls": [{"name": "weather", "arguments": {}}]}], "$[0].tool_calls[0]"),
        (GENERATE, {"prompt": ["Hi"]}, "$.prompt"),
        (GENERATE, {"prompt": "Hi", "system": ["Be kind."]}, "$.system"),
    ],
)
def test_the_schema_names_the_leaf_that_is_wrong(dialect: Dialect, payload: Any, path: str) -> None:
    assert [path] == [error.path for error in schema_errors(dialect.open(payload))]


@pytest.mark.parametrize("payload", [None, 7, [USER], {"messages": [USER]}, {}])
def test_what_holds_no_prompt_is_no_payload(payload: Any) -> None:
    with pytest.raises(NotAPayload, match="prompt"):
        GENERATE.open(payload)


def test_the_reader_hears_thinking_texts_calls_and_results() -> None:
    thoughtful = {**CALL, "content": "One moment.", "thinking": "Ask."}
    said = CHAT.read(CHAT.open([{"role": "System", "content": "Be kind."}, USER, thoughtful, RESULT]))

    parts = (
        ThinkingPart("Ask.", "$[2].thinking", beside=True),
        TextPart("One moment.", "$[2].content"),
        CallPart(None, "weather", {"city": "Paris"}, "$[2].tool_calls[0]"),
    )
    assert said.turns == (
        Turn("system", (TextPart("Be kind.", "$[0].content"),), "$[0]"),
        Turn("user", (TextPart("Hi", "$[1].content"),), "$[1]"),
        Turn("assistant", parts, "$[2]"),
        Turn("tool", (ResultPart(None, "weather", "sunny", "$[3]"),), "$[3]"),
    )


def test_the_reader_takes_a_results_id_and_name_where_others_put_them() -> None:
    said = CHAT.read(CHAT.open([{"role": "tool", "tool_call_id": "c1", "name": "weather", "content": "sunny"}]))

    assert said.turns[0].parts == (ResultPart("c1", "weather", "sunny", "$[0]"),)


def test_the_reader_decodes_images_and_keeps_what_is_an_address() -> None:
    said = CHAT.read(CHAT.open(seen(PNG, "https://example.com/cat.png", f"data:image/png;base64,{PNG}")))

    assert said.turns[0].parts[1:] == (
        MediaPart("image", "$[0].images[0]", data=b"\x89PNG\r\n\x1a\n"),
        MediaPart("image", "$[0].images[1]", url="https://example.com/cat.png"),
        MediaPart("image", "$[0].images[2]", data=b"\x89PNG\r\n\x1a\n", media_type="image/png"),
    )


def test_through_the_sdk_an_image_may_be_a_local_file_or_bytes(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "abcd").write_bytes(b"\x89PNG")
    monkeypatch.chdir(tmp_path)  # the file's name is base64 as well

    said = CHAT.read(CHAT.open(seen("abcd", b"\x89PNG"), SDK))

    assert said.turns[0].parts[1:] == (
        MediaPart("image", "$[0].images[0]", url="abcd"),
        MediaPart("image", "$[0].images[1]", data=b"\x89PNG"),
    )


def test_a_prompt_is_a_turn_of_which_nobody_knows_who_speaks() -> None:
    assert GENERATE.read(GENERATE.open("Bob: Hi")).turns == (Turn(None, (TextPart("Bob: Hi", "$"),), "$"),)


def test_a_prompt_may_have_system_text_and_images_beside_it() -> None:
    said = GENERATE.read(GENERATE.open({"prompt": "Look", "system": "Be kind.", "images": [PNG]}))

    image = MediaPart("image", "$.images[0]", data=b"\x89PNG\r\n\x1a\n")
    assert said.turns == (
        Turn("system", (TextPart("Be kind.", "$.system"),), "$.system"),
        Turn(None, (TextPart("Look", "$.prompt"), image), "$"),
    )


JUNK = (*junk.JUNK, {"prompt": 1})


@pytest.mark.parametrize("dialect", [CHAT, GENERATE], ids=lambda dialect: dialect.id)
@pytest.mark.parametrize("context", [{}, {"model": None, "layer": "sdk", "raw": True}], ids=["wire", "sdk"])
def test_junk_is_reported_or_passed_over_and_never_raises(dialect: Dialect, context: dict[str, Any]) -> None:
    chat = [SYSTEM, *seen(PNG), {**CALL, "thinking": "Ask.", "tool_calls": [DOCUMENTED]}, RESULT]
    for right, bad in product((chat, {"prompt": "Look", "system": "Be kind.", "images": [PNG]}), JUNK):
        for payload in junk.spoilt(right, bad):
            is_borne_or_refused(dialect, payload, context)
