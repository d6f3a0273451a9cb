"""DashScope multimodal generation: the messages of `dashscope`, with media in them.

- content is a list of items, each of one modality: ``{"text"}``, ``{"image"}``, ``{"audio"}``, ``{"video"}``; how to
  sample it stands beside it (``fps``, ``max_pixels``, …); a string is taken as well
- media are addresses: http(s), ``data:`` URI, oss; the SDK also takes ``file://`` and local paths, and uploads them
- a video may be the list of its frames
"""

from __future__ import annotations

import os.path
import re
from collections.abc import Iterator

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.media import decode_base64, image_size, split_data_uri
from pytest_promptfmt.dialects import dashscope
from pytest_promptfmt.dialects.dialect import Dialect, carrying
from pytest_promptfmt.dialects.rules import Breach, own
from pytest_promptfmt.payload.request import Request

MODALITIES = ("text", "image", "audio", "video")
# enable_rotate: only qwen-vl-ocr's documentation has it
BESIDE = ("min_pixels", "max_pixels", "total_pixels", "fps", "cache_control", "enable_rotate")


def mm_item_keys(request: Request) -> Iterator[Breach]:
    """An item is one of text, image, audio and video, with nothing but the documented keys beside it."""
    known = [*MODALITIES, *BESIDE]
    for where, item, _ in dashscope.items(request):
        found = [key for key in MODALITIES if key in item]
        if len(found) != 1:
            yield Breach(where, f"an item of {len(found)} modalities", {"expected": list(MODALITIES), "actual": found})
        for key in item:
            if isinstance(key, str) and key not in known:
                problem = f"unknown key {key!r}{did_you_mean(key, known)}"
                yield Breach(jsonpath.join(where, [key]), problem, {"expected": known, "actual": key})


def addresses(request: Request) -> Iterator[tuple[str, str, str]]:
    """Path, modality and text of every medium's address, the frames of a video one by one."""
    for where, item, _ in dashscope.items(request):
        for key in MODALITIES[1:]:
            value = item.get(key)
            if isinstance(value, str):
                yield f"{where}.{key}", key, value
            elif isinstance(value, list):
                frames = ((f"{where}.{key}[{i}]", "image", frame) for i, frame in enumerate(value))
                yield from (frame for frame in frames if isinstance(frame[2], str))


_ADDRESS = re.compile(r"(https?|oss)://.|data:[^,]*;base64,", re.IGNORECASE)


def media_url(request: Request) -> Iterator[Breach]:
    """A medium is an http(s) or oss URL or a base64 data URI (through the SDK: also a file:// URL or a local file)."""
    sdk = request.context.get("layer") == "sdk"
    for path, _, address in addresses(request):
        if _ADDRESS.match(address):
            continue
        if not sdk:
            yield Breach(path, "neither an http(s) or oss URL nor a base64 data URI", {"actual": address[:80]})
        elif not address.startswith("file://") and not os.path.exists(address):
            yield Breach(path, "no URL, and no local file that the SDK could upload", {"actual": address[:80]})


def media_limits(request: Request) -> Iterator[Breach]:
    """Base64 has at most 10 MB, an image 10 pixels a side and no side 200 times the other, a video 4 to 512 frames."""
    for path, modality, address in addresses(request):
        uri = split_data_uri(address)
        if uri is None:
            continue
        if len(uri.data) > 10 * 1024 * 1024:
            yield Breach(path, f"{len(uri.data)} bytes of base64", {"expected": "at most 10 MB"})
        elif modality == "image" and any(size := image_size(decode_base64(uri.data))):
            if min(size) < 10 or max(size) > 200 * min(size):
                yield Breach(path, f"an image of {size[0]} × {size[1]} pixels", {"actual": list(size)})
    for where, item, _ in dashscope.items(request):
        frames = item.get("video")
        if isinstance(frames, list) and not 4 <= len(frames) <= 512:
            yield Breach(f"{where}.video", f"a video of {len(frames)} frames", {"expected": "4 to 512"})


RULES = dashscope.COMMON + own("dashscope", mm_item_keys, media_url, media_limits)

DIALECT = Dialect(
    id="dashscope-multimodal",
    title="DashScope multimodal generation",
    provider="Alibaba Cloud",
    carries=carrying("tool", "image", "audio", "video"),
    read=dashscope.read,
    rules=RULES,
    envelope=dashscope.ENVELOPE,
    fetches=dict.fromkeys(("image", "audio", "video"), re.compile("(https?|oss)://", re.IGNORECASE)),
)
