"""Bedrock's rules over images and documents: formats, who shows them, and how many and how big they may be.

How many and how big they may be, `models.json` knows by model.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pytest_promptfmt.common.media import canonical, decode_base64, image_size, sniff
from pytest_promptfmt.dialects.bedrock.content import MEDIA, PlacedValue, everywhere, inside
from pytest_promptfmt.dialects.rules import Breach, may_ask
from pytest_promptfmt.dialects.shared_rules import too_big, too_many
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects

IMAGE_FORMATS = ("png", "jpeg", "gif", "webp")


@may_ask("images-per-request", "image-bytes", "image-pixels")
def image_format(request: Request) -> Iterator[Breach]:
    """An image is png, jpeg, gif or webp, in a user message; as many and as big as the model takes them."""
    images = list(everywhere(request, "image"))
    for image in images:
        format_ = image.value.get("format")
        if isinstance(format_, str) and format_ not in IMAGE_FORMATS:
            data = {"expected": list(IMAGE_FORMATS), "actual": format_}
            yield Breach(f"{image.path}.format", f"{format_!r} is not taken", data)
        if image.role in ("assistant", "system"):
            yield Breach(image.path, f"an image in a message of role {image.role}", {"expected": "user"})
    yield from too_many(request, "images-per-request", [image.path for image in images])
    for image in images:
        content = _bytes(image)
        yield from too_big(request, "image-bytes", f"{image.path}.source", len(content), "bytes")
        yield from too_big(request, "image-pixels", f"{image.path}.source", max(image_size(content)), "pixels a side")


def _bytes(media: PlacedValue) -> bytes:
    """The bytes of media by value, none where they stand in a bucket or are no base64."""
    match media.value.get("source"):
        case {"bytes": str(data)}:
            return decode_base64(data) or b""
        case _:
            return b""


def image_bytes_match_format(request: Request) -> Iterator[Breach]:
    """An image by value is what its format says, as far as its first bytes tell."""
    for image in everywhere(request, "image"):
        format_, content = image.value.get("format"), _bytes(image)
        actual = sniff(content) if content else None
        if format_ in IMAGE_FORMATS and actual is not None and canonical(actual) != f"image/{format_}":
            data = {"expected": format_, "actual": actual}
            yield Breach(f"{image.path}.format", f"declared {format_}, and the bytes are {actual}", data)


DOCUMENT_BYTES = 4.5 * 2**20


@may_ask("documents-per-request")
def document(request: Request) -> Iterator[Breach]:
    """As many documents as the model takes, of at most 4.5 MB, in a user message."""
    documents = list(everywhere(request, "document"))
    yield from too_many(request, "documents-per-request", [placed.path for placed in documents])
    for placed in documents:
        if placed.role in ("assistant", "system"):
            yield Breach(placed.path, f"a document in a message of role {placed.role}", {"expected": "user"})
        if len(content := _bytes(placed)) > DOCUMENT_BYTES:
            yield Breach(f"{placed.path}.source", f"a document of {len(content)} bytes")


def document_bytes(request: Request) -> Iterator[Breach]:
    """A document by value is what its format says, as far as its first bytes tell."""
    for placed in everywhere(request, "document"):
        format_, content = placed.value.get("format"), _bytes(placed)
        is_pdf = b"%PDF-" in content[:1024]
        if content and isinstance(format_, str) and is_pdf != (format_ == "pdf"):
            found = "a PDF" if is_pdf else "no PDF"
            yield Breach(f"{placed.path}.format", f"declared {format_}, and the bytes are {found}", {"actual": format_})


def document_beside_text(request: Request) -> Iterator[Breach]:
    """A message with a document also has a text."""
    for path, message in request.each():
        found = list(inside(message, path, "document"))
        said = (block.get("text") for _, block in objects(message.get("content"), ""))
        if found and not any(isinstance(text, str) for text in said):
            yield Breach(found[0].path, "no text stands beside the document")


# The underscore is in no list of Bedrock's, and taken.
_DOCUMENT_NAME = re.compile(r"(?!.*  )[a-zA-Z0-9_ ()\[\]-]{1,200}")


def document_name(request: Request) -> Iterator[Breach]:
    """A document's name has letters, digits, single spaces, hyphens, parentheses and brackets only."""
    for path, name in _names(request):
        if not _DOCUMENT_NAME.fullmatch(name):
            yield Breach(path, f"{name!r} does not match", {"expected": _DOCUMENT_NAME.pattern, "actual": name})


def document_names_unique(request: Request) -> Iterator[Breach]:
    """No two documents of a request have the same name."""
    known: set[str] = set()
    for path, name in _names(request):
        if name in known:
            yield Breach(path, f"a second document is called {name!r}", {"actual": name})
        known.add(name)


def _names(request: Request) -> Iterator[tuple[str, str]]:
    for placed in everywhere(request, "document"):
        if isinstance(placed.value.get("name"), str):
            yield f"{placed.path}.name", placed.value["name"]


def s3_location(request: Request) -> Iterator[Breach]:
    """Media by address are in a bucket: the address begins with ``s3://``."""
    for placed in everywhere(request, *MEDIA):
        match placed.value.get("source"):
            case {"s3Location": {"uri": str(uri)}} if not uri.startswith("s3://"):
                yield Breach(f"{placed.path}.source.s3Location.uri", "no s3:// address", {"actual": uri[:80]})
            case _:
                pass
