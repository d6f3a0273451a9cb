"""Amazon Bedrock Converse: what breaks and what keeps each rule, right payloads, the reader, and junk."""

from __future__ import annotations

import base64
import copy
import io
from collections.abc import Iterator
from functools import partial
from typing import Any

import proofs
import pytest
from PIL import Image
from proofs import assert_broken, assert_kept, errors

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.dialects.bedrock import DIALECT
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import SaidCall, SaidMedia, SaidResult, SaidText, SaidThinking, Turn

# Literally, after the evidence: refused without qualification, stable, and strongly evidenced.
ERRORS = {
    "bedrock.union-one-key",
    "bedrock.tool-name",
    "bedrock.first-user",
    "bedrock.tool-results",
    "bedrock.image-format",
    "bedrock.roles-alternate",
    "bedrock.content-nonempty",
    "bedrock.text-nonblank",
    "bedrock.tool-result-has-use",
    "bedrock.tool-ids-unique",
    "bedrock.tool-input-object",
    "bedrock.result-json-object",
    "bedrock.tool-config",
}


def picture(width: int = 1, height: int = 1, format_: str = "PNG") -> str:
    file = io.BytesIO()
    Image.new("1", (width, height)).save(file, format_)
    return base64.b64encode(file.getvalue()).decode()


PNG, JPEG = picture(), picture(format_="JPEG")
PDF = base64.b64encode(b"%PDF-1.7").decode()


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def text(said: Any) -> dict[str, Any]:
    return {"text": said}


def call(id_: Any = "t1", name: Any = "weather", input_: Any = None, **more: Any) -> dict[str, Any]:
    input_ = {"city": "Paris"} if input_ is None else input_
    return {"toolUse": {"toolUseId": id_, "name": name, "input": input_, **more}}


def result(id_: Any = "t1", *content: Any, **more: Any) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": id_, "content": list(content or (text("sunny"),)), **more}}


def image(data: str = PNG, format_: Any = "png") -> dict[str, Any]:
    return {"image": {"format": format_, "source": {"bytes": data}}}


def paper(name: str = "Report (1)", data: str = PDF) -> dict[str, Any]:
    return {"document": {"format": "pdf", "name": name, "source": {"bytes": data}}}


def thought(said: str = "Let me see.", **more: Any) -> dict[str, Any]:
    return {"reasoningContent": {"reasoningText": {"text": said, "signature": "EqQB", **more}}}


def messages(*items: Any, **more: Any) -> dict[str, Any]:
    return {**more, "messages": list(items)}


HI, REPLY, ASK = user(text("Hi")), assistant(text("Hello")), user(text("Weather?"))
RULE = {"role": "system", "content": [text("Answer in French.")]}
BRIEF = [text("Be brief.")]
TOOLS = {"tools": [{"toolSpec": {"name": "weather", "inputSchema": {"json": {"type": "object"}}}}]}
OLD = "us.anthropic.claude-3-5-sonnet-20241022-v2:0"
IN_BUCKET = {"image": {"format": "png", "source": {"s3Location": {"uri": "s3://pictures/cat.png"}}}}
CITED = {"documentChar": {"documentIndex": 0, "start": 0, "end": 6}}


Proof = partial(proofs.Proof, "bedrock")

PROOFS = (
    Proof("union-one-key", [user({"type": "text", **text("Hi")})], "$[0].content[0]", [HI]),
    Proof("union-one-key", [user(text("Hi"), {})], "$[0].content[1]", [user(text("Hi"), text("Ho"))]),
    Proof(
        "union-one-key",
        messages(HI, system=[{**text("Be brief."), "cachePoint": {"type": "default"}}]),
        "$.system[0]",
        messages(HI, system=[*BRIEF, {"cachePoint": {"type": "default"}}]),
    ),
    Proof(
        "union-one-key",
        [user(text("See:"), {"image": {"format": "png", "source": {"bytes": PNG, **IN_BUCKET["image"]["source"]}}})],
        "$[0].content[1].image.source",
        [user(text("See:"), image(), IN_BUCKET)],
    ),
    Proof(
        "union-one-key",
        [ASK, assistant(call()), user(result("t1", {"text": "sunny", "json": {}}))],
        "$[2].content[0].toolResult.content[0]",
        [ASK, assistant(call()), user(result("t1", text("sunny"), {"json": {}}))],
    ),
    Proof(
        "union-one-key",
        [HI, assistant({"reasoningContent": {}}, text("Yes")), HI],
        "$[1].content[0].reasoningContent",
        [HI, assistant(thought(), text("Yes")), HI],
    ),
    Proof(
        "tool-use-id",
        [ASK, assistant(call("call 1")), user(result("call 1"))],
        "$[1].content[0].toolUse.toolUseId",
        [ASK, assistant(call("tooluse_a.b:1-c")), user(result("tooluse_a.b:1-c"))],
    ),
    Proof(
        "tool-use-id",
        [ASK, assistant(call("i" * 65)), user(result("i" * 65))],
        "$[1].content[0].toolUse.toolUseId",
        [ASK, assistant(call("i" * 64)), user(result("i" * 64))],
    ),
    Proof(
        "tool-name",
        [ASK, assistant(call(name="get.weather")), user(result())],
        "$[1].content[0].toolUse.name",
        [ASK, assistant(call(name="n" * 64)), user(result())],
    ),
    Proof(
        "tool-name",
        messages(HI, toolConfig={"tools": [{"toolSpec": {"name": "搜索", "inputSchema": {"json": {}}}}]}),
        "$.toolConfig.tools[0].toolSpec.name",
        messages(HI, toolConfig=TOOLS),
    ),
    Proof("role-enum", [HI, {"role": "tool", "content": [text("x")]}], "$[1].role", [HI, REPLY, HI]),
    Proof("first-user", [REPLY, HI], "$[0].role", [HI, REPLY, HI]),
    Proof("first-user", messages(RULE, HI), "$.messages[0].role", messages(HI, system=RULE["content"])),
    Proof("first-user", messages(system=BRIEF), "$.messages", messages(HI, system=BRIEF)),
    Proof(
        "tool-results",
        [ASK, assistant(call("a"), call("b")), user(result("a"))],
        "$[1].content[1].toolUse.toolUseId",
        [ASK, assistant(call("a"), call("b")), user(result("b"), result("a"), text("So?"))],
    ),
    Proof("tool-results", [ASK, assistant(call())], "$[1].content[0].toolUse.toolUseId", [ASK]),
    Proof(
        "tool-results",
        [ASK, assistant(call()), HI],
        "$[1].content[0].toolUse.toolUseId",
        [ASK, assistant(call(type="server_tool_use"), result(type="web_search_result"), text("Rain.")), HI],
    ),
    Proof(
        "image-format",
        [user(text("See:"), image(JPEG, "jpg"))],
        "$[0].content[1].image.format",
        [user(text("See:"), image(JPEG, "jpeg"))],
    ),
    Proof(
        "image-format",
        [ASK, assistant(call()), user(result("t1", image(format_="bmp")))],
        "$[2].content[0].toolResult.content[0].image.format",
        [ASK, assistant(call()), user(result("t1", image()))],
    ),
    Proof("image-format", [HI, assistant(image()), HI], "$[1].content[0].image", [user(text("See:"), image())]),
    Proof(
        "document",
        [user(text("Read:"), paper("a.pdf"))],
        "$[0].content[1].document.name",
        [user(text("Read:"), paper())],
    ),
    Proof(
        "document",
        [user(text("Read:"), paper("a  b"))],
        "$[0].content[1].document.name",
        [user(text("Read:"), paper("a_b [2]-(3)"))],
    ),
    Proof(
        "document",
        [user(text("Read:"), paper("a"), paper("a"))],
        "$[0].content[2].document.name",
        [user(text("Read:"), paper("a"), paper("b"))],
    ),
    Proof("document", [user(paper())], "$[0].content[0].document", [user(paper(), text("Read it."))]),
    Proof(
        "document",
        [user(text("Read:"), *(paper(f"a{i}") for i in range(6)))],
        "$[0].content[6].document",
        [user(text("Read:"), *(paper(f"a{i}") for i in range(5)))],
    ),
    Proof(
        "document",
        [user(text("Read:"), paper(data=base64.b64encode(b"%PDF-" + bytes(4_718_592)).decode()))],
        "$[0].content[1].document.source",
        [user(text("Read:"), paper(data=base64.b64encode(bytes(4_718_592)).decode()))],
    ),
    Proof(
        "document",
        [HI, assistant(text("Read:"), paper()), HI],
        "$[1].content[1].document",
        [ASK, assistant(call()), user(result("t1", paper()))],
    ),
    Proof("roles-alternate", [HI, HI], "$[1].role", [user(text("Hi"), text("Hi"))]),
    Proof("roles-alternate", messages(HI, REPLY, REPLY, HI), "$.messages[2].role", messages(HI, REPLY, HI)),
    Proof("last-user", [HI, REPLY], "$[1].role", [HI, REPLY, HI]),
    Proof(
        "last-user",
        messages(HI, REPLY, modelId="global.anthropic.claude-opus-4-6-v1"),
        "$.messages[1].role",
        messages(HI, REPLY, modelId=OLD),
    ),
    Proof("system-mid-model", [HI, RULE, REPLY, HI], "$[1].role", messages(HI, REPLY, HI, system=BRIEF)),
    Proof(
        "reasoning-alone", [HI, assistant(thought()), HI], "$[1].content", [HI, assistant(thought(), text("Hm")), HI]
    ),
    Proof(
        "reasoning-leads",
        [HI, assistant(text("Hm"), thought()), HI],
        "$[1].content[0]",
        [HI, assistant(thought(), text("Hm"), thought()), HI, REPLY, HI],
    ),
    Proof(
        "reasoning-first-in-tool-loop",
        messages(HI, assistant(text("I look."), call()), user(result()), toolConfig=TOOLS),
        "$.messages[1].content[0]",
        messages(
            HI,
            assistant(call()),
            user(result()),
            assistant(thought(), call("t2")),
            user(result("t2")),
            toolConfig=TOOLS,
        ),
        context={"thinking": {"type": "enabled"}},
    ),
    Proof("content-nonempty", [HI, assistant(), HI], "$[1].content", [HI, REPLY, HI]),
    Proof("text-nonblank", [user(text("Hi"), text(""))], "$[0].content[1].text", [HI]),
    Proof(
        "text-nonblank",
        [HI, assistant(text(" \n")), HI],
        "$[1].content[0].text",
        [ASK, assistant(call()), user(result("t1", text(" ")))],
    ),
    Proof(
        "final-assistant-no-trailing-space",
        messages(HI, assistant(text("one "), text("two\n")), modelId=OLD),
        "$.messages[1].content[1].text",
        messages(HI, assistant(text("one "), text("two")), modelId=OLD),
    ),
    Proof(
        "tool-result-has-use",
        [user(text("Hi"), result()), REPLY, HI],
        "$[0].content[1].toolResult.toolUseId",
        [ASK, assistant(call()), user(result())],
    ),
    Proof(
        "tool-result-has-use",
        [ASK, assistant(call()), user(result(), result("t2"))],
        "$[2].content[1].toolResult.toolUseId",
        [ASK, assistant(call(), call("t2")), user(result(), result("t2"))],
    ),
    Proof(
        "tool-result-has-use",
        [HI, assistant(result()), HI],
        "$[1].content[0].toolResult.toolUseId",
        [HI, assistant(call(type="server_tool_use"), result(type="web_search_result")), HI],
    ),
    Proof(
        "tool-results-first",
        [ASK, assistant(call("a"), call("b")), user(result("a"), text("and"), result("b"))],
        "$[2].content[2]",
        [ASK, assistant(call("a"), call("b")), user(result("a"), result("b"), text("So?"))],
    ),
    Proof(
        "tool-ids-unique",
        [ASK, assistant(call()), user(result(), result("t1", text("rain")))],
        "$[2].content[1].toolResult.toolUseId",
        [ASK, assistant(call()), user(result()), assistant(call()), user(result())],
    ),
    Proof(
        "tool-ids-unique",
        [ASK, assistant(call(), call(input_={"city": "Rome"})), user(result())],
        "$[1].content[1].toolUse.toolUseId",
        [ASK, assistant(call(), call("t2", input_={"city": "Rome"})), user(result(), result("t2"))],
    ),
    Proof(
        "tool-input-object",
        [ASK, assistant(call(input_='{"city": "Paris"}')), user(result())],
        "$[1].content[0].toolUse.input",
        [ASK, assistant(call(input_={})), user(result())],
    ),
    Proof(
        "result-json-object",
        [ASK, assistant(call()), user(result("t1", {"json": [1, 2]}))],
        "$[2].content[0].toolResult.content[0].json",
        [ASK, assistant(call()), user(result("t1", {"json": {"found": [1, 2]}}))],
    ),
    Proof(
        "tool-result-nonempty",
        [ASK, assistant(call()), user({"toolResult": {"toolUseId": "t1", "content": [], "status": "error"}})],
        "$[2].content[0].toolResult.content",
        [ASK, assistant(call()), user(result("t1", text("")))],
    ),
    Proof(
        "tool-config",
        messages(ASK, assistant(call()), user(result()), toolConfig={"tools": []}),
        "$.toolConfig.tools",
        messages(ASK, assistant(call()), user(result()), toolConfig=TOOLS),
    ),
    Proof(
        "tool-config",
        messages(ASK, assistant(call()), user(result()), toolConfig={"tools": [{"cachePoint": {"type": "default"}}]}),
        "$.toolConfig.tools",
        [ASK, assistant(call()), user(result())],
    ),
    Proof("no-unknown-keys", [{**HI, "name": "Bob"}], "$[0].name", [HI]),
    Proof(
        "no-unknown-keys",
        [ASK, assistant(call(signature="x")), user(result())],
        "$[1].content[0].toolUse.signature",
        [ASK, assistant(call()), user(result())],
    ),
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
        [image(picture(8001))],
        [image(picture(1, 8001))],
        [image(base64.b64encode(bytes(3_932_161)).decode())],
    ],
    ids=["many", "wide", "high", "big"],
)
def test_many_or_big_images_are_worth_a_word(pictures: list[Any]) -> None:
    found = judged([user(text("See:"), *pictures)])

    assert [(f.id, f.severity) for f in found] == [("bedrock.image-format", Severity.WARNING)]


@pytest.mark.parametrize("pictures", [[image()] * 20, [image(picture(8000, 8000))]], ids=["many", "wide and high"])
def test_so_many_and_such_big_images_are_not(pictures: list[Any]) -> None:
    assert judged([user(text("See:"), *pictures)]) == []


def test_the_conversation_does_not_end_where_the_system_speaks_last() -> None:
    assert errors(judged([HI, REPLY, HI, RULE])) == set()


RIGHT: dict[str, Any] = {
    "one message": [HI],
    "turns": messages(HI, REPLY, user(text("Thanks")), system=BRIEF, modelId="amazon.nova-pro-v1:0"),
    "guarded": messages(
        user({"guardContent": {"text": {"text": "Hi", "qualifiers": ["query"]}}}),
        system=[{"guardContent": {"text": {"text": "Be brief."}}}, {"cachePoint": {"type": "default", "ttl": "5m"}}],
    ),
    "a tool": messages(ASK, assistant(text("I look."), call()), user(result()), toolConfig=TOOLS),
    "parallel tools": messages(
        ASK,
        assistant(call("a"), call("b")),
        user(result("b"), result("a", text("no"), status="error"), text("So?")),
        toolConfig={**TOOLS, "toolChoice": {"auto": {}}},
    ),
    "an image in a result": [ASK, assistant(call()), user(result("t1", text("Here:"), image()))],
    "images": [user(text("See:"), image(), image(JPEG, "jpeg"), IN_BUCKET)],
    "audio and video": [
        user(
            text("Listen:"),
            {"audio": {"format": "wav", "source": {"bytes": "UklGRg=="}}},
            {"video": {"format": "three_gp", "source": {"s3Location": {"uri": "s3://films/a.3gp"}}}},
        )
    ],
    "documents": [
        user(
            text("Read:"),
            paper(),
            {"document": {"name": "b", "source": {"text": "x"}, "context": "c", "citations": {"enabled": True}}},
            {"document": {"format": "md", "name": "c", "source": {"content": [text("y"), text("z")]}}},
        )
    ],
    "thinking": [
        ASK,
        assistant(thought(), {"reasoningContent": {"redactedContent": "EmwK"}}, call()),
        user(result()),
    ],
    "citations": [
        HI,
        assistant(
            {"citationsContent": {"content": [text("Green.")], "citations": [{"title": "A", "location": CITED}]}}
        ),
        user({"searchResult": {"source": "https://e.com", "title": "E", "content": [text("x")]}}),
    ],
}


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(payload: Any) -> None:
    request = DIALECT.open(payload)

    assert [*schema(request), *protocol(DIALECT, request)] == []


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
        Turn("system", (SaidText("Be brief.", "$.system[0].text"),), "$.system"),
        Turn("user", (SaidText("Weather?", "$.messages[0].content[0].text"),), "$.messages[0]"),
        Turn(
            "assistant",
            (
                SaidCall("a", "weather", {"city": "Paris"}, "$.messages[1].content[0].toolUse"),
                SaidCall("b", "weather", {"city": "Paris"}, "$.messages[1].content[1].toolUse"),
            ),
            "$.messages[1]",
        ),
        Turn(
            "user",
            (
                SaidResult("b", None, ["sunny"], "$.messages[2].content[0].toolResult"),
                SaidResult("a", None, ["no"], "$.messages[2].content[1].toolResult", is_error=True),
                SaidText("So?", "$.messages[2].content[2].text"),
            ),
            "$.messages[2]",
        ),
    )
    assert said.tools == ("weather",)


def test_the_reader_takes_a_lists_leading_system_message_for_the_system() -> None:
    said = DIALECT.read(DIALECT.open([RULE, HI]))

    assert said.turns[0] == Turn("system", (SaidText("Answer in French.", "$[0].content[0].text"),), "$[0].content")
    assert said.tools is None


def test_the_reader_hears_guarded_and_cited_texts() -> None:
    guarded = DIALECT.read(DIALECT.open(RIGHT["guarded"]))
    cited = DIALECT.read(DIALECT.open(RIGHT["citations"]))

    assert [part.text for turn in guarded.turns for part in turn.parts] == ["Be brief.", "Hi"]  # type: ignore[union-attr]
    assert cited.turns[1].parts == (SaidText("Green.", "$[1].content[0].citationsContent.content[0].text"),)
    assert cited.turns[2].parts == ()


def test_the_reader_keeps_signatures_and_redacted_data() -> None:
    said = DIALECT.read(DIALECT.open(RIGHT["thinking"]))

    where = "$[1].content"
    assert said.turns[1].parts[:2] == (
        SaidThinking("Let me see.", f"{where}[0].reasoningContent.reasoningText.text", signature="EqQB"),
        SaidThinking("", f"{where}[1].reasoningContent.redactedContent", redacted="EmwK"),
    )


def test_the_reader_sees_images_also_inside_a_result_and_those_in_a_bucket() -> None:
    seen = DIALECT.read(DIALECT.open(RIGHT["images"])).turns[0].parts
    shown = DIALECT.read(DIALECT.open(RIGHT["an image in a result"])).turns[2].parts

    where, inner = "$[0].content", "$[2].content[0].toolResult"
    assert seen[1] == SaidMedia("image", f"{where}[1].image.source", data=base64.b64decode(PNG), media_type="image/png")
    assert seen[3] == SaidMedia(
        "image", f"{where}[3].image.source", url="s3://pictures/cat.png", media_type="image/png"
    )
    picture_ = SaidMedia(
        "image", f"{inner}.content[1].image.source", data=base64.b64decode(PNG), media_type="image/png"
    )
    assert shown == (SaidResult("t1", None, ["Here:"], inner, (picture_,)),)


def test_the_reader_sees_documents() -> None:
    seen = DIALECT.read(DIALECT.open(RIGHT["documents"])).turns[0].parts

    assert [(part.data, part.media_type) for part in seen if isinstance(part, SaidMedia)] == [
        (b"%PDF-1.7", "application/pdf"),
        (b"x", "text/plain"),
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

    assert isinstance(media, SaidMedia)
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
        "tools": [{"toolSpec": {"name": "hum", "inputSchema": {"json": {"type": "object"}}}}]
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
        if key != "messages" or isinstance(worse, list):
            request = DIALECT.open(WHOLE | {key: worse})
            list(schema(request)), list(protocol(DIALECT, request)), DIALECT.read(request)
