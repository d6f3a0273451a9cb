"""Who breaks OpenAI's rules over content parts."""

from __future__ import annotations

from typing import Any

from liars.liar import case, liar, liars_of, says
from liars.payloads import by, image_block, of_type, picture, redrawn

CHAT = "openai.chat"


@liar(
    CHAT,
    "vision/image-in-tool-result",
    "openai.image-user-only",
    "error",
    context={"model": "gpt-4o"},
    also=("schema.enum",),
    like="agentscope O28",
)
def shows_images_in_tool_messages(payload: Any) -> Any:
    """Leaves an image in the result that it came with."""
    [image], [result] = of_type("image_url", payload), by("tool", payload)
    for message in by("user", payload):
        if image in message["content"]:
            message["content"].remove(image)
    result["content"] = [{"type": "text", "text": result["content"]}, image]
    return payload


@liar(CHAT, "vision/image-by-value", "openai.image-format", "error", like="agentscope O41")
def sends_bitmaps(payload: Any) -> Any:
    """Sends an image in a format that OpenAI does not open."""
    for part in of_type("image_url", payload):
        data = part["image_url"]["url"].partition(",")[2]
        part["image_url"]["url"] = f"data:image/bmp;base64,{redrawn(data, 'BMP')}"
    return payload


PHOTO = case(
    "a-photo",
    says("user", "What do you see, amber-17?", image_block(picture("JPEG"), "image/jpeg")),
    says("assistant", "A brick, cobalt-42."),
    says("user", "Indeed, jade-31."),
)


@liar(CHAT, PHOTO, "openai.image-data-uri", "warning", like="agentscope O10")
def calls_jpeg_jpg(payload: Any) -> Any:
    """Makes the media type of the file's ending."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = part["image_url"]["url"].replace("image/jpeg", "image/jpg")
    return payload


@liar(CHAT, PHOTO, "openai.image-data-uri", "error", also=("fidelity.altered-media",), like="azure-sdk-for-java#41670")
def writes_the_head_twice(payload: Any) -> Any:
    """Puts the head of a data URI before what has one."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = "data:image/jpeg;base64," + part["image_url"]["url"]
    return payload


@liar(CHAT, "vision/image-by-value", "openai.image-url", "error", also=("fidelity.altered-media",))
def sends_bare_base64(payload: Any) -> Any:
    """Writes the bytes where an address belongs, as php-ai-client#137 did."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = part["image_url"]["url"].partition(",")[2]
    return payload


@liar(CHAT, "audio/mp3-by-value", "openai.audio-format", "error", also=("schema.enum",), like="pydantic-ai#2279")
def calls_mp3_mpeg(payload: Any) -> Any:
    """Makes the format of the media type's second half."""
    for part in of_type("input_audio", payload):
        part["input_audio"]["format"] = "mpeg"
    return payload


@liar(CHAT, "audio/wav-by-value", "openai.audio-format", "error", also=("fidelity.altered-media",))
def sends_audio_as_data_uri(payload: Any) -> Any:
    """Writes audio as images are written."""
    for part in of_type("input_audio", payload):
        part["input_audio"]["data"] = f"data:audio/wav;base64,{part['input_audio']['data']}"
    return payload


@liar(CHAT, "chat/several-texts", "openai.refusal-alone", "warning")
def refuses_beside_an_answer(payload: Any) -> Any:
    """Tells half of an assistant's answer as a refusal."""
    content = by("assistant", payload)[0]["content"]
    content[-1] = {"type": "refusal", "refusal": content[-1]["text"]}
    return payload


PDF = case(
    "a-document",
    says(
        "user",
        "Sum it up, amber-17.",
        {
            "type": "document",
            "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0xLjQKJWVtcHR5Cg=="},
        },
    ),
)


@liar(CHAT, "vision/image-by-value", "openai.image-url", "error", also=("fidelity.media-type",), like="gptel#1089")
def declares_no_image(payload: Any) -> Any:
    """Makes a file of any kind of an image."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = part["image_url"]["url"].replace("image/png", "application/octet-stream")
    return payload


@liar(CHAT, PDF, "openai.file-data", "error", also=("fidelity.media-type",), like="trpc-agent-go#1816")
def declares_markdown(payload: Any) -> Any:
    """Declares a document as it likes."""
    for part in of_type("file", payload):
        part["file"]["file_data"] = part["file"]["file_data"].replace("application/pdf", "text/markdown")
    return payload


@liar(CHAT, PDF, "openai.file-data", "error", also=("fidelity.altered-media",), like="ai#7266")
def sends_an_address_for_the_bytes(payload: Any) -> Any:
    """Writes an address where the base64 belongs."""
    for part in of_type("file", payload):
        part["file"]["file_data"] = "data:application/pdf;base64,https://example.com/a.pdf"
    return payload


@liar(CHAT, PDF, "openai.file-data", "error", like="cafeai")
def sends_the_base64_of_a_file_alone(payload: Any) -> Any:
    """Leaves out the head of the data URI."""
    for part in of_type("file", payload):
        part["file"]["file_data"] = part["file"]["file_data"].partition(",")[2]
    return payload


@liar(CHAT, PDF, "openai.file-part", "error", like="openai-agents-python#1513")
def sends_files_without_names(payload: Any) -> Any:
    """Forgets that a file by value has a name."""
    for part in of_type("file", payload):
        del part["file"]["filename"]
    return payload


@liar(CHAT, PDF, "openai.file-part", "error", also=("fidelity.lost-media",))
def sends_files_as_pictures(payload: Any) -> Any:
    """Writes a file's data where a picture has its address."""
    for part in of_type("file", payload):
        part["file"] = {"url": part["file"]["file_data"]}
    return payload


LIARS = liars_of(globals())
