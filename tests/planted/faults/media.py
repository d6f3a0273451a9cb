"""Families B and G: images that are dropped, addresses that raise, base64 in the wrong form."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from liars.payloads import messages, nodes, respelled
from PIL import Image as Pictures
from planted.conversations import addresses, by_block, by_result, inside, is_web, shown
from planted.planted import Formatter, Planted, first

from pytest_promptfmt.conversation import (
    Audio,
    Base64Source,
    Block,
    Conversation,
    Image,
    Media,
    Message,
    Text,
    ToolResult,
    UrlSource,
)

IMAGES = "openai anthropic gemini dashscope-multimodal ollama vllm zhipu mistral openai-responses bedrock"
LINKED = "openai anthropic vllm zhipu mistral openai-responses dashscope-multimodal"
RAISED = ("exchange.raised", "errors.unclear")


def without_images_of_results(note: str) -> Callable[[Conversation], Conversation]:
    def shorter(result: ToolResult) -> ToolResult:
        if not any(isinstance(item, Image) for item in inside(result)):
            return result
        told = [Text(note) if isinstance(item, Image) else item for item in inside(result)]
        return replace(result, output=tuple(item for item in told if item != Text("")))

    return lambda conversation: by_result(conversation, shorter)


def texts_of_results(conversation: Conversation) -> Conversation:
    """Of a result with text beside other things only the text."""

    def shorter(result: ToolResult) -> ToolResult:
        texts = tuple(item for item in inside(result) if isinstance(item, Text))
        return replace(result, output=texts) if texts else result

    return by_result(conversation, shorter)


def raises(kind: Callable[[str], Exception], where: Callable[[str], bool]) -> Callable[[Formatter], Formatter]:
    """An image by an address that is `where` raises."""

    def act(honest: Formatter) -> Formatter:
        def format_(conversation: Conversation) -> Any:
            for url in addresses(conversation):
                if where(url):
                    raise kind(url)
            return honest(conversation)

        return format_

    return act


def without_ending(url: str) -> bool:
    return is_web(url) and "." not in urlsplit(url).path.rpartition("/")[2]


def bare(payload: Any, given: Conversation, kind: str) -> Any:
    """A data URI of this kind without what stands before its base64."""
    for node in nodes(payload):
        for key, value in node.items():
            if isinstance(value, str) and value.startswith(f"data:{kind}/"):
                node[key] = value.partition(",")[2]
    return payload


def bare_audio(payload: Any, given: Conversation) -> Any:
    return bare(payload, given, "audio")


def bare_images(payload: Any, given: Conversation) -> Any:
    return bare(payload, given, "image")


def prefixed(payload: Any, given: Conversation) -> Any:
    """Base64 that stands bare with the beginning of a data URI before it."""
    kind = "image/png" if shown(Image, given) else "audio/wav" if shown(Audio, given) else "application/octet-stream"
    for node in nodes(payload):
        if isinstance(node.get("images"), list):
            node["images"] = [f"data:{kind};base64,{data}" for data in node["images"]]
        for key in ("data", "bytes"):
            if isinstance(node.get(key), str) and node.get("type") not in ("text", "redacted_thinking"):
                node[key] = f"data:{kind};base64,{node[key]}"
    return payload


def mpeg(payload: Any, given: Conversation) -> Any:
    """An mp3 by the end of its media type."""
    for node in nodes(messages(payload)):
        if node.get("format") == "mp3":
            node["format"] = "mpeg"
    return payload


def without_images(conversation: Conversation, by_value: bool = False) -> Conversation:
    def kept(block: Block, message: Message) -> list[Block]:
        gone = isinstance(block, Image) and (not by_value or isinstance(block.source, Base64Source))
        return [] if gone else [block]

    return by_block(conversation, kept)


def without_inline_images(conversation: Conversation) -> Conversation:
    return without_images(conversation, by_value=True)


def loses_images_awaited(honest: Formatter) -> Formatter:
    """The coroutine goes another way than the plain function."""

    async def format_(conversation: Conversation) -> Any:
        return honest(without_images(conversation))

    return format_


def _drawn(number: int) -> str:
    file = io.BytesIO()
    Pictures.new("RGB", (16, 16), (number % 256, 77, 99)).save(file, "PNG")
    return base64.b64encode(file.getvalue()).decode()


def sends_addresses(honest: Formatter) -> Formatter:
    """An image by its address goes where base64 is wanted."""

    def format_(conversation: Conversation) -> Any:
        drawn: dict[str, str] = {}

        def inline(item: Any) -> Any:
            if isinstance(item, Image) and isinstance(item.source, UrlSource) and is_web(item.source.url):
                data = drawn.setdefault(item.source.url, _drawn(len(drawn)))
                return replace(item, source=Base64Source("image/png", data))
            if isinstance(item, ToolResult) and inside(item):
                return replace(item, output=tuple(map(inline, inside(item))))
            return item

        payload = honest(by_block(conversation, lambda block, _: [inline(block)]))
        for url, data in drawn.items():
            payload = respelled(payload, data, url.replace("\\", "\\\\").replace('"', '\\"'))
        return payload

    return format_


def _scheme(name: str) -> Callable[[Formatter], Formatter]:
    def act(honest: Formatter) -> Formatter:
        def format_(conversation: Conversation) -> Any:
            for item in shown(Media, conversation):
                if isinstance(item.source, UrlSource) and re.match(name, item.source.url, re.IGNORECASE):
                    raise ConnectionError(f"No connection adapters were found for {item.source.url!r}")
            return honest(conversation)

        return format_

    return act


TABLE = (
    Planted(
        "agentscope-938",
        "an image in a result is a note that it was there",
        IMAGES,
        ("fidelity.lost-media",),
        hears=without_images_of_results("[image]"),
    ),
    Planted(
        "openai-agents-2214",
        "of a result with text beside other things only the text is sent",
        first("anthropic", IMAGES),
        ("fidelity.lost-media",),
        hears=texts_of_results,
    ),
    Planted(
        "agentscope-1284",
        "an image by a web address without an ending raises",
        LINKED,
        RAISED,
        acts=raises(lambda url: TypeError(f"The URL {url} is not a supported image format."), without_ending),
    ),
    Planted(
        "langchain-google-1683",
        "an image by a web address raises the KeyError 'True'",
        first("gemini", LINKED),
        RAISED,
        acts=raises(lambda url: KeyError("True"), is_web),
    ),
    *(
        Planted(
            "langchain-google-1438",
            "an address that is not of the web, and that the provider knows, raises",
            dialect,
            RAISED,
            acts=_scheme(scheme),
            name=dialect,
        )
        for dialect, scheme in {"gemini": "gs:", "dashscope-multimodal": "oss:"}.items()
    ),
    Planted(
        "agentscope-2315",
        "a recording is bare base64 where a data URI is wanted",
        "dashscope-multimodal vllm",
        ("*.media-url", "*.audio-*", "fidelity.altered-media", "fidelity.lost-media", "fidelity.media-type"),
        sends=bare_audio,
    ),
    Planted(
        "agentscope-2315",
        "an image is bare base64 where a data URI is wanted",
        "dashscope-multimodal openai vllm mistral openai-responses",
        ("*.media-url", "*.image-*", "fidelity.altered-media", "fidelity.lost-media", "fidelity.media-type"),
        sends=bare_images,
        name="image",
    ),
    Planted(
        "litellm-3792",
        "base64 has the beginning of a data URI before it, where it is wanted bare",
        "ollama ollama-generate anthropic gemini bedrock openai",
        ("*base64*", "*.audio-format", "fidelity.altered-media", "fidelity.lost-media", "*.image-*"),
        sends=prefixed,
    ),
    Planted(
        "pydantic-ai-slim-2279",
        "an mp3 is called mpeg",
        "openai",
        ("openai.audio-format", "schema.enum", "fidelity.media-type"),
        sends=mpeg,
    ),
    Planted(
        "any-llm-sdk-972",
        "an image by value is left out",
        first("gemini", f"{IMAGES} ollama-generate"),
        ("fidelity.lost-media",),
        hears=without_inline_images,
    ),
    Planted(
        "litellm-11587",
        "images are left out where the formatter is awaited",
        first("mistral", IMAGES),
        ("fidelity.lost-media",),
        acts=loses_images_awaited,
    ),
    Planted(
        "agentscope-1653",
        "an image by its address goes where base64 is wanted",
        "ollama ollama-generate bedrock",
        ("*base64*", "*.image-*", "fidelity.altered-media", "fidelity.lost-media", "errors.not-refused"),
        acts=sends_addresses,
    ),
)
