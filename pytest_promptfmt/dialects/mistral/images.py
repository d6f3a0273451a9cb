"""Mistral's rules over images: where they come from, what they are, how many."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.common.media import decode_base64, split_data_uri
from pytest_promptfmt.dialects.rules import Breach, asks
from pytest_promptfmt.dialects.shared_rules import images_of, too_many
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects


def image_urls(request: Request) -> Iterator[tuple[str, str]]:
    """Path and value of every image's address, be it a string or an object with ``url``."""
    for path, message in request.each():
        for where, chunk in objects(message.get("content"), f"{path}.content"):
            match chunk:
                case {"type": "image_url", "image_url": str(url)}:
                    yield f"{where}.image_url", url
                case {"type": "image_url", "image_url": {"url": str(url)}}:
                    yield f"{where}.image_url.url", url
                case _:
                    pass


def image_address(request: Request) -> Iterator[Breach]:
    """An image is an https URL or ``data:image/<format>;base64,<data>``."""
    for path, url in image_urls(request):
        if url.lower().startswith("https://"):
            continue
        uri = split_data_uri(url)
        if uri is None or not uri.media_type.startswith("image/"):
            yield Breach(path, "neither an https URL nor a data URI of an image", {"actual": url[:80]})
        elif decode_base64(uri.data) is None:
            yield Breach(path, "what follows 'base64,' in the data URI is not base64", {"actual": uri.data[:40]})


FORMATS = ("image/png", "image/jpeg", "image/webp", "image/gif")


def image_format(request: Request) -> Iterator[Breach]:
    """An image is a PNG, JPEG, WebP or GIF."""
    return images_of(image_urls(request), FORMATS)


MOST_BYTES = 10 * 10**6


@asks("images-per-request")
def image_limits(request: Request) -> Iterator[Breach]:
    """As many images in a request as the model takes, each of at most 10 MB."""
    images = list(image_urls(request))
    yield from too_many(request, "images-per-request", [path for path, _ in images])
    for path, url in images:
        uri = split_data_uri(url)
        size = len(decode_base64(uri.data) or b"") if uri else 0
        if size > MOST_BYTES:
            yield Breach(path, f"an image of {size} bytes", {"expected": MOST_BYTES, "actual": size})
