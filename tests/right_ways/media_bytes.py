"""Media in other bytes, under other names of their type, shown elsewhere or told in words: all of it right."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import url2pathname

from liars.liar import Formatter, answers, calls, case, says
from liars.payloads import holding, image_block, of_type, picture, respelled
from PIL import Image, ImageOps

from promptfmt_reference import FORMATTERS
from pytest_promptfmt.common.media import read_data_uri
from pytest_promptfmt.conversation import Base64Source, Block, Conversation, Document
from pytest_promptfmt.conversation.parsing import parse
from pytest_promptfmt.corpus import Case
from right_ways.way import Way, Ways, way, ways_of, written


def saved(image: Image.Image, format_: str = "PNG", **options: Any) -> str:
    """An image as a data URI."""
    file = io.BytesIO()
    image.save(file, format_, **options)
    return f"data:image/{format_.lower()};base64,{base64.b64encode(file.getvalue()).decode()}"


def opened(uri: str) -> Image.Image:
    return Image.open(io.BytesIO(base64.b64decode(uri.partition(",")[2])))


@way("openai.chat", "vision/jpeg-rotated")
def images_set_upright(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = saved(ImageOps.exif_transpose(opened(part["image_url"]["url"])))
    return payload


@way("vllm.chat", "audio/wav-by-value")
def a_recording_in_bare_base64(payload: Any) -> Any:
    for part in of_type("audio_url", payload):
        bare = part.pop("audio_url")["url"].partition(",")[2]
        part |= {"type": "input_audio", "input_audio": {"data": bare, "format": "wav"}}
    return payload


@way("vllm.chat", "vision/jpeg-rotated")
def images_set_upright_and_compressed(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = saved(ImageOps.exif_transpose(opened(part["image_url"]["url"])), "JPEG")
    return payload


def in_lines(text: str) -> str:
    """Base64 as mail has it, of which nobody has said that it is refused."""
    return re.sub("(.{60})", "\\1\n", text)


@way("openai.chat", "vision/image-by-value", warnings=("openai.image-data-uri",))
def openai_images_in_lines(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = in_lines(part["image_url"]["url"])
    return payload


@way("anthropic.chat", "vision/image-by-value", warnings=("anthropic.base64-bare",))
def anthropic_images_in_lines(payload: Any) -> Any:
    for source in holding("media_type", payload):
        source["data"] = in_lines(source["data"])
    return payload


@way("gemini.chat", "vision/image-by-value", warnings=("gemini.base64-bare",))
def gemini_images_in_lines(payload: Any) -> Any:
    for part in holding("inline_data", payload):
        part["inline_data"]["data"] = in_lines(part["inline_data"]["data"])
    return payload


@way("openai.chat", "vision/jpeg-cmyk", "vision/gif-animated")
def images_in_red_green_and_blue(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = saved(opened(part["image_url"]["url"]).convert("RGB"))
    return payload


@way("vllm.chat", "vision/webp", "vision/gif-animated", "vision/bmp", "vision/tiff")
def the_first_frame_as_a_png(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = saved(opened(part["image_url"]["url"]).convert("RGBA"))
    return payload


@way("openai.chat", "vision/image-too-wide", "vision/image-too-heavy", "vision/twenty-one-wide-images")
def images_made_smaller(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        image = opened(part["image_url"]["url"])
        image.thumbnail((1024, 1024))
        part["image_url"]["url"] = saved(image, "JPEG", quality=70)
    return payload


@way("dashscope-multimodal.chat", "vision/image-too-small")
def images_made_larger(payload: Any) -> Any:
    for item in holding("image", payload):
        item["image"] = saved(opened(item["image"]).resize((32, 32)))
    return payload


BROKEN = ("bmp", "tiff", "svg", "file-empty", "file-cut-short")


@written("openai.chat", *(f"vision/{name}" for name in BROKEN))
def a_word_for_an_image(conversation: Conversation) -> Any:
    return [
        {"role": message.role, "content": "\n".join(getattr(block, "text", "[an image]") for block in message.blocks)}
        for message in conversation.messages
    ]


@way("openai.chat", "vision/address-not-ascii")
def addresses_percent_encoded(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = part["image_url"]["url"].replace("münchen-图", "m%C3%BCnchen-%E5%9B%BE")
    return payload


@way("vllm.chat", "vision/address-capitals")
def addresses_in_small_letters(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        part["image_url"]["url"] = part["image_url"]["url"].replace("HTTPS://EXAMPLE.COM", "https://example.com")
    return payload


@way("dashscope-multimodal.chat", "audio/wav-called-x-wav")
def unregistered_names_of_types(payload: Any) -> Any:
    for item in holding("audio", payload):
        item["audio"] = item["audio"].replace("audio/wav", "audio/x-wav")
    return payload


def text_block(data: str, media_type: str) -> dict[str, Any]:
    """A document block of a case, by value."""
    encoded = base64.b64encode(data.encode()).decode()
    return {"type": "document", "source": {"type": "base64", "media_type": media_type, "data": encoded}}


def document_at(url: str) -> dict[str, Any]:
    """A document block of a case, by address."""
    return {"type": "document", "source": {"type": "url", "url": url}}


PAPERS = tuple(
    case(f"a-paper-of-{type_.partition('/')[2]}", says("user", "Read it, amber-17.", text_block(text, type_)))
    for text, type_ in (
        ("boat,price\notter-77,12\n", "text/csv"),
        ("# Boats\n", "text/markdown"),
        ("<p>heron-63</p>", "text/html"),
        ('{"boat": "otter-77"}', "application/json"),
    )
)


@written("anthropic.chat", *PAPERS)
def papers_as_plain_text(conversation: Conversation) -> Any:
    words, paper = conversation.messages[0].blocks
    text = base64.b64decode(paper.source.data).decode()  # type: ignore[union-attr]
    document = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": text}}
    return [{"role": "user", "content": [{"type": "text", "text": words.text}, document]}]  # type: ignore[union-attr]


@written("anthropic.chat", *PAPERS)
def papers_as_content(conversation: Conversation) -> Any:
    words, paper = conversation.messages[0].blocks
    text = base64.b64decode(paper.source.data).decode()  # type: ignore[union-attr]
    document = {"type": "document", "source": {"type": "content", "content": text}}
    return [{"role": "user", "content": [{"type": "text", "text": words.text}, document]}]  # type: ignore[union-attr]


@written("bedrock.chat", *PAPERS[:3])
def papers_as_the_text_that_they_are(conversation: Conversation) -> Any:
    words, paper = conversation.messages[0].blocks
    text = base64.b64decode(paper.source.data).decode()  # type: ignore[union-attr]
    document = {"document": {"name": "paper", "source": {"text": text}}}
    return [{"role": "user", "content": [{"text": words.text}, document]}]  # type: ignore[union-attr]


def told(document: Document) -> str:
    """What a paper of text says, be it in a file or a data URI."""
    if isinstance(document.source, Base64Source):
        return base64.b64decode(document.source.data).decode()
    if document.source.url.lower().startswith("data:"):
        return (read_data_uri(document.source.url) or b"").decode()
    return Path(url2pathname(document.source.url.removeprefix("file://"))).read_text("utf-8")


def papers_in_words(conversation: Conversation) -> Any:
    return [
        {"role": message.role, "content": "\n".join(said(block) for block in message.blocks)}
        for message in conversation.messages
    ]


TELLS = {"demand": "either", "repairs": ["keep", "tell-documents"], "why": "few take text as a document"}
JSON = base64.b64encode(b'{"boat": "otter-77"}').decode()
PAPERS_IN_URIS = tuple(
    case(f"a-paper-in-a-uri-{n}", says("user", "Read it, amber-17.", document_at(uri)), expect=TELLS)
    for n, uri in enumerate(
        (
            f"data:application/json;base64,{JSON}",
            f"DATA:Application/JSON;charset=utf-8;base64,{JSON}",
            "data:application/json,%7B%22boat%22%3A%20%22otter-77%22%7D",
            f"data:application/ld+json;base64,{JSON}",
            f"data:;base64,{JSON}",
            "data:text/csv,boat%2Cprice%0Aotter-77%2C12",
        )
    )
)
OF_LOOSE_TYPES = case(
    "papers-whose-types-are-spelled-loosely",
    says("user", "Read it, amber-17.", text_block("boat,price\notter-77,12\n", "Text/CSV")),
    says("assistant", "It is read, cobalt-42."),
    says("user", text_block('{"boat": "heron-63"}', "application/json; charset=utf-8"), "And this, jade-31."),
    expect=TELLS,
)


PAPERS_IN_WORDS = tuple(
    each
    for dialect in ("openai", "deepseek", "zhipu", "ollama")
    for each in written(
        f"{dialect}.chat", "audio/papers-of-text", "audio/papers-of-text-on-disk", *PAPERS_IN_URIS, OF_LOOSE_TYPES
    )(papers_in_words)
)


def said(block: Block) -> str:
    return told(block) if isinstance(block, Document) else block.text  # type: ignore[union-attr]


FETCHED = tuple(
    case(
        f"a-fetched-paper-of-{type_.partition('/')[2]}",
        says("user", "Fetch it, amber-17."),
        says("assistant", calls("fetch", "call_1")),
        says("tool", answers("fetch", "call_1", [*words, text_block(text, type_)])),
        says("assistant", "There, cobalt-42."),
        says("user", "Thanks, jade-31."),
    )
    for words, text, type_ in (
        ([{"type": "text", "text": "Found it."}], "boat,price\notter-77,12\n", "text/csv"),
        ([], "# Boats\n", "text/markdown"),
        ([], "The heron-63.", "text/plain"),
    )
)


@written("gemini.chat", *FETCHED)
def papers_within_the_response(conversation: Conversation) -> Any:
    *words, paper = conversation.messages[2].blocks[0].output  # type: ignore[union-attr,misc]
    file = {"inlineData": {"mimeType": "text/plain", "data": paper.source.data, "displayName": "paper"}}  # type: ignore[union-attr]
    said = {"output": words[0].text} if words else {"paper": {"$ref": "paper"}}  # type: ignore[union-attr]
    answer = {"id": "call_1", "name": "fetch", "response": said, "parts": [file]}
    return [
        {"role": "user", "parts": [{"text": "Fetch it, amber-17."}]},
        {"role": "model", "parts": [{"functionCall": {"id": "call_1", "name": "fetch", "args": {}}}]},
        {"role": "user", "parts": [{"functionResponse": answer}]},
        {"role": "model", "parts": [{"text": "There, cobalt-42."}]},
        {"role": "user", "parts": [{"text": "Thanks, jade-31."}]},
    ]


@way("openai.chat", "vision/image-by-value", "vision/image-by-address", warnings=("openai.no-unknown-keys",))
def a_word_of_its_own_within_an_image(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        part["image_url"]["format"] = "image/png"
    return payload


@way("openai.chat", "audio/wav-by-value", warnings=("openai.no-unknown-keys",))
def a_word_of_its_own_within_a_sound(payload: Any) -> Any:
    for part in of_type("input_audio", payload):
        part["input_audio"]["transcript"] = None
    return payload


def recording(kind: str, name: str) -> Case:
    """A file of two kinds at an address, or (without one) at hand, of which the block alone says the kind."""
    url = name if "://" in name else "{FILES}/" + name
    shown = says("user", "Listen, amber-17.", {"type": kind, "source": {"type": "url", "url": url}})
    made = case(f"{kind}-{re.sub('[^a-z0-9]+', '-', name)}", shown)
    return replace(made, files={} if "://" in name else {name: "media/clip.mp4"})


ADDRESSES = (("audio", "webm", "video/webm"), ("video", "webm", "audio/webm"), ("video", "3gp", "audio/3gpp"))
TWO_KINDS = (*ADDRESSES, ("audio", "3gp", "video/3gpp"), ("audio", "mp4", "video/mp4"), ("audio", "ogg", "video/ogg"))


def _as_guessed(type_: str) -> Formatter:
    """A file under the type that its ending is guessed to be, by address or by value."""

    def format_(conversation: Conversation) -> Any:
        _, shown = conversation.messages[0].blocks
        url = shown.source.url  # type: ignore[union-attr]
        part: dict[str, Any] = {"fileData": {"mimeType": type_, "fileUri": url}}
        if "://" not in url:
            part = {"inlineData": {"mimeType": type_, "data": base64.b64encode(Path(url).read_bytes()).decode()}}
        return [{"role": "user", "parts": [{"text": "Listen, amber-17."}, part]}]

    return format_


def guessed(kind: str, place: str, type_: str) -> Ways:
    name = "kinds-by-endings" if "://" in place else f"{type_.partition('/')[0]}-by-its-files-ending"
    return written("gemini.chat", recording(kind, place), name=name)(_as_guessed(type_))


GUESSED = (
    *(each for kind, end, type_ in TWO_KINDS for each in guessed(kind, f"https://example.com/take.{end}", type_)),
    *guessed("video", "take.3gp", "audio/3gpp"),
    *guessed("video", "take.3gp", "video/3gpp"),
    *guessed("audio", "take.mp4", "video/mp4"),
)


def passed_on(target: str, conversation: Conversation) -> Any:
    """What the reference makes of whole base64, without its padding again."""
    padded = PIXELS + "=" * (-len(PIXELS) % 4)
    whole = parse(respelled(conversation.to_json(), PIXELS, padded))
    return respelled(FORMATTERS[target](whole), padded, PIXELS)


PIXELS = picture("PNG").rstrip("=")
UNPADDED = case("a-picture-without-padding", says("user", "Look, amber-17.", image_block(PIXELS)))
AS_GIVEN = "fidelity.base64-as-given"
PASSED_ON = tuple(
    Way("base64-passed-on", f"{dialect}.chat", UNPADDED, partial(passed_on, f"{dialect}.chat"), (*warnings, AS_GIVEN))
    for dialect, warnings in {
        "openai": ("openai.image-data-uri",),
        "openai-responses": ("openai-responses.image-url",),
        "anthropic": ("anthropic.base64-bare",),
        "bedrock": (),
        "mistral": ("mistral.image-address",),
        "vllm": (),
        "zhipu": (),
        "dashscope-multimodal": (),
    }.items()
)


# whose they are


@way("openai.multiagent", "vision/image-alone-among-agents")
def owners_in_a_sentence(payload: Any) -> Any:
    for part in of_type("text", payload):
        part["text"] = part["text"].replace("\nCy:", "\n(Cy shows a picture)")
    return payload


@written("openai.multiagent", "vision/image-alone-among-agents", "vision/images-only-among-agents")
def owners_in_a_turn_of_their_own(conversation: Conversation) -> Any:
    return [
        message if message["name"] == "user" else {**message, "role": "user"}
        for message in FORMATTERS["openai.chat"](conversation)
    ]


WAYS = ways_of(globals())
