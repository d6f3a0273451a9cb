"""Each of OpenAI's rules is broken by one payload and kept by its twin; what is right is right; junk raises nothing."""

from __future__ import annotations

import base64
import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.dialects import openai
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.request import NotAPayload, Request
from pytest_promptfmt.payload.transcript import Said, SaidCall, SaidMedia, SaidResult, SaidText, SaidThinking, Turn

DIALECT = openai.DIALECT

# The files are as short as the kit's `sniff` allows.
PNG, GIF, BMP = b"\x89PNG\r\n\x1a\n", b"GIF89a", b"BM"
JPEG, WEBP, WAV, PDF = b"\xff\xd8\xff", b"RIFF\0\0\0\0WEBP", b"RIFF\0\0\0\0WAVE", b"%PDF-"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def data_uri(data: bytes, type_: str = "image/png") -> str:
    return f"data:{type_};base64,{b64(data)}"


def user(content: Any = "Hi", **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, **more}


def assistant(content: Any = "Hello", **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": content, **more}


def system(content: Any = "Be kind.", **more: Any) -> dict[str, Any]:
    return {"role": "system", "content": content, **more}


def call(id_: Any = "call_1", name: Any = "search", arguments: Any = '{"q": "天气"}') -> dict[str, Any]:
    return {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}


def calling(*calls: Any, content: Any = None, **more: Any) -> dict[str, Any]:
    return assistant(content, tool_calls=list(calls), **more)


def result(id_: Any = "call_1", content: Any = "sunny", **more: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id_, "content": content, **more}


def text(text: Any = "Look.") -> dict[str, Any]:
    return {"type": "text", "text": text}


def image(url: Any = "https://example.com/a.png") -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": url}}


def audio(data: Any = None, format_: Any = "wav") -> dict[str, Any]:
    return {"type": "input_audio", "input_audio": {"data": b64(WAV) if data is None else data, "format": format_}}


def file(**file: Any) -> dict[str, Any]:
    return {"type": "file", "file": file}


def findings(dialect: Any, payload: Any, context: dict[str, Any] | None = None) -> Iterator[Finding]:
    """What the schema and the rules find."""
    request = dialect.open(payload, context)
    yield from schema(request)
    yield from protocol(dialect, request)


class Proof(NamedTuple):
    """A payload that breaks `rule` first at `path`, and one that keeps it and is right altogether."""

    rule: str
    broken: Any
    path: str
    kept: Any
    broken_context: dict[str, Any] | None = None
    kept_context: dict[str, Any] | None = None


LONG = "call_" + "x" * 36

PROOFS = [
    Proof("messages-nonempty", [], "$", [user()]),
    Proof("messages-nonempty", {"messages": []}, "$.messages", {"messages": [user()]}),
    Proof(
        "role-enum", [user(), {"role": "robot", "content": "Hi"}], "$[1].role", [{"role": "developer", "content": "x"}]
    ),
    Proof("role-enum", [{"content": "Hi"}], "$[0].role", [{"role": "function", "name": "f", "content": "Hi"}]),
    Proof("system-role-model", [system(), user()], "$[0].role", [system()], {"model": "o1-mini"}, {"model": "o1"}),
    Proof(
        "tool-calls-answered", [user(), calling(call()), user()], "$[1].tool_calls[0].id", [calling(call()), result()]
    ),
    Proof(
        "tool-calls-answered",
        [calling(call("a"), call("b")), result("a")],
        "$[0].tool_calls[1].id",
        [calling(call("a"), call("b")), result("b"), result("a"), user()],
    ),
    Proof("tool-result-has-call", [user(), result()], "$[1].tool_call_id", [calling(call()), result(), assistant()]),
    Proof(
        "tool-result-has-call",
        [calling(call("a")), result("a"), assistant(), result("a")],
        "$[3].tool_call_id",
        [calling(call("a")), result("a"), calling(call("a")), result("a")],
    ),
    Proof(
        "tool-call-id-unique",
        [calling(call("a"), call("a")), result("a")],
        "$[0].tool_calls[1].id",
        [calling(call("a"), call("b")), result("a"), result("b")],
    ),
    Proof(
        "tool-call-id-unique",
        [calling(call("a")), result("a"), result("a")],
        "$[2].tool_call_id",
        [calling(call("a")), result("a"), calling(call("a")), result("a")],
    ),
    Proof(
        "tool-call-id-max40",
        [calling(call(LONG)), result(LONG)],
        "$[0].tool_calls[0].id",
        [calling(call(LONG[:40])), result(LONG[:40])],
    ),
    Proof("tool-calls-nonempty", [assistant("Hi", tool_calls=[])], "$[0].tool_calls", [assistant("Hi")]),
    Proof("content-null-only-with-calls", [assistant(None)], "$[0].content", [calling(call()), result()]),
    Proof("content-null-only-with-calls", [{"role": "user"}], "$[0].content", [assistant(None, refusal="No.")]),
    Proof(
        "content-null-only-with-calls",
        [user(None)],
        "$[0].content",
        [{"role": "function", "name": "f", "content": None}, assistant(None, audio={"id": "audio_1"})],
    ),
    Proof("content-array-nonempty", [user([])], "$[0].content", [user([text()]), user("")]),
    Proof("name-pattern", [user(name="Bob Smith")], "$[0].name", [user(name="鲍勃"), user(name="Bob-2")]),
    Proof("name-pattern", [user(name="b" * 65)], "$[0].name", [user(name="b" * 64)]),
    Proof(
        "function-name-pattern",
        [calling(call(name="搜索")), result()],
        "$[0].tool_calls[0].function.name",
        [calling(call(name="search-2_x")), result()],
    ),
    Proof(
        "arguments-is-json-string",
        [calling(call(arguments='{"q": ')), result()],
        "$[0].tool_calls[0].function.arguments",
        [calling(call(arguments="{}")), result()],
    ),
    Proof(
        "arguments-is-json-string",
        [calling(call(arguments='{"n": NaN}')), result()],
        "$[0].tool_calls[0].function.arguments",
        [calling(call(arguments='{"n": null}')), result()],
    ),
    Proof(
        "arguments-is-json-string",
        [calling(call(arguments={"q": "x"})), result()],
        "$[0].tool_calls[0].function.arguments",
        [calling(call(arguments='{"q": "x"}')), result()],
    ),
    Proof("image-user-only", [assistant([text(), image()])], "$[0].content[1]", [user([text(), image()])]),
    Proof(
        "image-format",
        [user([image(data_uri(BMP, "image/bmp"))])],
        "$[0].content[0].image_url.url",
        [user([image(data_uri(data)) for data in (PNG, GIF, JPEG, WEBP)])],
    ),
    Proof(
        "image-data-uri",
        [user([image("/home/a.png")])],
        "$[0].content[0].image_url.url",
        [user([image(data_uri(PNG)), image("HTTPS://example.com/a?b=c")])],
    ),
    Proof(
        "image-data-uri",
        [user([image("data:image/png;base64,*")])],
        "$[0].content[0].image_url.url",
        [user([image(data_uri(PNG))])],
    ),
    Proof(
        "image-data-uri",
        [user([image(data_uri(JPEG, "image/jpg"))])],
        "$[0].content[0].image_url.url",
        [user([image(data_uri(JPEG, "image/jpeg"))])],
    ),
    Proof("audio-format", [user([audio(format_="ogg")])], "$[0].content[0].input_audio.format", [user([audio()])]),
    Proof(
        "audio-format",
        [user([audio(data_uri(WAV, "audio/wav"))])],
        "$[0].content[0].input_audio.data",
        [user([audio(format_="mp3")])],
    ),
    Proof("no-unknown-keys", [user(id="1")], "$[0].id", [user()]),
    Proof(
        "no-unknown-keys",
        {"messages": [user([text() | {"cache_control": {"type": "ephemeral"}}])]},
        "$.messages[0].content[0].cache_control",
        [user([text() | {"prompt_cache_breakpoint": {"mode": "explicit"}}])],
    ),
    Proof(
        "refusal-alone",
        [assistant([text(), {"type": "refusal", "refusal": "No."}])],
        "$[0].content[1]",
        [assistant([{"type": "refusal", "refusal": "No."}]), assistant([text(), text()])],
    ),
    Proof(
        "file-part",
        [user([file(file_data=data_uri(PDF, "application/pdf"))])],
        "$[0].content[0].file",
        [user([file(file_data=data_uri(PDF, "application/pdf"), filename="a.pdf"), file(file_id="file-1")])],
    ),
    Proof("tool-message-name", [calling(call()), result(name="search")], "$[1].name", [calling(call()), result()]),
]


def ids(proofs: list[Proof]) -> Iterator[str]:
    """Each proof's id: the rule's, with a number from the second on."""
    seen: dict[str, int] = {}
    for proof in proofs:
        seen[proof.rule] = seen.get(proof.rule, 0) + 1
        yield proof.rule if seen[proof.rule] == 1 else f"{proof.rule}-{seen[proof.rule]}"


@pytest.mark.parametrize("proof", PROOFS, ids=ids(PROOFS))
def test_a_rule_finds_what_breaks_it_and_nothing_else_is_wrong_by_the_rules(proof):
    request = DIALECT.open(proof.broken, proof.broken_context)

    found = list(protocol(DIALECT, request))
    paths = [finding.path for finding in found if finding.id == f"openai.{proof.rule}"]

    assert paths[:1] == [proof.path]
    assert {finding.id for finding in found if finding.is_error} <= {f"openai.{proof.rule}"}


@pytest.mark.parametrize("proof", PROOFS, ids=ids(PROOFS))
def test_a_rule_finds_nothing_in_a_payload_that_keeps_it(proof):
    assert list(findings(DIALECT, proof.kept, proof.kept_context)) == []


def test_every_rule_has_its_proof():
    assert {f"openai.{proof.rule}" for proof in PROOFS} == {rule.id for rule in openai.RULES}


RIGHT = {
    "one word": [user("Hi")],
    "roles in any order": [
        assistant("Hi", name="Bob"),
        assistant("Hi", name="Ann"),
        system("x"),
        user("y"),
        assistant(),
    ],
    "empty texts": [user(""), assistant(""), system([text("")])],
    "several agents": [
        system("You are Friday.", name="system"),
        user("Hello, I am Ann.", name="Ann"),
        user("And I am Bob.", name="Bob"),
        assistant("Hello, both of you.", name="Friday"),
    ],
    "two calls, answered in another order, then a third": {
        "model": "gpt-5",
        "tools": [{"type": "function", "function": {"name": "search", "parameters": {"type": "object"}}}],
        "messages": [
            {"role": "developer", "content": [text("Use the tools.")]},
            user("What is the weather in 北京 and Oslo?"),
            calling(call("call_1"), call("call_2"), content="Let me look."),
            result("call_2", [text("cold"), text("and dark")]),
            result("call_1", ""),
            calling(call("call_3", "now", "{}")),
            result("call_3", "12:00"),
            assistant("Cold in Oslo."),
        ],
    },
    "a custom tool": [
        calling({"id": "call_1", "type": "custom", "custom": {"name": "code", "input": "print(1)"}}),
        result("call_1", "1"),
    ],
    "pictures, sound and files": [
        user(
            [
                text("Compare."),
                image(),
                {"type": "image_url", "image_url": {"url": data_uri(JPEG, "image/jpeg"), "detail": "low"}},
                audio(),
                file(filename="a.pdf", file_data=data_uri(PDF, "application/pdf")),
            ]
        ),
        assistant([text("They differ.")]),
    ],
    "keys that may be null": [assistant("Hi", refusal=None, audio=None, function_call=None)],
    "the functions of 2023": [
        user(),
        assistant(None, function_call={"name": "search", "arguments": "{}"}),
        {"role": "function", "name": "search", "content": "sunny"},
    ],
}


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_a_right_payload_has_no_finding(payload):
    assert list(findings(DIALECT, payload)) == []


MISSHAPEN = [
    (["Hi"], "$[0]", "type"),
    ([{"role": "user"}], "$[0]", "required"),
    ([user(3)], "$[0].content", "type"),
    ([user(["Hi"])], "$[0].content[0]", "type"),
    ([user([{"text": "Hi"}])], "$[0].content[0]", "required"),
    ([user([{"type": "txt", "text": "Hi"}])], "$[0].content[0].type", "enum"),
    ([user([text(None)])], "$[0].content[0].text", "type"),
    ([user([{"type": "image_url", "image_url": "https://example.com/a.png"}])], "$[0].content[0].image_url", "type"),
    (
        [user([{"type": "image_url", "image_url": {"url": "a", "detail": "huge"}}])],
        "$[0].content[0].image_url.detail",
        "enum",
    ),
    ([user([text() | {"prompt_cache_breakpoint": {}}])], "$[0].content[0].prompt_cache_breakpoint", "required"),
    ([system([image()])], "$[0].content[0].type", "enum"),
    ([assistant("Hi", tool_calls=None)], "$[0].tool_calls", "type"),
    ([calling({"type": "function", "function": {"name": "f", "arguments": "{}"}})], "$[0].tool_calls[0]", "required"),
    ([calling(call(arguments={}))], "$[0].tool_calls[0].function.arguments", "type"),
    ([result(None)], "$[0].tool_call_id", "type"),
    ([result(content=[image()])], "$[0].content[0].type", "enum"),
    ([user(name=None)], "$[0].name", "type"),
]


@pytest.mark.parametrize(("payload", "path", "keyword"), MISSHAPEN)
def test_the_schema_names_the_leaf_that_is_wrong(payload, path, keyword):
    found = [(finding.path, finding.id) for finding in schema(DIALECT.open(payload))]

    assert found == [(path, f"schema.{keyword}")]


def read(payload: Any) -> Said:
    return openai.read(DIALECT.open(payload))


def test_the_reader_says_who_says_what_and_where_it_stands():
    said = read({"messages": [system("Be kind."), user([text("Hi"), text("Ann")], name="Bob"), {"role": "developer"}]})

    assert said == Said(
        (
            Turn("system", (SaidText("Be kind.", "$.messages[0].content"),), "$.messages[0]"),
            Turn(
                "user",
                (
                    SaidText("Hi", "$.messages[1].content[0].text"),
                    SaidText("Ann", "$.messages[1].content[1].text"),
                ),
                "$.messages[1]",
                name="Bob",
            ),
            Turn("system", (), "$.messages[2]"),
        )
    )


def test_the_reader_pairs_calls_and_results_by_id():
    said = read([calling(call(), call("call_2", "now", "now!"), content="Wait."), result(name="search")])

    assert said.turns == (
        Turn(
            "assistant",
            (
                SaidText("Wait.", "$[0].content"),
                SaidCall("call_1", "search", {"q": "天气"}, "$[0].tool_calls[0]"),
                SaidCall("call_2", "now", "now!", "$[0].tool_calls[1]"),
            ),
            "$[0]",
        ),
        Turn("tool", (SaidResult("call_1", "search", "sunny", "$[1]"),), "$[1]", name="search"),
    )


def test_the_reader_knows_custom_tools_and_the_functions_of_2023():
    (custom, old, answer) = read(
        [
            calling({"id": "c", "type": "custom", "custom": {"name": "code", "input": "print(1)"}}),
            assistant(None, function_call={"name": "f", "arguments": '{"a": 1}'}),
            {"role": "function", "name": "f", "content": "1"},
        ]
    ).turns

    assert custom.parts == (SaidCall("c", "code", "print(1)", "$[0].tool_calls[0]"),)
    assert old.parts == (SaidCall(None, "f", {"a": 1}, "$[1].function_call"),)
    assert answer.parts == (SaidResult(None, "f", "1", "$[2]"),)


def test_the_reader_decodes_media_and_keeps_addresses():
    document = data_uri(PDF, "application/pdf")
    (turn,) = read(
        [user([image(), image(data_uri(PNG)), audio(), file(file_data=document), file(file_data=b64(PDF))])]
    ).turns

    assert turn.parts == (
        SaidMedia("image", "$[0].content[0].image_url.url", url="https://example.com/a.png"),
        SaidMedia("image", "$[0].content[1].image_url.url", data=PNG, media_type="image/png"),
        SaidMedia("audio", "$[0].content[2].input_audio", data=WAV, media_type="audio/wav"),
        SaidMedia("document", "$[0].content[3].file.file_data", data=PDF, media_type="application/pdf"),
        SaidMedia("document", "$[0].content[4].file.file_data", data=PDF),
    )


def test_the_reader_keeps_what_a_result_is_made_of():
    results = [
        turn.parts for turn in read([result(content=[text("a"), image(), text("b")]), result(content=None)]).turns
    ]

    seen = SaidMedia("image", "$[0].content[1].image_url.url", url="https://example.com/a.png")
    assert results == [
        (SaidResult("call_1", None, ["a", "b"], "$[0]", (seen,)),),
        (SaidResult("call_1", None, None, "$[1]"),),
    ]


def test_the_reader_takes_a_refusal_for_text_and_reasoning_for_thinking():
    (turn,) = read([assistant(None, refusal="No.", reasoning_content="hm")]).turns

    assert turn.parts == (SaidThinking("hm", "$[0].reasoning_content"), SaidText("No.", "$[0].refusal"))


def test_reasoning_under_both_of_its_names_is_said_once():
    (same,) = read([assistant("x", reasoning_content="hm", reasoning="hm")]).turns
    (two,) = read([assistant("x", reasoning_content="hm", reasoning="well")]).turns

    assert [part.text for part in same.parts] == ["hm", "x"]
    assert [part.text for part in two.parts] == ["hm", "well", "x"]


def test_the_reader_lists_the_tools_on_offer():
    tools = [
        {"type": "function", "function": {"name": "a"}},
        {"type": "custom", "custom": {"name": "b"}},
        {"name": 3},
        "c",
    ]

    assert read({"messages": [], "tools": tools}).tools == ("a", "b")
    assert read([]).tools is None


JUNK = [
    [],
    {"messages": []},
    [None, 1, "x", [], {}],
    [{"role": ["user"], "content": {"a": 1}}],
    [{1: 2, None: 3, "role": "user", "content": "x"}],
    [{"role": "assistant", "tool_calls": {"id": 1}}, {"role": "tool", "tool_call_id": {}}],
    [
        {
            "role": "assistant",
            "tool_calls": [None, {}, {"id": [], "function": []}, {"function": {"name": 1, "arguments": []}}],
        }
    ],
    [{"role": "tool", "tool_call_id": [], "content": [{"type": ["text"]}, {"type": "text"}, None]}],
    [
        user(
            [
                image(3),
                image([]),
                {"type": "image_url", "image_url": []},
                {"type": "image_url"},
                image("data:;base64,é"),
            ]
        )
    ],
    [
        user(
            [
                audio(3, []),
                {"type": "input_audio", "input_audio": 1},
                file(file_data=3),
                {"type": "file", "file": {1: 2}},
            ]
        )
    ],
    [user([{"type": "refusal", "refusal": []}]), assistant([{"type": "refusal"}, {}]), assistant({"type": "refusal"})],
    {"messages": [user()], "tools": [None, {"function": 1}, {"function": {"name": []}}, {"name": "x"}]},
    {"messages": [user()], "tools": {}, "model": [], "thinking": 3},
]


def survives(dialect: Any, payload: Any, context: dict[str, Any]) -> None:
    """Opens, reads and judges; what is no payload at all may say so."""
    try:
        request: Request = dialect.open(payload, context)
    except NotAPayload:
        return
    dialect.read(request)
    assert all(isinstance(finding, Finding) for finding in findings(dialect, payload, context))


@pytest.mark.parametrize("payload", JUNK)
def test_junk_raises_nothing(payload):
    survives(DIALECT, payload, {"model": "o1-mini"})


def words(value: Any) -> Iterator[str]:
    """The keys and the short strings in a JSON value."""
    match value:
        case dict():
            for key, item in value.items():
                yield key
                yield from words(item)
        case list():
            for item in value:
                yield from words(item)
        case str() if len(value) < 20:
            yield value
        case _:
            pass


WORDS = st.sampled_from(sorted({*words([*RIGHT.values()]), data_uri(PNG)}))
SCALARS = st.none() | st.booleans() | st.integers(-2, 2) | st.floats() | WORDS
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4), max_leaves=12
)


@st.composite
def spoilt(draw: Any, payloads: list[Any]) -> Any:
    """A right payload with one node replaced by junk."""
    payload = copy.deepcopy(draw(st.sampled_from(payloads)))
    node, key = payload, None
    while isinstance(node, dict | list) and node:
        above, key = node, draw(st.sampled_from([*node] if isinstance(node, dict) else range(len(node))))
        node = above[key]
        if draw(st.integers(0, 3)) == 0:
            break
    if key is not None:
        above[key] = draw(JSON)
    return payload


@settings(max_examples=150, deadline=None)
@given(payload=JSON | spoilt([*RIGHT.values()]))
def test_no_payload_raises_anything(payload):
    survives(DIALECT, payload, {"model": "o1-mini"})
