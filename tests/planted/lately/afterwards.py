"""Nine more of the eleventh collection, drawn when the classes of the others were closed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

from liars.payloads import by, holding, messages, of_type
from planted.collected import meant
from planted.conversations import by_block, of, shown
from planted.lately.labelled import mark_within
from planted.planted import Planted

from pytest_promptfmt.conversation import (
    Audio,
    Base64Source,
    Block,
    Conversation,
    Document,
    Message,
    Text,
    ToolResult,
    ToolUse,
)


def said_beside_calls(least: int) -> Any:
    """Of a message that calls, its texts are dropped where there are at least so many."""

    def heard(conversation: Conversation) -> Conversation:
        def kept(block: Block, message: Message) -> list[Block]:
            dropped = isinstance(block, Text) and of(ToolUse, message) and len(of(Text, message)) >= least
            return [] if dropped else [block]

        return by_block(conversation, kept)

    return heard


def call_of(part: dict[str, Any]) -> Any:
    return part.get("function_call") or part.get("functionCall")


def a_turn_each(payload: Any, given: Conversation) -> Any:
    """The parts up to each call are a turn."""

    def turns(turn: dict[str, Any]) -> Iterator[dict[str, Any]]:
        parts: list[Any] = []
        for part in turn["parts"]:
            if call_of(part) and any(call_of(each) for each in parts):
                yield {**turn, "parts": parts}
                parts = []
            parts.append(part)
        yield {**turn, "parts": parts}

    messages(payload)[:] = [new for turn in messages(payload) for new in turns(turn)]
    return payload


def ids_of_names(conversation: Conversation) -> Conversation:
    names = {b.id: b.name for message in conversation.messages for b in message.blocks if isinstance(b, ToolUse)}

    def heard(block: Block, message: Message) -> list[Block]:
        match block:
            case ToolUse() | ToolResult():
                return [replace(block, id=f"call-{names.get(block.id, block.name)}")]
        return [block]

    return by_block(conversation, heard)


def called_reasoning(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        if "reasoning_content" in message:
            message["reasoning"] = message.pop("reasoning_content")
    return payload


def as_the_file_is_called(payload: Any, given: Conversation) -> Any:
    urls = [paper.source.url for paper in shown(Document, given) if not isinstance(paper.source, Base64Source)]
    names = [unquote(PurePosixPath(urlsplit(url).path).stem) for url in urls if not url.startswith("data:")]
    for node in holding("document", payload):
        if names:
            node["document"]["name"] = names.pop(0)
    return payload


def told_of(conversation: Conversation) -> Conversation:
    return by_block(conversation, lambda b, _: [Text("[Attached file: recording]")] if isinstance(b, Audio) else [b])


def calls_without_reasoning(payload: Any, given: Conversation) -> Any:
    for message in by("assistant", payload):
        if message.get("tool_calls"):
            message.pop("reasoning_content", None)
    return payload


def within_the_last(payload: Any, given: Conversation) -> Any:
    for result in of_type("tool_result", payload)[-1:]:
        mark_within(result)
    return payload


TABLE = (
    Planted(
        "nanobot-5783",
        "what is said beside calls is dropped",
        "openai mistral",
        meant("nanobot-5783"),
        hears=said_beside_calls(1),
    ),
    Planted(
        "command-code-806",
        "of several texts beside calls none is sent",
        "openai",
        meant("command-code-806"),
        hears=said_beside_calls(2),
    ),
    Planted(
        "litellm-21154",
        "each of several calls is a turn of its own",
        "gemini",
        meant("litellm-21154"),
        sends=a_turn_each,
    ),
    Planted(
        "brainlid-620",
        "the id of a call is made of the name of its tool",
        "anthropic openai bedrock",
        meant("brainlid-620", "openai.*", "bedrock.*"),
        hears=ids_of_names,
    ),
    Planted(
        "gsd-pi-209",
        "reasoning_content is called reasoning",
        "deepseek",
        meant("gsd-pi-209"),
        sends=called_reasoning,
    ),
    Planted(
        "archestra-3978",
        "a document is called as its file is",
        "bedrock",
        meant("archestra-3978"),
        sends=as_the_file_is_called,
    ),
    Planted(
        "vellum-32674",
        "a recording is a text that names it",
        "gemini",
        meant("vellum-32674"),
        hears=told_of,
    ),
    Planted(
        "continue-10193",
        "a message with calls has no reasoning_content",
        "deepseek moonshot",
        meant("continue-10193", "moonshot.*"),
        sends=calls_without_reasoning,
    ),
    Planted(
        "langchain-35126",
        "the mark for the cache of the last result stands within it",
        "anthropic",
        meant("langchain-35126"),
        sends=within_the_last,
    ),
)
