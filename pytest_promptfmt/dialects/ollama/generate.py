"""Ollama generate: one prompt string, or the request that holds it.

- who speaks is up to the prompt's own words; there is no place for calls and results
- ``{"prompt", "system"?, "images"?}`` has a place for system text and images; a bare string has none
- ``raw`` sends the prompt as it is, and excludes what would be put around it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.dialects.dialect import Dialect, carrying
from pytest_promptfmt.dialects.ollama import images_bare_base64, read_images, single_image_models
from pytest_promptfmt.dialects.rules import Breach, own
from pytest_promptfmt.payload.request import NotAPayload, Request
from pytest_promptfmt.payload.transcript import Part, TextPart, Transcript, Turn


def open_prompt(payload: Any, context: Mapping[str, Any]) -> Request:
    """The `Request` whose one message is what was returned, a string or an object; raises `NotAPayload`."""
    if isinstance(payload, str):
        return Request([payload], ("$",), "$", context=context)
    if not isinstance(payload, dict):
        raise NotAPayload("$", f"expected a prompt string or an object with 'prompt', got {type(payload).__name__}")
    if "prompt" not in payload:
        raise NotAPayload("$", f"the object has no 'prompt'; its keys are {sorted(map(str, payload))}")
    others = {key: value for key, value in payload.items() if key not in ("prompt", "system", "images")}
    path = "$.system" if "system" in payload else ""
    return Request([payload], ("$",), "$", payload.get("system"), path, context={**others, **context})


def generate_raw(request: Request) -> Iterator[Breach]:
    """A raw prompt has no system text, template or context beside it."""
    if request.context.get("raw") is not True:
        return
    beside = {"system": request.system, **{key: request.context.get(key) for key in ("template", "context")}}
    for key, value in beside.items():
        if value:
            yield Breach(f"$.{key}", f"{key} beside a raw prompt", {"actual": value})


def with_prompt(body: Any) -> Any:
    """A request that names a model alone loads it, or (``keep_alive`` 0) lets it go."""
    bare = isinstance(body, dict) and "model" in body and not {*body} & {"prompt", "messages", "input", "contents"}
    return {**body, "prompt": ""} if bare else body


RULES = own("ollama", images_bare_base64, single_image_models, generate_raw)


def read(request: Request) -> Transcript:
    """What the prompt says."""
    turns = []
    if isinstance(request.system, str):
        turns.append(Turn("system", (TextPart(request.system, request.system_path),), request.system_path))
    turns += [Turn(None, tuple(_parts(request, message)), "$") for message in request.messages]
    return Transcript(tuple(turns))


def _parts(request: Request, message: Any) -> Iterator[Part]:
    match message:
        case str(prompt):
            yield TextPart(prompt, "$")
        case {"prompt": str(prompt)}:
            yield TextPart(prompt, "$.prompt")
        case _:
            pass  # the schema reports it
    if isinstance(message, dict):
        yield from read_images(request, message, "$")


DIALECT = Dialect(
    inline_media=False,
    id="ollama-generate",
    title="Ollama generate",
    provider="Ollama",
    carries=carrying("image"),
    read=read,
    rules=RULES,
    opener=open_prompt,
    states={"context": "answer"},
    system_place=False,
    media_types=frozenset(),
    media_of={"assistant": carrying("image"), "system": carrying("image")},
    as_read=with_prompt,
)
