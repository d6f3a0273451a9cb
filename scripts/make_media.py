"""Makes the media files that cases name: the smallest real ones. ``python scripts/make_media.py`` writes them.

Pillow and wave make them; other versions may write other bytes, so the files are kept, not made anew by a test.
"""

from __future__ import annotations

import io
import math
import struct
import wave
from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).parents[1] / "fixtures" / "promptfmt_fixtures" / "media"


def picture(format_: str, colour: tuple[int, int, int]) -> bytes:
    """Sixteen by sixteen pixels of one colour."""
    buffer = io.BytesIO()
    Image.new("RGB", (16, 16), colour).save(buffer, format_)
    return buffer.getvalue()


def tone() -> bytes:
    """A twentieth of a second of 440 Hz: 8-bit, 8 kHz, one channel."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(
            b"".join(struct.pack("B", 128 + round(100 * math.sin(math.tau * 440 * i / 8000))) for i in range(400))
        )
    return buffer.getvalue()


MEDIA = {
    "red.png": lambda: picture("PNG", (178, 34, 34)),
    "blue.jpg": lambda: picture("JPEG", (65, 105, 225)),
    "tone.wav": tone,
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, make in MEDIA.items():
        (FOLDER / name).write_bytes(make())


if __name__ == "__main__":
    main()
