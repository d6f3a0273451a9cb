"""What a Cohere payload says: OpenAI's messages, with a plan before calls and documents as results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.dialects.openai.reader import read_calls, read_messages
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import Part, ResultPart, TextPart, ThinkingPart, Transcript, TurnRole
from pytest_promptfmt.payload.walking import media_at, objects, string


def read(request: Request) -> Transcript:
    """What the messages say."""
    return read_messages(request, _parts)


def _parts(message: dict[str, Any], role: TurnRole, path: str) -> Iterator[Part]:
    content, where = message.get("content"), f"{path}.content"
    if role == "tool":
        value = [_told(block) for _, block in objects(content, where)] if isinstance(content, list) else content
        yield ResultPart(string(message.get("tool_call_id")), None, value, path)
        return
    if isinstance(content, str):
        yield TextPart(content, where)
    for inner, block in objects(content, where):
        yield from _block(block, inner)
    if isinstance(message.get("tool_plan"), str):
        yield TextPart(message["tool_plan"], f"{path}.tool_plan", plan=True)
    yield from read_calls(message, path)


def _block(block: dict[str, Any], path: str) -> Iterator[Part]:
    match block:
        case {"type": "text", "text": str(text)}:
            yield TextPart(text, f"{path}.text")
        case {"type": "thinking", "thinking": str(thought)}:
            yield ThinkingPart(thought, f"{path}.thinking")
        case {"type": "image_url", "image_url": {"url": url}}:
            yield media_at("image", url, f"{path}.image_url.url")
        case _:
            pass  # the schema reports the rest


def _told(block: dict[str, Any]) -> Any:
    """What a block of a result holds: a text, or a document's data."""
    match block:
        case {"type": "document", "document": {"data": data}}:
            return data
        case _:
            return block.get("text")
