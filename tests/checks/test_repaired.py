"""Which repair is legal: of what a conversation holds, and of what a dialect cannot carry."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

import pytest
from liars.payloads import picture

from pytest_promptfmt.checks.fidelity.legal_repairs import legal
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import FAMILIES, load_family
from pytest_promptfmt.dialects import DIALECTS

CHATS = tuple(dialect for dialect in DIALECTS.values() if "chat" in dialect.scenarios)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "templates"])
def test_a_case_allows_only_what_is_legal_of_the_dialect(family: str) -> None:
    illegal = {
        (case.id, dialect.id, repair)
        for case in load_family(family)
        for dialect in CHATS
        if (repairs := set(case.expects(dialect.id).repairs) - {"keep"})
        for repair in repairs - set(legal(case.conversation(), dialect))
    }

    assert illegal == set()


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "templates"])
def test_a_case_allows_nothing_without_a_reason(family: str) -> None:
    expected = {(case.id, dialect.id): case.expects(dialect.id) for case in load_family(family) for dialect in CHATS}

    assert [where for where, each in expected.items() if each.demand != "carry" and not each.why.strip()] == []


def image(url: str) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "url", "url": url}}


def media(kind: str, type_: str, data: bytes) -> dict[str, Any]:
    source = {"type": "base64", "media_type": type_, "data": b64encode(data).decode()}
    return {"type": kind, "source": source}


def shown(kind: str) -> dict[str, Any]:
    return {"type": "image", "source": {"type": "base64", "media_type": f"image/{kind.lower()}", "data": picture(kind)}}


def call(id_: str = "call_1", name: str = "add") -> dict[str, Any]:
    return {"type": "tool_use", "id": id_, "name": name, "input": {}}


def result(id_: str = "call_1") -> dict[str, Any]:
    return {"type": "tool_result", "id": id_, "name": "add", "output": "Four."}


def found(url: str) -> dict[str, Any]:
    return result() | {"output": [image(url)]}


def says(role: str, *blocks: Any) -> dict[str, Any]:
    return {"role": role, "content": list(blocks)}


HI, CALLED = says("user", {"type": "text", "text": "Hi"}), [says("assistant", call()), says("tool", result())]
ALL = {dialect.id for dialect in CHATS}
OPENAIS = {"openai", "openai-responses"}
OLLAMAS = {"ollama", "ollama-generate"}

LEGAL_AT: list[tuple[str, list[Any], set[str]]] = [
    ("drop-open-calls", [HI, says("assistant", call())], ALL),
    ("drop-open-calls", [HI, *CALLED], set()),
    ("answer-open-calls", [HI, *CALLED, says("assistant", call("call_2"))], ALL),
    ("drop-orphan-results", [HI, says("tool", result())], ALL),
    ("orphan-results-as-text", [HI, *CALLED], set()),
    ("results-after-calls", [HI, *CALLED[::-1]], ALL),
    ("results-after-calls", [HI, CALLED[0], HI, CALLED[1]], set()),
    ("calls-as-text", [HI, *CALLED], {"bedrock"}),
    ("drop-surrogates", [says("user", {"type": "text", "text": "\ud800"})], ALL),
    ("drop-surrogates", [HI], set()),
    ("strip-last-text", [HI, says("assistant", {"type": "text", "text": "So "})], {"anthropic", "bedrock"}),
    ("strip-last-text", [says("user", {"type": "text", "text": "So "})], set()),
    ("rename-ids", [HI, says("assistant", call("call_1"))], {"mistral"}),
    ("rename-ids", [HI, says("assistant", call("a.b.c.d.e"))], ALL),
    ("rename-ids", [HI, says("assistant", call("abcdefghi"))], set()),
    ("rename-ids", [HI, says("assistant", call(""))], ALL),
    ("rename-tools", [HI, says("assistant", call(name="a.b"))], ALL),
    ("rename-tools", [HI, says("assistant", call())], set()),
    ("drop-assistant-media", [HI, says("assistant", shown("PNG"))], ALL - OLLAMAS - {"gemini"}),
    ("drop-assistant-media", [says("user", shown("PNG"))], set()),
    ("show-assistant-media", [HI, says("assistant", media("audio", "audio/wav", b""))], ALL - {"gemini"}),
    (
        "drop-url-media",
        [says("user", image("https://example.com/a.png"))],
        {"moonshot", "deepseek", "dashscope", "bedrock", "gemini-interactions"} | OLLAMAS,
    ),
    (
        "drop-url-media",
        [says("user", image("http://example.com/a.png"))],
        {"moonshot", "deepseek", "dashscope", "bedrock", "anthropic", "mistral", "gemini", "gemini-interactions"}
        | OLLAMAS,
    ),
    (
        "drop-url-media",
        [says("user", image("https://example.com/a?b=c.png"))],
        {"moonshot", "deepseek", "dashscope", "bedrock", "gemini", "gemini-interactions"} | OLLAMAS,
    ),
    ("drop-url-media", [says("user", image("oss://a/b.png"))], ALL - {"dashscope-multimodal"}),
    ("drop-url-media", [says("user", image("file:///a/b.png"), shown("PNG"))], set()),
    ("tell-addresses", [says("user", image("oss://a/b.png"))], ALL - {"dashscope-multimodal"}),
    ("tell-addresses", [HI, says("assistant", call()), says("tool", found("https://example.com/a.png"))], ALL),
    ("tell-result-addresses", [HI, says("assistant", call()), says("tool", found("https://example.com/a.png"))], set()),
    (
        "tell-result-addresses",
        [
            says("user", image("https://example.com/b.png")),
            says("assistant", call()),
            says("tool", found("https://example.com/a.png")),
        ],
        ALL,
    ),
    ("drop-media", [says("user", shown("PNG"))], {"dashscope"}),
    ("drop-media", [says("user", shown("BMP"))], ALL),
    ("drop-media", [says("system", shown("PNG"))], ALL - OLLAMAS),
    (
        "drop-media",
        [says("user", shown("GIF"))],
        ALL - {"anthropic", "bedrock", "vllm"},
    ),
    ("redraw-images", [says("user", shown("PNG"))], {"dashscope"}),
    ("redraw-images", [says("user", shown("BMP"))], ALL),
    ("tell-documents", [says("user", media("document", "text/plain", b"Dues."))], ALL),
    ("tell-documents", [says("user", media("document", "application/pdf", b"%PDF-1"))], set()),
    ("tell-documents", [says("user", media("document", "application/json", b'{"boat": 1}'))], ALL),
    ("tell-documents", [says("user", media("document", "application/zip", b"PK\x03\x04\x00"))], set()),
    ("tell-documents", [says("user", media("document", "application/octet-stream", b"\xff\xfe"))], set()),
]


@pytest.mark.parametrize(
    ("repair", "messages", "dialects"), LEGAL_AT, ids=lambda each: each if isinstance(each, str) else ""
)
def test_a_repair_is_legal_where_the_thing_cannot_be_carried(
    repair: str, messages: list[Any], dialects: set[str]
) -> None:
    conversation = parse({"messages": messages})

    assert {dialect.id for dialect in CHATS if repair in legal(conversation, dialect)} == dialects


@pytest.mark.parametrize(
    ("kind", "type_", "data"),
    [
        ("document", "application/json", b'{"boat": 1}'),
        ("document", "text/csv", b"boat,price"),
        ("document", "application/zip", b"PK\x03\x04\x00"),
        ("audio", "audio/mpeg", b"\x00\x01"),
        ("audio", "audio/aiff", b"\x00\x01"),
        ("image", "image/webp", b"\x00\x01"),
        ("image", "", b"\x00\x01"),
    ],
)
def test_a_data_uri_is_as_base64_beside_its_type(kind: str, type_: str, data: bytes) -> None:
    beside, uri = media(kind, type_, data), f"data:{type_};base64,{b64encode(data).decode()}"
    within = {"type": kind, "source": {"type": "url", "url": uri}}
    one, other = (parse({"messages": [says("user", block)]}) for block in (beside, within))

    assert [legal(one, dialect) for dialect in CHATS] == [legal(other, dialect) for dialect in CHATS]


def test_what_can_be_said_needs_no_repair() -> None:
    conversation = parse({"messages": [HI, says("assistant", call("abcdefghi")), says("tool", result("abcdefghi"))]})

    assert {name for dialect in CHATS for name in legal(conversation, dialect)} <= {"calls-as-text"}
