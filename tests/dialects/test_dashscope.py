"""The DashScope dialects: what breaks and what keeps each rule, right payloads, the reader, and junk."""

from __future__ import annotations

import base64
import copy
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import proofs
import pytest
from PIL import Image
from proofs import breaches

from pytest_promptfmt.dialects.dashscope import DIALECT as TEXT
from pytest_promptfmt.dialects.dashscope.multimodal import DIALECT as MEDIA
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import SaidCall, SaidMedia, SaidResult, SaidText, Turn

BOTH = (TEXT, MEDIA)

# Literally, after the evidence: refused without qualification, stable, and strongly evidenced.
ERRORS = {
    "dashscope.has-user",
    "dashscope.content-required",
    "dashscope.media-url",
    "dashscope.tool-calls-answered",
    "dashscope.tool-result-has-call",
}


def image(width: int, height: int) -> str:
    file = io.BytesIO()
    Image.new("1", (width, height)).save(file, "PNG")
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


USER = {"role": "user", "content": "Hi"}
REPLY = {"role": "assistant", "content": "Hello"}
CAT = "https://example.com/cat.png"


def call(id_: str = "c1", arguments: str = '{"city": "Paris"}', content: Any = "") -> dict[str, Any]:
    function = {"name": "weather", "arguments": arguments}
    calls = [{"id": id_, "type": "function", "function": function}]
    return {"role": "assistant", "content": content, "tool_calls": calls}


def result(id_: str = "c1", content: Any = "sunny") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "name": "weather", "content": content}


def user(*items: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"role": "user", "content": list(items)}]


def asked(model: str) -> dict[str, Any]:
    return {"model": model, "messages": [USER]}


@dataclass(frozen=True)
class Proof:
    """A payload that breaks the rule, first at `path`, and one that keeps it; `also` are errors that come with it."""

    dialects: tuple[Dialect, ...]
    rule: str
    breaking: Any
    path: str
    keeping: Any
    context: dict[str, Any] = field(default_factory=dict)
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.rule.partition(".")[2]


PROOFS = (
    Proof(BOTH, "dashscope.messages-nonempty", [], "$", [USER], also=("dashscope.has-user",)),
    Proof(BOTH, "dashscope.has-user", [{"role": "system", "content": "Hi"}], "$", [USER]),
    Proof(BOTH, "dashscope.content-required", [USER, {"role": "assistant"}], "$[1].content", [USER, REPLY]),
    Proof(
        BOTH,
        "dashscope.content-not-null",
        [USER, call(content=None), result()],
        "$[1].content",
        [USER, call(content=[]), result()],
    ),
    Proof(
        BOTH,
        "dashscope.text-not-null",
        [USER, call(content=[{"text": None}]), result()],
        "$[1].content[0].text",
        [USER, call(content=[{"text": ""}]), result()],
    ),
    Proof((TEXT,), "dashscope.text-model-string", user({"text": "Hi"}), "$[0].content", [USER]),
    Proof(
        (TEXT,), "dashscope.text-model-string", user({"text": "Hi"}), "$[0].content", [USER, call(content=[]), result()]
    ),
    Proof(
        BOTH,
        "dashscope.tool-calls-answered",
        [USER, call(), USER],
        "$[1].tool_calls[0].id",
        [USER, call(), result(), USER],
    ),
    Proof(BOTH, "dashscope.tool-result-has-call", [USER, result()], "$[1].tool_call_id", [USER, call(), result()]),
    Proof(BOTH, "dashscope.tool-calls-nonempty", [USER, {**REPLY, "tool_calls": []}, USER], "$[1].tool_calls", [USER]),
    Proof(
        BOTH,
        "dashscope.tool-content-string",
        [USER, call(), result(content=[{"text": "sunny"}])],
        "$[2].content",
        [USER, call(), result()],
    ),
    Proof(
        BOTH,
        "dashscope.no-repeated-call",
        [USER, call(), result(), call("c2"), result("c2")],
        "$[3].tool_calls[0]",
        [USER, call(), result(), call("c2", '{"city": "Rome"}'), result("c2"), call("c3"), result("c3")],
    ),
    Proof(
        BOTH,
        "dashscope.system-first",
        [USER, {"role": "system", "content": "Be kind."}],
        "$[1].role",
        [{"role": "system", "content": "Be kind."}, USER],
    ),
    Proof(BOTH, "dashscope.alternate", [REPLY, USER], "$[0].role", [USER, REPLY, USER]),
    Proof(BOTH, "dashscope.alternate", [USER, USER], "$[1].role", [USER, call(), result(), USER]),
    Proof(BOTH, "dashscope.alternate", [USER, REPLY], "$[1].role", [USER, call(), result()]),
    Proof((TEXT,), "dashscope.endpoint-model", asked("qwen-vl-max"), "$.messages", asked("qwen-max")),
    Proof((MEDIA,), "dashscope.endpoint-model", asked("qwen-max"), "$.messages", asked("qwen-vl-max")),
    Proof((MEDIA,), "dashscope.mm-item-keys", user({"text": "Hi", "mood": "calm"}), "$[0].content[0].mood", [USER]),
    Proof(
        (MEDIA,),
        "dashscope.mm-item-keys",
        user({"text": "Hi", "image": CAT}),
        "$[0].content[0]",
        user({"text": "Hi"}, {"image": CAT, "max_pixels": 401408}, {"video": CAT, "fps": 2}),
    ),
    Proof(
        (MEDIA,),
        "dashscope.media-url",
        user({"text": "Hi"}, {"image": "./cat.png"}),
        "$[0].content[1].image",
        user({"image": CAT}, {"audio": "oss://bucket/a.mp3"}, {"video": "data:;base64,AAAA"}),
    ),
    Proof(
        (MEDIA,),
        "dashscope.media-url",
        user({"video": [CAT, CAT, CAT, "file:///tmp/cat.png"]}),
        "$[0].content[0].video[3]",
        user({"video": [CAT] * 4}),
    ),
    Proof(
        (MEDIA,),
        "dashscope.media-url",
        user({"image": "no/such/file.png"}),
        "$[0].content[0].image",
        user({"image": "file:///tmp/cat.png"}),
        {"layer": "sdk"},
    ),
    Proof(
        (MEDIA,),
        "dashscope.media-limits",
        user({"image": image(9, 20)}),
        "$[0].content[0].image",
        user({"image": image(10, 2000)}),
    ),
    Proof((MEDIA,), "dashscope.media-limits", user({"image": image(2010, 10)}), "$[0].content[0].image", [USER]),
    Proof(
        (MEDIA,),
        "dashscope.media-limits",
        user({"audio": "data:audio/wav;base64," + "A" * (10 * 1024 * 1024 + 4)}),
        "$[0].content[0].audio",
        user({"audio": "data:audio/wav;base64," + "A" * 1024}),
    ),
    Proof((MEDIA,), "dashscope.media-limits", user({"video": [CAT] * 3}), "$[0].content[0].video", [USER]),
)
EACH = [pytest.param(proof, dialect, id=f"{dialect.id}-{proof}") for proof in PROOFS for dialect in proof.dialects]


@pytest.mark.parametrize(("proof", "dialect"), EACH)
def test_a_rule_is_broken_where_it_should_be(proof: Proof, dialect: Dialect) -> None:
    found = list(breaches(dialect, proof.breaking, proof.context))

    assert proof.path == next(path for id_, _, path in found if id_ == proof.rule)
    assert {id_ for id_, severity, _ in found if severity is Severity.ERROR} <= {proof.rule, *proof.also}


@pytest.mark.parametrize(("proof", "dialect"), EACH)
def test_a_rule_is_kept_where_it_should_be(proof: Proof, dialect: Dialect) -> None:
    found = list(breaches(dialect, proof.keeping, proof.context))

    assert not [path for id_, _, path in found if id_ == proof.rule]
    assert not [id_ for id_, severity, _ in found if severity is Severity.ERROR]


@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.id)
def test_every_rule_of_dashscopes_own_has_a_proof(dialect: Dialect) -> None:
    own = {rule.id for rule in dialect.rules if rule.id.startswith("dashscope.")}

    assert own == {proof.rule for proof in PROOFS if dialect in proof.dialects}


@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.id)
def test_only_what_is_surely_refused_is_an_error(dialect: Dialect) -> None:
    own = {rule.id for rule in dialect.rules}

    assert ERRORS & own == {rule.id for rule in dialect.rules if rule.severity is Severity.ERROR}


SYSTEM = {"role": "system", "content": "Be kind."}
RIGHT: dict[str, tuple[Dialect, Any]] = {
    "text": (TEXT, [SYSTEM, USER, REPLY, USER]),
    "text with a call": (TEXT, [SYSTEM, USER, call(content=[]), result()]),
    "text with parallel calls": (
        TEXT,
        [
            USER,
            {**call(), "tool_calls": [*call("a")["tool_calls"], *call("b", '{"city": "Rome"}')["tool_calls"]]},
            result("a"),
            result("b"),
            REPLY,
            USER,
        ],
    ),
    "text as the whole request": (
        TEXT,
        {"model": "qwen-plus", "input": {"messages": [SYSTEM, USER]}, "parameters": {}},
    ),
    "media": (
        MEDIA,
        [
            {"role": "system", "content": [{"text": "Be kind."}]},
            {"role": "user", "content": [{"image": CAT}, {"audio": CAT}, {"video": CAT, "fps": 2}, {"text": "What?"}]},
        ],
    ),
    "media by value": (MEDIA, user({"text": "What?"}, {"image": image(20, 20)})),
    "media beside a call": (
        MEDIA,
        {"messages": [*user({"image": CAT}, {"text": "Where?"}), call(content=[]), result()]},
    ),
}


@pytest.mark.parametrize(("dialect", "payload"), RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(dialect: Dialect, payload: Any) -> None:
    assert not list(breaches(dialect, payload))


def test_the_sdk_uploads_a_path_that_is_there() -> None:
    assert not list(breaches(MEDIA, user({"image": __file__}), {"layer": "sdk"}))


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
        Turn("system", (SaidText("Be kind.", "$[0].content"),), "$[0]"),
        Turn("user", (SaidText("Hi", "$[1].content"),), "$[1]"),
        Turn("assistant", (SaidCall("c1", "weather", {"city": "Paris"}, "$[2].tool_calls[0]"),), "$[2]"),
        Turn("tool", (SaidResult("c1", "weather", "sunny", "$[3]"),), "$[3]", "weather"),
    )


def test_the_reader_sees_media_in_their_order() -> None:
    items = ({"text": "Look"}, {"image": CAT}, {"audio": "data:audio/wav;base64,AAAA"}, {"video": [CAT, CAT]})
    said = MEDIA.read(MEDIA.open({"input": {"messages": user(*items)}}))

    at = "$.input.messages[0].content"
    assert said.turns[0].parts == (
        SaidText("Look", f"{at}[0].text"),
        SaidMedia("image", f"{at}[1].image", url=CAT),
        SaidMedia("audio", f"{at}[2].audio", data=b"\0\0\0", media_type="audio/wav"),
        SaidMedia("image", f"{at}[3].video[0]", url=CAT),
        SaidMedia("image", f"{at}[3].video[1]", url=CAT),
    )


def test_the_reader_sees_media_inside_a_result() -> None:
    said = MEDIA.read(MEDIA.open([USER, call(), result(content=[{"text": "a cat"}, {"image": CAT}])]))

    media = (SaidMedia("image", "$[2].content[1].image", url=CAT),)
    assert said.turns[2].parts == (SaidResult("c1", "weather", ["a cat"], "$[2]", media),)


def test_the_reader_lists_the_tools_of_either_request_form() -> None:
    tools = [{"type": "function", "function": {"name": "weather"}}]

    assert TEXT.read(TEXT.open({"messages": [USER], "tools": tools})).tools == ("weather",)
    assert TEXT.read(TEXT.open({"input": {"messages": [USER]}, "parameters": {"tools": tools}})).tools == ("weather",)


JUNK = (*proofs.JUNK, {"text": {}})


def spoilt(value: Any) -> Iterator[Any]:
    """Copies of `value` with junk in the place of each of its nodes in turn."""
    yield from JUNK
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        for inner in spoilt(value[key]):
            copied = copy.copy(value)
            copied[key] = inner
            yield copied


@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.id)
@pytest.mark.parametrize("context", [{}, {"model": None, "layer": "sdk"}], ids=["wire", "sdk"])
def test_junk_is_reported_or_passed_over_and_never_raises(dialect: Dialect, context: dict[str, Any]) -> None:
    whole = [SYSTEM, *user({"text": "Look"}, {"image": image(20, 20)}, {"video": [CAT]}), call(), result()]
    for payload in (*spoilt(whole), *spoilt({"input": {"messages": [USER]}})):
        try:
            request = dialect.open(payload, context)
        except NotAPayload:
            continue
        list(breaches(dialect, payload, context))
        dialect.read(request)
