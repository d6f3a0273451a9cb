"""Where media lie: the bytes of a source, the type that it declares, the address of what has to be fetched."""

from __future__ import annotations

import re

from pytest_promptfmt.common.media import bytes_of_url, read_base64
from pytest_promptfmt.conversation import Base64Source, Media, Source, UrlSource


def bytes_of(source: Source) -> bytes | None:
    """The bytes of a source, where they are at hand."""
    return read_base64(source.data) if isinstance(source, Base64Source) else bytes_of_url(source.url)


def declared_type(source: Source) -> str | None:
    """The media type declared for the bytes, beside base64 or in a data URI, in lower case and without parameters.

    None where none is declared: the name of a file declares nothing.
    """
    if isinstance(source, Base64Source):
        declared = source.media_type
    elif source.url.lower().startswith("data:"):
        declared = source.url[len("data:") :].partition(",")[0]
    else:
        return None
    return declared.partition(";")[0].strip().lower() or None


_ADDRESS = re.compile("(?!file:)[a-z][a-z0-9+.-]+://", re.IGNORECASE)


def address(media: Media) -> str:
    """The address of what lies elsewhere, neither in the conversation nor in a file; else empty."""
    url = media.source.url if isinstance(media.source, UrlSource) else ""
    return url if _ADDRESS.match(url) else ""
