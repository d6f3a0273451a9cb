"""Media and tools as most libraries want them: an address or base64 with its type, and OpenAI's spelling of a function.

Libraries whose blocks take no path are given the bytes of the file and the type that those show, as one who uses the
library has to do.
"""

from __future__ import annotations

import base64
import mimetypes
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from pytest_promptfmt.common.media import canonical, sniff, split_data_uri
from pytest_promptfmt.conversation import Base64Source, Conversation, Media


class Inline(NamedTuple):
    """Media by value: the type as declared (or, for a file, as its bytes show), and base64."""

    media_type: str
    data: str

    @property
    def uri(self) -> str:
        return f"data:{self.media_type};base64,{self.data}"


def inline_or_url(media: Media) -> Inline | str:
    """The media by value, or an address that is neither a local file nor a data URI in base64.

    Raises `OSError` for a file that cannot be read.
    """
    if isinstance(media.source, Base64Source):
        return Inline(media.source.media_type, media.source.data)
    url = media.source.url
    if (split := split_data_uri(url)) is not None and split.media_type:
        return Inline(*split)
    path = local(url)
    if path is None:
        return url
    read = path.read_bytes()
    return Inline(sniff(read) or guessed(path.name, media), base64.b64encode(read).decode())


def local(url: str) -> Path | None:
    """The path of a file of this machine, by path or by ``file://`` URL; None for every other address."""
    parts = urlsplit(url)
    if parts.scheme == "file" and parts.netloc in ("", "localhost"):
        return Path(unquote(parts.path))
    return None if "://" in url or parts.scheme == "data" else Path(url)


def guessed(name: str, media: Media) -> str:
    """The type that a name tells, or the commonest of the kind."""
    return canonical(mimetypes.guess_type(name)[0] or _COMMONEST[media.type])


_COMMONEST = {"image": "image/png", "audio": "audio/wav", "video": "video/mp4", "document": "application/pdf"}


def tools_of(conversation: Conversation) -> list[dict[str, Any]]:
    """The tools on offer, as OpenAI's API spells them."""
    return [{"type": "function", "function": tool} for tool in conversation.to_json().get("tools", ())]
