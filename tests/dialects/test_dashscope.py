"""The DashScope dialects: right payloads, the reader, and junk."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from support import junk
from support.judging import findings, is_borne_or_refused, names_on_offer
from support.media import data_uri, picture
from support.payloads.dashscope import BOTH, CAT, PAIRS, RIGHT, SYSTEM, USER, call, result, user
from support.payloads.pair import Pair

from pytest_promptfmt.dialects.dashscope import DIALECT as TEXT
from pytest_promptfmt.dialects.dashscope.multimodal import DIALECT as MEDIA
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.transcript import CallPart, MediaPart, ResultPart, TextPart, Turn


@pytest.mark.parametrize(("dialect", "payload"), RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(dialect: Dialect, payload: Any) -> None:
    assert not list(findings(dialect, payload))


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_what_breaks_a_rule_is_of_the_right_shape(pair: Pair) -> None:
    assert not schema_errors(pair.dialect.open(pair.broken, pair.context))


def test_the_sdk_uploads_a_path_that_is_there() -> None:
    assert not list(findings(MEDIA, user({"image": __file__}), {"layer": "sdk"}))


def test_a_documents_address_beside_text_is_of_the_right_shape() -> None:
    parts = [
        {"type": "text", "text": "Sum up."},
        {"type": "doc_url", "doc_url": [CAT], "file_parsing_strategy": "auto"},
    ]

    assert not schema_errors(TEXT.open([{"role": "user", "content": parts}]))


@pytest.mark.parametrize(
    ("dialect", "item", "path"),
    [
        (TEXT, {"image": CAT}, "$[0].content[0]"),
        (TEXT, {"type": "image_url", "image_url": {"url": CAT}}, "$[0].content[0].type"),
        (TEXT, {"text": 1}, "$[0].content[0].text"),
        (MEDIA, {"type": "image_url", "image_url": {"url": CAT}}, "$[0].content[0]"),
        (MEDIA, {"image": {"url": CAT}}, "$[0].content[0].image"),
        (MEDIA, {"video": [CAT, 1]}, "$[0].content[0].video[1]"),
        (MEDIA, "Hi", "$[0].content[0]"),
    ],
)
def test_the_schema_names_the_leaf_that_is_wrong(dialect: Dialect, item: Any, path: str) -> None:
    assert [path] == [error.path for error in schema_errors(dialect.open([{"role": "user", "content": [item]}]))]


def test_the_reader_hears_texts_calls_and_results() -> None:
    said = TEXT.read(TEXT.open([SYSTEM, USER, call(content=[]), result()]))

    assert said.turns == (
        Turn("system", (TextPart("Be kind.", "$[0].content"),), "$[0]"),
        Turn("user", (TextPart("Hi", "$[1].content"),), "$[1]"),
        Turn("assistant", (CallPart("c1", "weather", {"city": "Paris"}, "$[2].tool_calls[0]"),), "$[2]"),
        Turn("tool", (ResultPart("c1", "weather", "sunny", "$[3]"),), "$[3]", "weather"),
    )


def test_the_reader_sees_media_in_their_order() -> None:
    items = ({"text": "Look"}, {"image": CAT}, {"audio": "data:audio/wav;base64,AAAA"}, {"video": [CAT, CAT]})
    said = MEDIA.read(MEDIA.open({"input": {"messages": user(*items)}}))

    at = "$.input.messages[0].content"
    assert said.turns[0].parts == (
        TextPart("Look", f"{at}[0].text"),
        MediaPart("image", f"{at}[1].image", url=CAT),
        MediaPart("audio", f"{at}[2].audio", data=b"\0\0\0", media_type="audio/wav"),
        MediaPart("image", f"{at}[3].video[0]", url=CAT),
        MediaPart("image", f"{at}[3].video[1]", url=CAT),
    )


def test_the_reader_sees_media_inside_a_result() -> None:
    said = MEDIA.read(MEDIA.open([USER, call(), result(content=[{"text": "a cat"}, {"image": CAT}])]))

    media = (MediaPart("image", "$[2].content[1].image", url=CAT),)
    assert said.turns[2].parts == (ResultPart("c1", "weather", ["a cat"], "$[2]", media),)


def test_the_reader_lists_the_tools_of_either_request_form() -> None:
    tools = [{"type": "function", "function": {"name": "weather"}}]

    assert names_on_offer(TEXT.read(TEXT.open({"messages": [USER], "tools": tools}))) == ["weather"]
    assert names_on_offer(TEXT.read(TEXT.open({"input": {"messages": [USER]}, "parameters": {"tools": tools}}))) == [
        "weather"
    ]


JUNK = (*junk.JUNK, {"text": {}})


@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.id)
@pytest.mark.parametrize("context", [{}, {"model": None, "layer": "sdk"}], ids=["wire", "sdk"])
def test_junk_is_reported_or_passed_over_and_never_raises(dialect: Dialect, context: dict[str, Any]) -> None:
    whole = [SYSTEM, *user({"text": "Look"}, {"image": data_uri(picture(20, 20))}, {"video": [CAT]}), call(), result()]
    for right, bad in product((whole, {"input": {"messages": [USER]}}), JUNK):
        for payload in junk.spoilt(right, bad):
            is_borne_or_refused(dialect, payload, context)
