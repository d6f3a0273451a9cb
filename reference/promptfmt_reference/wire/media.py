"""Media opened: bytes with their true type, or a link. Local files are read; nothing is fetched."""

from __future__ import annotations

import base64
import binascii
import re
import warnings
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urlsplit

from promptfmt_reference.wire.media_types import canonical, is_of_kind, sniff, type_by_extension
from pytest_promptfmt.conversation import Base64Source, Media


@dataclass(frozen=True, slots=True)
class File:
    """`data` is standard base64 without a prefix."""

    kind: str
    media_type: str
    data: str
    name: str

    @property
    def data_uri(self) -> str:
        return f"data:{self.media_type};base64,{self.data}"

    @property
    def text(self) -> str:
        """What a document of plain text says; `ValueError` where it is no UTF-8."""
        try:
            return base64.b64decode(self.data).decode("utf-8")
        except UnicodeDecodeError as error:
            raise ValueError(f"{self.kind} {self.name!r}: its text is no UTF-8") from error


@dataclass(frozen=True, slots=True)
class Link:
    kind: str
    url: str

    @property
    def is_web(self) -> bool:
        return self.url.lower().startswith(("http://", "https://"))


_DATA_URI = re.compile(r"data:([^;,]*)(?:;[^;,]*)*;base64,(.*)", re.DOTALL | re.IGNORECASE)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]+):", re.IGNORECASE)


def open_media(media: Media) -> File | Link:
    """A `File` for base64, a data URI or a local file; a `Link` for any other address; else `ValueError`."""
    if isinstance(media.source, Base64Source):
        return _file(media.type, media.source.media_type, media.source.data, "")
    url = media.source.url
    if uri := _DATA_URI.fullmatch(url):
        return _file(media.type, uri[1], uri[2], "")
    scheme = _SCHEME.match(url)
    if scheme and scheme[1].lower() == "data":
        raise ValueError(f"{media.type} {url[:60]!r}: the data URI is not base64")
    if scheme and scheme[1].lower() != "file":
        return Link(media.type, url)
    path = _path(url) if scheme else Path(url)
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise ValueError(f"{media.type} {url[:200]!r}: neither a web address nor a file that can be read") from error
    return _file(media.type, type_by_extension(path.name, media.type), base64.b64encode(data).decode(), path.name)


def longest_side(data: str) -> int:
    """The pixels of a picture's longer side, as its header has them; 0 where that cannot be told."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of bombs; nothing is decompressed here
            with Image.open(BytesIO(base64.b64decode(data))) as picture:
                return max(picture.size)
    except Exception:  # a broken picture makes Pillow raise of every kind
        return 0


def file_of(media: Media, provider: str, types: tuple[str, ...] = ()) -> File:
    """The file, of one of `types` where they are given; a link is refused, since `provider` fetches nothing."""
    match open_media(media):
        case Link(kind, url):
            raise ValueError(f"{kind} {url!r}: {provider} takes {kind}s by value, not by address")
        case File() as file:
            _check_type(file.kind, file.media_type, provider, types)
            return file


def linked_type(link: Link, provider: str, types: tuple[str, ...] = ()) -> str:
    """The type that a link's ending shows, where `provider` has to be told it; `ValueError` where it shows none."""
    media_type = type_by_extension(urlsplit(link.url).path, link.kind)
    if not is_of_kind(link.kind, media_type):
        raise ValueError(
            f"{link.kind} {link.url!r}: {provider} has to be told its type, and the address does not show it"
        )
    _check_type(link.kind, media_type, provider, types)
    return media_type


def _check_type(kind: str, media_type: str, provider: str, types: tuple[str, ...]) -> None:
    if types and media_type not in types:
        raise ValueError(f"{provider} takes no {kind} of type {media_type}, only {', '.join(types)}")


def address(media: Media, provider: str, types: tuple[str, ...] = (), schemes: tuple[str, ...] = ()) -> str:
    """A web address (or one of other `schemes` that the provider knows), or a data URI."""
    match open_media(media):
        case Link() as link if link.is_web or link.url.startswith(schemes):
            return link.url
        case Link(kind, url):
            raise ValueError(f"{kind} {url!r}: {provider} fetches from http and https only")
        case _:
            return file_of(media, provider, types).data_uri


def _path(url: str) -> Path:
    """The path of a file URL, as RFC 8089 has it."""
    parts = urlsplit(url)
    if parts.netloc.lower() not in ("", "localhost"):
        raise ValueError(f"{url!r}: the file is on another host")
    return Path(unquote(parts.path))


def _file(kind: str, declared: str, data: str, name: str) -> File:
    try:
        content = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"{kind}: what should be standard base64 is not: {data[:40]!r}") from error
    if not content:
        raise ValueError(f"{kind} {name!r}: it is empty")
    media_type = sniff(kind, content) or canonical(declared)
    if not is_of_kind(kind, media_type):
        raise ValueError(f"{kind} {name!r}: its type is {declared or 'unknown'!r}, which is no {kind}")
    return File(kind, media_type, data, name)
