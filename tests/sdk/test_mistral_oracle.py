"""Mistral's own validator (the package mistral-common, where it is installed) and the kit say the same.

The validator asks for a tokenizer's version, of which v15 is the newest. What the two say differently stands in tables,
with the reasons.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Iterator
from typing import Any

import pytest
from support.media import b64
from support.payloads.mistral import (
    PAIRS,
    RIGHT,
    SEPARATE,
    A,
    B,
    assistant,
    audio,
    call,
    calling,
    document,
    image,
    named,
    result,
    system,
    text,
    thought,
    user,
)
from support.payloads.pair import Pair

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.checks.schema import schema
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.dialects.mistral import DIALECT
from pytest_promptfmt.dialects.models import model_of

pytest.importorskip("mistral_common")

from mistral_common.exceptions import MistralCommonException
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.protocol.instruct.validator import ValidationMode, get_validator
from mistral_common.tokens.tokenizers.base import TokenizerVersion
from mistral_common.tokens.tokenizers.mistral import MODEL_NAME_TO_TOKENIZER_CLS
from pydantic import ValidationError

V3, V7, V11, V13, V15 = (TokenizerVersion[f"v{number}"] for number in (3, 7, 11, 13, 15))


def words_of(payload: Any, version: TokenizerVersion = V15) -> str:
    """What the validator says of a request that is to be served, empty where it takes it."""
    body = payload if isinstance(payload, dict) else {"messages": payload}
    try:
        request = ChatCompletionRequest.model_validate({"model": "any", **as_local(body)})
        get_validator(version, ValidationMode.serving).validate_request(request)
    except (MistralCommonException, ValidationError, ValueError) as error:
        return str(error)
    return ""


def as_local(value: Any) -> Any:
    """Thoughts as mistral-common has them, a string, where the API's own client has chunks; it has no documents."""
    if isinstance(value, list):
        return [as_local(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value.get("type") == "document_url":
        return {"type": "text", "text": "a document"}
    if value.get("type") == "thinking" and isinstance(value["thinking"], list):
        return value | {"thinking": "".join(each["text"] for each in value["thinking"])}
    return {key: as_local(item) for key, item in copy.deepcopy(value).items()}


def found_in(payload: Any, **context: Any) -> set[str]:
    """The ids of what the kit finds, be it an error or a warning."""
    request = DIALECT.open(payload, context)
    return {finding.id for finding in [*schema(request), *protocol(DIALECT, request)]}


# what the reference writes

NINE = "must be a-z, A-Z, 0-9, with a length of 9."


def payloads() -> Iterator[Any]:
    for target in ("mistral.chat", "mistral.multiagent"):
        for case in corpus():
            if target.partition(".")[2] in case.scenarios:
                with contextlib.suppress(ValueError):  # what the reference refuses, it does not write
                    yield pytest.param(FORMATTERS[target](case.conversation()), id=f"{target}: {case.id}")


@pytest.mark.parametrize("payload", list(payloads()))
def test_the_validator_takes_what_the_reference_writes(payload: Any) -> None:
    told, older = words_of(payload), words_of(payload, V11)
    assert told == ""
    # An older tokenizer refuses ids on top of it, which the reference keeps as they are, and nothing else.
    assert older == told or (older.endswith(NINE) and "mistral.tool-call-id" in found_in(payload))


# what is refused

BROKEN = [
    ("Conversation must have at least one message", V15, [], "messages-nonempty"),
    ("with a length of 9", V11, [user(), calling(call("call_abc123")), result("call_abc123")], "tool-call-id"),
    ("must be a non-empty string other than 'null'", V15, [user(), calling(call("")), result("")], "tool-call-id"),
    (
        "must be a non-empty string other than 'null'",
        V15,
        [user(), calling(call("null")), result("null")],
        "tool-call-id",
    ),
    ("Unexpected role 'system' after role 'assistant'", V15, [user(), assistant(), system(), user()], "role-order"),
    ("Unexpected role 'tool' after role 'user'", V15, [user(), result()], "role-order"),
    ("Unexpected role 'system' after", V15, [user(), calling(call()), result(), system(), user()], "role-order"),
    ("Conversation must start with a user message or system message", V15, [assistant()], "first-role"),
    ("Expected last role User or Tool (or Assistant with prefix)", V15, [user(), assistant()], "last-role"),
    ("prefix True must be last message", V15, [user(), assistant(prefix=True), user()], "prefix-last"),
    ("Not the same number", V15, [user(), calling(call(A), call(B)), result(A), assistant(), user()], "call-count"),
    ("Not the same number of function calls and responses", V15, [user(), calling(call()), user()], "call-count"),
    ("Not the same number", V7, [user(), calling(call()), result(), result(), assistant(), user()], "call-count"),
    ("Duplicate tool call id", V15, [user(), calling(call(), call()), result(), result()], "id-unique"),
    ("Duplicate tool call id", V15, [user(), calling(call(A), call(B)), result(A), result(A)], "id-unique"),
    ("Unexpected tool call id", V15, [user(), calling(call(A)), result(B)], "id-unique"),
    ("Function name was a.b", V15, [user(), calling(call(name="a.b")), result()], "function-name"),
    ("Function name was a.b", V15, [user(), calling(call()), result(name="a.b")], "function-name"),
    ("Function name was a b", V15, named("a b"), "function-name"),
    (
        "Invalid tool schema: 3 is not valid",
        V15,
        {"messages": [user()], "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": 3}}}]},
        "parameters-valid",
    ),
    ("Extra inputs are not permitted", V15, [user(name="Ann")], "no-unknown-keys"),
    ("Extra inputs are not permitted", V15, [assistant(reasoning_content="hm"), user()], "no-unknown-keys"),
    ("Input should be a valid string", V15, [{"role": "user", "content": None}], "schema.type"),
    ("Field required", V15, [{"role": "user"}], "schema.required"),
    ("found using 'role' does not match", V15, [{"role": "developer", "content": "Hi"}], "schema.enum"),
    ("found using 'type' does not match", V15, [user({"type": "video_url", "video_url": "v"})], "schema.enum"),
    ("ImageURLChunk cannot be used in assistant message", V15, [assistant([image()]), user()], "schema.enum"),
    ("ThinkChunk cannot be used in user message", V15, [user(thought("hm"))], "schema.enum"),
    ("ImageURLChunk cannot be used in system message", V15, [system([image()]), user()], "schema.enum"),
]


@pytest.mark.parametrize(("words", "version", "payload", "id_"), BROKEN)
def test_what_the_validator_refuses_the_kit_finds(words: str, version: Any, payload: Any, id_: str) -> None:
    assert words in words_of(payload, version)
    assert (id_ if id_.startswith("schema.") else f"mistral.{id_}") in found_in(payload)


def test_content_beside_calls_is_refused_by_old_tokenizers_only() -> None:
    payload = [user(), calling(call(), content="I look."), result()]

    assert words_of(payload, V3) == "Assistant message must have either content or tool_calls, but not both."
    assert words_of(payload, V7) == ""
    assert found_in(payload, model=SEPARATE[0]) == {"mistral.content-xor-calls"}
    assert found_in(payload, model="mistral-large-2411") == set()


@pytest.mark.parametrize("silent", [assistant(""), {"role": "assistant"}])
def test_neither_content_nor_calls_is_refused_by_old_tokenizers_and_longer_by_the_api(silent: Any) -> None:
    """The API has refused it of models with tokenizers since v7 too, which the validator takes (OpenHands#8685)."""
    payload = [user(), silent, user()]

    assert words_of(payload, V3) == "Assistant message must have either content or tool_calls, but not both."
    assert words_of(payload, V7) == ""
    assert found_in(payload, model=SEPARATE[0]) == {"mistral.content-or-calls"}
    assert found_in(payload, model="mistral-large-2411") == {"mistral.content-or-calls"}
    assert found_in(payload, model="mistral-medium-latest") == {"mistral.content-or-calls"}


@pytest.mark.parametrize("model", MODEL_NAME_TO_TOKENIZER_CLS)
def test_the_models_of_old_tokenizers_are_known(model: str) -> None:
    make: Any = MODEL_NAME_TO_TOKENIZER_CLS[model]
    version = make.__name__ if make.__name__ != "<lambda>" else make.__code__.co_names[-1]

    assert version in ("v1", "v2", "v3", "v7")
    assert model_of("mistral", model).minds("content-beside-calls") == (version != "v7")


# what the two say differently

LOST_ON_THE_KIT = {
    "sound beside system text": (V7, [system(), user(audio("AAAA"))], "a tokenizer before v13 only, and no rule"),
    "an image in a result": (
        V11,
        [user(), calling(call()), result(content=[text(), image()])],
        "a tokenizer before v15 only, and no rule",
    ),
    "a file": (V15, [user({"type": "file", "file_id": "f1"})], "the API's own client has it"),
    "an index beside a call": (
        V15,
        [user(), calling(call() | {"index": 0}), result()],
        "the API's own client has it, and the API sends it",
    ),
    "a signed thought": (V15, [user(), assistant([thought() | {"signature": "c2ln"}]), user()], "the API's client"),
}

LOST_ON_THE_VALIDATOR = {
    "the system's last word": ([user(), system()], "mistral.last-role", "its words forbid it, its code lets it pass"),
    "thinking behind text": (
        [user(), assistant([text(), thought()]), user()],
        "mistral.think-leading",
        "said where the message is converted, not where it is validated",
    ),
    "an assistant first": ([assistant(), user()], "mistral.first-role", "refused of a lone message only"),
    "a bitmap": ([user(image("data:image/bmp;base64,Qk0="))], "mistral.image-format", "no image is opened"),
    "bare base64": ([user(image(b64(b"\x89PNG\r\n\x1a\n")))], "mistral.image-address", "no address is looked at"),
    "a document on somebody's disk": (
        [user(document("/home/a.pdf"))],
        "mistral.document-address",
        "it has no documents, and is shown text in their place",
    ),
    "nine images": ([user(*[image()] * 9)], "mistral.image-limits", "images are not counted"),
    "an id of ten characters": (
        [user(), calling(call("call_12345")), result("call_12345")],
        "mistral.tool-call-id",
        "only of tokenizers before v13; the API has asked for nine as late as 2026-04 (zed#53034)",
    ),
}


@pytest.mark.parametrize("name", LOST_ON_THE_KIT)
def test_what_the_validator_alone_refuses_is_known(name: str) -> None:
    version, payload, _ = LOST_ON_THE_KIT[name]

    assert words_of(payload, version) != ""
    assert found_in(payload) == set()


@pytest.mark.parametrize("name", LOST_ON_THE_VALIDATOR)
def test_what_the_kit_alone_finds_is_known(name: str) -> None:
    payload, id_, _ = LOST_ON_THE_VALIDATOR[name]

    assert words_of(payload) == ""
    assert found_in(payload) == {id_}


OF_OLD_TOKENIZERS = {"mistral.content-xor-calls", "mistral.content-or-calls"}
OURS = {id_ for _, id_, _ in LOST_ON_THE_VALIDATOR.values()} - {"mistral.last-role", "mistral.tool-call-id"}


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if pair.rule not in OURS | OF_OLD_TOKENIZERS], ids=str)
def test_the_validator_sides_with_the_pairs_of_the_other_rules(pair: Pair) -> None:
    assert words_of(pair.broken, V11 if pair.rule == "mistral.tool-call-id" else V15) != ""
    assert words_of(pair.kept) == ""


OLDER = {"thinking in the system text": V13}
CLIENTS = {
    "an index beside a call",
    "thinking as a string",
    "thoughts with references",
    "every chunk that a user shows",
}
"""What has keys and chunks that the API's own client knows, and mistral-common does not."""


@pytest.mark.parametrize("name", sorted(RIGHT.keys() - CLIENTS))
def test_the_validator_takes_what_is_right(name: str) -> None:
    assert words_of(RIGHT[name], OLDER.get(name, V15)) == ""
