"""What audio costs with OpenAI's models: ten tokens for a second."""

from __future__ import annotations

import base64
import binascii
import io
import wave


def audio_tokens(data: str) -> int:
    """Of base64 or a data URI; `ValueError` where it is neither."""
    try:
        content = base64.b64decode(data.rpartition(",")[2])
    except (binascii.Error, ValueError) as error:
        raise ValueError(f"audio to be counted is not base64: {data[:40]!r}…") from error
    seconds = _wave_seconds(content)
    if seconds is None:
        seconds = len(content) * 8 / (1000 * (_mpeg_kilobits(content) or 128))
    return int(-(-seconds * 10 // 1))


def _wave_seconds(content: bytes) -> float | None:
    try:
        with wave.open(io.BytesIO(content)) as sound:
            return float(sound.getnframes() / sound.getframerate())
    except (wave.Error, EOFError, ZeroDivisionError):
        return None


def _mpeg_kilobits(content: bytes) -> int | None:
    """The bit rate of an mp3's first frame, behind its tag."""
    start = 0
    if content.startswith(b"ID3") and len(content) > 10:
        start = 10 + sum((byte & 0x7F) << shift for byte, shift in zip(content[6:10], (21, 14, 7, 0), strict=True))
    frame = content[start : start + 3]
    if len(frame) < 3 or frame[0] != 0xFF or frame[1] & 0xE6 != 0xE2:  # in step, and layer III
        return None
    return (_MPEG_1 if frame[1] & 0x18 == 0x18 else _MPEG_2)[frame[2] >> 4]


_MPEG_1 = (None, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, None)
_MPEG_2 = (None, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, None)
