"""Bedrock's rules over images and documents: formats, who shows them, and how many and how big they may be.

The model's own page knows limits for images that Bedrock's user guide of 2026 denies: they are worth a word, no more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pytest_promptfmt.common.media import decode_base64, pixels
from pytest_promptfmt.dialects.bedrock.content import PlacedValue, everywhere, inside
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects

IMAGE_FORMATS = ("png", "jpeg", "gif", "webp")
MOST_IMAGES, IMAGE_BYTES, IMAGE_SIDE = 20, 3.75 * 2**20, 8000


def image_format(request: Request) -> Iterator[Breach]:
    """An image is png, jpeg, gif or webp, in a user message; at most 20 of 3.75 MB and 8000 pixels a side."""
    images = list(everywhere(request, "image"))
    for image in images:
        format_ = image.value.get("format")
        if isinstance(format_, str) and format_ not in IMAGE_FORMATS:
            data = {"expected": list(IMAGE_FORMATS), "actual": format_}
            yield Breach(f"{image.path}.format", f"{format_!r} is not taken", data)
        if image.role in ("assistant", "system"):
            yield Breach(image.path, f"an image in a message of role {image.role}", {"expected": "user"})
    for path, number in Counter(image.message for image in images).items():
        if number > MOST_IMAGES:
            most = {"expected": MOST_IMAGES, "actual": number}
            yield Breach(f"{path}.content", f"{number} images in a message", most, note=True)
    for image in images:
        content = _bytes(image)
        if len(content) > IMAGE_BYTES:
            yield Breach(f"{image.path}.source", f"an image of {len(content)} bytes", note=True)
        elif max(size := pixels(content)) > IMAGE_SIDE:
            yield Breach(f"{image.path}.source", f"an image of {size[0]}×{size[1]} pixels", note=True)


def _bytes(media: PlacedValue) -> bytes:
    """The bytes of media by value, none where they stand in a bucket or are no base64."""
    match media.value.get("source"):
        case {"bytes": str(data)}:
            return decode_base64(data) or b""
        case _:
            return b""


MOST_DOCUMENTS, DOCUMENT_BYTES = 5, 4.5 * 2**20
# The underscore is in no list of Bedrock's, and taken.
_DOCUMENT_NAME = re.compile(r"(?!.*  )[a-zA-Z0-9_ ()\[\]-]{1,200}")


def document(request: Request) -> Iterator[Breach]:
    """At most five documents of 4.5 MB, in a user message, beside a text; their names are plain and used once."""
    for path, message in request.each():
        in_message = list(inside(message, path, "document"))
        if in_message and not any(
            isinstance(block.get("text"), str) for _, block in objects(message.get("content"), "")
        ):
            yield Breach(in_message[0].path, "no text stands beside the document")
    documents = list(everywhere(request, "document"))
    if len(documents) > MOST_DOCUMENTS:
        data = {"expected": MOST_DOCUMENTS, "actual": len(documents)}
        yield Breach(documents[MOST_DOCUMENTS].path, f"{len(documents)} documents", data)
    names: set[str] = set()
    for placed in documents:
        if placed.role in ("assistant", "system"):
            yield Breach(placed.path, f"a document in a message of role {placed.role}", {"expected": "user"})
        if len(content := _bytes(placed)) > DOCUMENT_BYTES:
            yield Breach(f"{placed.path}.source", f"a document of {len(content)} bytes")
        name = placed.value.get("name")
        if isinstance(name, str):
            if not _DOCUMENT_NAME.fullmatch(name):
                found = {"expected": _DOCUMENT_NAME.pattern, "actual": name}
                yield Breach(f"{placed.path}.name", f"{name!r} does not match", found)
            elif name in names:
                yield Breach(f"{placed.path}.name", f"a second document is called {name!r}", {"actual": name})
            names.add(name)
