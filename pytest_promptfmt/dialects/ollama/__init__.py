"""Ollama chat, as the server's Go types read it.

- content is a string; images stand beside it as bare base64, without a type
- a call's arguments are a JSON object; ids are optional, a result names its tool in ``tool_name``
- system text is a message of role system, thinking the key ``thinking``; the role's case does not matter
- unknown keys are dropped without a word (the Python SDK drops a call's id and ``tool_call_id`` as well)
- the Python SDK reads images from local files

`ollama_generate` uses `images_bare_base64`, `single_image_models` and `read_images`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.common.media import decode_base64, sniff
from pytest_promptfmt.dialects.dialect import Dialect, carrying
from pytest_promptfmt.dialects.openai import reader, tool_calls
from pytest_promptfmt.dialects.rules import Breach, asks, own
from pytest_promptfmt.dialects.shared_rules import no_unknown_keys, too_many
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import MediaPart, Part, ResultPart, TextPart, ThinkingPart, Transcript, Turn
from pytest_promptfmt.payload.walking import media_at, media_of


def content_string(request: Request) -> Iterator[Breach]:
    """Content is a string (null and no content are taken)."""
    for path, message in request.each():
        content = message.get("content")
        if content is not None and not isinstance(content, str):
            yield Breach(f"{path}.content", f"expected a string, got {type_name(content)}")


def images(message: dict[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    """Path and value of the message's images."""
    if isinstance(message.get("images"), list):
        for i, image in enumerate(message["images"]):
            yield f"{path}.images[{i}]", image


def images_bare_base64(request: Request) -> Iterator[Breach]:
    """An image is bare base64: no URL, no path, no data URI (through the SDK: also a local file, or bytes)."""
    for path, message in request.each():
        for where, image in images(message, path):
            if _decode(image) is not None or (_through_sdk(request) and _readable(image)):
                continue
            excerpt = image[:80] if isinstance(image, str) else type_name(image)
            yield Breach(where, "not bare base64", {"expected": "base64 without a prefix", "actual": excerpt})


def _decode(image: Any) -> bytes | None:
    """The bytes of base64, with or without line ends, as Go decodes it."""
    return decode_base64(image.replace("\r", "").replace("\n", "")) if isinstance(image, str) else None


def _through_sdk(request: Request) -> bool:
    return request.context.get("layer") == "sdk"


def _readable(image: Any) -> bool:
    return isinstance(image, bytes) or (isinstance(image, (str, os.PathLike)) and os.path.exists(image))


def arguments_object(request: Request) -> Iterator[Breach]:
    """Arguments are a JSON object, not a string that holds one."""
    for path, function in tool_calls.functions(request):
        if "arguments" in function and not isinstance(function["arguments"], dict):
            arguments = function["arguments"]
            problem = f"expected an object, got {type_name(arguments)}"
            yield Breach(f"{path}.arguments", problem, {"actual": arguments})


ROLES = ("system", "user", "assistant", "tool")


def role_free(request: Request) -> Iterator[Breach]:
    """A role is one that models' templates know: system, user, assistant or tool."""
    for path, message in request.each():
        role = message.get("role")
        if isinstance(role, str) and role.lower() not in ROLES:
            problem = f"{role!r} means what the model's template makes of it"
            yield Breach(f"{path}.role", problem, {"expected": list(ROLES)})


def tool_name(request: Request) -> Iterator[Breach]:
    """A tool message names its tool in tool_name."""
    for path, message in request.each():
        if message.get("role") == "tool" and not message.get("tool_name"):
            instead = "; name is not read" if "name" in message else ""
            yield Breach(f"{path}.tool_name", f"the result does not say which tool it is from{instead}")


def unknown_keys_ignored(request: Request) -> Iterator[Breach]:
    """No keys beside those that the server reads: it silently drops the others."""
    yield from no_unknown_keys(request)


@asks("images-per-request")
def single_image_models(request: Request) -> Iterator[Breach]:
    """A model of the mllama family (llama3.2-vision) takes one image per request."""
    found = [where for path, message in request.each() for where, _ in images(message, path)]
    yield from too_many(request, "images-per-request", found)


RULES = own(
    "ollama",
    content_string,
    images_bare_base64,
    arguments_object,
    role_free,
    tool_name,
    unknown_keys_ignored,
    single_image_models,
)


def read(request: Request) -> Transcript:
    """What the messages say."""
    turns = tuple(_turn(request, message, path) for path, message in request.each())
    return Transcript(turns, reader.read_tools(request))


def _turn(request: Request, message: dict[str, Any], path: str) -> Turn:
    match str(message.get("role")).lower():
        case "tool":
            return Turn("tool", (_result(request, message, path),), path)
        case "system" | "assistant" as role:
            return Turn(role, tuple(_parts(request, message, path)), path)
        case _:
            return Turn("user", tuple(_parts(request, message, path)), path)


def _parts(request: Request, message: dict[str, Any], path: str) -> Iterator[Part]:
    if isinstance(message.get("thinking"), str):
        yield ThinkingPart(message["thinking"], f"{path}.thinking", beside=True)
    if isinstance(message.get("content"), str):
        yield TextPart(message["content"], f"{path}.content")
    yield from read_images(request, message, path)
    yield from reader.read_tool_calls(message, path)


def _result(request: Request, message: dict[str, Any], path: str) -> ResultPart:
    id_, name = message.get("tool_call_id"), message.get("tool_name") or message.get("name")
    return ResultPart(
        id_ if isinstance(id_, str) else None,
        name if isinstance(name, str) else None,
        message.get("content"),
        path,
        tuple(read_images(request, message, path)),
    )


def read_images(request: Request, message: dict[str, Any], path: str) -> Iterator[MediaPart]:
    """The images of a message: their bytes, or where the SDK would read them."""
    for where, image in images(message, path):
        if isinstance(image, bytes):
            yield MediaPart("image", where, data=image)
        elif _through_sdk(request) and _readable(image):
            yield MediaPart("image", where, url=os.fspath(image))
        elif (data := _decode(image)) is not None:
            yield MediaPart("image", where, data=data)
        elif isinstance(image, str) and sniff((loose := media_of("image", image, where)).data or b""):
            yield loose
        else:
            yield media_at("image", image, where)


DIALECT = Dialect(
    inline_media=False,
    id="ollama",
    title="Ollama chat",
    provider="Ollama",
    carries=carrying("tool", "thinking", "image"),
    read=read,
    rules=RULES,
    think_tags=True,
    pairs_by_name=True,
    media_types=frozenset(),
    media_of={"assistant": carrying("image"), "system": carrying("image")},
)
