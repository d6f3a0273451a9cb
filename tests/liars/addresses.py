"""Who passes a file of the caller's own on by its path, on every wire that has a place for the medium.

The lie is one for all of them: where the honest payload has the bytes, the path stands, in the shape in which that wire
has an address.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from liars.liar import Formatter, Liar, Severity, shipped
from promptfmt_reference import FORMATTERS
from pytest_promptfmt.conversation import Conversation


def passes_the_path_on(formatter: Formatter) -> Formatter:
    """Takes a file's path for an address that the API could fetch."""

    def format_(conversation: Conversation) -> Any:
        address = next(_addresses(conversation))
        path = Path(unquote(address.removeprefix("file://")) if address.startswith("file:") else address)
        return _by_address(formatter(conversation), base64.b64encode(path.read_bytes()).decode(), address)

    return format_


def _addresses(conversation: Conversation) -> Iterator[str]:
    for message in conversation.messages:
        for block in message.blocks:
            if hasattr(block, "source") and hasattr(block.source, "url"):
                yield block.source.url


def _by_address(node: Any, data: str, address: str) -> Any:
    """The payload with the address for the bytes."""
    match node:
        case {"type": "base64", "data": bytes_} if bytes_ == data:
            return {"type": "url", "url": address}
        case {"bytes": bytes_} if bytes_ == data:
            return {"s3Location": {"uri": address}}
        case {"inline_data": {"data": bytes_, "mime_type": type_}} if bytes_ == data:
            return {"file_data": {"file_uri": address, "mime_type": type_}}
        case {"type": "input_file", "file_data": str(uri)} if uri.endswith(data):
            return {"type": "input_file", "file_url": address}
        case dict():
            return {key: _by_address(value, data, address) for key, value in node.items()}
        case list():
            return [_by_address(value, data, address) for value in node]
        case str(text) if text.endswith(data):
            return address
        case _:
            return node


IMAGE, IMAGE_URL = "vision/file-by-path", "vision/file-by-url"
SOUND, FILM, PAPER = "audio/wav-by-path", "audio/mp4-by-path", "audio/pdf-by-path"
EVERY = (IMAGE, IMAGE_URL, SOUND, FILM, PAPER)

ALTERED = ("fidelity.altered-media",)
TOLD: tuple[tuple[str, tuple[str, ...], str, Severity, tuple[str, ...]], ...] = (
    ("openai", (IMAGE, IMAGE_URL), "openai.image-url", "error", ()),
    ("openai", (SOUND,), "openai.audio-format", "error", ALTERED),
    ("openai", (PAPER,), "openai.file-data", "error", ()),
    ("openai-responses", (IMAGE, IMAGE_URL), "openai-responses.image-url", "error", ()),
    ("openai-responses", (PAPER,), "openai-responses.file-source", "warning", ()),
    ("anthropic", (IMAGE, IMAGE_URL, PAPER), "anthropic.url-source-fetchable", "error", ()),
    ("gemini", EVERY, "gemini.file-uri", "error", ()),
    ("bedrock", EVERY, "bedrock.s3-location", "error", ()),
    ("dashscope-multimodal", (IMAGE, IMAGE_URL, SOUND, FILM), "dashscope.media-url", "error", ()),
    ("ollama", (IMAGE, IMAGE_URL), "ollama.images-bare-base64", "error", ()),
    ("ollama-generate", (IMAGE, IMAGE_URL), "ollama.images-bare-base64", "error", ()),
    ("mistral", (IMAGE, IMAGE_URL), "mistral.image-address", "error", ()),
    ("mistral", (PAPER,), "mistral.document-address", "warning", ()),
    ("zhipu", (IMAGE, IMAGE_URL), "zhipu.media-address", "error", ()),
    ("zhipu", (FILM,), "zhipu.media-address", "warning", ()),
    ("vllm", (IMAGE, SOUND, FILM), "vllm.media-address", "error", ()),
    ("groq", (IMAGE, IMAGE_URL), "openai.image-url", "warning", ()),
    ("moonshot", (IMAGE, IMAGE_URL), "moonshot.media-by-value", "error", ()),
    ("moonshot", (FILM,), "moonshot.media-by-value", "warning", ()),
    ("vllm", (IMAGE_URL,), "vllm.local-media", "warning", ()),
)
"""By dialect the cases whose path it passes on, what it is told, how gravely, and what comes with it.

A warning is of a medium of which no words of the provider's are known, or up to a flag of the server.
"""

LIARS = tuple(
    Liar(
        f"passes-on-{id_.rpartition('/')[2]}",
        f"{dialect}.chat",
        shipped(id_),
        caught_by,
        severity,
        passes_the_path_on,
        FORMATTERS[f"{dialect}.chat"],
        also=also,
    )
    for dialect, cases, caught_by, severity, also in TOLD
    for id_ in cases
)
