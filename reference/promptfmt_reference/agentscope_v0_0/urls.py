"""Addresses of media, whose type is what follows the last dot; files are read where they are, nothing is fetched."""

from __future__ import annotations

import base64
from os.path import exists, isfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

_IMAGES = "bmp dib icns ico jfif jpe jpeg jpg j2c j2k jp2 jpc jpf jpx apng png bw rgb rgba sgi tif tiff webp"
_AUDIOS = "amr wav 3gp 3gpp aac mp3 flac ogg"
_VIDEOS = "mp4 webm mkv flv avi mov wmv rmvb"
_KINDS = {
    ending: kind
    for kind, endings in (("image", _IMAGES), ("audio", _AUDIOS), ("video", _VIDEOS))
    for ending in endings.split()
}


def kind(url: str) -> str:
    """``image``, ``audio``, ``video``, or ``file`` for all else."""
    return _KINDS.get(url.rpartition(".")[2].lower(), "file")


def with_scheme(url: str) -> str:
    """A path that exists as DashScope's SDK uploads it; any other address as it is."""
    return f"file://{url}" if exists(url) else url


def address(url: Any, endings: tuple[str, ...], subtypes: dict[str, str] | None = None) -> str | None:
    """A data URI for a local file, a web address as it is; None for what has none of `endings`, or is not there.

    The media type is the ending itself where `subtypes` has no other.
    """
    if not isinstance(url, str) or not url.lower().endswith(endings):
        return None
    if isfile(url):
        ending = url.lower().rpartition(".")[2]
        subtype = (subtypes or {}).get(ending, ending)
        return f"data:image/{subtype};base64,{base64.b64encode(Path(url).read_bytes()).decode()}"
    return url if _has_scheme(url) and not exists(url) else None


def _has_scheme(url: str) -> bool:
    try:
        return bool(urlsplit(url).scheme)
    except ValueError:  # a host that none can be, as in https://[.png
        return False
