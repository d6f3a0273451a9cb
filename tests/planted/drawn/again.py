"""A second, smaller sample, drawn when the classes of the first were closed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from liars.payloads import messages, nodes, of_type
from planted.collected import meant
from planted.conversations import blocks, by_block, by_message, by_result, inside, of, shown
from planted.drawn.pictured import as_anthropics
from planted.drawn.returned import marked
from planted.faults.exchanges import with_arguments
from planted.faults.joins import responses
from planted.faults.offers import Schema, hears
from planted.faults.replays import without
from planted.faults.turns import ANSWERED, without_marked
from planted.further.arguments import EVERY
from planted.planted import Planted, first

from pytest_promptfmt.conversation import (
    Base64Source,
    Block,
    Conversation,
    Document,
    Image,
    Message,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    UrlSource,
)

MADE_UP = "cmVkYWN0ZWQgYnkgbm9ib2R5"


def nameless_as_it_is(payload: Any, given: Conversation) -> Any:
    """A response whose result names no tool has an empty name."""
    ids = {result.id for result in blocks(ToolResult, given) if not result.name}
    for response in responses(payload):
        if response.get("id") in ids:
            response["name"] = ""
    return payload


def inputs_as_text(payload: Any, given: Conversation) -> Any:
    for called in of_type("tool_use", payload):
        called["input"] = json.dumps(called["input"], ensure_ascii=False)
    return payload


def papers(payload: Any) -> list[dict[str, Any]]:
    return [node for node in nodes(messages(payload)) if isinstance(node.get("document"), dict)]


def addressed(payload: Any, given: Conversation, *, whole: bool) -> Any:
    """A document is called as its address is, `whole` or its last part."""
    told = shown(Document, given)
    found = papers(payload)
    for node, paper in zip(found, told, strict=False) if len(found) == len(told) else ():
        if isinstance(paper.source, UrlSource):
            node["document"]["name"] = paper.source.url if whole else paper.source.url.rpartition("/")[2]
    return payload


def pictures_of_papers(payload: Any, given: Conversation) -> Any:
    for node in papers(payload):
        paper = node.pop("document")
        node["image"] = {"format": paper["format"], "source": paper["source"]}
    return payload


def papers_alone(payload: Any, given: Conversation) -> Any:
    """Where a message shows documents and says nothing, nothing is said beside them."""
    said = {text.text for text in blocks(Text, given)}
    for turn in messages(payload):
        texts = [block for block in turn["content"] if "text" in block]
        if any("document" in block for block in turn["content"]) and not {block["text"] for block in texts} & said:
            turn["content"] = [block for block in turn["content"] if "text" not in block]
    return payload


def without_endings(payload: Any, given: Conversation) -> Any:
    for part in of_type("input_file", payload):
        if "filename" in part:
            part["filename"] = part["filename"].rpartition(".")[0] or part["filename"]
    return payload


def jpg(payload: Any, given: Conversation) -> Any:
    called = {
        image.source.data
        for image in shown(Image, given)
        if isinstance(image.source, Base64Source) and image.source.media_type == "image/jpg"
    }
    for node in nodes(messages(payload)):
        held = node.get("image")
        if isinstance(held, dict) and held.get("source", {}).get("bytes") in called:
            held["format"] = "jpg"
    return payload


def speaks_behind_a_call(message: Message) -> bool:
    kinds = [type(block) for block in message.blocks]
    return message.role == "assistant" and ToolUse in kinds and Text in kinds[kinds.index(ToolUse) :]


def words_first(said: Conversation, given: Conversation) -> Conversation:
    """A message with a text behind a call is two: its texts, and all else."""

    def split(message: Message) -> list[Message]:
        if not speaks_behind_a_call(message):
            return [message]
        texts = tuple(block for block in message.blocks if isinstance(block, Text))
        rest = tuple(block for block in message.blocks if not isinstance(block, Text))
        return [replace(message, blocks=texts), replace(message, blocks=rest)]

    return by_message(said, split)


def calls_behind_all(said: Conversation, given: Conversation) -> Conversation:
    """In a message with a text behind a call the calls stand behind all else."""

    def sorted_(message: Message) -> list[Message]:
        ranked = sorted(message.blocks, key=lambda block: isinstance(block, ToolUse))
        return [replace(message, blocks=tuple(ranked)) if speaks_behind_a_call(message) else message]

    return by_message(said, sorted_)


def told_in_the_last_turn(conversation: Conversation) -> Conversation:
    last = next((m for m in reversed(conversation.messages) if m.role == "assistant"), None)

    def told(block: Block, message: Message) -> list[Block]:
        unsigned = message is last and isinstance(block, Thinking) and not block.signature
        return [Text(block.thinking)] if unsigned and isinstance(block, Thinking) else [block]

    return by_block(conversation, told)


def shown_as_json(result: ToolResult) -> ToolResult:
    def told(item: Any) -> Any:
        if isinstance(item, Document) and isinstance(item.source, Base64Source):
            return {"type": "document", "source": {"type": "base64", "data": item.source.data}}
        return as_anthropics(item)

    if not any(isinstance(item, Image | Document) for item in inside(result)):
        return result
    return replace(result, output=json.dumps([told(item) for item in inside(result)]))


def redacted_by_nobody(conversation: Conversation) -> Conversation:
    def made(block: Block, message: Message) -> list[Block]:
        return [RedactedThinking(MADE_UP)] if isinstance(block, Thinking) and not block.signature else [block]

    return by_block(conversation, made)


def undefined(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key not in ("$defs", "definitions")}


def no_open_objects(schema: Schema) -> Schema:
    def is_open(inner: Any) -> bool:
        return (
            isinstance(inner, dict)
            and inner.get("type") == "object"
            and not inner.get("properties")
            and inner.get("additionalProperties") is not False
        )

    kept = {name: inner for name, inner in schema.get("properties", {}).items() if not is_open(inner)}
    return (
        schema
        | ({"properties": kept} if "properties" in schema else {})
        | ({"required": [name for name in schema["required"] if name in kept]} if "required" in schema else {})
    )


def nothing_asked(schema: Schema) -> Schema:
    return {"type": "object", "properties": {}}


def no_silent_calls(said: Conversation, given: Conversation) -> Conversation:
    """Messages that call and say nothing are dropped."""

    def kept(message: Message) -> list[Message]:
        silent = of(ToolUse, message) and not any(text.text.strip() for text in of(Text, message))
        return [] if silent else [message]

    return by_message(said, kept)


def is_blank(result: ToolResult) -> bool:
    return not result.output_media and not result.output_text.strip()


TABLE = (
    Planted(
        "openclaw-43930",
        "a response whose result names no tool has an empty name",
        "gemini",
        meant("openclaw-43930"),
        sends=nameless_as_it_is,
    ),
    Planted(
        "koog-2095",
        "arguments are encoded twice",
        "dashscope openai",
        meant("koog-2095"),
        sends=with_arguments(lambda text: json.dumps(text, ensure_ascii=False)),
    ),
    Planted(
        "command-code-470",
        "a call's input is its JSON text",
        "anthropic",
        meant("command-code-470"),
        sends=inputs_as_text,
    ),
    Planted(
        "opencode-37535",
        "a document is called as its address is",
        "bedrock",
        meant("opencode-37535"),
        sends=lambda payload, given: addressed(payload, given, whole=True),
    ),
    Planted(
        "opencode-19964",
        "a document is called as its file is, with its ending",
        "bedrock",
        meant("opencode-19964"),
        sends=lambda payload, given: addressed(payload, given, whole=False),
    ),
    Planted("bifrost-5472", "a document is an image", "bedrock", meant("bifrost-5472"), sends=pictures_of_papers),
    Planted(
        "archestra-5531",
        "nothing is said beside documents alone",
        "bedrock",
        meant("archestra-5531"),
        sends=papers_alone,
    ),
    Planted(
        "harness-sdk-3912",
        "a document's file has no ending",
        "openai-responses",
        meant("harness-sdk-3912"),
        sends=without_endings,
    ),
    Planted(
        "hermes-agent-55429",
        "a picture that is called image/jpg has the format jpg",
        "bedrock",
        meant("hermes-agent-55429"),
        sends=jpg,
    ),
    Planted(
        "agent-afk-288",
        "redacted thinking is dropped",
        "anthropic bedrock",
        meant("agent-afk-288"),
        writes=without(lambda thought, message: isinstance(thought, RedactedThinking)),
    ),
    Planted(
        "opencode-23574",
        "where a text stands behind a call the turn is two, its texts first",
        "anthropic",
        meant("opencode-23574"),
        writes=words_first,
    ),
    Planted(
        "hermes-agent-26959",
        "an unsigned thought of the last turn is told as text",
        "anthropic",
        meant("hermes-agent-26959"),
        hears=told_in_the_last_turn,
    ),
    Planted(
        "helm-221",
        "pictures and documents in results are told as JSON",
        "anthropic",
        meant("helm-221"),
        hears=lambda conversation: by_result(conversation, shown_as_json),
    ),
    Planted(
        "opencode-30182",
        "where a text stands behind a call the calls stand behind all else",
        "anthropic",
        meant("opencode-30182"),
        writes=calls_behind_all,
    ),
    Planted(
        "omniroute-5953",
        "an unsigned thought is redacted by nobody",
        "anthropic",
        meant("omniroute-5953"),
        hears=redacted_by_nobody,
    ),
    Planted(
        "qwen-agent-873",
        "definitions are dropped, what points to them is not",
        first("dashscope", EVERY),
        meant("qwen-agent-873"),
        hears=hears(undefined),
    ),
    Planted(
        "copilot-cli-2634",
        "parameters that are objects of any keys are dropped",
        first("openai", EVERY),
        meant("copilot-cli-2634"),
        hears=hears(no_open_objects),
    ),
    Planted(
        "claude-code-34974",
        "tools have no parameters",
        first("anthropic", EVERY),
        meant("claude-code-34974"),
        hears=hears(nothing_asked),
    ),
    Planted(
        "miroshark-232",
        "what calls and says nothing is dropped, its results are not",
        first("openai", EVERY),
        meant("miroshark-232", *ANSWERED),
        writes=no_silent_calls,
    ),
    Planted(
        "langroid-1063",
        "a blank result is dropped",
        first("openai", EVERY),
        meant("langroid-1063", *ANSWERED),
        hears=marked(is_blank),
        writes=without_marked,
    ),
)
