"""The Ollama dialects: what breaks and what keeps each rule, right payloads, the readers, and junk."""

from __future__ import annotations

import base64
import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import proofs
import pytest
from proofs import breaches

from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.dialects.ollama import DIALECT as CHAT
from pytest_promptfmt.dialects.ollama.generate import DIALECT as GENERATE
from pytest_promptfmt.dialects.schema import schema_errors
from pytest_promptfmt.payload.finding import Severity
from pytest_promptfmt.payload.request import NotAPayload
from pytest_promptfmt.payload.transcript import SaidCall, SaidMedia, SaidResult, SaidText, SaidThinking, Turn

# Literally, after the evidence: refused without qualification, stable, and strongly evidenced.
ERRORS = {
    "ollama.content-string",
    "ollama.images-bare-base64",
    "ollama.arguments-object",
    "ollama.generate-raw",
}

SYSTEM = {"role": "system", "content": "Be kind."}
USER = {"role": "user", "content": "Hi"}
REPLY = {"role": "assistant", "content": "Hello"}
CALL = {
    "role": "assistant",
    "content": "",
    "tool_calls": [{"function": {"name": "weather", "arguments": {"city": "Paris"}}}],
}
RESULT = {"role": "tool", "tool_name": "weather", "content": "sunny"}
PNG = "iVBORw0KGgo="


def seen(*images: Any) -> list[dict[str, Any]]:
    return [{"role": "user", "content": "Look", "images": list(images)}]


def called(arguments: Any) -> list[dict[str, Any]]:
    return [USER, {"role": "assistant", "tool_calls": [{"function": {"name": "weather", "arguments": arguments}}]}]


@dataclass(frozen=True)
class Proof:
    """A payload that breaks the rule, first at `path`, and one that keeps it."""

    dialect: Dialect
    rule: str
    breaking: Any
    path: str
    keeping: Any
    context: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.dialect.id}-{self.rule.partition('.')[2]}"


VISION = {"model": "llama3.2-vision:11b"}
SDK = {"layer": "sdk"}

PROOFS = (
    Proof(
        CHAT,
        "ollama.content-string",
        [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}],
        "$[0].content",
        [USER, {"role": "assistant", "content": None}, {"role": "assistant"}],
    ),
    Proof(CHAT, "ollama.images-bare-base64", seen("https://example.com/cat.png"), "$[0].images[0]", seen(PNG)),
    Proof(CHAT, "ollama.images-bare-base64", seen(PNG, f"data:image/png;base64,{PNG}"), "$[0].images[1]", seen(PNG)),
    Proof(
        CHAT,
        "ollama.images-bare-base64",
        seen(__file__),
        "$[0].images[0]",
        seen(base64.encodebytes(bytes(200)).decode()),
    ),
    Proof(CHAT, "ollama.images-bare-base64", seen([PNG]), "$[0].images[0]", seen()),
    Proof(CHAT, "ollama.images-bare-base64", seen("no/such.png"), "$[0].images[0]", seen(PNG, __file__, b"\x89"), SDK),
    Proof(
        CHAT,
        "ollama.arguments-object",
        called('{"city": "Paris"}'),
        "$[1].tool_calls[0].function.arguments",
        called({}),
    ),
    Proof(CHAT, "ollama.arguments-object", called(None), "$[1].tool_calls[0].function.arguments", [USER, CALL, RESULT]),
    Proof(
        CHAT,
        "ollama.role-free",
        [{"role": "narrator", "content": "Hi"}],
        "$[0].role",
        [{"role": "User", "content": "Hi"}],
    ),
    Proof(
        CHAT,
        "ollama.unknown-keys-ignored",
        {"messages": [USER, CALL, {**RESULT, "name": "weather"}]},
        "$.messages[2].name",
        {"messages": [USER, CALL, {**RESULT, "tool_call_id": "c1"}]},
    ),
    Proof(
        CHAT,
        "ollama.tool-name",
        [USER, CALL, {"role": "tool", "tool_call_id": "c1", "content": "sunny"}],
        "$[2].tool_name",
        [USER, CALL, RESULT],
    ),
    Proof(CHAT, "ollama.single-image-models", seen(PNG) + seen(PNG), "$[1].images[0]", seen(PNG), VISION),
    Proof(
        CHAT,
        "ollama.single-image-models",
        {**VISION, "messages": seen(PNG, PNG)},
        "$.messages[0].images[1]",
        seen(PNG, PNG),
    ),
    Proof(
        GENERATE,
        "ollama.images-bare-base64",
        {"prompt": "Look", "images": ["cat.png"]},
        "$.images[0]",
        {"prompt": "Look", "images": [PNG]},
    ),
    Proof(
        GENERATE,
        "ollama.single-image-models",
        {"prompt": "Look", "images": [PNG, PNG]},
        "$.images[1]",
        {"prompt": "Look", "images": [PNG]},
        VISION,
    ),
    Proof(
        GENERATE,
        "ollama.generate-raw",
        {"prompt": "Hi", "system": "Be kind.", "raw": True},
        "$.system",
        {"prompt": "Hi", "system": "", "raw": True},
    ),
    Proof(
        GENERATE,
        "ollama.generate-raw",
        {"prompt": "Hi", "context": [1, 2], "raw": True},
        "$.context",
        {"prompt": "Hi", "system": "Be kind.", "template": "{{ .Prompt }}", "context": [1], "raw": False},
    ),
)


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_a_rule_is_broken_where_it_should_be(proof: Proof) -> None:
    found = list(breaches(proof.dialect, proof.breaking, proof.context))

    assert proof.path == next(path for id_, _, path in found if id_ == proof.rule)
    assert {id_ for id_, severity, _ in found if severity is Severity.ERROR} <= {proof.rule, "schema"}


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_a_rule_is_kept_where_it_should_be(proof: Proof) -> None:
    assert not list(breaches(proof.dialect, proof.keeping, proof.context))


@pytest.mark.parametrize("dialect", [CHAT, GENERATE], ids=lambda dialect: dialect.id)
def test_every_rule_has_a_proof(dialect: Dialect) -> None:
    assert {rule.id for rule in dialect.rules} == {proof.rule for proof in PROOFS if proof.dialect is dialect}


@pytest.mark.parametrize("dialect", [CHAT, GENERATE], ids=lambda dialect: dialect.id)
def test_only_what_is_surely_refused_is_an_error(dialect: Dialect) -> None:
    listed = {rule.id for rule in dialect.rules}

    assert ERRORS & listed == {rule.id for rule in dialect.rules if rule.severity is Severity.ERROR}


# The documentation's own call has a type and an index, and no id.
DOCUMENTED = {"type": "function", "function": {"index": 0, "name": "weather", "arguments": {"city": "Paris"}}}
WITH_ID = {"id": "c1", "function": {"name": "weather", "arguments": {}}}

RIGHT: dict[str, tuple[Dialect, Any]] = {
    "turns": (CHAT, [SYSTEM, USER, REPLY, USER]),
    "an image": (CHAT, {"model": "llava", "messages": [SYSTEM, *seen(PNG, PNG)]}),
    "thinking": (CHAT, [USER, {"role": "assistant", "content": "Hello", "thinking": "A greeting."}, USER]),
    "a call": (CHAT, [USER, CALL, RESULT]),
    "the documented call": (CHAT, [USER, {"role": "assistant", "tool_calls": [DOCUMENTED]}, RESULT]),
    "a call with an id": (
        CHAT,
        [USER, {"role": "assistant", "content": None, "tool_calls": [WITH_ID]}, {**RESULT, "tool_call_id": "c1"}],
    ),
    "a prompt": (GENERATE, "Bob: Hi"),
    "a prompt and more": (
        GENERATE,
        {"model": "llava", "prompt": "Hi", "system": "Be kind.", "images": [PNG], "stream": False},
    ),
}


@pytest.mark.parametrize(("dialect", "payload"), RIGHT.values(), ids=RIGHT)
def test_a_right_payload_gets_no_finding(dialect: Dialect, payload: Any) -> None:
    assert not list(breaches(dialect, payload))


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
        SaidThinking("Ask.", "$[2].thinking"),
        SaidText("One moment.", "$[2].content"),
        SaidCall(None, "weather", {"city": "Paris"}, "$[2].tool_calls[0]"),
    )
    assert said.turns == (
        Turn("system", (SaidText("Be kind.", "$[0].content"),), "$[0]"),
        Turn("user", (SaidText("Hi", "$[1].content"),), "$[1]"),
        Turn("assistant", parts, "$[2]"),
        Turn("tool", (SaidResult(None, "weather", "sunny", "$[3]"),), "$[3]"),
    )


def test_the_reader_takes_a_results_id_and_name_where_others_put_them() -> None:
    said = CHAT.read(CHAT.open([{"role": "tool", "tool_call_id": "c1", "name": "weather", "content": "sunny"}]))

    assert said.turns[0].parts == (SaidResult("c1", "weather", "sunny", "$[0]"),)


def test_the_reader_decodes_images_and_keeps_what_is_an_address() -> None:
    said = CHAT.read(CHAT.open(seen(PNG, "https://example.com/cat.png", f"data:image/png;base64,{PNG}")))

    assert said.turns[0].parts[1:] == (
        SaidMedia("image", "$[0].images[0]", data=b"\x89PNG\r\n\x1a\n"),
        SaidMedia("image", "$[0].images[1]", url="https://example.com/cat.png"),
        SaidMedia("image", "$[0].images[2]", data=b"\x89PNG\r\n\x1a\n", media_type="image/png"),
    )


def test_through_the_sdk_an_image_may_be_a_local_file_or_bytes(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "abcd").write_bytes(b"\x89PNG")
    monkeypatch.chdir(tmp_path)  # the file's name is base64 as well

    said = CHAT.read(CHAT.open(seen("abcd", b"\x89PNG"), SDK))

    assert said.turns[0].parts[1:] == (
        SaidMedia("image", "$[0].images[0]", url="abcd"),
        SaidMedia("image", "$[0].images[1]", data=b"\x89PNG"),
    )


def test_a_prompt_is_a_turn_of_which_nobody_knows_who_speaks() -> None:
    assert GENERATE.read(GENERATE.open("Bob: Hi")).turns == (Turn(None, (SaidText("Bob: Hi", "$"),), "$"),)


def test_a_prompt_may_have_system_text_and_images_beside_it() -> None:
    said = GENERATE.read(GENERATE.open({"prompt": "Look", "system": "Be kind.", "images": [PNG]}))

    image = SaidMedia("image", "$.images[0]", data=b"\x89PNG\r\n\x1a\n")
    assert said.turns == (
        Turn("system", (SaidText("Be kind.", "$.system"),), "$.system"),
        Turn(None, (SaidText("Look", "$.prompt"), image), "$"),
    )


JUNK = (*proofs.JUNK, {"prompt": 1})


def spoilt(value: Any) -> Iterator[Any]:
    """Copies of `value` with junk in the place of each of its nodes in turn."""
    yield from JUNK
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        for inner in spoilt(value[key]):
            copied = copy.copy(value)
            copied[key] = inner
            yield copied


@pytest.mark.parametrize("dialect", [CHAT, GENERATE], ids=lambda dialect: dialect.id)
@pytest.mark.parametrize("context", [{}, {"model": None, "layer": "sdk", "raw": True}], ids=["wire", "sdk"])
def test_junk_is_reported_or_passed_over_and_never_raises(dialect: Dialect, context: dict[str, Any]) -> None:
    chat = [SYSTEM, *seen(PNG), {**CALL, "thinking": "Ask.", "tool_calls": [DOCUMENTED]}, RESULT]
    for payload in (*spoilt(chat), *spoilt({"prompt": "Look", "system": "Be kind.", "images": [PNG]})):
        try:
            request = dialect.open(payload, context)
        except NotAPayload:
            continue
        list(breaches(dialect, payload, context))
        dialect.read(request)
