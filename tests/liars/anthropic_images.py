"""Who breaks Anthropic's rules over images."""

from __future__ import annotations

import base64
from typing import Any

from liars.liar import EITHER, case, liar, liars_of, misdeed, refuses, says
from liars.openai_parts import PHOTO
from liars.payloads import image_at, image_block, of_type, picture, redrawn
from promptfmt_reference import FORMATTERS

CHAT = "anthropic.chat"
reference = FORMATTERS[CHAT]


@liar(
    CHAT,
    "vision/image-by-address",
    "anthropic.image-source-object",
    "error",
    also=("schema.type", "fidelity.lost-media"),
)
def sends_a_bare_address(payload: Any) -> Any:
    """Writes an image's address where an object belongs."""
    for block in of_type("image", payload):
        block["source"] = block["source"]["url"]
    return payload


@liar(
    CHAT,
    "vision/image-by-value",
    "anthropic.image-source-object",
    "error",
    also=("schema.enum", "fidelity.altered-media"),
)
def sends_an_unknown_source(payload: Any) -> Any:
    """Writes a source as another provider calls it."""
    for block in of_type("image", payload):
        block["source"]["type"] = "inline"
    return payload


PLAIN_HTTP = case(
    "an-image-by-plain-http", says("user", "What is it, amber-17?", image_at("http://example.com/a.png")), expect=EITHER
)


@misdeed(CHAT, PLAIN_HTTP, "anthropic.url-source-https", "warning", refuses)
def sends_plain_http(_: Any) -> Any:
    """Sends an address that Anthropic does not fetch."""
    return reference


@liar(CHAT, PHOTO, "anthropic.image-media-type", "error", also=("schema.enum",), like="litellm#2898")
def calls_jpeg_jpg(payload: Any) -> Any:
    """Makes the media type of the file's ending."""
    for block in of_type("image", payload):
        block["source"]["media_type"] = "image/jpg"
    return payload


@liar(CHAT, "vision/image-by-value", "anthropic.image-media-type", "error", also=("schema.enum",))
def sends_bitmaps(payload: Any) -> Any:
    """Sends an image in a format that Anthropic does not open."""
    for block in of_type("image", payload):
        block["source"] |= {"media_type": "image/bmp", "data": redrawn(block["source"]["data"], "BMP")}
    return payload


@liar(
    CHAT,
    "vision/image-by-value",
    "anthropic.image-readable",
    "error",
    also=("fidelity.altered-media",),
    like="claude-code#8646",
)
def sends_what_is_no_image(payload: Any) -> Any:
    """Sends the name of the file where its bytes belong."""
    for block in of_type("image", payload):
        block["source"]["data"] = "Y2hhcnQucG5n"  # chart.png
    return payload


@liar(
    CHAT,
    "vision/image-by-value",
    "anthropic.image-bytes-match-type",
    "error",
    also=("fidelity.media-type",),
)
def calls_everything_jpeg(payload: Any) -> Any:
    """Declares every image as a JPEG."""
    for block in of_type("image", payload):
        block["source"]["media_type"] = "image/jpeg"
    return payload


@liar(
    CHAT,
    "vision/image-by-value",
    "anthropic.base64-bare",
    "error",
    also=("fidelity.altered-media",),
)
def sends_data_uris(payload: Any) -> Any:
    """Writes the prefix of a data URI before the bytes."""
    for block in of_type("image", payload):
        block["source"]["data"] = f"data:image/png;base64,{block['source']['data']}"
    return payload


ALBUM = case(
    "an-album",
    says("user", "Count them, amber-17.", *(image_at(f"https://example.com/{i}.png") for i in range(101))),
    expect=EITHER,
)
BANNER = case("a-banner", says("user", "Read it, amber-17.", image_block(picture("PNG", (8001, 1)))), expect=EITHER)


@misdeed(CHAT, ALBUM, "anthropic.image-limits", "error", refuses, context={"model": "claude-sonnet-4-5"})
def sends_any_number_of_images(_: Any) -> Any:
    """Sends more images than Anthropic takes."""
    return reference


@misdeed(CHAT, BANNER, "anthropic.image-limits", "error", refuses, like="claude-code#4778")
def sends_images_of_any_size(_: Any) -> Any:
    """Sends an image wider than Anthropic takes."""
    return by_value


def by_value(conversation: Any) -> Any:
    """The first message with its images as they are, however wide."""
    blocks = conversation.messages[0].blocks
    return {"messages": [{"role": "user", "content": [_block(block) for block in blocks]}]}


def _block(block: Any) -> dict[str, Any]:
    if block.type == "text":
        return {"type": "text", "text": block.text}
    return {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": block.source.data}}


POSTERS = case(
    "twenty-one-posters",
    says("user", "Read them, amber-17.", *[image_block(picture("PNG", (2001, 1)))] * 21),
    expect=EITHER,
)


@misdeed(CHAT, POSTERS, "anthropic.image-limits", "error", refuses, like="claude-code#49537")
def sends_many_images_of_any_size(_: Any) -> Any:
    """Sends more than twenty images, each wider than Anthropic takes so many."""
    return by_value


def with_bytes(payload: Any, content: bytes) -> Any:
    """The payload with these bytes in each of its documents."""
    for block in of_type("document", payload):
        block["source"]["data"] = base64.b64encode(content).decode()
    return payload


@liar(CHAT, "audio/pdf-by-value", "anthropic.document-readable", "error", also=("fidelity.altered-media",))
def sends_the_page_of_an_error(payload: Any) -> Any:
    """Sends what a server said in place of the document."""
    return with_bytes(payload, b"<html><body>Not found</body></html>")


@liar(
    CHAT,
    "audio/pdf-by-value",
    "anthropic.document-pages",
    "error",
    also=("fidelity.altered-media",),
    context={"model": "claude-sonnet-4-5"},
)
def sends_a_whole_book(payload: Any) -> Any:
    """Sends the volume that the document is from."""
    return with_bytes(payload, b"%PDF-1.4\n" + b"<</Type/Page>>\n" * 101)


LIARS = liars_of(globals())
