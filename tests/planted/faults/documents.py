"""Documents, recordings and pictures: called what they are not, dropped by kind, under one name."""

from __future__ import annotations

from typing import Any

from liars.payloads import holding, nodes
from planted.conversations import by_block, of, shown
from planted.planted import Planted

from pytest_promptfmt.conversation import Audio, Base64Source, Block, Conversation, Image, Media, Message, Text

CALLED = ("fidelity.media-type", "fidelity.altered-media", "*.media-type*", "*.image-*", "*.document*", "schema.*")


def all_pdf(payload: Any, given: Conversation) -> Any:
    for node in holding("document", payload):
        node["document"]["format"] = "pdf"
    return payload


def with_their_endings(payload: Any, given: Conversation) -> Any:
    for node in holding("document", payload):
        node["document"]["name"] += "." + node["document"]["format"]
    return payload


def under_one_name(payload: Any, given: Conversation) -> Any:
    for node in holding("document", payload):
        node["document"]["name"] = "document"
    return payload


def all_png(payload: Any, given: Conversation) -> Any:
    for node in nodes(payload):
        source = node.get("source")
        if node.get("type") == "image" and isinstance(source, dict) and source.get("type") == "base64":
            source["media_type"] = "image/png"
        if "image" in node and isinstance(node["image"], dict):
            node["image"]["format"] = "png"
    return payload


def jpg_as_it_came(payload: Any, given: Conversation) -> Any:
    said = [
        image.source.data
        for image in shown(Image, given)
        if isinstance(image.source, Base64Source) and image.source.media_type == "image/jpg"
    ]
    for node in nodes(payload):
        if node.get("data") in said:
            node["media_type"] = "image/jpg"
    return payload


def wav_alone(conversation: Conversation) -> Conversation:
    """Recordings by value that are not called wav are left out."""

    def kept(block: Block, message: Message) -> list[Block]:
        other = isinstance(block, Audio) and isinstance(block.source, Base64Source)
        return [] if other and not block.source.media_type.endswith("wav") else [block]  # type: ignore[union-attr]

    return by_block(conversation, kept)


def webm_is_video(payload: Any, given: Conversation) -> Any:
    for node in nodes(payload):
        for key in ("mime_type", "media_type"):
            if node.get(key) == "audio/webm":
                node[key] = "video/webm"
    return payload


def flattened(conversation: Conversation) -> Conversation:
    """Beside a text nothing is shown."""

    def kept(block: Block, message: Message) -> list[Block]:
        return [] if isinstance(block, Media) and of(Text, message) else [block]

    return by_block(conversation, kept)


TABLE = (
    Planted("bifrost-4622", "a document of any kind is called pdf", "bedrock", CALLED, sends=all_pdf),
    Planted(
        "laravel-ai-465",
        "a document's name has its ending",
        "bedrock",
        ("bedrock.document*", "schema.pattern"),
        sends=with_their_endings,
    ),
    Planted("neurolink-355", "all documents have one name", "bedrock", ("bedrock.document*",), sends=under_one_name),
    Planted("2anki-3191", "every image by value is called image/png", "anthropic bedrock", CALLED, sends=all_png),
    Planted("odysseus-5197", "image/jpg goes out as it came", "anthropic", CALLED, sends=jpg_as_it_came),
    Planted(
        "openrouter-393",
        "recordings that are no wav are left out",
        "gemini openai vllm",
        ("fidelity.lost-media",),
        hears=wav_alone,
    ),
    Planted("litellm-39077", "a recording in webm is called a video", "gemini", CALLED, sends=webm_is_video),
    Planted(
        "litellm-14711",
        "beside a text nothing is shown",
        "dashscope-multimodal openai anthropic gemini",
        ("fidelity.lost-media",),
        hears=flattened,
    ),
)
