"""Who changes what media are: their bytes, their type, their upright side, whose they are."""

from __future__ import annotations

import base64
import io
from importlib.resources import files
from typing import Any

from PIL import Image, ImageOps

from liars.liar import case, liar, liars_of, says
from liars.payloads import holding, image_block, of_type, picture

# what is shown


def redrawn(uri: str, change: Any, format_: str = "PNG") -> str:
    """The picture of a data URI, changed and saved anew, as a data URI."""
    file = io.BytesIO()
    with Image.open(io.BytesIO(base64.b64decode(uri.partition(",")[2]))) as image:
        change(image).convert("RGB").save(file, format_)
    return f"data:image/{format_.lower()};base64,{base64.b64encode(file.getvalue()).decode()}"


@liar("openai.chat", "vision/jpeg-rotated", "fidelity.turned-media", "warning")
def saves_without_exif(payload: Any) -> Any:
    """Saves a picture anew, and with it goes the mark that sets it upright."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = redrawn(part["image_url"]["url"], lambda image: image)
    return payload


@liar("openai.chat", "vision/jpeg-progressive", "fidelity.redrawn-media", "warning")
def saves_with_the_usual_loss(payload: Any) -> Any:
    """Opens a picture and saves it as what it was, which compresses it once more."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = redrawn(part["image_url"]["url"], lambda image: image, "JPEG")
    return payload


@liar("openai.chat", "vision/file-no-extension", "fidelity.altered-media", "error")
def flips_images(payload: Any) -> Any:
    """Sends a picture upside down."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = redrawn(part["image_url"]["url"], ImageOps.flip)
    return payload


@liar("vllm.chat", "vision/jpeg-cmyk", "fidelity.altered-media", "error")
def sends_the_negative(payload: Any) -> Any:
    """Takes the inks of a printed picture for light."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = redrawn(
            part["image_url"]["url"], lambda image: ImageOps.invert(image.convert("RGB"))
        )
    return payload


@liar("openai.chat", "vision/image-too-wide", "fidelity.altered-media", "error")
def squeezes_images(payload: Any) -> Any:
    """Makes a picture fit by its width alone."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = redrawn(part["image_url"]["url"], lambda image: image.resize((2000, image.height)))
    return payload


@liar("vllm.chat", "vision/several-in-a-row", "fidelity.altered-media", "error")
def compresses_everything(payload: Any) -> Any:
    """Sends pictures that anybody takes as JPEG of a bad quality."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = redrawn(part["image_url"]["url"], lambda image: image.resize((4, 4)), "JPEG")
    return payload


@liar("gemini.chat", "audio/mp4-by-value", "fidelity.altered-media", "error")
def cuts_videos(payload: Any) -> Any:
    """Sends a video without its last bytes."""
    for blob in holding("data", payload):
        blob["data"] = base64.b64encode(base64.b64decode(blob["data"])[:-8]).decode()
    return payload


# under which type

JSON_URI = "data:application/json;base64,eyJib2F0IjogIm90dGVyLTc3In0="


@liar(
    "anthropic.chat",
    "vision/file-wrong-extension",
    "fidelity.media-type",
    "error",
    also=("anthropic.image-bytes-match-type",),
    like="claude-code#6300",
)
def believes_extensions(payload: Any) -> Any:
    """Makes the type of the file's ending."""
    for source in holding("media_type", payload):
        source["media_type"] = "image/png"
    return payload


@liar("openai.chat", "vision/base64-wrong-type", "fidelity.media-type", "error")
def believes_what_is_declared(payload: Any) -> Any:
    """Sends the declared type, whatever the bytes are."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = part["image_url"]["url"].replace("image/png", "image/jpeg")
    return payload


@liar("dashscope-multimodal.chat", "audio/mp3-called-wav", "fidelity.media-type", "error")
def believes_extensions_of_sounds(payload: Any) -> Any:
    """Makes the type of a recording's ending."""
    for item in holding("audio", payload):
        item["audio"] = item["audio"].replace("audio/mpeg", "audio/wav")
    return payload


@liar("bedrock.chat", "audio/papers-of-text", "fidelity.media-type", "error")
def sends_tables_as_plain_text(payload: Any) -> Any:
    """Writes the format of plain text on every text, though each has one of its own."""
    for document in holding("format", payload):
        document["format"] = "txt"
    return payload


JSON_IN_A_URI = case(
    "json-in-a-data-uri",
    says("user", "Read it, amber-17.", {"type": "document", "source": {"type": "url", "url": JSON_URI}}),
    expect={"demand": "either", "repairs": ["keep", "tell-documents"], "why": "few take text as a document"},
)


def tells_json(conversation: Any) -> Any:
    """Says what the document has to say beside the question."""
    return [{"role": "user", "content": 'Read it, amber-17.\n{"boat": "otter-77"}'}]


@liar("openai.chat", JSON_IN_A_URI, "fidelity.lost-media", "error", honest=tells_json)
def tells_other_json(payload: Any) -> Any:
    """Tells in words a document in a data URI, with a value of its own."""
    payload[0]["content"] = payload[0]["content"].replace("otter-77", "heron-63")
    return payload


@liar("openai.chat", JSON_IN_A_URI, "fidelity.lost-media", "error", honest=tells_json)
def tells_no_json(payload: Any) -> Any:
    """Leaves out a document in a data URI whose words anybody can tell."""
    payload[0]["content"] = payload[0]["content"].partition("\n")[0]
    return payload


@liar("openai-responses.chat", JSON_IN_A_URI, "fidelity.media-type", "error")
def calls_json_a_table(payload: Any) -> Any:
    """Declares another text than the data URI does."""
    for part in holding("file_data", payload):
        part["file_data"] = "data:text/csv;" + part["file_data"].partition(";")[2]
    return payload


@liar("gemini.chat", "audio/pdf-called-octet-stream", "fidelity.media-type", "error", also=("gemini.mime-type",))
def declares_nothing(payload: Any) -> Any:
    """Sends a document as bytes of no type."""
    for blob in holding("mime_type", payload):
        blob["mime_type"] = "application/octet-stream"
    return payload


@liar("openai-responses.chat", "audio/papers-of-text-on-disk", "fidelity.media-type", "error")
def calls_every_paper_a_pdf(payload: Any) -> Any:
    """Declares what a file has never said of itself."""
    for part in holding("file_data", payload):
        part["file_data"] = "data:application/pdf;" + part["file_data"].partition(";")[2]
    return payload


@liar("mistral.chat", "audio/papers-of-text-on-disk", "fidelity.media-type", "error")
def calls_every_paper_a_pdf_in_its_address(payload: Any) -> Any:
    """The same, where a document is an address."""
    for part in holding("document_url", payload):
        part["document_url"] = "data:application/pdf;" + part["document_url"].partition(";")[2]
    return payload


@liar("gemini.chat", "audio/mp4-by-value", "fidelity.media-type", "error")
def hears_what_is_to_be_seen(payload: Any) -> Any:
    """Declares as a sound what was given as a video, type and all."""
    for blob in holding("mime_type", payload):
        blob["mime_type"] = "audio/mp4"
    return payload


@liar("vllm.chat", "vision/image-by-value", "fidelity.altered-media", "error")
def writes_base64_for_addresses(payload: Any) -> Any:
    """Encodes pictures in the other alphabet, and leaves the padding out."""
    for part in of_type("image_url", payload):
        head, comma, data = part["image_url"]["url"].partition(",")
        loose = base64.urlsafe_b64encode(base64.b64decode(data)).decode().rstrip("=")
        part["image_url"]["url"] = f"{head}{comma}{loose}"
    return payload


LOOSE = case("a-loose-picture", says("user", "Look, amber-17.", image_block(picture("PNG").rstrip("="))))


def padded(conversation: Any) -> Any:
    """The picture with its padding."""
    text, image = conversation.messages[0].blocks
    data = image.source.data + "=" * (-len(image.source.data) % 4)
    part = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}}
    return [{"role": "user", "content": [{"type": "text", "text": text.text}, part]}]


@liar("vllm.chat", LOOSE, "fidelity.base64-as-given", "warning", padded)
def adds_no_padding(payload: Any) -> Any:
    """Passes base64 on as it came."""
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = part["image_url"]["url"].rstrip("=")
    return payload


def as_png(conversation: Any) -> Any:
    """The drawing as a picture of pixels."""
    texts = [block.text for block in conversation.messages[0].blocks if block.type == "text"]
    content: list[Any] = [{"type": "text", "text": text} for text in texts]
    content.append({"type": "image_url", "image_url": {"url": f"data:image/png;base64,{picture('PNG')}"}})
    rest = [{"role": message.role, "content": message.text} for message in conversation.messages[1:]]
    return [{"role": "user", "content": content}, *rest]


@liar("openai.chat", "vision/svg", "openai.image-format", "error", as_png)
def sends_words_for_pixels(payload: Any) -> Any:
    """Sends a drawing in words as if it were a picture of pixels."""
    drawing = base64.b64encode(files("promptfmt_fixtures").joinpath("media/drawing.svg").read_bytes()).decode()
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = f"data:image/svg+xml;base64,{drawing}"
    return payload


# whether there is anything


def without_image(conversation: Any) -> Any:
    """Every message's text, and a word for each image."""
    return [
        {"role": message.role, "content": "\n".join(getattr(b, "text", "(an image was here)") for b in message.blocks)}
        for message in conversation.messages
    ]


@liar("vllm.chat", "vision/file-empty", "fidelity.unrepaired", "error", without_image)
def sends_no_bytes(payload: Any) -> Any:
    """Sends an empty file as an image."""
    payload[0]["content"] = [
        {"type": "text", "text": payload[0]["content"].partition("\n")[0]},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,"}},
    ]
    return payload


def in_words(conversation: Any) -> Any:
    """Every message's text, and what a document says."""

    def words(block: Any) -> str:
        return str(block.text) if block.type == "text" else base64.b64decode(block.source.data).decode()

    return [
        {"role": message.role, "content": "\n".join(map(words, message.blocks))} for message in conversation.messages
    ]


@liar("anthropic.chat", "audio/plain-text", "fidelity.lost-media", "error", in_words)
def loses_plain_text(payload: Any) -> Any:
    """Leaves out a document that it could have told as text."""
    payload[0]["content"] = payload[0]["content"].partition("\n")[0]
    return payload


# whose they are

ALONE = "vision/image-alone-among-agents"


@liar("openai.multiagent", ALONE, "fidelity.no-speaker", "warning", like="agentscope O39")
def shows_images_of_nobody(payload: Any) -> Any:
    """Does not say who shows an image."""
    for part in of_type("text", payload):
        part["text"] = part["text"].replace("\nCy:", "")
    return payload


@liar("anthropic.multiagent", ALONE, "fidelity.wrong-speaker", "error")
def shows_anothers_images(payload: Any) -> Any:
    """Says that another agent shows an image."""
    for part in of_type("text", payload):
        part["text"] = part["text"].replace("\nCy:", "\nBob:")
    return payload


PHOTO = case(
    "photos-of-two",
    says("user", image_block(picture("PNG", colour=(9, 9, 200))), name="Ann"),
    says("user", image_block(picture("PNG", colour=(9, 200, 9))), name="Bob"),
    says("user", "Whose is blue, amber-17?", name="Ann"),
    speaker="Friday",
)


@liar("gemini.multiagent", PHOTO, "fidelity.wrong-speaker", "error")
def calls_everybody_ann(payload: Any) -> Any:
    """Names the first speaker before every image."""
    for part in holding("text", payload):
        part["text"] = part["text"].replace("Bob:", "Ann:")
    return payload


LIARS = liars_of(globals())
