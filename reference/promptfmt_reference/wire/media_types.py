"""What type media are: by their first bytes, by what they are declared to be, by a file's ending."""

from __future__ import annotations

from pathlib import PurePath


def sniff(kind: str, content: bytes) -> str:
    """The type that the first bytes show, empty where they show none of the kind."""
    found = (type_ for at, magic, type_ in _MAGIC.get(kind, ()) if content.startswith(magic, at))
    return next(found, "")


def canonical(media_type: str) -> str:
    bare = media_type.partition(";")[0].strip().lower()
    return _SAME.get(bare, bare)


def type_by_extension(name: str, kind: str = "") -> str:
    """The type that a file's ending shows, empty where it shows none; what holds films may hold sound alone."""
    media_type = _TYPES.get(PurePath(name).suffix.lower(), "")
    return _SOUND.get(media_type, media_type) if kind == "audio" else media_type


def is_of_kind(kind: str, media_type: str) -> bool:
    """Whether a block of the kind may hold media of the type; a document is what is none of the others."""
    family = media_type.partition("/")[0]
    return family not in ("", "image", "audio", "video") if kind == "document" else family == kind


_MAGIC: dict[str, tuple[tuple[int, bytes, str], ...]] = {
    "image": (
        (0, b"\x89PNG\r\n\x1a\n", "image/png"),
        (0, b"\xff\xd8\xff", "image/jpeg"),
        (0, b"GIF8", "image/gif"),
        (8, b"WEBP", "image/webp"),
        (0, b"BM", "image/bmp"),
        (0, b"II*\0", "image/tiff"),
        (0, b"MM\0*", "image/tiff"),
        (4, b"ftyphei", "image/heic"),
        (4, b"ftypmif1", "image/heif"),
    ),
    "audio": (
        (8, b"WAVE", "audio/wav"),
        (8, b"AIFF", "audio/aiff"),
        (0, b"ID3", "audio/mpeg"),
        (0, b"\xff\xfb", "audio/mpeg"),
        (0, b"\xff\xf3", "audio/mpeg"),
        (0, b"\xff\xf2", "audio/mpeg"),
        (0, b"OggS", "audio/ogg"),
        (0, b"fLaC", "audio/flac"),
    ),
    "document": ((0, b"%PDF-", "application/pdf"),),
}

_SAME = {
    "image/jpg": "image/jpeg",
    "audio/mp3": "audio/mpeg",
    "audio/x-wav": "audio/wav",
    "audio/wave": "audio/wav",
    "audio/vnd.wave": "audio/wav",
    "audio/x-flac": "audio/flac",
    "audio/x-aiff": "audio/aiff",
}

_SOUND = {"video/mp4": "audio/mp4", "video/webm": "audio/webm", "video/x-matroska": "audio/x-matroska"}

# a table of our own: what `mimetypes` knows differs between machines
_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".bmp": "image/bmp",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
    ".heic": "image/heic",
    ".heif": "image/heif",
    ".wav": "audio/wav",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".flac": "audio/flac",
    ".aac": "audio/aac",
    ".aiff": "audio/aiff",
    ".m4a": "audio/mp4",
    ".opus": "audio/opus",
    ".mka": "audio/x-matroska",
    ".mp4": "video/mp4",
    ".mpeg": "video/mpeg",
    ".mpg": "video/mpeg",
    ".mov": "video/quicktime",
    ".avi": "video/x-msvideo",
    ".webm": "video/webm",
    ".mkv": "video/x-matroska",
    ".wmv": "video/x-ms-wmv",
    ".flv": "video/x-flv",
    ".3gp": "video/3gpp",
    ".pdf": "application/pdf",
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".csv": "text/csv",
    ".html": "text/html",
    ".doc": "application/msword",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".xls": "application/vnd.ms-excel",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
