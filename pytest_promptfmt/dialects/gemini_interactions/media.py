"""Rules over the media of an interaction: what they are, and where they come from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common.media import is_local, split_data_uri, unfetched
from pytest_promptfmt.dialects.gemini_interactions.reader import MEDIA
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects

KINDS = tuple(MEDIA)


def media(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and content of every picture, sound, film and document, those in results as well."""
    for path, step in request.each():
        inner = [
            *objects(step.get("content"), f"{path}.content"),
            *objects(step.get("result"), f"{path}.result"),
        ]
        for where, content in [(path, step), *inner]:
            if content.get("type") in KINDS:
                yield where, content


def base64_bare(request: Request) -> Iterator[Breach]:
    """Data are base64 alone, without a ``data:`` prefix."""
    for path, content in media(request):
        data = content.get("data")
        if isinstance(data, str) and split_data_uri(data):
            yield Breach(f"{path}.data", "a data URI; its type belongs into mime_type", {"actual": data[:40]})


IMAGES = tuple(f"image/{type_}" for type_ in ("png", "jpeg", "webp", "heic", "heif", "gif", "bmp", "tiff"))


def mime_type(request: Request) -> Iterator[Breach]:
    """Data have their media type, and an image's is PNG, JPEG, WebP, HEIC, HEIF, GIF, BMP or TIFF."""
    for path, content in media(request):
        type_ = content.get("mime_type")
        if not type_ and "data" in content:
            yield Breach(f"{path}.mime_type", "the data says nothing of what it is")
        elif type_ and content["type"] == "image" and type_ not in IMAGES:
            yield Breach(f"{path}.mime_type", f"{type_} is none of these", {"expected": list(IMAGES), "actual": type_})


def media_uri(request: Request) -> Iterator[Breach]:
    """A uri is one that is fetched: no local path, and no bucket of Google's."""
    for path, content in media(request):
        uri = content.get("uri")
        if isinstance(uri, str) and uri.lower().startswith("gs://"):
            yield Breach(f"{path}.uri", "a bucket's address; register the file first", {"actual": uri[:80]})
        elif isinstance(uri, str) and is_local(uri):
            yield Breach(f"{path}.uri", unfetched(uri), {"actual": uri[:80]}, note=True)
