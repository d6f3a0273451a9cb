"""AISBench: what a template becomes before a model's client sends it, one request for each call of the model.

- a request is a string, or a list of role items: ``role``, and ``prompt`` or ``prompt_mm``, a text or a list of parts
- role names are the template's own; ``fallback_role`` says which one serves where the model has no such role
- what no role says may stand among the items as a string
- markers of sections, and empty strings between the items, are the implementation's own and none of a request
- it is no provider's wire format, so that there are no rules
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.dialects.dialect import Dialect, carrying
from pytest_promptfmt.payload.request import NotAPayload, Request
from pytest_promptfmt.payload.transcript import MediaKind, MediaPart, Part, TextPart, Transcript, Turn

_KINDS: dict[str, MediaKind] = {"image_url": "image", "audio_url": "audio", "video_url": "video"}


def open_requests(payload: Any, context: Mapping[str, Any]) -> Request:
    """The `Request` whose messages are the requests; raises `NotAPayload`."""
    if not isinstance(payload, list):
        raise NotAPayload("$", f"expected a list, with one request for each call of the model, got {_kind(payload)}")
    return Request(payload, tuple(f"$[{i}]" for i in range(len(payload))), "$", context=context)


def _kind(value: Any) -> str:
    return "null" if value is None else type(value).__name__


def turns(request: Any, path: str) -> Iterator[Turn]:
    """What one request says; the turn's `name` is the template's role, and a string has none."""
    if isinstance(request, str):
        yield Turn(None, (TextPart(request, path),), path)
        return
    for i, item in enumerate(request if isinstance(request, list) else ()):
        if isinstance(item, str):
            yield Turn(None, (TextPart(item, f"{path}[{i}]"),), f"{path}[{i}]")
        elif isinstance(item, dict):
            key = "prompt" if "prompt" in item else "prompt_mm"
            role = item.get("role")
            parts = tuple(_parts(item.get(key), f"{path}[{i}].{key}"))
            yield Turn(None, parts, f"{path}[{i}]", role if isinstance(role, str) else None)


def _parts(prompt: Any, path: str) -> Iterator[Part]:
    if isinstance(prompt, str):
        yield TextPart(prompt, path)
    for i, part in enumerate(prompt if isinstance(prompt, list) else ()):
        match part:
            case {"type": "text", "text": str(text)}:
                yield TextPart(text, f"{path}[{i}].text")
            case {"type": str(type_)} if type_ in _KINDS:
                source = part.get(type_)
                url = source.get("url") if isinstance(source, dict) else source
                if isinstance(url, str):
                    yield MediaPart(_KINDS[type_], f"{path}[{i}].{type_}", url=url)
            case _:
                pass  # the schema reports it


def read(request: Request) -> Transcript:
    """What all requests say, one after the other."""
    every = zip(request.messages, request.paths, strict=True)
    return Transcript(tuple(turn for request, path in every for turn in turns(request, path)))


DIALECT = Dialect(
    id="aisbench",
    title="AISBench templates",
    provider="AISBench",
    carries=carrying("image", "audio", "video"),
    read=read,
    rules=(),
    opener=open_requests,
    scenarios=("string", "dialogue", "multiturn", "multimodal"),
)
