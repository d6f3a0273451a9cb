"""Media of the eleventh collection, and its marks for caches."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

from liars.payloads import by, holding, messages, nodes, of_type, picture
from planted.collected import meant
from planted.conversations import addresses, blocks, by_block, inside, is_web, shown
from planted.planted import Planted

from pytest_promptfmt.conversation import (
    Audio,
    Base64Source,
    Block,
    Conversation,
    Document,
    Image,
    Message,
    ToolResult,
    UrlSource,
)

MARKED = {"cache_control": {"type": "ephemeral"}}
STAND_IN = picture("PNG", (17, 17), (1, 2, 3))
UNKNOWN = "application/octet-stream"


def documents_as_png(payload: Any, given: Conversation) -> Any:
    for block in of_type("document", payload):
        source = block["source"]
        if source["type"] == "text":
            source = {"type": "base64", "data": base64.b64encode(source["data"].encode()).decode()}
        if source["type"] == "base64":
            source["media_type"] = "image/png"
        block.clear()
        block |= {"type": "image", "source": source}
    return payload


def documents_as_images(payload: Any, given: Conversation) -> Any:
    for block in of_type("document", payload):
        if block["source"]["type"] == "base64":
            source = block["source"]
            block.clear()
            block |= {"type": "image", "source": source}
    return payload


def empty_parts(payload: Any, given: Conversation) -> Any:
    for part in of_type("input_file", payload):
        if part.get("file_data", "").startswith("data:application/"):
            part.clear()
    return payload


def last_but_one(payload: Any, given: Conversation) -> Any:
    """The last position but one, a text that is a string being one without a place for the mark."""
    positions = [
        block
        for message in messages(payload)
        for block in (message["content"] if isinstance(message["content"], list) else [None])
    ]
    if len(positions) > 1 and positions[-2] is not None:
        positions[-2] |= MARKED
    return payload


def within_results(payload: Any, given: Conversation) -> Any:
    """Of the last three messages."""
    for message in messages(payload)[-3:]:
        for result in of_type("tool_result", [message]):
            mark_within(result)
    return payload


def mark_within(result: dict[str, Any]) -> None:
    """Puts a mark for the cache on the last part of it, if it has any."""
    content = result.get("content") or []
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if parts:
        parts[-1] |= MARKED
        result["content"] = parts


def mpeg_of_tools(payload: Any, given: Conversation) -> Any:
    if len(shown(Audio, given)) > len(blocks(Audio, given)) == 0:
        for node in holding("input_audio", payload):
            if node["input_audio"].get("format") == "mp3":
                node["input_audio"]["format"] = "mpeg"
    return payload


def addresses_marked(conversation: Conversation) -> Conversation:
    def stands_in(item: Any) -> Any:
        if isinstance(item, Image) and isinstance(item.source, UrlSource) and is_web(item.source.url):
            return Image(Base64Source("image/png", STAND_IN))
        return item

    def heard(block: Block, message: Message) -> list[Block]:
        if isinstance(block, ToolResult) and isinstance(block.output, tuple):
            return [replace(block, output=tuple(stands_in(item) for item in inside(block)))]
        return [stands_in(block)]

    return by_block(conversation, heard)


def addresses_as_bytes(payload: Any, given: Conversation) -> Any:
    found = [url for url in addresses(given) if is_web(url)]
    for message in messages(payload):
        message.update(
            images=[found.pop(0) if data == STAND_IN and found else data for data in message["images"]]
        ) if message.get("images") else None
    return payload


def data_addresses(payload: Any, given: Conversation) -> Any:
    for message in [*by("user", payload), *by("tool", payload)]:
        if message.get("images"):
            message["images"] = [f"data:image/png;base64,{data}" for data in message["images"]]
    return payload


def untitled(payload: Any, given: Conversation) -> Any:
    """Who comes as bytes has no title."""
    data = {paper.source.data for paper in shown(Document, given) if isinstance(paper.source, Base64Source)}
    for node in holding("document", payload):
        if node["document"]["source"].get("bytes") in data:
            node["document"]["name"] = "document"
    return payload


def under_no_type(*types: str) -> Any:
    """Gemini's media of these types are nobody knows what."""

    def sent(payload: Any, given: Conversation) -> Any:
        for node in nodes(messages(payload)):
            for key in ("mime_type", "mimeType"):
                if str(node.get(key)).startswith(types):
                    node[key] = UNKNOWN
        return payload

    return sent


def texts_of_tools(payload: Any, given: Conversation) -> Any:
    for result in holding("toolResult", payload):
        for node in holding("document", [result]):
            if node["document"]["format"] == "txt":
                node["document"]["format"] = "octet-stream"
    return payload


TABLE = (
    Planted(
        "genkit-dart-352",
        "a document is an image of type image/png",
        "anthropic",
        meant("genkit-dart-352"),
        sends=documents_as_png,
    ),
    Planted(
        "noted-md-8",
        "a document is an image under its own type",
        "anthropic",
        meant("noted-md-8"),
        sends=documents_as_images,
    ),
    Planted(
        "agent-framework-1082",
        "a document that comes as bytes is an empty part",
        "openai-responses",
        meant("agent-framework-1082"),
        sends=empty_parts,
    ),
    Planted(
        "inspect-ai-3967",
        "the last block but one has the mark for the cache",
        "anthropic",
        meant("inspect-ai-3967"),
        sends=last_but_one,
    ),
    Planted(
        "hermes-agent-89931",
        "the mark for the cache of a result stands within it",
        "anthropic",
        meant("hermes-agent-89931"),
        sends=within_results,
    ),
    Planted(
        "qwenpaw-7015",
        "a recording of a result has the format mpeg",
        "openai",
        meant("qwenpaw-7015"),
        sends=mpeg_of_tools,
    ),
    Planted(
        "litellm-30313",
        "the address of an image goes out where its bytes belong",
        "ollama",
        meant("litellm-30313"),
        hears=addresses_marked,
        sends=addresses_as_bytes,
    ),
    Planted(
        "cline-10369",
        "images are data: addresses",
        "ollama",
        meant("cline-10369"),
        sends=data_addresses,
    ),
    Planted(
        "bifrost-7003",
        "documents without a title are all called document",
        "bedrock",
        meant("bifrost-7003"),
        sends=untitled,
    ),
    Planted(
        "handley-lab-51",
        "papers in Markdown are application/octet-stream",
        "gemini",
        meant("handley-lab-51"),
        sends=under_no_type("text/markdown"),
    ),
    Planted(
        "oracle-332",
        "films are application/octet-stream",
        "gemini",
        meant("oracle-332"),
        sends=under_no_type("video/mp4", "video/quicktime", "video/webm"),
    ),
    Planted(
        "harness-sdk-3019",
        "papers of plain text in results have the format octet-stream",
        "bedrock",
        meant("harness-sdk-3019"),
        sends=texts_of_tools,
    ),
)
