"""Who breaks Bedrock's rules over images and documents, and who spoils them."""

from __future__ import annotations

import base64
from dataclasses import replace
from typing import Any

from liars.bedrock_tools import results
from liars.liar import EITHER, case, liar, liars_of, misdeed, refuses, says
from liars.openai_parts import PDF, PHOTO
from liars.payloads import holding, image_block, messages, picture, redrawn
from promptfmt_reference import FORMATTERS

CHAT = "bedrock.chat"
reference = FORMATTERS[CHAT]


def images(payload: Any) -> list[dict[str, Any]]:
    return [block["image"] for block in holding("image", payload)]


@liar(CHAT, PHOTO, "bedrock.image-format", "error", also=("schema.enum",), like="litellm#2898")
def calls_jpeg_jpg(payload: Any) -> Any:
    """Makes the format of the file's ending."""
    for image in images(payload):
        image["format"] = "jpg"
    return payload


@liar(
    CHAT,
    "vision/image-by-value",
    "bedrock.image-format",
    "error",
    also=("schema.enum", "fidelity.media-type"),
)
def writes_media_types(payload: Any) -> Any:
    """Writes a media type where a format belongs."""
    for image in images(payload):
        image["format"] = f"image/{image['format']}"
    return payload


@liar(CHAT, "vision/image-by-value", "bedrock.image-format", "error", also=("schema.enum",))
def sends_bitmaps(payload: Any) -> Any:
    """Sends an image in a format that Bedrock does not know."""
    for image in images(payload):
        image |= {"format": "bmp", "source": {"bytes": redrawn(image["source"]["bytes"], "BMP")}}
    return payload


@misdeed(CHAT, "vision/image-by-assistant", "bedrock.image-format", "error")
def lets_the_assistant_show_images(_: Any) -> Any:
    """Leaves an image in the message of the assistant that drew it."""

    def formatter(conversation: Any) -> Any:
        data = {message.role: message.blocks[-1] for message in conversation.messages}["assistant"].source.data
        payload = [{"role": message.role, "content": [{"text": message.text}]} for message in conversation.messages]
        payload[1]["content"].append({"image": {"format": "png", "source": {"bytes": data}}})
        return payload

    return formatter


ALBUM = case("an-album", says("user", "Count them.", *(image_block(picture("PNG")) for _ in range(21))), expect=EITHER)
BANNER = case("a-banner", says("user", "Read it, amber-17.", image_block(picture("PNG", (8001, 1)))), expect=EITHER)


@misdeed(CHAT, ALBUM, "bedrock.image-format", "warning", refuses, context={"model": "us.amazon.nova-lite-v1:0"})
def sends_any_number_of_images(_: Any) -> Any:
    """Sends more images than the reference of the API names."""
    return reference


@misdeed(CHAT, BANNER, "bedrock.image-format", "warning", refuses)
def sends_images_of_any_size(_: Any) -> Any:
    """Sends an image wider than the reference of the API names."""
    return reference


@liar(CHAT, PDF, "bedrock.document-bytes", "error", also=("fidelity.media-type",), like="bifrost#4622")
def calls_every_document_a_text(payload: Any) -> Any:
    """Declares one format for all documents."""
    for block in holding("document", payload):
        block["document"]["format"] = "docx"
    return payload


@liar(CHAT, PDF, "bedrock.document-name", "error", like="llm-bedrock#8")
def names_documents_after_files(payload: Any) -> Any:
    """Keeps the dot of a file's name."""
    for block in holding("document", payload):
        block["document"]["name"] = "report.pdf"
    return payload


@liar(CHAT, PDF, "bedrock.document-beside-text", "error", also=("fidelity.lost-text",), like="archestra#4220")
def sends_documents_alone(payload: Any) -> Any:
    """Sends a document without a text beside it."""
    for message in messages(payload):
        message["content"] = [block for block in message["content"] if "document" in block]
    return payload


TWO_PAPERS = case(
    "two-papers",
    says(
        "user",
        "Compare them, amber-17.",
        *(
            {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": data}}
            for data in ("JVBERi0xLjQKJW9uZQo=", "JVBERi0xLjQKJXR3bwo=")
        ),
    ),
)


@liar(CHAT, TWO_PAPERS, "bedrock.document-names-unique", "error", like="bifrost#7003")
def calls_every_document_document(payload: Any) -> Any:
    """Gives two documents one name."""
    for block in holding("document", payload):
        block["document"]["name"] = "document"
    return payload


@misdeed(CHAT, "audio/six-documents", "bedrock.document", "error", refuses, also=("errors.not-refused",))
def sends_any_number_of_documents(_: Any) -> Any:
    """Sends more documents than the API takes."""

    def formatter(conversation: Any) -> Any:
        asked, *rest = conversation.messages
        payload = reference(replace(conversation, messages=(replace(asked, blocks=asked.blocks[:-1]), *rest)))
        content = messages(payload)[0]["content"]
        content.append({"document": content[-1]["document"] | {"name": "page 6"}})
        return payload

    return formatter


@liar(CHAT, "vision/image-by-value", "fidelity.altered-media", "error")
def encodes_images_twice(payload: Any) -> Any:
    """Writes the base64 of what is base64 already."""
    for image in images(payload):
        image["source"]["bytes"] = base64.b64encode(image["source"]["bytes"].encode()).decode()
    return payload


@liar(CHAT, "vision/image-by-value", "fidelity.altered-media", "error")
def sends_data_uris(payload: Any) -> Any:
    """Writes the prefix of a data URI before the bytes."""
    for image in images(payload):
        image["source"]["bytes"] = f"data:image/png;base64,{image['source']['bytes']}"
    return payload


@liar(
    CHAT,
    "vision/image-by-value",
    "bedrock.image-bytes-match-format",
    "error",
    also=("fidelity.media-type",),
    like="boto3#4415",
)
def calls_everything_jpeg(payload: Any) -> Any:
    """Declares every image as a JPEG."""
    for image in images(payload):
        image["format"] = "jpeg"
    return payload


@liar(CHAT, "audio/mp3-by-value", "fidelity.media-type", "error")
def calls_everything_wav(payload: Any) -> Any:
    """Declares every recording as a WAV."""
    for block in holding("audio", payload):
        block["audio"]["format"] = "wav"
    return payload


@liar(CHAT, "vision/image-in-tool-result", "fidelity.lost-media", "error", like="bifrost#5663")
def keeps_text_of_results(payload: Any) -> Any:
    """Takes the texts of a result for all of it."""
    for result in results(payload):
        result["content"] = [block for block in result["content"] if "text" in block]
    return payload


@liar(CHAT, "audio/office-papers-on-s3", "fidelity.guessed-type", "warning")
def cuts_formats_short(payload: Any) -> Any:
    """Takes three letters of a file's ending for its format."""
    for block in holding("document", payload):
        block["document"]["format"] = block["document"]["format"][:3]
    return payload


LIARS = liars_of(globals())
