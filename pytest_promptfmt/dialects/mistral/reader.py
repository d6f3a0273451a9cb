"""What a Mistral payload says: OpenAI's messages, with chunks of Mistral's own in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pytest_promptfmt.common.media import split_data_uri
from pytest_promptfmt.dialects.openai.reader import read_calls, read_messages, read_result
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import MediaPart, Part, TextPart, ThinkingPart, Transcript, TurnRole
from pytest_promptfmt.payload.walking import media_at, media_of, objects, string, texts


def read(request: Request) -> Transcript:
    """What the messages say."""
    return read_messages(request, _parts)


def _parts(message: dict[str, Any], role: TurnRole, path: str) -> Iterator[Part]:
    if role == "tool":
        yield read_result(message, path, _content)
    else:
        yield from _content(message.get("content"), f"{path}.content")
        yield from read_calls(message, path)


def _content(content: Any, path: str) -> Iterator[Part]:
    if isinstance(content, str):
        yield TextPart(content, path)
    for where, chunk in objects(content, path):
        yield from _chunk(chunk, where)


def _chunk(chunk: dict[str, Any], path: str) -> Iterator[Part]:
    match chunk:
        case {"type": "text", "text": str(text)}:
            yield TextPart(text, f"{path}.text")
        case {"type": "thinking", "thinking": thinking}:
            thought = "".join(text for _, text in texts(thinking, path))
            yield ThinkingPart(thought, f"{path}.thinking", string(chunk.get("signature")))
        case {"type": "image_url", "image_url": {"url": url}}:
            yield media_at("image", url, f"{path}.image_url.url")
        case {"type": "image_url", "image_url": url}:
            yield media_at("image", url, f"{path}.image_url")
        case {"type": "audio_url", "audio_url": {"url": url}}:
            yield media_at("audio", url, f"{path}.audio_url.url")
        case {"type": "audio_url", "audio_url": url}:
            yield media_at("audio", url, f"{path}.audio_url")
        case {"type": "input_audio", "input_audio": {"data": data, **audio}}:
            yield _audio(data, f"{path}.input_audio.data", string(audio.get("format")))
        case {"type": "input_audio", "input_audio": data}:
            yield _audio(data, f"{path}.input_audio")
        case {"type": "document_url", "document_url": url, **document}:
            name = string(document.get("document_name"))
            yield replace(media_at("document", url, f"{path}.document_url"), name=name)
        case _:
            pass  # files and references by id say nothing that we could compare


def _audio(data: Any, path: str, format_: str | None = None) -> MediaPart:
    """Sound as Mistral takes it: bare base64, a data URI or an address."""
    if not isinstance(data, str) or split_data_uri(data) or data.lower().startswith(("http://", "https://")):
        return media_at("audio", data, path)
    return media_of("audio", data, path, f"audio/{format_}" if format_ else None)
