"""Results with images: apart, without them, in another's words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from liars.payloads import by, messages
from planted.collected import meant
from planted.conversations import blocks, by_result, inside
from planted.faults.exchanges import each_its_images
from planted.faults.turns import PUT_TOGETHER
from planted.further.results import IMAGES
from planted.planted import Planted, first

from pytest_promptfmt.conversation import Base64Source, Conversation, Image, Text, ToolResult, UrlSource


def shows_something(block: dict[str, Any]) -> bool:
    """Is it a result with an image, Bedrock's or Anthropic's?"""
    held = block.get("toolResult") or (block if block.get("type") == "tool_result" else {})
    return '"image"' in json.dumps(held, default=str)


def those_with_images_apart(payload: Any, given: Conversation) -> Any:
    """Of several results those with an image are turns of their own."""
    turns: list[Any] = []
    for turn in messages(payload):
        shown = [block for block in turn["content"] if shows_something(block)]
        rest = [block for block in turn["content"] if not any(block is each for each in shown)]
        turns += [turn | {"content": rest}] if rest else []
        turns += [turn | {"content": [block]} for block in shown]
    messages(payload)[:] = turns
    return payload


def no_images_beside_texts(result: ToolResult) -> ToolResult:
    kept = tuple(item for item in inside(result) if not isinstance(item, Image))
    return replace(result, output=kept) if any(isinstance(item, Text) and item.text for item in kept) else result


def empty_for_an_image(result: ToolResult) -> ToolResult:
    alone = inside(result) and all(isinstance(item, Image) for item in inside(result))
    return replace(result, output="") if alone else result


def as_the_frameworks(item: Any) -> dict[str, Any]:
    """A block as LangChain has it."""
    match item:
        case Text(text):
            return {"type": "text", "text": text}
        case Image(source=UrlSource(url=url)):
            return {"type": "image", "url": url}
        case Image(source=Base64Source() as source):
            return {"type": "image", "base64": source.data, "mime_type": source.media_type}
    return {"type": item.type}


def pictured(conversation: Conversation) -> Iterator[ToolResult]:
    return (r for r in blocks(ToolResult, conversation) if any(isinstance(item, Image) for item in inside(r)))


def without_images(conversation: Conversation) -> Conversation:
    return by_result(
        conversation,
        lambda r: replace(r, output=tuple(i for i in inside(r) if not isinstance(i, Image)) or "") if inside(r) else r,
    )


def blocks_as_they_were(payload: Any, given: Conversation) -> Any:
    """A result with an image has the blocks that the framework had."""
    known = {result.id: result for result in pictured(given)}
    for message in by("tool", payload):
        if result := known.get(message["tool_call_id"]):
            message["content"] = [as_the_frameworks(item) for item in inside(result)]
    return payload


def as_anthropics(item: Any) -> dict[str, Any]:
    match item:
        case Image(source=Base64Source() as source):
            held = {"type": "base64", "media_type": source.media_type, "data": source.data}
            return {"type": "image", "source": held}
        case Image(source=UrlSource(url=url)):
            return {"type": "image", "source": {"type": "url", "url": url}}
    return as_the_frameworks(item)


def pictured_as_json(conversation: Conversation) -> Conversation:
    known = {id(result) for result in pictured(conversation)}

    def told(result: ToolResult) -> ToolResult:
        said = json.dumps([as_anthropics(item) for item in inside(result)])
        return replace(result, output=said) if id(result) in known else result

    return by_result(conversation, told)


TABLE = (
    Planted(
        "jcode-276",
        "of several results those with an image are turns of their own",
        "bedrock",
        meant("jcode-276", "bedrock.*"),
        sends=those_with_images_apart,
        taken={"anthropic": PUT_TOGETHER},
    ),
    Planted(
        "vercel-ai-17381",
        "images in results are dropped where a text stands beside them",
        first("openai-responses", IMAGES),
        meant("vercel-ai-17381"),
        hears=lambda conversation: by_result(conversation, no_images_beside_texts),
    ),
    Planted(
        "axonhub-2117",
        "a result of nothing but an image is an empty text",
        first("openai-responses", IMAGES),
        meant("axonhub-2117"),
        hears=lambda conversation: by_result(conversation, empty_for_an_image),
    ),
    Planted(
        "langchain-40435",
        "an image in a result is the framework's own block",
        "openrouter openai",
        meant("langchain-40435"),
        hears=without_images,
        sends=blocks_as_they_were,
    ),
    Planted(
        "pi-commandcode-96",
        "the images of each of several results come right behind it",
        "openai mistral",
        meant("pi-commandcode-96", "mistral.role-order"),
        sends=each_its_images,
    ),
    Planted(
        "new-api-7444",
        "a result with an image is the JSON text of its blocks",
        first("openai", IMAGES),
        meant("new-api-7444"),
        hears=pictured_as_json,
    ),
)
