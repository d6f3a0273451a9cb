"""Bytes and their types: base64, data URIs, and what the first bytes say a file is.

`decode_base64` and `split_data_uri` are as strict as providers are. `read_base64` and `read_data_uri` understand what
people may write in a conversation.
"""

from __future__ import annotations

import base64
import binascii
import re
import warnings
from functools import lru_cache
from io import BytesIO
from mimetypes import MimeTypes
from typing import NamedTuple
from urllib.parse import unquote, unquote_to_bytes, urlsplit


class DataUri(NamedTuple):
    media_type: str
    data: str


_DATA_URI = re.compile(r"data:([^;,]*)((?:;[^;,]*)*);base64,(.*)", re.DOTALL | re.IGNORECASE)


def split_data_uri(text: str) -> DataUri | None:
    """Media type and base64 text of ``data:<type>;base64,<data>``; None where `text` is no such URI."""
    match = _DATA_URI.fullmatch(text)
    return DataUri(match[1].lower(), match[3]) if match else None


@lru_cache(maxsize=16)  # several rules look at the same picture
def decode_base64(text: str, *, url_safe: bool = False) -> bytes | None:
    """The bytes, or None where `text` is not base64 (standard alphabet; with `url_safe` also the other one)."""
    if url_safe:
        text = text.replace("-", "+").replace("_", "/")
        text += "=" * (-len(text) % 4)
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def read_base64(text: str) -> bytes | None:
    """The bytes of base64 of either alphabet, also in lines and without padding; None where it is none."""
    strict = decode_base64(text)
    return decode_base64(re.sub(r"\s", "", text), url_safe=True) if strict is None else strict


_ANY_DATA_URI = re.compile(r"data:([^,]*),(.*)", re.DOTALL | re.IGNORECASE)


def read_data_uri(text: str) -> bytes | None:
    """The bytes of a data URI as RFC 2397 has it, in base64 or percent-encoded; None where `text` is none."""
    match = _ANY_DATA_URI.fullmatch(text)
    if match is None:
        return None
    in_base64 = match[1].lower().rstrip().endswith(";base64")
    if in_base64 and (data := read_base64(match[2])) is not None:
        return data
    try:
        data = unquote_to_bytes(match[2])
    except UnicodeEncodeError:
        return None
    return read_base64(data.decode("latin-1")) if in_base64 else data


def bytes_of_url(url: str) -> bytes | None:
    """The bytes behind a data URI, a local path or a ``file://`` URL; None for everything that would need a network."""
    scheme = url.partition(":")[0].lower()
    if scheme == "data":
        return read_data_uri(url)
    try:
        parts = urlsplit(url)
        if "://" in url and (scheme != "file" or parts.netloc not in ("", "localhost")):
            return None
        with open(unquote(parts.path) if scheme == "file" else url, "rb") as file:
            return file.read()
    except (OSError, ValueError):
        return None


_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"BM", "image/bmp"),
    (0, b"II*\x00", "image/tiff"),
    (0, b"MM\x00*", "image/tiff"),
    (4, b"ftyphei", "image/heic"),
    (4, b"ftypmif1", "image/heic"),
    (4, b"ftypavif", "image/avif"),
    (8, b"WAVE", "audio/wav"),
    (8, b"AIFF", "audio/aiff"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"\xff\xf3", "audio/mpeg"),
    (0, b"\xff\xf2", "audio/mpeg"),
    (0, b"OggS", "audio/ogg"),
    (0, b"fLaC", "audio/flac"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1aE\xdf\xa3", "video/webm"),
    (0, b"%PDF-", "application/pdf"),
)
_SVG = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*(?:<(?:\?xml|!--|!DOCTYPE)[^>]*>\s*)*<svg[\s>]")


def sniff(data: bytes) -> str | None:
    """The media type that the first bytes show, None where they show none that is known here."""
    for offset, magic, media_type in _MAGIC:
        if data[offset : offset + len(magic)] == magic:
            return media_type
    return "image/svg+xml" if _SVG.match(data[:1000]) else None


_WITH_MAGIC = frozenset(known for _, _, known in _MAGIC)


def has_magic(media_type: str) -> bool:
    """Would `sniff` know the bytes of this type?"""
    return canonical(media_type) in _WITH_MAGIC


def is_plain_text(data: bytes) -> bool:
    """Text in UTF-8, of whatever type."""
    try:
        return sniff(data) is None and b"\0" not in data and bool(data.decode("utf-8"))
    except UnicodeDecodeError:
        return False


_SAME = {
    "image/jpg": "image/jpeg",
    "image/heif": "image/heic",
    "audio/mp3": "audio/mpeg",
    "audio/x-wav": "audio/wav",
    "audio/wave": "audio/wav",
    "audio/vnd.wave": "audio/wav",
    "audio/x-aiff": "audio/aiff",
    "audio/x-flac": "audio/flac",
    "video/quicktime": "video/mp4",
    "video/mov": "video/mp4",
    "audio/mp4": "video/mp4",
    "audio/m4a": "video/mp4",
    "audio/x-m4a": "video/mp4",
    "audio/webm": "video/webm",
    "video/ogg": "audio/ogg",
    "application/ogg": "audio/ogg",
    "audio/opus": "audio/ogg",
    "video/3gpp": "video/mp4",
    "audio/3gpp": "video/mp4",
    "video/3gpp2": "video/mp4",
    "audio/3gpp2": "video/mp4",
    "video/x-matroska": "video/webm",
    "audio/x-matroska": "video/webm",
    "video/mpg": "video/mpeg",
    "video/wmv": "video/x-ms-wmv",
    "video/flv": "video/x-flv",
    "video/avi": "video/x-msvideo",
}


def canonical(media_type: str) -> str:
    """One name for a type that has several: lower case, no parameters, containers by their bytes."""
    bare = media_type.split(";")[0].strip().lower()
    return _SAME.get(bare, bare)


_BY_EXTENSION = {
    **{".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp"},
    **{".mp3": "audio/mpeg", ".wav": "audio/wav", ".ogg": "audio/ogg", ".opus": "audio/ogg", ".flac": "audio/flac"},
    **{".aac": "audio/aac", ".m4a": "video/mp4", ".mka": "video/webm", ".mp4": "video/mp4", ".mov": "video/mp4"},
    **{".3gp": "video/mp4", ".3g2": "video/mp4", ".webm": "video/webm", ".mkv": "video/webm"},
    **{".wmv": "video/x-ms-wmv", ".flv": "video/x-flv", ".avi": "video/x-msvideo", ".pdf": "application/pdf"},
    **{".csv": "text/csv", ".html": "text/html", ".doc": "application/msword", ".xls": "application/vnd.ms-excel"},
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


_NAMES = MimeTypes()  # Python's own table: that of the machine differs from one to the next
_NAMES.add_type("text/markdown", ".md")
_NAMES.add_type("application/vnd.openxmlformats-officedocument.presentationml.presentation", ".pptx")


def type_by_extension(name: str) -> str | None:
    """The type that a file's name ends in, the same on every machine; None where it ends in none that is known."""
    known = next((type_ for ending, type_ in _BY_EXTENSION.items() if name.lower().endswith(ending)), None)
    return known or _NAMES.guess_type(name, strict=False)[0]


def extension_of(media_type: str) -> str:
    """What the name of a file of this type ends in, the same on every machine; nothing where that is not known."""
    known = next((ending for ending, type_ in _BY_EXTENSION.items() if type_ == media_type), None)
    return known or _NAMES.guess_extension(media_type, strict=False) or ""


_AUDIO_OR_VIDEO = (".3gp", ".3g2", ".mp4", ".ogg", ".webm")
"""Endings of files that hold sounds, or pictures that move."""


def is_audio_or_video(url: str, media_type: str) -> bool:
    """Is it a type of what an address ends in, where that ending tells no sound from a video?"""
    return _path(url).endswith(_AUDIO_OR_VIDEO) and type_by_misleading_extension(url, media_type) is None


def _path(url: str) -> str:
    return url.partition("?")[0].partition("#")[0].lower()


def type_by_misleading_extension(url: str, media_type: str) -> str | None:
    """The type that an address ends in, by its one name, where another known one is declared for it."""
    path = _path(url)
    from_address = next((type_ for ending, type_ in _BY_EXTENSION.items() if path.endswith(ending)), None)
    declared = canonical(media_type)
    return (
        from_address
        if from_address is not None and declared != from_address and declared in _BY_EXTENSION.values()
        else None
    )


_SCHEME = re.compile(r"(?!file:)[a-z][a-z0-9+.-]+:", re.IGNORECASE)


def is_local(address: str) -> bool:
    """Does it lead to a file of one's own, as a path or with ``file:``? A drive's letter is no scheme."""
    return _SCHEME.match(address) is None


def unfetched(address: str) -> str:
    """What one without a scheme is: the name of a file has a dot near its end, or is a whole path."""
    is_path = address.startswith(("/", ".", "~")) or "\\" in address or "." in address[-8:]
    return "a local path" if is_path or address.lower().startswith("file:") else "neither an address nor base64"


def image_size(data: bytes | None) -> tuple[int, int]:
    """Width and height of a picture as its header has them, (0, 0) where Pillow cannot tell, or is missing."""
    try:
        from PIL import Image

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of bombs; nothing is decompressed here
            with Image.open(BytesIO(data or b"")) as image:
                return image.size
    except Exception:  # a broken picture makes Pillow raise of every kind
        return 0, 0
