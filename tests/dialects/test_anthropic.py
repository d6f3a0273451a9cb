"""Anthropic Messages: what breaks and what keeps each rule, right payloads, the reader, and junk."""

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

from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.dialects.anthropic import DIALECT
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.transcript import SaidCall, SaidMedia, SaidResult, SaidText, SaidThinking, Turn

# Literally, after the evidence: refused without qualification, stable, and strongly evidenced.
ERRORS = {
    "anthropic.messages-nonempty",
    "anthropic.system-not-first",
    "anthropic.final-assistant-no-trailing-space",
    "anthropic.text-nonempty",
    "anthropic.user-nonempty",
    "anthropic.tool-use-id-pattern",
    "anthropic.tool-use-id-unique",
    "anthropic.tool-result-follows-tool-use",
    "anthropic.tool-result-has-tool-use",
    "anthropic.tool-result-once",
    "anthropic.tool-block-role",
    "anthropic.tool-input-object",
    "anthropic.image-source-object",
    "anthropic.image-media-type",
    "anthropic.image-bytes-match-type",
    "anthropic.base64-bare",
    "anthropic.thinking-unmodified",
    "anthropic.final-block-not-thinking",
    "anthropic.cache-control-max4",
    "anthropic.cache-control-not-on-thinking",
    "anthropic.no-unknown-keys",
}


def picture(width: int = 1, height: int = 1, format_: str = "PNG") -> str:
    file = io.BytesIO()
    Image.new("1", (width, height)).save(file, format_)
    return base64.b64encode(file.getvalue()).decode()


PNG, JPEG = picture(), picture(format_="JPEG")
EPHEMERAL = {"type": "ephemeral"}
THOUGHT = {"type": "thinking", "thinking": "Let me see.", "signature": "EqQB"}


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def text(said: Any, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": said, **more}


def call(id_: Any = "t1", name: Any = "weather", input_: Any = None, **more: Any) -> dict[str, Any]:
    input_ = {"city": "Paris"} if input_ is None else input_
    return {"type": "tool_use", "id": id_, "name": name, "input": input_, **more}


def result(id_: Any = "t1", content: Any = "sunny", **more: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": id_, "content": content, **more}


def base64_image(data: str = PNG, media_type: str = "image/png") -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def url_image(url: str = "https://example.com/cat.png") -> dict[str, Any]:
    return {"type": "image", "source": {"type": "url", "url": url}}


def messages(*items: Any, **more: Any) -> dict[str, Any]:
    return {**more, "messages": list(items)}


HI = {"role": "user", "content": "Hi"}
REPLY = {"role": "assistant", "content": "Hello"}
RULE = {"role": "system", "content": "Answer in French."}
ASK = user(text("Weather?"))


Proof = partial(proofs.Proof, "anthropic")

PROOFS = (
    Proof("messages-nonempty", messages(system="Be brief."), "$.messages", messages(HI, system="Be brief.")),
    Proof("messages-nonempty", [RULE], "$", [RULE, HI]),
    Proof("system-not-first", messages(RULE, HI), "$.messages[0].role", messages(HI, system="Answer in French.")),
    Proof(
        "system-mid-placement",
        messages(HI, REPLY, RULE, HI),
        "$.messages[2].role",
        messages(HI, RULE, REPLY, HI, RULE),
    ),
    Proof("system-mid-placement", messages(HI, RULE, HI), "$.messages[1].role", messages(HI, RULE, RULE)),
    Proof(
        "system-mid-model",
        messages(HI, RULE, model="claude-sonnet-5"),
        "$.messages[1].role",
        messages(HI, RULE, model="claude-opus-4-8-20260528"),
    ),
    Proof("system-mid-model", messages(HI, RULE), "$.messages[1].role", messages(HI), context={"model": "claude-3"}),
    Proof(
        "system-mid-text-only",
        messages(HI, {"role": "system", "content": []}),
        "$.messages[1].content",
        messages(HI, {"role": "system", "content": [], "output_config": {}}),
    ),
    Proof(
        "system-mid-text-only",
        messages(HI, {"role": "system", "content": [text("x"), url_image()]}),
        "$.messages[1].content[1]",
        messages(HI, {"role": "system", "content": [text(""), text("x"), {"type": "tool_addition"}]}),
    ),
    Proof("roles-alternate", messages(HI, HI), "$.messages[1].role", messages(HI, REPLY, HI)),
    Proof("first-role-user", messages(REPLY, HI), "$.messages[0].role", messages(HI, REPLY, HI)),
    Proof("no-prefill", messages(HI, REPLY), "$.messages[1].role", messages(HI, REPLY, model="claude-sonnet-4-5")),
    Proof(
        "no-prefill",
        messages(HI, REPLY, model="claude-opus-4-6"),
        "$.messages[1].role",
        messages(HI, REPLY, model="claude-sonnet-4-20250514"),
    ),
    Proof(
        "final-assistant-no-trailing-space",
        [HI, {"role": "assistant", "content": "So: "}],
        "$[1].content",
        [HI, {"role": "assistant", "content": " So:"}],
    ),
    Proof(
        "final-assistant-no-trailing-space",
        [HI, assistant(text("one "), text("two\n"))],
        "$[1].content[1].text",
        [HI, assistant(text("one "), text("two")), HI],
    ),
    Proof("text-nonempty", [user(text("Hi"), text(""))], "$[0].content[1].text", [user(text("Hi"))]),
    Proof("text-nonempty", [user(text(" "), text("\n"))], "$[0].content", [user(text(" "), url_image())]),
    Proof(
        "text-nonempty",
        [{"role": "user", "content": " "}],
        "$[0].content",
        [HI, {"role": "assistant", "content": ""}, HI, assistant(), HI],
    ),
    Proof(
        "text-nonempty",
        messages(HI, system=[text("Be brief."), text("")]),
        "$.system[1].text",
        messages(HI, system=[text("Be brief.")]),
    ),
    Proof(
        "text-nonempty",
        [HI, assistant(text(""), call()), user(result())],
        "$[1].content[0].text",
        [
            HI,
            assistant(call("a"), call("b"), call("c")),
            user(result("a", ""), result("b", []), result("c", [text("")])),
        ],
    ),
    Proof("user-nonempty", [user()], "$[0].content", [HI, assistant(), HI]),
    Proof("user-nonempty", [{"role": "user", "content": ""}], "$[0].content", [HI]),
    Proof(
        "tool-use-id-pattern",
        [ASK, assistant(call("call:1")), user(result("call:1"))],
        "$[1].content[0].id",
        [ASK, assistant(call("call_1-a")), user(result("call_1-a"))],
    ),
    Proof(
        "tool-use-id-pattern",
        [ASK, assistant({"type": "server_tool_use", "id": "t1", "name": "web_search", "input": {}}), HI],
        "$[1].content[0].id",
        [ASK, assistant({"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}}), HI],
    ),
    Proof(
        "tool-use-id-unique",
        [ASK, assistant(call()), user(result()), assistant(call()), user(result())],
        "$[3].content[0].id",
        [ASK, assistant(call()), user(result()), assistant(call("t2")), user(result("t2"))],
    ),
    Proof(
        "tool-name-pattern",
        [ASK, assistant(call(name="get weather")), user(result())],
        "$[1].content[0].name",
        [ASK, assistant(call(name="n" * 128)), user(result())],
    ),
    Proof(
        "tool-name-pattern",
        messages(HI, tools=[{"name": "搜索", "input_schema": {"type": "object"}}]),
        "$.tools[0].name",
        messages(HI, tools=[{"name": "search", "input_schema": {"type": "object"}}]),
    ),
    Proof(
        "tool-result-follows-tool-use",
        [ASK, assistant(call("a"), call("b")), user(result("a"))],
        "$[1].content[1].id",
        [ASK, assistant(call("a")), assistant(call("b")), user(result("b")), user(result("a"))],
    ),
    Proof(
        "tool-result-follows-tool-use",
        [ASK, assistant(text("I will look."), call())],
        "$[1].content[1].id",
        [ASK, assistant(call()), assistant(text("…")), user(result())],
    ),
    Proof(
        "tool-result-has-tool-use",
        [ASK, assistant(text("No.")), user(result())],
        "$[2].content[0].tool_use_id",
        [ASK, assistant(call()), user(text("Here:")), user(result())],
    ),
    Proof(
        "tool-result-has-tool-use",
        [user(result()), assistant(text("Sunny.")), HI],
        "$[0].content[0].tool_use_id",
        [ASK, assistant(call()), user(result(), text("And now?"))],
    ),
    Proof(
        "tool-result-once",
        [ASK, assistant(call()), user(result()), user(result(content="rain"))],
        "$[3].content[0].tool_use_id",
        [ASK, assistant(call()), user(result())],
    ),
    Proof(
        "parallel-results-one-message",
        [ASK, assistant(call("a"), call("b")), user(result("a")), user(result("b"))],
        "$[3].content[0]",
        [ASK, assistant(call("a"), call("b")), user(result("a"), result("b")), user(text("Well?"))],
    ),
    Proof(
        "tool-results-first",
        [ASK, assistant(call()), user(text("Here:"), result())],
        "$[2].content[1]",
        [ASK, assistant(call()), user(result(), text("Here it was."))],
    ),
    Proof(
        "tool-results-first",
        [ASK, assistant(call()), HI, user(result())],
        "$[3].content[0]",
        [ASK, assistant(call()), user(result()), HI],
    ),
    Proof("tool-block-role", [user(THOUGHT, text("Hi"))], "$[0].content[0]", [HI, assistant(THOUGHT, text("Yes")), HI]),
    Proof("tool-block-role", [user(text("Hi"), call())], "$[0].content[1]", [HI, assistant(call()), user(result())]),
    Proof("tool-block-role", [HI, assistant(result()), HI], "$[1].content[0]", [HI, assistant(call()), user(result())]),
    Proof(
        "tool-result-error-nonempty",
        [ASK, assistant(call()), user(result(content=[text("")], is_error=True))],
        "$[2].content[0].content",
        [ASK, assistant(call()), user(result(content="no such city", is_error=True))],
    ),
    Proof(
        "tool-input-object",
        [ASK, assistant(call(input_='{"city": "Paris"}')), user(result())],
        "$[1].content[0].input",
        [ASK, assistant(call(input_={})), user(result())],
    ),
    Proof(
        "image-source-object",
        [user({"type": "image", "source": "https://example.com/cat.png"})],
        "$[0].content[0].source",
        [user(url_image())],
    ),
    Proof(
        "image-source-object",
        [user({"type": "image", "source": {"type": "path", "path": "cat.png"}})],
        "$[0].content[0].source.type",
        [user({"type": "image", "source": {"type": "file", "file_id": "file_1"}})],
    ),
    Proof("url-source-https", [user(url_image("./cat.png"))], "$[0].content[0].source.url", [user(base64_image())]),
    Proof("url-source-https", [user(url_image("http://e.com/a"))], "$[0].content[0].source.url", [user(url_image())]),
    Proof(
        "image-media-type",
        [user(base64_image(JPEG, "image/jpg"))],
        "$[0].content[0].source.media_type",
        [user(base64_image(JPEG, "image/jpeg"))],
    ),
    Proof(
        "image-bytes-match-type",
        [ASK, assistant(call()), user(result(content=[base64_image(PNG, "image/jpeg")]))],
        "$[2].content[0].content[0].source.media_type",
        [ASK, assistant(call()), user(result(content=[base64_image(PNG, "image/png")]))],
    ),
    Proof(
        "base64-bare",
        [user(base64_image(f"data:image/png;base64,{PNG}"))],
        "$[0].content[0].source.data",
        [user(base64_image(PNG))],
    ),
    Proof(
        "image-limits",
        [user(base64_image(picture(8001)))],
        "$[0].content[0].source",
        [user(base64_image(picture(8000)))],
    ),
    Proof("image-limits", [user(*[url_image()] * 101)], "$[0].content[100]", [user(*[url_image()] * 100)]),
    Proof(
        "image-limits",
        [user(base64_image(picture(2001)), *[url_image()] * 20)],
        "$[0].content[0].source",
        [user(base64_image(picture(2001)), *[url_image()] * 19)],
    ),
    Proof(
        "thinking-unmodified",
        [HI, assistant({**THOUGHT, "signature": ""}, text("Yes")), HI],
        "$[1].content[0].signature",
        [HI, assistant(THOUGHT, {"type": "redacted_thinking", "data": "EmwK"}, text("Yes")), HI],
    ),
    Proof(
        "final-block-not-thinking",
        [HI, assistant(text("Yes")), assistant(THOUGHT)],
        "$[2].content[0]",
        [HI, assistant(text("Hm"), THOUGHT), HI, assistant(THOUGHT), assistant(text("Yes"))],
    ),
    Proof(
        "thinking-leads",
        [HI, assistant(text("Hm")), assistant(THOUGHT, text("Yes")), HI],
        "$[1].content[0]",
        [HI, assistant(THOUGHT, text("Hm")), assistant(THOUGHT, text("Yes")), HI, REPLY, HI],
    ),
    Proof(
        "thinking-first-in-tool-loop",
        [ASK, assistant(call()), user(result())],
        "$[1].content[0]",
        [ASK, assistant(call()), user(result()), assistant(THOUGHT, call("t2")), user(result("t2"))],
        context={"thinking": {"type": "enabled", "budget_tokens": 2000}},
    ),
    Proof(
        "cache-control-max4",
        messages(
            user(*[text("Hi", cache_control=EPHEMERAL)] * 3),
            system=[text("Be brief.", cache_control=EPHEMERAL)],
            tools=[{"name": "f", "input_schema": {}, "cache_control": EPHEMERAL}],
        ),
        "$.messages[0].content[2].cache_control",
        messages(user(*[text("Hi", cache_control=EPHEMERAL)] * 4, text("Ho", cache_control=None))),
    ),
    Proof(
        "cache-control-not-on-thinking",
        [HI, assistant({**THOUGHT, "cache_control": EPHEMERAL}, text("Yes")), HI],
        "$[1].content[0].cache_control",
        [HI, assistant(THOUGHT, text("Yes", cache_control=EPHEMERAL)), HI],
        also=("anthropic.no-unknown-keys",),
    ),
    Proof("no-unknown-keys", [{**HI, "name": "Bob"}], "$[0].name", [HI]),
    Proof(
        "no-unknown-keys",
        messages(HI, system=[text("Be brief.", thought_signature="x")]),
        "$.system[0].thought_signature",
        messages(HI, system=[text("Be brief.", cache_control=EPHEMERAL)]),
    ),
)


judged = partial(proofs.judged, DIALECT)


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_a_rule_is_broken_where_it_should_be(proof: proofs.Proof) -> None:
    assert_broken(DIALECT, proof, ERRORS)


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_a_rule_is_kept_where_it_should_be(proof: proofs.Proof) -> None:
    assert_kept(DIALECT, proof)


def test_a_hundred_thousand_messages_are_the_most() -> None:
    rule = DIALECT.rule("anthropic.max-messages")
    assert rule is not None

    assert [breach.path for breach in rule.check(DIALECT.open([HI] * 100_001))] == ["$[100000]"]
    assert list(rule.check(DIALECT.open([HI] * 100_000))) == []
    assert rule.severity is Severity.WARNING


def test_every_rule_has_a_proof() -> None:
    assert {rule.id for rule in DIALECT.rules} == {proof.id for proof in PROOFS} | {"anthropic.max-messages"}


def test_only_what_is_surely_refused_is_an_error() -> None:
    assert {rule.id for rule in DIALECT.rules if rule.severity is Severity.ERROR} == ERRORS


def test_a_leading_system_message_in_a_list_is_noted_once_and_is_no_error() -> None:
    found = judged([RULE, HI])

    assert [(f.id, f.path, f.severity) for f in found] == [
        ("anthropic.system-not-first", "$[0].role", Severity.WARNING)
    ]


def test_a_second_leading_system_message_in_a_list_would_open_the_messages() -> None:
    found = judged([RULE, RULE, HI])

    assert [f.path for f in found if f.is_error] == ["$[1].role"]


def test_role_system_further_down_is_a_warning_at_most() -> None:
    found = judged(messages(HI, REPLY, RULE, HI))

    assert {f.id for f in found} == {"anthropic.system-mid-placement"}
    assert errors(found) == set()


def test_base64_in_lines_is_a_warning() -> None:
    found = judged([user(base64_image(PNG[:40] + "\n" + PNG[40:]))])

    assert [(f.id, f.severity) for f in found] == [("anthropic.base64-bare", Severity.WARNING)]


TOOLS = [{"name": "weather", "description": "Tells it.", "input_schema": {"type": "object"}}]
PDF = {"type": "base64", "media_type": "application/pdf", "data": base64.b64encode(b"%PDF-1.7").decode()}
RIGHT: dict[str, Any] = {
    "a string": [HI],
    "turns": messages(HI, REPLY, user(text("Thanks")), system="Be brief."),
    "system blocks": messages(HI, system=[text("Be brief.", cache_control={"type": "ephemeral", "ttl": "1h"})]),
    "a tool": messages(
        ASK,
        assistant(text("I look."), call()),
        user(result(content=[text("sunny")])),
        model="claude-opus-5",
        tools=TOOLS,
    ),
    "parallel tools": messages(
        ASK,
        assistant(call("a"), call("b")),
        user(result("b"), result("a", "no", is_error=True), text("So?")),
        tools=TOOLS,
    ),
    "a result without content": [ASK, assistant(call()), user({"type": "tool_result", "tool_use_id": "t1"})],
    "images": [user(text("See:"), base64_image(), url_image(), base64_image(JPEG, "image/jpeg"))],
    "an image in a result": [ASK, assistant(call()), user(result(content=[text("Here:"), base64_image()]))],
    "documents": [
        user(
            {"type": "document", "source": PDF, "title": "A", "context": None, "citations": {"enabled": True}},
            {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"}},
            {"type": "document", "source": {"type": "content", "content": [text("x"), base64_image()]}},
            {"type": "document", "source": {"type": "content", "content": [text("x"), text("y")]}},
            {"type": "document", "source": {"type": "url", "url": "https://example.com/a.pdf"}},
        )
    ],
    "thinking": messages(
        ASK,
        assistant(THOUGHT, {"type": "redacted_thinking", "data": "EmwK"}, call()),
        user(result()),
        thinking={"type": "enabled", "budget_tokens": 2000},
    ),
    "role system further down": messages(HI, RULE, REPLY, HI, model="claude-opus-5"),
    "server tools": [
        HI,
        assistant(
            {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}},
            {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []},
            text("Found.", citations=[{"type": "web_search_result_location"}]),
        ),
        user({"type": "search_result", "source": "https://e.com", "title": "E", "content": [text("x")]}),
    ],
}


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(payload: Any) -> None:
    request = DIALECT.open(payload)

    assert [*schema(request), *protocol(DIALECT, request)] == []


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
        Turn("system", (SaidText("Be brief.", "$.system"),), "$.system"),
        Turn("user", (SaidText("Weather?", "$.messages[0].content[0].text"),), "$.messages[0]"),
        Turn(
            "assistant",
            (
                SaidCall("a", "weather", {"city": "Paris"}, "$.messages[1].content[0]"),
                SaidCall("b", "weather", {"city": "Paris"}, "$.messages[1].content[1]"),
            ),
            "$.messages[1]",
        ),
        Turn(
            "user",
            (
                SaidResult("b", None, "sunny", "$.messages[2].content[0]"),
                SaidResult("a", None, "no", "$.messages[2].content[1]", is_error=True),
                SaidText("So?", "$.messages[2].content[2].text"),
            ),
            "$.messages[2]",
        ),
    )
    assert said.tools == ("weather",)


def test_the_reader_takes_a_lists_leading_system_message_for_the_system() -> None:
    said = DIALECT.read(DIALECT.open([{"role": "system", "content": [text("Be brief.")]}, HI]))

    assert said.turns[0] == Turn("system", (SaidText("Be brief.", "$[0].content[0].text"),), "$[0].content")
    assert said.turns[1] == Turn("user", (SaidText("Hi", "$[1].content"),), "$[1]")
    assert said.tools is None


def test_the_reader_keeps_signatures_and_redacted_data() -> None:
    said = DIALECT.read(DIALECT.open(RIGHT["thinking"]))

    assert said.turns[1].parts[:2] == (
        SaidThinking("Let me see.", "$.messages[1].content[0].thinking", signature="EqQB"),
        SaidThinking("", "$.messages[1].content[1].data", redacted="EmwK"),
    )


def test_the_reader_sees_images_also_inside_a_result() -> None:
    bytes_ = base64.b64decode(PNG)
    seen = DIALECT.read(DIALECT.open(RIGHT["images"])).turns[0].parts
    shown = DIALECT.read(DIALECT.open(RIGHT["an image in a result"])).turns[2].parts

    where, inner = "$[0].content", "$[2].content[0].content"
    assert seen[1] == SaidMedia("image", f"{where}[1].source", data=bytes_, media_type="image/png")
    assert seen[2] == SaidMedia("image", f"{where}[2].source", url="https://example.com/cat.png")
    picture_ = SaidMedia("image", f"{inner}[1].source", data=bytes_, media_type="image/png")
    assert shown == (SaidResult("t1", None, ["Here:"], "$[2].content[0]", (picture_,)),)


def test_the_reader_sees_documents() -> None:
    seen = DIALECT.read(DIALECT.open(RIGHT["documents"])).turns[0].parts

    assert [(part.data, part.url) for part in seen if isinstance(part, SaidMedia)] == [
        (b"%PDF-1.7", None),
        (b"x", None),
        (None, None),
        (b"xy", None),
        (None, "https://example.com/a.pdf"),
    ]


JUNK = (None, 7, "", "x", [], {}, ["x"], [[]], [{}], {"type": []}, {"type": "tool_result"})
WHOLE = messages(
    ASK,
    assistant(THOUGHT, call(cache_control=EPHEMERAL)),
    user(result(content=[text("a"), base64_image()]), url_image(), {"type": "document", "source": PDF}),
    RULE,
    system=[text("Be brief.")],
    tools=TOOLS,
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


CONTEXT = {"model": 7, "thinking": {"type": "enabled"}}


@pytest.mark.parametrize("junk", JUNK, ids=repr)
@pytest.mark.parametrize("key", WHOLE)
def test_junk_is_reported_or_passed_over_and_never_raises(key: str, junk: Any) -> None:
    for worse in spoilt(WHOLE[key], junk):
        if key != "messages" or isinstance(worse, list):
            request = DIALECT.open(WHOLE | {key: worse}, CONTEXT)
            list(schema(request)), list(protocol(DIALECT, request)), DIALECT.read(request)
