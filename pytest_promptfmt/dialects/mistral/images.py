"""Mistral's rules over images and documents: where they come from, what they are, how many."""

from __future__ import annotations

from collections.abc import Iterator

from pytest_promptfmt.common.media import decode_base64, is_local, split_data_uri, unfetched
from pytest_promptfmt.dialects.rules import Breach, may_ask
from pytest_promptfmt.dialects.shared_rules import images_of, too_big, too_many
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
            # The words are known of bare base64 and of paths; of the rest nobody has told.
            problem = "neither an https URL nor a data URI of an image"
            yield Breach(path, problem, {"actual": url[:80]}, note=not is_local(url))
        elif decode_base64(uri.data) is None:
            problem = "what follows 'base64,' in the data URI is not base64"
            yield Breach(path, problem, {"actual": uri.data[:40]}, note=True)


def document_address(request: Request) -> Iterator[Breach]:
    """A document's address is a URL or a data URI, no local path."""
    for path, message in request.each():
        for where, chunk in objects(message.get("content"), f"{path}.content"):
            url = chunk.get("document_url")
            if chunk.get("type") == "document_url" and isinstance(url, str) and is_local(url):
                yield Breach(f"{where}.document_url", unfetched(url), {"actual": url[:80]})


FORMATS = ("image/png", "image/jpeg", "image/webp", "image/gif")


def image_format(request: Request) -> Iterator[Breach]:
    """An image is a PNG, JPEG, WebP or GIF."""
    return images_of(image_urls(request), FORMATS)


@may_ask("images-per-request", "image-bytes")
def image_limits(request: Request) -> Iterator[Breach]:
    """As many images in a request as the model takes, and as big as it takes them."""
    images = list(image_urls(request))
    yield from too_many(request, "images-per-request", [path for path, _ in images])
    for path, url in images:
        uri = split_data_uri(url)
        size = len(decode_base64(uri.data) or b"") if uri else 0
        yield from too_big(request, "image-bytes", path, size, "bytes")
