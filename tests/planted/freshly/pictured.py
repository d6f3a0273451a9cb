"""Media of the sixteenth collection."""

from __future__ import annotations

import base64
import io
import json
from dataclasses import replace
from typing import Any

from liars.payloads import holding, messages, nodes, of_type
from PIL import Image as Pictures
from planted.collected import meant
from planted.conversations import by_block, by_message, by_result, inside, is_web, of, shown
from planted.lately.labelled import STAND_IN
from planted.planted import Planted

from pytest_promptfmt.conversation import (
    Base64Source,
    Block,
    Conversation,
    Document,
    Image,
    Message,
    Text,
    ToolResult,
    UrlSource,
)

TAKEN = ("image/jpeg", "image/png", "image/gif", "image/webp")


def images_as_json(conversation: Conversation) -> Conversation:
    def told(item: Any) -> Any:
        if not isinstance(item, Image) or not isinstance(item.source, Base64Source):
            return item
        return Text(json.dumps({"Data": item.source.data, "MimeType": item.source.media_type}))

    def heard(result: ToolResult) -> ToolResult:
        return replace(result, output=tuple(told(item) for item in inside(result))) if inside(result) else result

    return by_result(conversation, heard)


def no_papers_in_results(conversation: Conversation) -> Conversation:
    def heard(result: ToolResult) -> ToolResult:
        kept = tuple(item for item in inside(result) if not isinstance(item, Document))
        return replace(result, output=kept or "") if inside(result) else result

    return by_result(conversation, heard)


def stood_in_for(conversation: Conversation) -> Conversation:
    def heard(block: Block, message: Message) -> list[Block]:
        web = isinstance(block, Image) and isinstance(block.source, UrlSource) and is_web(block.source.url)
        return [Image(Base64Source("image/png", STAND_IN))] if web else [block]

    return by_block(conversation, heard)


def by_address(payload: Any, given: Conversation) -> Any:
    urls = [i.source.url for m in given.messages for i in of(Image, m) if isinstance(i.source, UrlSource)]
    left = iter([url for url in urls if is_web(url)])
    for node in holding("image", payload):
        if node["image"]["source"] == {"bytes": STAND_IN}:
            node["image"]["source"] = {"url": next(left)}
    return payload


def data_addresses(payload: Any, given: Conversation) -> Any:
    for node in holding("input_audio", payload):
        held = node["input_audio"]
        held["data"] = f"data:audio/{held['format']};base64,{held['data']}"
    return payload


def bare_papers(payload: Any, given: Conversation) -> Any:
    for part in of_type("file", payload):
        part["file"] = {"file_data": part["file"]["file_data"].rpartition(",")[2]}
    return payload


def merged_as_text(conversation: Conversation) -> Conversation:
    """User's messages of texts and images in a row are one text."""
    merged: list[Message] = []
    for message in conversation.messages:
        plain = message.role == "user" and all(isinstance(block, Text | Image) for block in message.blocks)
        if plain and merged and merged[-1].role == "user" and not of(ToolResult, merged[-1]):
            texts = (text.text for text in (*of(Text, merged[-1]), *of(Text, message)))
            merged[-1] = replace(merged[-1], blocks=(Text("\n".join(texts)),))
        else:
            merged.append(message)
    return replace(conversation, messages=tuple(merged))


def size(block: Any) -> tuple[int, int] | None:
    if not isinstance(block, Image) or not isinstance(block.source, Base64Source):
        return None
    try:
        with Pictures.open(io.BytesIO(base64.b64decode(block.source.data))) as picture:
            return picture.size
    except (ValueError, OSError):
        return None


def one_of_a_size(conversation: Conversation) -> Conversation:
    def heard(message: Message) -> list[Message]:
        kept: list[Block] = []
        for block in message.blocks:
            if not kept or size(block) is None or size(block) != size(kept[-1]):
                kept.append(block)
        return [replace(message, blocks=tuple(kept))]

    return by_message(conversation, heard)


def by_value_alone(conversation: Conversation) -> Conversation:
    def heard(block: Block, message: Message) -> list[Block]:
        web = isinstance(block, Image) and isinstance(block.source, UrlSource) and is_web(block.source.url)
        return [] if web else [block]

    return by_block(conversation, heard)


def odd_types(given: Conversation) -> dict[str, str]:
    sources = [image.source for image in shown(Image, given) if isinstance(image.source, Base64Source)]
    return {source.data: source.media_type for source in sources if source.media_type not in TAKEN}


def as_png(conversation: Conversation) -> Conversation:
    odd = odd_types(conversation)

    def called(item: Any) -> Any:
        found = isinstance(item, Image) and isinstance(item.source, Base64Source) and item.source.data in odd
        return Image(Base64Source("image/png", item.source.data)) if found else item

    def heard(block: Block, message: Message) -> list[Block]:
        if isinstance(block, ToolResult) and inside(block):
            return [replace(block, output=tuple(called(item) for item in inside(block)))]
        return [called(block)]

    return by_block(conversation, heard) if odd else conversation


def as_it_came(payload: Any, given: Conversation) -> Any:
    odd = odd_types(given)
    for node in nodes(messages(payload)):
        if node.get("data") in odd:
            node["media_type"] = odd[node["data"]]
    return payload


TABLE = (
    Planted(
        "semantic-kernel-13430",
        "an image in a result is its JSON",
        "gemini anthropic openai",
        meant("semantic-kernel-13430"),
        hears=images_as_json,
    ),
    Planted(
        "goose-10340",
        "papers in results are gone",
        "gemini anthropic bedrock",
        meant("goose-10340"),
        hears=no_papers_in_results,
    ),
    Planted(
        "lingua-160",
        "an image has its address for a source",
        "bedrock",
        meant("lingua-160", "fidelity.altered-media"),
        hears=stood_in_for,
        sends=by_address,
    ),
    Planted(
        "inspect-ai-1512",
        "recordings are data: addresses",
        "openai",
        meant("inspect-ai-1512"),
        sends=data_addresses,
    ),
    Planted("dart-agent-core-53", "a paper is bare base64", "openai", meant("dart-agent-core-53"), sends=bare_papers),
    Planted(
        "mtplx-327",
        "user's messages in a row are one text",
        "openai anthropic ollama",
        meant("mtplx-327"),
        hears=merged_as_text,
    ),
    Planted(
        "llama-cpp-27313",
        "of images of one size in a row the first is sent",
        "openai vllm",
        meant("llama-cpp-27313"),
        hears=one_of_a_size,
    ),
    Planted(
        "agentscope-java-1693",
        "images by address are gone",
        "openai anthropic",
        meant("agentscope-java-1693"),
        hears=by_value_alone,
    ),
    Planted(
        "xum-766",
        "an image of an odd type goes out under it",
        "anthropic",
        meant("xum-766"),
        hears=as_png,
        sends=as_it_came,
    ),
)
