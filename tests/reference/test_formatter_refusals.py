"""The reference refuses aloud what it cannot say."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from support.rows import for_each
from support.written import (
    IMAGE,
    OF_CONVERSATIONS,
    PDF,
    SIGNED,
    TOOL,
    WAV,
    call,
    calls,
    linked,
    media,
    result,
    said,
    text,
    write,
)

from promptfmt_reference import CAPABILITIES

USER = said("Ann", "a")
FILM = media("video", "video/mp4", base64.b64encode(b"\x00\x00\x00\x18ftypmp42").decode())
REFUSED: list[tuple[str, list[dict[str, Any]], str]] = [
    ("*.*", [], "says nothing"),
    ("*.*", [said("Ann", "")], "says nothing"),
    ("*.*", [said("Ann", "\ud800")], r"messages\[0\].content\[0\] \(text\): the lone surrogate '\\ud800'"),
    ("tool", [USER, calls(call("1"))], r"messages\[1\]: call '1' of 'f' has no result"),
    ("tool", [USER, result("1", "ok")], "result 'ok' of call '1' answers no call"),
    ("tool", [USER, calls(call("1")), result("1", "ok"), result("1", "again")], "'again' of call '1' answers no call"),
    (
        "tool",
        [USER, calls(call("1", x=float("nan"))), result("1", "ok")],
        r"call '1' of 'f'\): cannot be written as JSON",
    ),
    ("openai", [USER, calls(call("1", "a.b")), result("1", "ok")], "takes no tool of the name 'a.b'"),
    ("ollama-generate", [USER, calls(call("1")), result("1", "ok")], "no place for tool blocks"),
    ("deepseek", [said("Ann", [media("audio", "audio/wav", WAV)])], "DeepSeek has no place for audio blocks"),
    ("dashscope", [said("Ann", [IMAGE])], "no place for image blocks"),
    ("openai", [said("Ann", [linked("video", "https://example.com/v.mp4")])], "no place for video"),
    ("anthropic", [said("Ann", [media("audio", "audio/wav", WAV)])], "no place for audio"),
    ("ollama", [said("Ann", [linked("image", "https://example.com/a.png")])], "by value, not by address"),
    ("openai", [said("Ann", [linked("audio", "https://example.com/a.wav")])], "by value, not by address"),
    ("image", [said("Ann", [linked("image", "no/such.png")])], "neither a web address nor a file"),
    ("image", [said("Ann", [media("image", "image/png", "not base64!")])], "standard base64"),
    ("image", [said("Ann", [media("image", "text/plain", PDF)])], "which is no image"),
    ("openai", [said("Ann", [media("image", "image/tiff", "AAAA")])], "takes no image of type image/tiff"),
    ("openai", [said("Ann", [linked("image", "s3://bucket/a.png")])], "fetches from http and https only"),
    ("gemini", [said("Ann", [linked("image", "https://example.com/12345?x=a.png")])], "has to be told its type"),
    ("gemini", [said("Ann", [linked("image", "https://example.com/a.gif")])], "takes no image of type image/gif"),
    ("dashscope", [said("system", "S", "system")], "asks for a user's message"),
    ("zhipu", [said("system", "S", "system"), said("Bob", "b", "assistant")], "asks for a user's message"),
    ("anthropic", [said("system", "S", "system")], "nothing but system text"),
    ("anthropic", [said("Bob", [SIGNED], "assistant")], "nothing but thinking"),
    *(
        (dialect, [USER, said("Bob", [text("b"), *thought], "assistant")], "a user's message last")
        for dialect in ("anthropic", "bedrock")
        for thought in ([], [SIGNED])
    ),
    ("anthropic", [said("Ann", [media("document", "text/plain", "/w==")])], "no UTF-8"),
    ("gemini", [said("system", "S", "system")], "nothing but system text"),
    ("gemini", [USER, said("Bob", "b", "assistant")], "the assistant has the last word"),
    ("gemini", [calls(call("1")), result("1", "ok")], "begins with the call"),
    ("mistral", [calls(call("1")), result("1", "ok")], "begins with the call"),
]


def refused() -> Iterator[Any]:
    for who, messages, words in REFUSED:
        for target in OF_CONVERSATIONS:
            dialect, _, scenario = target.partition(".")
            if who == "*.*" or (who == dialect and scenario == "chat") or who in CAPABILITIES[target]["blocks"]:
                yield pytest.param(target, messages, words, id=f"{target}: {words[:30]}")


@pytest.mark.parametrize("ending", [[SIGNED], [SIGNED, {"type": "redacted_thinking", "data": "EmwK"}]])
@pytest.mark.parametrize("target", ["anthropic.chat", "bedrock.chat"])
def test_a_conversation_does_not_end_in_thinking(target: str, ending: list[Any]) -> None:
    assert write(target, said("Ann", "a"), said("Bob", ending, "assistant")) == write(target, said("Ann", "a"))


def test_anthropic_takes_a_document_of_plain_text_as_text() -> None:
    paper = media("document", "text/plain", base64.b64encode("Größe\n".encode()).decode())

    assert write("anthropic.chat", said("Ann", [paper]))["messages"][0]["content"] == [
        {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Größe\n"}}
    ]


@for_each(row.values for row in refused())
def test_what_cannot_be_said_is_refused_in_clear_words(target: str, messages: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        write(target, *messages)


@pytest.mark.parametrize("dialect", ["anthropic", "bedrock"])
def test_each_steps_text_stands_before_its_call_and_behind_its_thought(dialect: str) -> None:
    other = {**SIGNED, "signature": "t"}
    turn = calls(SIGNED, call("1"), text("b"), other, call("2"), text("c"))
    messages = [USER, turn, result("1", "ok"), result("2", "ok")]
    payload = write(f"{dialect}.multiagent", *messages, tools=[TOOL])["messages"]

    kinds = [block.get("type", next(iter(block))) for block in payload[1]["content"]]
    thinking, call_ = ("thinking", "tool_use") if dialect == "anthropic" else ("reasoningContent", "toolUse")
    assert kinds == [thinking, "text", call_, thinking, "text", call_]
    assert [block["text"] for block in payload[1]["content"] if "text" in block] == ["b", "c"]


@pytest.mark.parametrize("kind", ["document", "video"])
def test_bedrock_is_sent_no_document_and_no_video_beside_results(kind: str) -> None:
    shown = said("Ann", [text("see"), {"document": media("document", "application/pdf", PDF), "video": FILM}[kind]])
    called = [USER, calls(call("1")), result("1", "ok")]

    with pytest.raises(ValueError, match=rf"^\$.messages\[2\]: Bedrock takes no {kind} in the turn"):
        write("bedrock.chat", *called, shown, tools=[TOOL])
    assert write("bedrock.chat", *called, said("Bob", "b", "assistant"), shown, tools=[TOOL])


def test_where_deepseek_gets_thoughts_every_turn_that_calls_has_the_place_for_them() -> None:
    bare, thinks = calls(call("1")), calls(SIGNED, call("2"))
    rounds = [bare, result("1", "ok"), thinks, result("2", "ok")]

    assert [one.get("reasoning_content") for one in write("deepseek.chat", USER, *rounds)] == [
        *(None, "", None),
        *("hm", None),
    ]
    assert "reasoning_content" not in write("deepseek.chat", USER, bare, result("1", "ok"))[1]


@pytest.mark.parametrize("dialect", ["openai", "openai-responses"])
@pytest.mark.parametrize("given", [{}, {"type": "object"}, {"type": "object", "additionalProperties": False}])
def test_openai_is_told_that_a_tool_takes_nothing(dialect: str, given: dict[str, Any]) -> None:
    (tool,) = write(f"{dialect}.chat", USER, tools=[{**TOOL, "parameters": given}])["tools"]

    assert tool.get("function", tool)["parameters"] == {"type": "object", **given, "properties": {}}
