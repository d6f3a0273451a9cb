"""What is refused of media in a body's messages: whose they are, their form, and limits such as DashScope's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.common.json.leaves import leaves
from pytest_promptfmt.common.media import decode_base64, image_size, split_data_uri
from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.refusals.in_messages import of_role
from pytest_promptfmt.verdicts.request.refusals.places import each, places
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said

_PARTS = "messages[].content[].input_audio.data messages[].content[].image_url.url messages[].content[].video_url.url"
_ADDRESS = re.compile(r"(https?|oss)://|data:[^,]{0,200};base64,", re.IGNORECASE)
_SMALLEST, _LONGEST, _FEWEST = 10, 10_485_760, 4


def too_small(body: Mapping[str, Any]) -> Iterator[Said]:
    """An image whose bytes are given has a side that is too short."""
    for path, url in places(body, "messages[].content[].image_url.url"):
        uri = split_data_uri(url) if isinstance(url, str) else None
        size = image_size(decode_base64(uri.data)) if uri else (0, 0)
        if any(size) and min(size) <= _SMALLEST:
            yield path, f"an image of {size[0]} × {size[1]} pixels"


def pictured_videos(body: Mapping[str, Any]) -> Iterator[Said]:
    """Where a video is expected stands a picture."""
    for path, url in places(body, "messages[].content[].video_url.url"):
        if isinstance(url, str) and url.startswith("data:image/"):
            yield path, "a picture where a video is expected"


def no_address(body: Mapping[str, Any]) -> Iterator[Said]:
    """A medium is neither at an address nor in base64."""
    for path, url in places(body, _PARTS):
        if isinstance(url, str) and not _ADDRESS.match(url):
            yield path, "neither an address nor a data URI of base64"


def too_long(body: Mapping[str, Any]) -> Iterator[Said]:
    """A data URI has more bytes than one may have."""
    for path, url in places(body, _PARTS):
        if isinstance(url, str) and url.startswith("data:") and len(url) > _LONGEST:
            yield path, f"a data URI of {len(url)} bytes, and at most {_LONGEST} are taken"


_PLACES = "messages[].content[].image_url.url messages[].content[].image_url input[].content[].image_url"
_WITHIN = re.compile(
    r"(?i)(https?://)?(localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|[\w-]+\.local)(:\d+)?/"
    r"|file://"
)


def unreachable(body: Mapping[str, Any]) -> Iterator[Said]:
    """An image at an address that none but the sender can ask."""
    sources = f"{_PLACES} messages[].content[].source.url"
    for path, url in places(body, sources):
        if isinstance(url, str) and _WITHIN.match(url):
            yield path, "the address is of your own network, and the provider fetches it; send the bytes as a data URI"


def few_pictures(body: Mapping[str, Any]) -> Iterator[Said]:
    """A video that is a list of pictures has too few of them."""
    for path, pictures in places(body, each("messages[] input.messages[]", "content[].video")):
        if isinstance(pictures, list) and len(pictures) < _FEWEST:
            yield path, f"a video of {len(pictures)} pictures, and at least {_FEWEST} are taken"


def with_images(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, message in objects(body.get("messages", body.get("input")), "$.messages"):
        if message.get("images"):
            yield f"{path}.images", "an image goes to a model that sees none"
        for where, part in objects(message.get("content"), f"{path}.content"):
            if part.get("type") in ("image_url", "image", "input_image"):
                yield where, "an image goes to a model that sees none"


def fetched_or_webp(body: Mapping[str, Any]) -> Iterator[Said]:
    """Images that are not given as base64 of PNG or JPEG."""
    for path, message in objects(body.get("messages"), "$.messages"):
        for where, part in objects(message.get("content"), f"{path}.content"):
            image = part.get("image_url")
            url = image.get("url") if isinstance(image, dict) else image
            if isinstance(url, str) and (not url.startswith("data:image/") or url.startswith("data:image/webp")):
                yield f"{where}.image_url", f"{url:.40}, and base64 of a PNG or JPEG is taken"


def results_with_media(body: Mapping[str, Any]) -> Iterator[Said]:
    """Results of Anthropic's form with anything but text in their lists."""
    for path, block in places(body, "messages[].content[].content[]"):
        if isinstance(block, dict) and block.get("type") != "text":
            yield path, f"{block.get('type')!s:.40}, and text alone is read in the list of a result"


_LINKED = """messages[].content[].image_url.url messages[].content[].video_url.url
    messages[].content[].input_audio.data messages[].content[].image messages[].content[].video
    messages[].content[].audio input.messages[].content[].image input.messages[].content[].video
    input.messages[].content[].audio messages[].content[].source.url"""


_SIGNED = re.compile(r"https?://[^?]*\?(.*&)?(Expires|Signature|sig|X-(Amz|Goog|Tos|Oss)-[\w-]+)=", re.IGNORECASE)


def linked(body: Mapping[str, Any]) -> Iterator[Said]:
    """Media that the provider fetches by an address with a signature, which expires."""
    for path, url in places(body, _LINKED):
        if isinstance(url, str) and _SIGNED.match(url):
            yield path, f"{url:.60} is signed, and may have expired before the provider fetched it"


def fetched(body: Mapping[str, Any]) -> Iterator[Said]:
    """Images that the server would have to get from somewhere."""
    for path, url in places(body, "messages[].content[].image_url.url"):
        if isinstance(url, str) and not url.startswith("data:"):
            yield path, f"{url:.40}, and base64 is taken"


def with_audio(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, type_ in places(body, "messages[].content[].type"):
        if type_ in ("input_audio", "audio_url", "audio"):
            yield path, "a recording goes to a model that hears none"


def images_of(*roles: str) -> Broken:
    """Images in messages of these roles."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, message in objects(body.get("messages"), "$.messages"):
            for where, part in objects(message.get("content"), f"{path}.content"):
                if message.get("role") in roles and part.get("type") == "image_url":
                    yield where, f"an image of role {message['role']!r}; it belongs into a user's message"

    return broken


def several_images(body: Mapping[str, Any]) -> Iterator[Said]:
    """More than one in a request; how many are taken its server's start says."""
    found = [where for where, _ in with_images(body)]
    if len(found) > 1:
        yield found[1], f"{len(found)} images, and the server was started for fewer"


def images_beside_system(body: Mapping[str, Any]) -> Iterator[Said]:
    if any(with_images(body)):
        yield from ((path, "a system text beside an image") for path, _ in of_role("system")(body))


def without_audio(body: Mapping[str, Any]) -> Iterator[Said]:
    modalities = body.get("modalities")
    spoken = isinstance(modalities, list) and "audio" in modalities
    if not spoken and "input_audio" not in leaves(body.get("messages")):
        yield "$.modalities", "nothing is heard and nothing is to be spoken"


_OF_MEDIA = ("<|image_pad|>", "<|video_pad|>")


def marks_of_media(body: Mapping[str, Any]) -> Iterator[Said]:
    """A text has what the template itself puts where a picture stands."""
    texts = "messages[].content messages[].content[].text input.messages[].content[].text"
    for path, text in places(body, texts):
        if isinstance(text, str) and (mark := next((each for each in _OF_MEDIA if each in text), "")):
            yield path, f"{mark} in the text; leave it out, for it is put in where the picture stands"


def drawn_results(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, type_ in places(body, "messages[].content[].content[].type"):
        if type_ == "image":
            yield path, "an image in a tool's result"
