"""OpenAI's rules over content parts: images, audio, files, refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pytest_promptfmt.common.media import decode_base64, split_data_uri
from pytest_promptfmt.dialects import shared_rules
from pytest_promptfmt.dialects.rules import Breach, may_ask
from pytest_promptfmt.dialects.shared_rules import images_of, in_message
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects, unwrapped


def parts(request: Request, type_: str) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Path, part and message, for every content part of one type."""
    for path, message in request.each():
        for where, part in objects(message.get("content"), f"{path}.content"):
            if part.get("type") == type_:
                yield where, part, message


_ASKED = {"tool": "media-in-results", "assistant": "image-of-assistant"}


@may_ask(*_ASKED.values())
def image_user_only(request: Request) -> Iterator[Breach]:
    """Images appear in user messages only."""
    for path, _, message in parts(request, "image_url"):
        role = message.get("role")
        if role != "user":
            asked = _ASKED.get(role, "") if isinstance(role, str) else ""
            yield Breach(path, f"an image {in_message(role)}", {"expected": "user"}, asks=asked)


def image_urls(request: Request) -> Iterator[tuple[str, str]]:
    """Path and value of every image's url."""
    for path, part, _ in parts(request, "image_url"):
        match part.get("image_url"):
            case {"url": str(url)}:
                yield f"{path}.image_url.url", url
            case _:
                pass


IMAGE_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp")


def image_format(request: Request) -> Iterator[Breach]:
    """An image is a PNG, JPEG, GIF or WebP."""
    return images_of(image_urls(request), IMAGE_TYPES)


def image_url(request: Request) -> Iterator[Breach]:
    """An image's url is http(s) or ``data:image/<type>;base64,<data>``, no local path."""
    for path, url in image_urls(request):
        uri = split_data_uri(url)
        if uri is None and not on_the_web(url):
            yield Breach(path, "neither an http(s) URL nor a base64 data URI", {"actual": url[:80]})
        elif uri is not None and not uri.media_type.startswith("image/"):
            declared = uri.media_type or "nothing"
            yield Breach(path, f"the data URI is declared as {declared}, not as an image", {"actual": url[:80]})


def on_the_web(url: str) -> bool:
    """Is it an http(s) address?"""
    return url.lower().startswith(("http://", "https://"))


def image_data_uri(request: Request) -> Iterator[Breach]:
    """An image's data URI holds base64 of a registered type (image/jpeg, not image/jpg)."""
    for path, url in image_urls(request):
        uri = split_data_uri(url)
        if uri is None:
            continue  # `image_url` reports it
        if decode_base64(uri.data) is None:
            # Of base64 that is wrapped in lines, or lacks its padding, nobody has said that it is refused.
            mended = (re.sub(r"\s", "", uri.data), uri.data + "=", uri.data + "==")
            problem = "what follows 'base64,' in the data URI is not base64"
            loose = any(decode_base64(each) is not None for each in mended)
            yield Breach(path, problem, {"actual": uri.data[:40]}, note=loose)
        elif uri.media_type == "image/jpg":
            found = {"expected": "image/jpeg", "actual": uri.media_type}
            yield Breach(path, "image/jpg is not a registered type", found, note=True)


AUDIO_FORMATS = ("wav", "mp3")


def audio_format(request: Request) -> Iterator[Breach]:
    """Audio is bare base64 with the format wav or mp3."""
    for path, part, _ in parts(request, "input_audio"):
        audio = part.get("input_audio")
        if not isinstance(audio, dict):
            continue
        if audio.get("format") not in AUDIO_FORMATS:
            found = {"expected": list(AUDIO_FORMATS), "actual": audio.get("format")}
            yield Breach(f"{path}.input_audio.format", f"{audio.get('format')!r} is not a format", found)
    yield from audio_data(request)


def audio_data(request: Request) -> Iterator[Breach]:
    """The bytes of a recording are bare base64."""
    for path, part, _ in parts(request, "input_audio"):
        match part.get("input_audio"):
            case {"data": str(data)} if decode_base64(data) is None:
                yield Breach(f"{path}.input_audio.data", "not bare base64", {"actual": data[:40]})


def refusal_alone(request: Request) -> Iterator[Breach]:
    """An assistant's parts are texts, or one refusal alone."""
    for path, _, message in parts(request, "refusal"):
        if message.get("role") == "assistant" and len(message["content"]) > 1:
            yield Breach(path, f"a refusal among {len(message['content'])} parts")


def file_data(request: Request) -> Iterator[Breach]:
    """A file's ``file_data`` is a data URI of a PDF with its base64: no bare base64, no address and no local path."""
    for path, part, _ in parts(request, "file"):
        match part.get("file"):
            case {"file_data": str(data)}:
                if problem := _no_data(data):
                    yield Breach(f"{path}.file.file_data", problem, {"actual": data[:80]})
                elif (uri := split_data_uri(data)) and uri.media_type != "application/pdf":
                    problem = f"a file of type {uri.media_type or 'nothing'}, and none but PDF is known to be taken"
                    yield Breach(f"{path}.file.file_data", problem, {"actual": data[:80]})
            case _:
                pass


def _no_data(data: str) -> str:
    uri = split_data_uri(data)
    if uri is None:
        return "neither a data URI nor base64" if unwrapped(data) is None else "base64 without a data URI's head"
    return "" if unwrapped(uri.data) is not None else "what follows 'base64,' is not base64"


def file_part(request: Request) -> Iterator[Breach]:
    """A file part has ``file_id``, or ``file_data`` with a ``filename``."""
    for path, part, _ in parts(request, "file"):
        file = part.get("file")
        if isinstance(file, dict) and not ("file_id" in file or ("file_data" in file and "filename" in file)):
            nameless = "file_data" in file
            problem = "file_data without a filename" if nameless else "neither file_id nor file_data with filename"
            note = nameless and request.dialect != "openai"
            yield Breach(f"{path}.file", problem, {"actual": sorted(map(str, file))}, note=note)


_WITHIN_A_PART = re.compile(r"\.content\[\d+\]\.(image_url|input_audio|file)[.\[]")


def no_unknown_keys(request: Request) -> Iterator[Breach]:
    """No keys outside the documented shape; an answer may go back as it came, with its annotations."""
    answers = {f"{path}.annotations" for path, message in request.each() if message.get("role") == "assistant"}
    for breach in shared_rules.no_unknown_keys(request):
        if request.dialect == "openai" and breach.path in answers:
            continue
        # The API's words are of messages, parts and calls; of what stands within an image's object it has said nothing.
        yield replace(breach, note=_WITHIN_A_PART.search(breach.path) is not None)
