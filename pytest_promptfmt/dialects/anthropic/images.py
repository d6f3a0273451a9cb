"""Anthropic's rules over images and documents: where the bytes come from, and what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common.media import canonical, decode_base64, pixels, sniff
from pytest_promptfmt.dialects.anthropic.content import everywhere
from pytest_promptfmt.dialects.rules import Breach, asks
from pytest_promptfmt.dialects.shared_rules import too_many
from pytest_promptfmt.payload.request import Request

SOURCES = ("base64", "url", "file")


def image_source_object(request: Request) -> Iterator[Breach]:
    """An image's source is an object of type base64, url or file, never a bare string."""
    for placed in everywhere(request, "image"):
        source = placed.block.get("source")
        if not isinstance(source, dict):
            yield Breach(f"{placed.path}.source", f"expected an object, got {type(source).__name__}")
        elif source.get("type") not in SOURCES:
            data = {"expected": list(SOURCES), "actual": source.get("type")}
            yield Breach(f"{placed.path}.source.type", f"{source.get('type')!r} is no source", data)


def url_source_https(request: Request) -> Iterator[Breach]:
    """The address of a url source begins with ``https://``."""
    for placed in everywhere(request, "image", "document"):
        match placed.block.get("source"):
            case {"type": "url", "url": str(url)} if not url.lower().startswith("https://"):
                yield Breach(f"{placed.path}.source.url", "not an https:// address", {"actual": url[:80]})
            case _:
                pass


def base64_sources(request: Request, *types: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and value of the base64 sources of such blocks, also inside tool results."""
    for placed in everywhere(request, *types):
        source = placed.block.get("source")
        if isinstance(source, dict) and source.get("type") == "base64":
            yield f"{placed.path}.source", source


IMAGE_TYPES = ("image/jpeg", "image/png", "image/gif", "image/webp")


def image_media_type(request: Request) -> Iterator[Breach]:
    """An image's media type is image/jpeg, image/png, image/gif or image/webp."""
    for path, source in base64_sources(request, "image"):
        type_ = source.get("media_type")
        if type_ not in IMAGE_TYPES:
            data = {"expected": list(IMAGE_TYPES), "actual": type_}
            yield Breach(f"{path}.media_type", f"{type_!r} is not taken", data)


def _bytes(source: dict[str, Any]) -> bytes | None:
    data = source.get("data")
    return decode_base64(data) if isinstance(data, str) else None


def image_bytes_match_type(request: Request) -> Iterator[Breach]:
    """The declared media type is that of the bytes."""
    for path, source in base64_sources(request, "image"):
        declared, data = source.get("media_type"), _bytes(source)
        actual = sniff(data) if data else None
        if declared in IMAGE_TYPES and actual is not None and canonical(actual) != declared:
            data_ = {"expected": declared, "actual": actual}
            yield Breach(f"{path}.media_type", f"declared {declared}, but the bytes are {actual}", data_)


def base64_bare(request: Request) -> Iterator[Breach]:
    """Data is bare standard base64, without a ``data:`` prefix."""
    for path, source in base64_sources(request, "image", "document"):
        data = source.get("data")
        if isinstance(data, str) and decode_base64(data) is None:
            # Nobody has said what the API does with base64 that is wrapped in lines, or lacks its padding.
            wrapped, padded = re.sub(r"\s", "", data), data + "=" * (-len(data) % 4)
            problem = "base64 with white space in it" if decode_base64(wrapped) else "not standard base64"
            loose = decode_base64(wrapped) is not None or decode_base64(padded) is not None
            yield Breach(f"{path}.data", problem, {"actual": data[:40]}, note=loose)


MOST_BYTES = 32 * 2**20


@asks("images-per-request")
def image_limits(request: Request) -> Iterator[Breach]:
    """As many images as the model takes, of 8000 pixels a side (2000 where there are more than 20), 32 MB in all."""
    images = list(everywhere(request, "image"))
    yield from too_many(request, "images-per-request", [image.path for image in images])
    sources = list(base64_sources(request, "image"))
    total = sum(len(source["data"]) for _, source in sources if isinstance(source.get("data"), str))
    if total > MOST_BYTES:
        yield Breach(request.where, f"{total} bytes of images", {"expected": MOST_BYTES, "actual": total})
    side = 8000 if len(images) <= 20 else 2000
    for path, source in sources:
        size = pixels(_bytes(source))
        if max(size) > side:
            yield Breach(path, f"an image of {size[0]}×{size[1]} pixels", {"expected": side, "actual": list(size)})
