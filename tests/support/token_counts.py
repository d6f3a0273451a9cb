"""What the tests of token counters count: messages, pictures, one tool."""

from __future__ import annotations

import asyncio
import base64
import io
from typing import Any

from PIL import Image

from promptfmt_reference.agentscope_v1.token import (
    OpenAITokenCounter,
    TokenCounterBase,
    mini,
)

TOOL = {"type": "function", "function": {"name": "f", "description": "Does it.", "parameters": {"type": "object"}}}


def count(counter: TokenCounterBase, messages: list[dict[str, Any]], tools: list[dict[str, Any]] | None = None) -> int:
    return asyncio.run(counter.count(messages, tools))


def openai(model: str = "gpt-4o", **options: Any) -> OpenAITokenCounter:
    return OpenAITokenCounter(model, encoding=mini.NAME, **options)


def tokens(text: str) -> int:
    return len(mini.encoding().encode_ordinary(text))


def picture(width: int, height: int) -> bytes:
    file = io.BytesIO()
    Image.new("1", (width, height)).save(file, "PNG")
    return file.getvalue()


def data_uri(width: int, height: int) -> str:
    return f"data:image/png;base64,{base64.b64encode(picture(width, height)).decode()}"


def image_part(url: str, **detail: str) -> list[dict[str, Any]]:
    return [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url, **detail}}]}]


def image_cost(model: str, url: str, **detail: str) -> int:
    frame = count(openai(model), [{"role": "user", "content": []}])
    return count(openai(model), image_part(url, **detail)) - frame
