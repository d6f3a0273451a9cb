"""Gemini's rules over single parts: what one may hold, how bytes are written, how keys are spelled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.common.media import decode_base64, sniff
from pytest_promptfmt.dialects.gemini.keys import blobs, find, held, parts, system_parts
from pytest_promptfmt.dialects.gemini.reader import NO_TYPES
from pytest_promptfmt.dialects.rules import Breach, asks
from pytest_promptfmt.payload.request import Request

DATA = (
    "text",
    "inlineData",
    "fileData",
    "functionCall",
    "functionResponse",
    "executableCode",
    "codeExecutionResult",
    "toolCall",
    "toolResponse",
)


def part_oneof(request: Request) -> Iterator[Breach]:
    """A part holds exactly one kind of data; empty text is none."""
    for path, part in _all_parts(request):
        given = [
            where.rpartition(".")[2]
            for key in DATA
            for where, value in [find(part, path, key)]
            if value not in (None, "")
        ]
        if len(given) > 1:
            yield Breach(path, f"{' and '.join(given)} in one part", {"actual": given})
        elif not given and find(part, path, "audioTranscription")[1] is None:
            empty = part.get("text") == ""
            if empty and find(part, path, "thoughtSignature")[1]:
                continue  # so the API itself returns a signature that came last
            # Empty text alone was refused for some months only.
            yield Breach(path, "the text is empty" if empty else "no data in the part", note=empty)


def _all_parts(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from system_parts(request)
    for path, content in request.each():
        yield from parts(content, path)


def part_is_object(request: Request) -> Iterator[Breach]:
    """Parts are a list of objects, not strings."""
    for path, content in request.each():
        match content.get("parts"):
            case list(items):
                for i, part in enumerate(items):
                    if not isinstance(part, dict):
                        yield Breach(f"{path}.parts[{i}]", f"expected an object, got {type_name(part)}")
            case None:
                pass
            case parts:
                yield Breach(f"{path}.parts", f"expected a list of objects, got {type_name(parts)}")


def base64_bare(request: Request) -> Iterator[Breach]:
    """Inline data is bare base64 (standard or URL-safe), without a ``data:`` prefix."""
    for path, blob in blobs(request):
        where, data = find(blob, path, "data")
        if isinstance(data, str) and decode_base64(data, url_safe=True) is None:
            wrapped = decode_base64(re.sub(r"\s", "", data), url_safe=True) is not None
            yield Breach(
                where, "base64 with white space in it" if wrapped else "not base64", {"actual": data[:40]}, note=wrapped
            )


IMAGE_TYPES = ("image/png", "image/jpeg", "image/webp", "image/heic", "image/heif")


def mime_type(request: Request) -> Iterator[Breach]:
    """A media type is one; an image has image/png, image/jpeg, image/webp, image/heic or image/heif, not image/jpg."""
    for path, blob in blobs(request):
        where, type_ = find(blob, path, "mimeType")
        if not type_:
            yield Breach(where, "the media type of the inline data is left out")
        elif type_ in NO_TYPES:
            yield Breach(where, f"{type_!r} says nothing of what it is", {"actual": type_})
        elif isinstance(type_, str) and not _TYPE.fullmatch(type_):
            yield Breach(where, f"{type_!r} is no media type", {"actual": type_})
        elif isinstance(type_, str) and type_.lower().startswith("image/") and type_.lower() not in IMAGE_TYPES:
            yield Breach(where, f"{type_!r} is not taken", {"expected": list(IMAGE_TYPES), "actual": type_})
        elif isinstance(type_, str) and type_.lower().startswith("application/"):
            yield from _application(where, type_)

    for path, content in request.each():
        for place, file in held(content, path, "fileData"):
            where, type_ = find(file, place, "mimeType")
            if isinstance(type_, str) and type_ and (type_ in NO_TYPES or not _TYPE.fullmatch(type_)):
                yield Breach(where, f"{type_!r} is no media type", {"actual": type_})
            elif type_ == "":
                yield Breach(where, "the media type is empty", {"actual": type_}, note=True)
            elif isinstance(type_, str) and type_.lower().startswith("application/"):
                yield from _application(where, type_)
            elif isinstance(type_, str) and type_.lower().startswith("image/") and type_.lower() not in IMAGE_TYPES:
                data = {"expected": list(IMAGE_TYPES), "actual": type_}
                yield Breach(where, f"{type_!r} is not taken", data, note=True)


def image_readable(request: Request) -> Iterator[Breach]:
    """An image by value has bytes, and they are those of an image."""
    for path, blob in blobs(request):
        where, data = find(blob, path, "data")
        type_ = find(blob, path, "mimeType")[1]
        if isinstance(data, str) and isinstance(type_, str) and type_.lower() in IMAGE_TYPES:
            content = decode_base64(data, url_safe=True)
            if content == b"":
                yield Breach(where, "the image is empty")
            elif content and sniff(content) is None and content[4:8] != b"ftyp":
                yield Breach(where, "the bytes begin as no image's do", {"actual": data[:40]})


def _application(path: str, type_: str) -> Iterator[Breach]:
    """What no model reads: archives, and what offices write; of other programs' files nothing is certain."""
    plain = type_.lower().partition(";")[0].strip()
    if plain != "application/pdf":
        yield Breach(path, f"{type_!r} is no type that is read", {"actual": type_}, note=not _UNREAD.fullmatch(plain))


_UNREAD = re.compile(
    r"application/(zip|x-zip-compressed|gzip|x-tar|x-7z-compressed|x-rar-compressed|vnd\.rar|cu-seeme|msword"
    r"|vnd\.ms-.*|vnd\.openxmlformats-.*|vnd\.oasis\.opendocument\..*)"
)
_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+(\s*;.*)?")


def file_uri(request: Request) -> Iterator[Breach]:
    """A file's URI is https:// or gs://, no local path and no data."""
    for path, content in request.each():
        for where, file in held(content, path, "fileData"):
            place, uri = find(file, where, "fileUri")
            if not isinstance(uri, str) or uri.lower().startswith(("https://", "gs://", "files/")):
                continue
            plain_http = uri.lower().startswith("http://")
            yield Breach(place, "no URI that the API fetches", {"actual": uri[:80]}, note=plain_http)


def thought_signature_bytes(request: Request) -> Iterator[Breach]:
    """A thoughtSignature is base64, as the API wrote it."""
    for path, part in _all_parts(request):
        where, signature = find(part, path, "thoughtSignature")
        if isinstance(signature, str) and decode_base64(signature, url_safe=True) is None:
            loose = decode_base64(signature + "=" * (-len(signature) % 4), url_safe=True) is not None
            yield Breach(where, "the signature is no base64", {"actual": signature[:40]}, note=loose)


def thought_signature_by_model(request: Request) -> Iterator[Breach]:
    """What a user says, or a tool, carries no thoughtSignature."""
    for path, content in request.each():
        for where, part in parts(content, path) if content.get("role") == "user" else ():
            place, signature = find(part, where, "thoughtSignature")
            if signature:
                yield Breach(place, "a part that no model made has a thought signature")


@asks("image-unsigned")
def image_thought_signature(request: Request) -> Iterator[Breach]:
    """Gemini 3 models that draw: an image in a turn of the model's carries its thoughtSignature."""
    for path, content in request.each():
        for where, part in parts(content, path) if content.get("role") == "model" else ():
            place, signature = find(part, where, "thoughtSignature")
            if find(part, where, "inlineData")[1] is not None and not signature:
                yield Breach(place, "an image of the model's has no thought signature")


_CAMEL, _SNAKE = re.compile("[a-z]+[A-Z]"), re.compile("[a-z]+_[a-z]")


def key_style(request: Request) -> Iterator[Breach]:
    """Keys are spelled in one style, camelCase or snake_case."""
    first: dict[re.Pattern[str], str] = {}
    for path in _keys(request):
        for style in (_CAMEL, _SNAKE):
            if style.match(path.rpartition(".")[2]):
                first.setdefault(style, path)
        if len(first) == 2:
            yield Breach(path, f"{first[_CAMEL]} and {first[_SNAKE]} are spelled in two styles")
            return


def _keys(request: Request) -> Iterator[str]:
    for path, part in _all_parts(request):
        for key, value in part.items():
            yield f"{path}.{key}"
            if isinstance(value, dict) and key not in ("partMetadata", "part_metadata"):  # the caller's own keys
                yield from (f"{path}.{key}.{inner}" for inner in value)
