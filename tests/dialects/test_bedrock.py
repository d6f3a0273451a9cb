"""Amazon Bedrock Converse: right payloads, the reader, and junk."""

from __future__ import annotations

import base64
from functools import partial
from typing import Any

import pytest
from support import judging
from support.judging import errors, findings, is_borne, names_on_offer
from support.junk import spoilt
from support.media import b64, picture
from support.payloads.bedrock import (
    ASK,
    BRIEF,
    HI,
    IN_BUCKET,
    PDF,
    PNG,
    REPLY,
    RIGHT,
    RULE,
    TOOLS,
    assistant,
    call,
    image,
    messages,
    paper,
    result,
    text,
    thought,
    user,
)

from promptfmt_reference import FORMATTERS
from pytest_promptfmt import check_payload
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.dialects.bedrock import DIALECT
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import CallPart, MediaPart, ResultPart, TextPart, ThinkingPart, Turn

judged = partial(judging.judged, DIALECT)


def test_a_leading_system_message_in_a_list_is_noted_once_and_is_no_error() -> None:
    found = judged([RULE, HI])

    assert [(f.id, f.path, f.severity) for f in found] == [("bedrock.first-user", "$[0].role", Severity.WARNING)]


def test_a_second_leading_system_message_in_a_list_would_open_the_messages() -> None:
    found = judged([RULE, RULE, HI])

    assert [f.path for f in found if f.is_error] == ["$[1].role"]


def test_a_request_with_calls_and_without_tools_is_a_warning_and_a_list_is_none() -> None:
    talk = [ASK, assistant(call()), user(result())]
    found = judged(messages(*talk))

    assert [(f.id, f.path, f.severity) for f in found] == [("bedrock.tool-config", "$", Severity.WARNING)]
    assert judged(talk) == []


@pytest.mark.parametrize(
    "pictures",
    [
        [image()] * 21,
        [image(b64(picture(8001)))],
        [image(b64(picture(1, 8001)))],
        [image(base64.b64encode(bytes(3_932_161)).decode())],
    ],
    ids=["many", "wide", "high", "big"],
)
def test_many_or_big_images_are_worth_a_word(pictures: list[Any]) -> None:
    found = judged([user(text("See:"), *pictures)])

    assert [(f.id, f.severity) for f in found] == [("bedrock.image-format", Severity.WARNING)]


@pytest.mark.parametrize("pictures", [[image()] * 20, [image(b64(picture(8000, 8000)))]], ids=["many", "wide and high"])
def test_so_many_and_such_big_images_are_not(pictures: list[Any]) -> None:
    assert judged([user(text("See:"), *pictures)]) == []


def test_the_conversation_does_not_end_where_the_system_speaks_last() -> None:
    assert errors(judged([HI, REPLY, HI, RULE])) == {"bedrock.system-mid-model"}


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(payload: Any) -> None:
    assert list(findings(DIALECT, payload)) == []


@pytest.mark.parametrize(
    ("message", "path"),
    [
        ({"role": "tool", "content": []}, "$[0].role"),
        ({"role": "user"}, "$[0]"),
        ({"role": "user", "content": "Hi"}, "$[0].content"),
        (user("Hi"), "$[0].content[0]"),
        (user(text(None)), "$[0].content[0].text"),
        (user({"image": "x.png"}), "$[0].content[0].image"),
        (user(image(format_="jpg")), "$[0].content[0].image.format"),
        (user({"image": {"format": "png", "source": {"bytes": [1]}}}), "$[0].content[0].image.source.bytes"),
        (user(paper(data=7)), "$[0].content[0].document.source.bytes"),  # type: ignore[arg-type]
        (assistant({"toolUse": {"toolUseId": "a", "name": "f"}}), "$[0].content[0].toolUse"),
        (user(result("a", "sunny")), "$[0].content[0].toolResult.content[0]"),
        (user(result("a", status="failed")), "$[0].content[0].toolResult.status"),
        (assistant({"reasoningContent": {"reasoningText": "hm"}}), "$[0].content[0].reasoningContent.reasoningText"),
    ],
)
def test_the_schema_names_the_leaf_that_is_wrong(message: Any, path: str) -> None:
    request = DIALECT.open(messages(message))

    assert [error.path for error in schema_errors(request)] == [path.replace("$", "$.messages", 1)]


@pytest.mark.parametrize(
    ("system", "path"), [("Be brief.", "$.system"), ([text("")], "$.system[0].text"), (["x"], "$.system[0]")]
)
def test_the_schema_judges_the_systems_own_place(system: Any, path: str) -> None:
    assert [error.path for error in schema_errors(DIALECT.open(messages(HI, system=system)))] == [path]


def test_the_reader_hears_the_system_first_and_a_result_in_its_users_turn() -> None:
    said = DIALECT.read(DIALECT.open(RIGHT["parallel tools"] | {"system": BRIEF}))

    assert said.turns == (
        Turn("system", (TextPart("Be brief.", "$.system[0].text"),), "$.system"),
        Turn("user", (TextPart("Weather?", "$.messages[0].content[0].text"),), "$.messages[0]"),
        Turn(
            "assistant",
            (
                CallPart("a", "weather", {"city": "Paris"}, "$.messages[1].content[0].toolUse"),
                CallPart("b", "weather", {"city": "Paris"}, "$.messages[1].content[1].toolUse"),
            ),
            "$.messages[1]",
        ),
        Turn(
            "user",
            (
                ResultPart("b", None, ["sunny"], "$.messages[2].content[0].toolResult"),
                ResultPart("a", None, ["no"], "$.messages[2].content[1].toolResult", is_error=True),
                TextPart("So?", "$.messages[2].content[2].text"),
            ),
            "$.messages[2]",
        ),
    )
    assert names_on_offer(said) == ["weather"]


def test_the_reader_takes_a_lists_leading_system_message_for_the_system() -> None:
    said = DIALECT.read(DIALECT.open([RULE, HI]))

    assert said.turns[0] == Turn("system", (TextPart("Answer in French.", "$[0].content[0].text"),), "$[0].content")
    assert said.tools is None


def test_the_reader_hears_guarded_and_cited_texts() -> None:
    guarded = DIALECT.read(DIALECT.open(RIGHT["guarded"]))
    cited = DIALECT.read(DIALECT.open(RIGHT["citations"]))

    assert [part.text for turn in guarded.turns for part in turn.parts] == ["Be brief.", "Hi"]  # type: ignore[union-attr]
    assert cited.turns[1].parts == (TextPart("Green.", "$[1].content[0].citationsContent.content[0].text"),)
    assert cited.turns[2].parts == ()


def test_the_reader_keeps_signatures_and_redacted_data() -> None:
    said = DIALECT.read(DIALECT.open(RIGHT["thinking"]))

    where = "$[1].content"
    assert said.turns[1].parts[:2] == (
        ThinkingPart("Let me see.", f"{where}[0].reasoningContent.reasoningText.text", signature="EqQB"),
        ThinkingPart("", f"{where}[1].reasoningContent.redactedContent", redacted="EmwK"),
    )


def test_the_reader_sees_images_also_inside_a_result_and_those_in_a_bucket() -> None:
    seen = DIALECT.read(DIALECT.open(RIGHT["images"])).turns[0].parts
    shown = DIALECT.read(DIALECT.open(RIGHT["an image in a result"])).turns[2].parts

    where, inner = "$[0].content", "$[2].content[0].toolResult"
    assert seen[1] == MediaPart("image", f"{where}[1].image.source", data=base64.b64decode(PNG), media_type="image/png")
    assert seen[3] == MediaPart(
        "image", f"{where}[3].image.source", url="s3://pictures/cat.png", media_type="image/png"
    )
    picture_ = MediaPart(
        "image", f"{inner}.content[1].image.source", data=base64.b64decode(PNG), media_type="image/png"
    )
    assert shown == (ResultPart("t1", None, ["Here:"], inner, (picture_,)),)


def test_the_reader_sees_documents() -> None:
    seen = DIALECT.read(DIALECT.open(RIGHT["documents"])).turns[0].parts

    assert [(part.data, part.media_type) for part in seen if isinstance(part, MediaPart)] == [
        (b"%PDF-1.7", "application/pdf"),
        (b"x", None),
        (b"y\nz", "text/markdown"),
    ]


@pytest.mark.parametrize(
    ("kind", "format_", "media_type"),
    [
        ("audio", "mp3", "audio/mpeg"),
        ("audio", "wav", "audio/wav"),
        ("video", "mov", "video/quicktime"),
        ("video", "mp4", "video/mp4"),
        ("image", "jpg", "image/jpg"),
    ],
)
def test_a_format_stands_for_a_media_type(kind: str, format_: str, media_type: str) -> None:
    block = {kind: {"format": format_, "source": {"bytes": "AAAA"}}}
    [media] = DIALECT.read(DIALECT.open([user(block)])).turns[0].parts

    assert isinstance(media, MediaPart)
    assert (media.kind, media.media_type) == (kind, media_type)


# What the reference does that no case of the corpus shows.


def written(*said: tuple[str, Any], **document: Any) -> Any:
    content = [{"role": role, "content": blocks} for role, blocks in said]
    return FORMATTERS["bedrock.chat"](parse({"messages": content, **document}))


def held(kind: str, media_type: str, data: str) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "base64", "media_type": media_type, "data": data}}


HUM = {"name": "hum", "description": "", "parameters": {"type": "object"}}
CALLED = {"type": "tool_use", "id": "c 1", "name": "hum", "input": {}}
ANSWERED = {"type": "tool_result", "id": "c 1", "output": "la"}


def test_the_reference_says_in_one_message_what_is_said_in_a_row_and_replaces_ids() -> None:
    payload = written(
        ("system", "S"),
        ("user", "a"),
        ("user", "b"),
        ("assistant", "c"),
        ("assistant", [CALLED]),
        ("tool", [ANSWERED]),
        ("system", "d"),
        ("user", "e"),
        tools=[HUM],
    )

    assert payload["system"] == [text("S")]
    assert payload["messages"] == [
        user(text("a"), text("b")),
        assistant(text("c"), call("call_1", "hum", {})),
        user(result("call_1", text("la")), text("d"), text("e")),
    ]


def test_the_reference_refuses_what_bedrock_would() -> None:
    with pytest.raises(ValueError, match="a user's message first"):
        written(("system", "S"), ("assistant", "a"), ("user", "b"))
    with pytest.raises(ValueError, match="the tools on offer"):
        written(("user", "a"), ("assistant", [CALLED]), ("tool", [ANSWERED]))


def test_the_reference_gives_documents_names_of_their_own_and_a_text_beside_them() -> None:
    pdf = held("document", "application/pdf", PDF)

    assert written(("user", [pdf, pdf]))["messages"] == [
        user(paper("document"), paper("document 2"), text("(A document.)"))
    ]


def test_the_reference_says_audio_of_a_result_behind_it() -> None:
    sound = held("audio", "audio/wav", base64.b64encode(b"RIFF\x24\x00\x00\x00WAVEfmt ").decode())
    payload = written(
        ("user", "Hum!"),
        ("assistant", [CALLED | {"id": "c1"}]),
        ("tool", [{"type": "tool_result", "id": "c1", "output": [{"type": "text", "text": "la"}, sound]}]),
        tools=[HUM],
    )

    assert payload["messages"][2] == user(
        result("c1", text("la"), text("(The audio follows.)")),
        text("The audio of c1:"),
        {"audio": {"format": "wav", "source": {"bytes": sound["source"]["data"]}}},
    )
    assert payload["toolConfig"] == {
        "tools": [{"toolSpec": {"name": "hum", "inputSchema": {"json": {"type": "object", "properties": {}}}}}]
    }


def test_the_reference_takes_media_from_a_bucket_and_refuses_other_addresses() -> None:
    def at(url: str) -> Any:
        return written(("user", [{"type": "image", "source": {"type": "url", "url": url}}]))

    assert at("s3://pictures/cat.png")["messages"] == [user(IN_BUCKET)]
    with pytest.raises(ValueError, match="by value"):
        at("https://example.com/cat.png")
    with pytest.raises(ValueError, match="does not show it"):
        at("s3://pictures/cat")


JUNK = (None, 7, "", "x", [], {}, ["x"], [[]], [{}], {"text": []}, {"toolResult": {}}, {"toolUse": {"name": 7}})
WHOLE = messages(
    user(text("Weather?"), image(), paper(), {"guardContent": {"text": {"text": "Hi"}}}),
    assistant(thought(), call(), {"citationsContent": {"content": [text("x")]}}),
    user(result("t1", text("a"), image(), {"json": {}}, status="error"), IN_BUCKET),
    RULE,
    system=BRIEF,
    toolConfig=TOOLS,
)


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("key", WHOLE)
def test_junk_is_reported_or_passed_over_and_never_raises(key: str, junk: Any) -> None:
    for worse in spoilt(WHOLE[key], junk):
        if key != "messages" or isinstance(worse, list):
            is_borne(DIALECT, WHOLE | {key: worse})


LOOK = {"toolSpec": {"name": "look", "inputSchema": {"json": {"type": "object"}}}}


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({"tools": [{"name": "look", "description": "Looks.", "input_schema": {}}]}, "$.toolConfig.tools[0]"),
        ({"tools": [{"type": "function", "function": {"name": "look"}}]}, "$.toolConfig.tools[0]"),
        ({"tools": [{**LOOK, "cachePoint": {"type": "default"}}]}, "$.toolConfig.tools[0]"),
        ({"tools": [{}]}, "$.toolConfig.tools[0]"),
        (
            {"tools": [{"toolSpec": {"name": "look", "inputSchema": {"json": {}, "type": "object"}}}]},
            "$.toolConfig.tools[0].toolSpec.inputSchema",
        ),
        ({"tools": [LOOK], "toolChoice": {"type": "tool", "name": "look"}}, "$.toolConfig.toolChoice"),
        ({"tools": [LOOK], "toolChoice": {"auto": {}, "any": {}}}, "$.toolConfig.toolChoice"),
    ],
)
def test_a_tool_and_the_choice_among_them_have_one_key(config: dict[str, Any], path: str) -> None:
    """The client's words: "Must set one of the following keys for tagged union structure toolConfig.tools[0]"."""
    body = {"messages": [{"role": "user", "content": [{"text": "Hi"}]}], "toolConfig": config}

    assert ("bedrock.union-one-key", path) in {(each.id, each.path) for each in check_payload(body, "bedrock")}


def test_tools_and_a_choice_as_bedrock_has_them_are_right() -> None:
    config = {"tools": [LOOK, {"cachePoint": {"type": "default"}}], "toolChoice": {"tool": {"name": "look"}}}
    body = {"messages": [{"role": "user", "content": [{"text": "Hi"}]}], "toolConfig": config}

    assert check_payload(body, "bedrock") == []
