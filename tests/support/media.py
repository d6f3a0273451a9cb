"""Files of a few bytes, and how payloads hold them."""

from __future__ import annotations

import base64
import io

from PIL import Image

# The files are as short as the kit's `sniff` allows.
PNG, GIF, BMP = b"\x89PNG\r\n\x1a\n", b"GIF89a", b"BM"
JPEG, WEBP, WAV, PDF = b"\xff\xd8\xff", b"RIFF\0\0\0\0WEBP", b"RIFF\0\0\0\0WAVE", b"%PDF-"


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def data_uri(data: bytes, type_: str = "image/png") -> str:
    return f"data:{type_};base64,{b64(data)}"


def picture(width: int = 1, height: int = 1, format_: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.new("1", (width, height)).save(file, format_)
    return file.getvalue()
