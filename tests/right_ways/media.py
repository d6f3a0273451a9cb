"""Images, sounds and thinking."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any
from urllib.parse import quote

from liars.liar import answers, calls, case, says
from liars.payloads import by, holding, image_block, messages, of_type, picture, redrawn
from PIL import Image as PIL

from promptfmt_reference import FORMATTERS
from promptfmt_reference.rewrite.promote import promote
from pytest_promptfmt.conversation import Conversation, Image, Message
from right_ways.way import Ways, way, ways_of, written


@way("openai.chat", "vision/image-by-value")
def images_compressed_anew(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        data = redrawn(part["image_url"]["url"].partition(",")[2], "PNG")
        part["image_url"] = {"url": f"data:image/png;base64,{data}", "detail": "low"}
    return payload


def saved_as_it_was(data: str) -> str:
    """Base64 of a picture, opened and saved in its own format as Pillow does."""
    file = io.BytesIO()
    with PIL.open(io.BytesIO(base64.b64decode(data))) as image:
        image.save(file, image.format)
    return base64.b64encode(file.getvalue()).decode()


@way("openai.chat", "vision/odd-addresses", "vision/odd-addresses-again", "vision/image-by-address")
def addresses_as_parsers_hand_them_on(payload: Any) -> Any:
    """Without dots, as names are looked up, with the port that is meant, and with other octets coded (RFC 3986)."""
    for part in of_type("image_url", payload):
        scheme, _, rest = part["image_url"]["url"].partition("://")
        host, _, path = rest.partition("/")
        host = host.encode("idna").decode() + ("" if ":" in host else ":443")
        path = path.replace("./", "", 1) if path.startswith("./") else path.replace("/./", "/")
        path = quote(path, safe="%/?#&=+:;").replace("e", "%65", 1)
        part["image_url"]["url"] = f"{scheme.upper()}://{host}/{path}"
    return payload


REDRAWN = "fidelity.redrawn-media"


def images_saved_as_they_were(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        head, _, data = part["image_url"]["url"].partition(",")
        part["image_url"]["url"] = f"{head},{saved_as_it_was(data)}"
    return payload


SAVED = (
    *way("openai.chat", "vision/pictures-of-two-kinds-by-value")(images_saved_as_they_were),
    *way("openai.chat", "vision/jpeg-progressive", warnings=(REDRAWN,))(images_saved_as_they_were),
    *way("openai.chat", "vision/jpeg-rotated", warnings=("fidelity.turned-media",))(images_saved_as_they_were),
)


@way("gemini.chat", "vision/image-by-value")
def base64_for_urls(payload: Any) -> Any:
    for blob in holding("data", payload):
        blob["data"] = base64.urlsafe_b64encode(base64.b64decode(blob["data"])).decode()
    return payload


@way("anthropic.chat", "vision/image-by-value")
def images_before_their_text(payload: Any) -> Any:
    for message in messages(payload):
        message["content"].sort(key=lambda block: block["type"] != "image")
    return payload


@way("zhipu.chat", "vision/image-by-value")
def data_uris_for_bare_bytes(payload: Any) -> Any:
    for part in of_type("image_url", payload):
        if not part["image_url"]["url"].startswith(("http", "data:")):
            part["image_url"]["url"] = f"data:image/png;base64,{part['image_url']['url']}"
    return payload


@way("dashscope-multimodal.chat", "vision/image-by-value", "audio/wav-by-value")
def items_for_every_message(payload: Any) -> Any:
    for message in messages(payload):
        if isinstance(message["content"], str):
            message["content"] = [{"text": message["content"]}]
    return payload


CHART = {"type": "text", "text": "Here it is, jade-31."}, image_block(picture("PNG"), "image/png")
ID_AGAIN = case(
    "an-id-that-comes-again",
    says("user", "Draw the first, amber-17."),
    says("assistant", calls("draw", "call00001", what="one")),
    says("tool", answers("draw", "call00001", list(CHART))),
    says("assistant", "Drawn, cobalt-42."),
    says("user", "And the second, falcon-58?"),
    says("assistant", calls("draw", "call00001", what="two")),
    says("tool", answers("draw", "call00001", "No ink, heron-63.")),
)


@way("deepseek.chat", ID_AGAIN)
def images_behind_their_result_though_the_id_comes_again(payload: Any) -> Any:
    """A generated conversation found it: the image was held against the later call of that id."""
    return payload


GIF = case("a-gif", says("user", "Look, amber-17.", image_block(picture("GIF"), "image/gif")))


@written("gemini.chat", GIF)
def images_in_a_format_that_is_taken(conversation: Conversation) -> Any:
    blob = {"mime_type": "image/png", "data": redrawn(picture("GIF"), "PNG")}
    return [{"role": "user", "parts": [{"text": "Look, amber-17."}, {"inline_data": blob}]}]


BLUE = picture("PNG", (24, 24), (20, 60, 200))
GIF_AND_PNG = case(
    "a-gif-and-a-png",
    says("user", "Look, amber-17.", image_block(picture("GIF"), "image/gif"), image_block(BLUE)),
    expect={"demand": "either", "repairs": ["keep", "drop-media"], "why": "not every provider takes GIF"},
)


@written("gemini.chat", GIF_AND_PNG, warnings=("fidelity.silent-drop",))
def what_is_refused_left_out_alone(conversation: Conversation) -> Any:
    blob = {"mime_type": "image/png", "data": BLUE}
    return [{"role": "user", "parts": [{"text": "Look, amber-17."}, {"inline_data": blob}]}]


@way(
    "anthropic.chat",
    "vision/image-in-tool-result",
    "vision/image-in-first-of-two-results",
    warnings=("anthropic.roles-alternate",),
)
def images_of_results_behind_them(payload: Any) -> Any:
    for message in by("user", payload):
        images = of_type("image", [message])
        for block in of_type("tool_result", [message]):
            block["content"] = [item for item in block["content"] if item["type"] != "image"]
        message["content"] += [{"type": "text", "text": "The image:"}, *images] if images else []
    return payload


@written("ollama.chat", "vision/image-by-assistant", "vision/image-beside-call", "vision/image-in-system-message")
def images_of_others_shown_by_the_user(conversation: Conversation) -> Any:
    return FORMATTERS["ollama.chat"](promote(conversation, frozenset({"user"})))


@written("gemini.chat", "vision/image-by-address", "audio/pdf-by-address")
def no_address_at_all(conversation: Conversation) -> Any:
    raise ValueError("Gemini's older models fetch nothing, and what is linked cannot be sent")


@written("openai.chat", "vision/image-by-address-in-result")
def addresses_told_in_the_result(conversation: Conversation) -> Any:
    return [
        message
        for message in FORMATTERS["openai.chat"](conversation)["messages"]
        if not of_type("image_url", [message])
    ]


def media_of_the_assistant_where_they_stood(target: str, case: str, *warnings: str) -> Ways:
    """The user shows each between what the assistant said before it and behind it."""

    def shown(conversation: Conversation) -> Any:
        pieces = tuple(piece for message in conversation.messages for piece in _pieces(message))
        return FORMATTERS[target](replace(conversation, messages=pieces))

    return written(target, case, warnings=warnings, name="media-of-the-assistant-where-they-stood")(shown)


def _pieces(message: Message) -> Iterator[Message]:
    if message.role != "assistant":
        yield message
        return
    for shown, blocks in groupby(message.blocks, lambda block: isinstance(block, Image)):
        piece = tuple(blocks)
        yield Message("user", "user", piece) if shown else replace(message, blocks=piece)


_OWN = ("gemini.chat", "ollama.chat")  # there an assistant shows it
_ALTERNATE = {
    "anthropic.chat": ("anthropic.roles-alternate",),
    "dashscope-multimodal.chat": ("dashscope.alternate",),
}
THERE = tuple(
    way
    for target in FORMATTERS
    if target.endswith(".chat") and target not in _OWN
    for way in media_of_the_assistant_where_they_stood(
        target, "vision/pictures-by-the-assistant-beside-words", *_ALTERNATE.get(target, ())
    )
)
BEFORE_A_CALL = tuple(
    way
    for target in ("openai.chat", "openai-responses.chat", "bedrock.chat", "mistral.chat", "vllm.chat", "zhipu.chat")
    for way in media_of_the_assistant_where_they_stood(target, "vision/image-beside-call")
)


def a_word_for_each_image(payload: Any) -> Any:
    """Of a model that is known to take none."""
    for message in messages(payload):
        if not isinstance(message["content"], str):
            texts = [
                part.get("text", "(image omitted: the model does not support images)") for part in message["content"]
            ]
            message["content"] = "\n".join(texts)
    return payload


BLIND = {"groq.chat": "openai/gpt-oss-120b", "deepseek.chat": "deepseek-chat"}
WORDS_FOR_IMAGES = tuple(
    replace(each, claims={"model": model})
    for target, model in BLIND.items()
    for each in way(target, "vision/image-by-value")(a_word_for_each_image)
)


WAYS = ways_of(globals())
