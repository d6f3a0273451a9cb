"""Anthropic's rules over images and documents: where the bytes come from, what they are, and how many pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.common.media import canonical, decode_base64, image_size, is_local, sniff
from pytest_promptfmt.dialects.anthropic.content import everywhere
from pytest_promptfmt.dialects.rules import Breach, may_ask
from pytest_promptfmt.dialects.shared_rules import too_big, too_many
from pytest_promptfmt.payload.request import Request

SOURCES = ("base64", "url", "file")


def image_source_object(request: Request) -> Iterator[Breach]:
    """An image's source is an object of type base64, url or file, never a bare string."""
    for placed in everywhere(request, "image"):
        source = placed.block.get("source")
        if not isinstance(source, dict):
            yield Breach(f"{placed.path}.source", f"expected an object, got {type_name(source)}")
        elif source.get("type") not in SOURCES:
            type_ = source.get("type")
            problem = "the source does not say its type" if type_ is None else f"{type_!r} is no source"
            yield Breach(f"{placed.path}.source.type", problem, {"expected": list(SOURCES), "actual": type_})


def url_source_https(request: Request) -> Iterator[Breach]:
    """The address of a url source begins with ``https://``."""
    for path, url in _addresses(request):
        if url.lower().startswith("http://"):
            yield Breach(path, "not an https:// address", {"actual": url[:80]})


def url_source_fetchable(request: Request) -> Iterator[Breach]:
    """The address of a url source is one on the web, no local path and no ``file:``."""
    for path, url in _addresses(request):
        if not url.lower().startswith(("http://", "https://")):
            yield Breach(path, "no address that the API could fetch", {"actual": url[:80]}, note=not is_local(url))


def _addresses(request: Request) -> Iterator[tuple[str, str]]:
    for placed in everywhere(request, "image", "document"):
        match placed.block.get("source"):
            case {"type": "url", "url": str(url)}:
                yield f"{placed.path}.source.url", url
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
            problem = "no media type is given" if type_ is None else f"{type_!r} is not taken"
            yield Breach(f"{path}.media_type", problem, {"expected": list(IMAGE_TYPES), "actual": type_})


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


def image_readable(request: Request) -> Iterator[Breach]:
    """An image by value has bytes, and they are those of an image."""
    for path, source in base64_sources(request, "image"):
        data = _bytes(source)
        if data == b"":
            yield Breach(f"{path}.data", "the image is empty")
        elif data and sniff(data) is None:
            yield Breach(f"{path}.data", "the bytes begin as no image's do", {"actual": source["data"][:40]})


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


@may_ask("images-per-request", "image-pixels", "image-pixels-of-many", "image-bytes")
def image_limits(request: Request) -> Iterator[Breach]:
    """As many and as big images as the model takes, smaller where there are more than 20; 32 MB in all."""
    images = list(everywhere(request, "image"))
    yield from too_many(request, "images-per-request", [image.path for image in images])
    sources = list(base64_sources(request, "image"))
    total = sum(_length(source) for _, source in sources)
    if total > MOST_BYTES:
        yield Breach(request.where, f"{total} bytes of images", {"expected": MOST_BYTES, "actual": total})
    for path, source in sources:
        side = max(image_size(_bytes(source)))
        breaches = list(too_big(request, "image-pixels", path, side, "pixels a side"))
        if not breaches and len(images) > 20:
            breaches = list(too_big(request, "image-pixels-of-many", path, side, "pixels a side"))
        yield from breaches
        yield from too_big(request, "image-bytes", path, _length(source), "characters of base64")


def _length(source: dict[str, Any]) -> int:
    """How many characters of base64 there are, which is what the limits count."""
    return len(source["data"]) if isinstance(source.get("data"), str) else 0


_PAGE = re.compile(rb"/Type\s*/Page(?![a-zA-Z])")


def _pdfs(request: Request) -> Iterator[tuple[str, bytes]]:
    for path, source in base64_sources(request, "document"):
        data = source.get("data")
        content = decode_base64(data) if isinstance(data, str) else None
        if source.get("media_type") == "application/pdf" and content is not None:
            yield f"{path}.data", content


def document_readable(request: Request) -> Iterator[Breach]:
    """The bytes of a document by value are those of a PDF."""
    for path, content in _pdfs(request):
        if b"%PDF-" not in content[:1024]:
            yield Breach(path, "the document is empty" if not content else "the bytes begin as no PDF's do")


@may_ask("pages-per-request")
def document_pages(request: Request) -> Iterator[Breach]:
    """All PDFs of a request have as many pages as the model reads, as far as pages can be counted in their bytes."""
    pages = [path for path, content in _pdfs(request) for _ in _PAGE.finditer(content)]
    yield from too_many(request, "pages-per-request", pages)
