"""Media as most libraries want them: an address, base64 with its type, a data URI, bytes.

Libraries whose blocks take no path are given the bytes of the file and the type that those show, as one who uses the
library has to do.
"""

from __future__ import annotations

import base64
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from pytest_promptfmt.common.media import (
    canonical,
    read_base64,
    read_data_uri,
    sniff,
    split_data_uri,
    type_by_extension,
)
from pytest_promptfmt.conversation import Base64Source, Media
from pytest_promptfmt.conversation.sources import declared_type


class Inline(NamedTuple):
    """Media by value: the type as declared (or, for a file, as its bytes show), and base64."""

    media_type: str
    data: str

    @property
    def uri(self) -> str:
        """The same as a data URI: ``data:image/png;base64,…``."""
        return f"data:{self.media_type};base64,{self.data}"


class Data(NamedTuple):
    """The same in bytes."""

    media_type: str
    data: bytes


def inline_or_url(media: Media) -> Inline | str:
    """The media by value, or an address that is neither a local file nor a data URI in base64.

    Raises `OSError` for a file that cannot be read.
    """
    if isinstance(media.source, Base64Source):
        return Inline(media.source.media_type, media.source.data)
    url = media.source.url
    if (split := split_data_uri(url)) is not None and split.media_type:
        return Inline(*split)
    path = local_path(url)
    if path is None:
        return url
    read = path.read_bytes()
    return Inline(_shown(read, path.name, media), base64.b64encode(read).decode())


def uri_or_url(media: Media) -> str:
    """The same as one text: a data URI, or the address."""
    found = inline_or_url(media)
    return found.uri if isinstance(found, Inline) else found


def inline(media: Media) -> Inline:
    """By value, for a library that takes no address.

    Raises `NotImplementedError` where nobody has the bytes but who is at the address: the kit fetches nothing.
    """
    found = inline_or_url(media)
    if isinstance(found, Inline):
        return found
    if (read := read_data_uri(found)) is not None:
        return Inline(declared_type(media.source) or _shown(read, "", media), base64.b64encode(read).decode())
    raise NotImplementedError(f"it takes {media.type} by value, and this one is at an address: {found[:80]}")


def data_of(media: Media) -> Data:
    """The bytes, for a library that takes those. Raises as `inline` does, and `ValueError` where base64 is none."""
    found = inline(media)
    read = read_base64(found.data)
    if read is None:
        raise ValueError(f"the {media.type} says that it is base64, and is not: {found.data[:40]!r}")
    return Data(found.media_type, read)


def local_path(url: str) -> Path | None:
    """The path of a file of this machine, by path or by ``file://`` URL; None for every other address."""
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.netloc in ("", "localhost"):
        return Path(unquote(parts.path))
    return None if "://" in url or parts.scheme == "data" else Path(url)


def guessed_type(name: str, media: Media) -> str:
    """The type that a name tells, or the commonest of the kind."""
    return _of_its_kind(canonical(type_by_extension(name) or COMMONEST[media.type]), media)


def _shown(data: bytes, name: str, media: Media) -> str:
    """What the first bytes show, else what the name tells."""
    found = sniff(data)
    return _of_its_kind(found, media) if found else guessed_type(name, media)


def _of_its_kind(media_type: str, media: Media) -> str:
    """Containers hold sounds or pictures that move, and have a type for either: whoever sends one knows which it is."""
    kind, _, container = media_type.partition("/")
    return f"{media.type}/{container}" if {kind, media.type} == {"audio", "video"} else media_type


COMMONEST = {"image": "image/png", "audio": "audio/wav", "video": "video/mp4", "document": "application/pdf"}
"""What a file is most likely, where neither its bytes nor its name tell."""
