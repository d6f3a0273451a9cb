"""Anthropic Messages: right payloads, the reader, and junk."""

from __future__ import annotations

import base64
from functools import partial
from typing import Any

import pytest
from support import judging
from support.judging import findings, is_borne, names_on_offer
from support.junk import spoilt
from support.payloads.anthropic import (
    ASK,
    EPHEMERAL,
    HI,
    PDF,
    PNG,
    REPLY,
    RIGHT,
    RULE,
    THOUGHT,
    TOOLS,
    assistant,
    base64_image,
    call,
    messages,
    result,
    text,
    url_image,
    user,
)

from pytest_promptfmt.dialects.anthropic import DIALECT
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import CallPart, MediaPart, ResultPart, TextPart, ThinkingPart, Turn
from pytest_promptfmt.verdicts.recorded import judge_recorded

judged = partial(judging.judged, DIALECT)


def test_a_hundred_thousand_messages_are_the_most() -> None:
    rule = DIALECT.rule("anthropic.max-messages")
    assert rule is not None

    assert [breach.path for breach in rule.check(DIALECT.open([HI] * 100_001))] == ["$[100000]"]
    assert list(rule.check(DIALECT.open([HI] * 100_000))) == []
    assert rule.severity is Severity.WARNING


def test_a_leading_system_message_in_a_list_is_noted_once_and_is_no_error() -> None:
    found = judged([RULE, HI])

    assert [(f.id, f.path, f.severity) for f in found] == [
        ("anthropic.system-not-first", "$[0].role", Severity.WARNING)
    ]


def test_a_second_leading_system_message_in_a_list_would_open_the_messages() -> None:
    found = judged([RULE, RULE, HI])

    assert [f.path for f in found if f.is_error] == ["$[1].role"]


def test_role_system_further_down_has_its_places() -> None:
    found = judged(messages(HI, REPLY, RULE, HI, model="claude-opus-4-8"))

    assert [(f.id, f.severity) for f in found] == [("anthropic.system-mid-placement", Severity.ERROR)]
    assert judged(messages(HI, RULE, REPLY, HI, model="claude-opus-4-8")) == []


def test_base64_in_lines_is_a_warning() -> None:
    found = judged([user(base64_image(PNG[:40] + "\n" + PNG[40:]))])

    assert [(f.id, f.severity) for f in found] == [("anthropic.base64-bare", Severity.WARNING)]


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(payload: Any) -> None:
    assert list(findings(DIALECT, payload)) == []


@pytest.mark.parametrize(
    ("message", "path"),
    [
        ({"role": "tool", "content": "x"}, "$[0].role"),
        ({"role": "user"}, "$[0]"),
        ({"role": "user", "content": None}, "$[0].content"),
        (user([text("x")]), "$[0].content[0]"),
        (user({"type": "audio"}), "$[0].content[0].type"),
        (user(text(None)), "$[0].content[0].text"),
        (user({"type": "image", "source": "x.png"}), "$[0].content[0].source"),
        (assistant(call(input_="{}")), "$[0].content[0].input"),
        (user(result(content=[text(None)])), "$[0].content[0].content[0].text"),
        (user(result(content=[THOUGHT])), "$[0].content[0].content[0].type"),
        ({"role": "system", "content": [url_image()]}, "$[0].content[0].type"),
    ],
)
def test_the_schema_names_the_leaf_that_is_wrong(message: Any, path: str) -> None:
    request = DIALECT.open(messages(message))
    wanted = path.replace("$", "$.messages", 1)

    assert [error.path for error in schema_errors(request)] == [wanted]


def test_the_schema_judges_the_systems_own_place() -> None:
    request = DIALECT.open(messages(HI, system=[text("x"), url_image()]))

    assert [error.path for error in schema_errors(request)] == ["$.system[1].type"]


def test_the_reader_hears_the_system_first_and_a_result_in_its_users_turn() -> None:
    said = DIALECT.read(DIALECT.open(RIGHT["parallel tools"] | {"system": "Be brief."}))

    assert said.turns == (
        Turn("system", (TextPart("Be brief.", "$.system"),), "$.system"),
        Turn("user", (TextPart("Weather?", "$.messages[0].content[0].text"),), "$.messages[0]"),
        Turn(
            "assistant",
            (
                CallPart("a", "weather", {"city": "Paris"}, "$.messages[1].content[0]"),
                CallPart("b", "weather", {"city": "Paris"}, "$.messages[1].content[1]"),
            ),
            "$.messages[1]",
        ),
        Turn(
            "user",
            (
                ResultPart("b", None, "sunny", "$.messages[2].content[0]"),
                ResultPart("a", None, "no", "$.messages[2].content[1]", is_error=True),
                TextPart("So?", "$.messages[2].content[2].text"),
            ),
            "$.messages[2]",
        ),
    )
    assert names_on_offer(said) == ["weather"]


def test_the_reader_takes_a_lists_leading_system_message_for_the_system() -> None:
    said = DIALECT.read(DIALECT.open([{"role": "system", "content": [text("Be brief.")]}, HI]))

    assert said.turns[0] == Turn("system", (TextPart("Be brief.", "$[0].content[0].text"),), "$[0].content")
    assert said.turns[1] == Turn("user", (TextPart("Hi", "$[1].content"),), "$[1]")
    assert said.tools is None


def test_the_reader_keeps_signatures_and_redacted_data() -> None:
    said = DIALECT.read(DIALECT.open(RIGHT["thinking"]))

    assert said.turns[1].parts[:2] == (
        ThinkingPart("Let me see.", "$.messages[1].content[0].thinking", signature="EqQB"),
        ThinkingPart("", "$.messages[1].content[1].data", redacted="EmwK"),
    )


def test_the_reader_sees_images_also_inside_a_result() -> None:
    bytes_ = base64.b64decode(PNG)
    seen = DIALECT.read(DIALECT.open(RIGHT["images"])).turns[0].parts
    shown = DIALECT.read(DIALECT.open(RIGHT["an image in a result"])).turns[2].parts

    where, inner = "$[0].content", "$[2].content[0].content"
    assert seen[1] == MediaPart("image", f"{where}[1].source", data=bytes_, media_type="image/png")
    assert seen[2] == MediaPart("image", f"{where}[2].source", url="https://example.com/cat.png")
    picture_ = MediaPart("image", f"{inner}[1].source", data=bytes_, media_type="image/png")
    assert shown == (ResultPart("t1", None, ["Here:"], "$[2].content[0]", (picture_,)),)


def test_the_reader_sees_documents() -> None:
    seen = DIALECT.read(DIALECT.open(RIGHT["documents"])).turns[0].parts

    assert [(part.data, part.url) for part in seen if isinstance(part, MediaPart)] == [
        (b"%PDF-1.7", None),
        (b"x", None),
        (None, None),
        (b"xy", None),
        (None, "https://example.com/a.pdf"),
    ]


@pytest.mark.parametrize(("marked", "paths"), [(3, []), (4, ["$.cache_control"])])
def test_a_cache_that_the_whole_request_asks_for_takes_one_of_four(marked: int, paths: list[str]) -> None:
    said = [text(f"a{n}") | {"cache_control": EPHEMERAL} for n in range(marked)]
    payload = messages(user(*said)) | {"cache_control": EPHEMERAL}
    found = judge_recorded(payload, "anthropic").findings

    assert [each.path for each in found if each.id == "anthropic.cache-control-max4"] == paths


JUNK = (None, 7, "", "x", [], {}, ["x"], [[]], [{}], {"type": []}, {"type": "tool_result"})
WHOLE = messages(
    ASK,
    assistant(THOUGHT, call(cache_control=EPHEMERAL)),
    user(result(content=[text("a"), base64_image()]), url_image(), {"type": "document", "source": PDF}),
    RULE,
    system=[text("Be brief.")],
    tools=TOOLS,
)


CONTEXT = {"model": 7, "thinking": {"type": "enabled"}}


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("key", WHOLE)
def test_junk_is_reported_or_passed_over_and_never_raises(key: str, junk: Any) -> None:
    for worse in spoilt(WHOLE[key], junk):
        if key != "messages" or isinstance(worse, list):
            is_borne(DIALECT, WHOLE | {key: worse}, CONTEXT)
