"""Rules over the content parts of a Responses request: whose they are, images, files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.common.media import DataUri, decode_base64, sniff, split_data_uri
from pytest_promptfmt.dialects.openai.content import IMAGE_TYPES
from pytest_promptfmt.dialects.openai_responses.items import outputs
from pytest_promptfmt.dialects.openai_responses.reader import item_type
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.dialects.shared_rules import in_message
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects, unwrapped

INPUT = ("input_text", "input_image", "input_file")
OUTPUT = ("output_text", "refusal")


def messages(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and item of every message."""
    return ((path, item) for path, item in request.each() if item_type(item) == "message")


def parts(request: Request, type_: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and part, for every part of one type, in messages and in outputs."""
    for key, items in (("content", messages(request)), ("output", outputs(request))):
        for path, item in items:
            for where, part in objects(item.get(key), f"{path}.{key}"):
                if part.get("type") == type_:
                    yield where, part


def part_by_role(request: Request) -> Iterator[Breach]:
    """An assistant's parts are output_text or refusal; the others' are input_text, input_image or input_file."""
    for path, message in messages(request):
        taken, refused = (OUTPUT, INPUT) if message.get("role") == "assistant" else (INPUT, OUTPUT)
        for where, part in objects(message.get("content"), f"{path}.content"):
            if part.get("type") in refused:
                data = {"expected": list(taken), "actual": part["type"]}
                yield Breach(f"{where}.type", f"{part['type']} {in_message(message.get('role'))}", data)


_WEB = ("http://", "https://")
_URL = re.compile(r"[a-z][a-z0-9+.-]*://.", re.IGNORECASE)


def image_url(request: Request) -> Iterator[Breach]:
    """An image_url is an http(s) URL, or ``data:image/<type>;base64,<data>``."""
    for path, url in _image_urls(request):
        if url.lower().startswith(_WEB):
            continue
        problem = _not_an_image(split_data_uri(url))
        if problem:
            # A URL of another scheme has the right form, and what the API says when it fetches it is not known.
            fetchable = _URL.match(url) is not None and not url.lower().startswith("file:")
            # Nor has anybody said what it does with base64 that is wrapped in lines, or lacks its padding.
            mended = (re.sub(r"\s", "", url), url + "=", url + "==")
            loose = not all(_not_an_image(split_data_uri(each)) for each in mended)
            yield Breach(path, problem, {"actual": url[:80]}, note=fetchable or loose)


def _image_urls(request: Request) -> Iterator[tuple[str, str]]:
    for path, part in parts(request, "input_image"):
        if isinstance(part.get("image_url"), str):
            yield f"{path}.image_url", part["image_url"]


def _not_an_image(uri: DataUri | None) -> str:
    if uri is None:
        return "neither an http(s) URL nor a base64 data URI"
    if not uri.media_type.startswith("image/"):
        return f"the data URI is declared as {uri.media_type or 'nothing'}, not as an image"
    return "" if decode_base64(uri.data) else "what follows 'base64,' in the data URI is empty or not base64"


def image_format(request: Request) -> Iterator[Breach]:
    """An image is a PNG, JPEG, GIF or WebP."""
    for path, url in _image_urls(request):
        uri = split_data_uri(url)
        data = decode_base64(uri.data) if uri else None
        if data and sniff(data) not in IMAGE_TYPES:
            found = {"expected": list(IMAGE_TYPES), "actual": sniff(data)}
            yield Breach(path, "the bytes are none of these formats", found)


def file_data(request: Request) -> Iterator[Breach]:
    """A file's ``file_data`` is a data URI with its base64: no address, no local path, and in an output no bare base64.

    Of a message's bare base64 nobody has quoted a refusal yet.
    """
    for path, part in parts(request, "input_file"):
        data = part.get("file_data")
        if isinstance(data, str) and data:
            uri = split_data_uri(data)
            if unwrapped(data if uri is None else uri.data) is None:
                problem = "neither a data URI nor base64" if uri is None else "what follows 'base64,' is not base64"
                yield Breach(f"{path}.file_data", problem, {"actual": data[:80]})
            elif uri is None and ".output[" in path:
                yield Breach(f"{path}.file_data", "base64 without a data URI's head", {"actual": data[:80]})


def file_source(request: Request) -> Iterator[Breach]:
    """A file has ``file_id``, an http(s) ``file_url``, or ``file_data`` with a ``filename``."""
    for path, part in parts(request, "input_file"):
        url = part.get("file_url")
        if isinstance(url, str) and not url.lower().startswith(_WEB):
            yield Breach(f"{path}.file_url", "not an http(s) URL", {"actual": url[:80]}, note=True)
        elif not (part.get("file_id") or url or (part.get("file_data") and part.get("filename"))):
            nameless = bool(part.get("file_data"))
            problem = "file_data without a filename" if nameless else "neither file_id nor file_url nor file_data"
            keys = sorted(key for key in map(str, part) if key.startswith("file"))
            yield Breach(path, problem, {"actual": keys})
