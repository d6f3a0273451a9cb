"""OpenAI's tokens: tiktoken for text, and what is known of the prices of messages, tools, images and audio."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from promptfmt_reference.agentscope_v1.token import encodings
from promptfmt_reference.agentscope_v1.token.audio import audio_tokens
from promptfmt_reference.agentscope_v1.token.images import Fetch, Size, image_tokens, size_of

if TYPE_CHECKING:
    from tiktoken import Encoding

SHORT = 1_000
"""Texts up to this length are counted once and remembered: truncation measures the same messages again and again."""


class OpenAITokenCounter:
    """Counts for `model_name`, with its encoding or with another: a `tiktoken.Encoding` or a name.

    A web image is sized through `fetch`, which takes an address and returns bytes; without it `ValueError`.
    """

    def __init__(self, model_name: str, *, encoding: Encoding | str | None = None, fetch: Fetch | None = None) -> None:
        self.model_name = model_name
        self.fetch = fetch
        if encoding is None or isinstance(encoding, str):
            encoding = encodings.load(encoding or encodings.name_for(model_name))
        self._encode = encoding.encode_ordinary
        self._remembered = lru_cache(maxsize=1 << 15)(lambda text: len(self._encode(text)))
        self._sizes: dict[str, Size] = {}

    async def count(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None = None, **_: Any) -> int:
        if self.fetch is not None:  # which may wait for a network
            return await asyncio.to_thread(self._count, messages, tools)
        return self._count(messages, tools)

    def _count(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None) -> int:
        return 3 + sum(3 + self._message(message) for message in messages) + (self._tools(tools) if tools else 0)

    def _message(self, message: dict[str, Any]) -> int:
        return sum(self._value(key, value) + (key == "name") for key, value in message.items())

    def _value(self, key: str, value: Any) -> int:
        match key, value:
            case _, str(text):
                return self._text(text)
            case _, None:
                return 0
            case "content" | "parts" | "output", list(parts):
                return sum(map(self._part, parts))
            case "images", list(pictures):  # Ollama's
                return sum(self._image(picture) for picture in pictures)
            case _:
                return self._json(value)

    def _part(self, part: Any) -> int:
        """A part of OpenAI's; of others the texts, the pictures and sounds that they carry, and the rest as JSON."""
        match part:
            case {"type": "image_url", "image_url": {"url": str(url)} as image}:
                return self._image(url, image.get("detail"))
            case {"type": "input_image", "image_url": str(url)}:
                return self._image(url, part.get("detail"))
            case {"type": "input_audio", "input_audio": {"data": str(data)}} | {"audio": str(data)} if _by_value(data):
                return audio_tokens(data)
            case {"image": str(data)} if _by_value(data):
                return self._image(data)
            case {"source": {"type": "base64", "media_type": str(kind), "data": str(data)}}:
                return self._media(kind, data)
            case {"inline_data": {"mime_type": str(kind), "data": str() | bytes() as data}}:
                return self._media(kind, data)
            case {"type": "tool_result", "content": list(parts)}:
                rest = {key: value for key, value in part.items() if key != "content"}
                return self._json(rest) + sum(map(self._part, parts))
            case {"text": str() | None as text}:
                return self._text(text or "")
            case str(text):
                return self._text(text)
            case _:
                return self._json(part)

    def _media(self, kind: str, data: str | bytes) -> int:
        if kind.startswith("image/"):
            return self._image(data)
        return audio_tokens(data) if kind.startswith("audio/") and isinstance(data, str) else self._text(str(data))

    def _image(self, data: str | bytes, detail: str | None = None) -> int:
        return image_tokens(self.model_name, lambda: self._size(data), detail)

    def _size(self, data: str | bytes) -> Size:
        if isinstance(data, bytes) or "://" not in data[:16]:
            return size_of(data)
        if data not in self._sizes:
            if self.fetch is None:
                raise ValueError(
                    f"the image {data!r} is on the web, and its size is wanted: give fetch=, or a data URI"
                )
            self._sizes[data] = size_of(self.fetch(data))
        return self._sizes[data]

    def _tools(self, tools: list[dict[str, Any]]) -> int:
        return 12 + sum(self._tool(tool.get("function") or tool) for tool in tools)

    def _tool(self, function: Mapping[str, Any]) -> int:
        total = 7 if self.model_name.startswith("gpt-4o") else 10
        total += self._text(f"{function.get('name', '')}:{_described(function)}")
        parameters = function.get("parameters") or function.get("input_schema") or {}
        properties = parameters.get("properties") or {}
        if properties:
            total += 3
        for name, schema in properties.items():
            schema = schema if isinstance(schema, dict) else {}
            total += 3 + self._text(f"{name}:{schema.get('type') or ''}:{_described(schema)}")
            if isinstance(options := schema.get("enum"), list):
                total += sum(3 + self._text(_spelled(option)) for option in options) - 3
        return total

    def _json(self, value: Any) -> int:
        return self._text(json.dumps(value, ensure_ascii=False, default=str))

    def _text(self, text: str) -> int:
        return self._remembered(text) if len(text) <= SHORT else len(self._encode(text))


def _by_value(data: str) -> bool:
    return data.startswith("data:") or "://" not in data[:16]


def _described(schema: Mapping[str, Any]) -> str:
    return str(schema.get("description") or "").removesuffix(".")


def _spelled(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
