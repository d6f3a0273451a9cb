"""What is refused of media in OpenAI's parts, as far as it shows without asking the address: DashScope's limits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.common.media import decode_base64, image_size, split_data_uri
from pytest_promptfmt.verdicts.request.refusals.places import each, places
from pytest_promptfmt.verdicts.request.refusals.refusal import Said

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
