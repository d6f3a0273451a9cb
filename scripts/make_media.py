"""Makes the media files that cases name: the smallest real ones. ``python scripts/make_media.py`` writes them.

Pillow and wave make them, or a few lines here; other versions may write other bytes, so the files are kept, not made
anew by a test. Pictures have four colours, so that one that was turned, cut or drawn anew differs from itself.
"""

from __future__ import annotations

import io
import math
import struct
import wave
from collections.abc import Callable
from pathlib import Path

from options import parser
from PIL import Image

FOLDER = Path(__file__).parents[1] / "fixtures" / "promptfmt_fixtures" / "media"

RED, GREEN, BLUE, YELLOW = (178, 34, 34), (46, 139, 87), (65, 105, 225), (238, 201, 0)


def one_colour(format_: str, colour: tuple[int, int, int]) -> bytes:
    """Sixteen by sixteen pixels of one colour."""
    return saved(Image.new("RGB", (16, 16), colour), format_)


def quarters(*colours: tuple[int, int, int], size: tuple[int, int] = (16, 16)) -> Image.Image:
    """A picture of four colours: above on the left and on the right, below on the left and on the right."""
    image = Image.new("RGB", size)
    half, middle = size[0] // 2, size[1] // 2
    for colour, corner in zip(colours, ((0, 0), (half, 0), (0, middle), (half, middle)), strict=True):
        image.paste(colour, (*corner, corner[0] + half, corner[1] + middle))
    return image


def saved(image: Image.Image, format_: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, format_, **options)
    return buffer.getvalue()


CHART = quarters(RED, GREEN, BLUE, YELLOW)


def rotated() -> bytes:
    """A JPEG on its side, whose EXIF data say how to set it upright."""
    exif = Image.Exif()
    exif[0x0112] = 6
    return saved(quarters(RED, GREEN, BLUE, YELLOW, size=(32, 16)), "JPEG", exif=exif, quality=60)


def animated() -> bytes:
    """Two frames, the second with the colours the other way round."""
    second = quarters(YELLOW, BLUE, GREEN, RED)
    return saved(CHART, "GIF", save_all=True, append_images=[second], duration=200, loop=0)


def drawing() -> bytes:
    """Four rectangles, in words."""
    corners = zip(("b22222", "2e8b57", "4169e1", "eec900"), ((0, 0), (8, 0), (0, 8), (8, 8)), strict=True)
    rectangles = "".join(f'<rect x="{x}" y="{y}" width="8" height="8" fill="#{c}"/>' for c, (x, y) in corners)
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">{rectangles}</svg>\n'.encode()


SAMPLES = bytes(128 + round(100 * math.sin(math.tau * 440 * i / 8000)) for i in range(400))
"""A twentieth of a second of 440 Hz: 8-bit, 8 kHz, one channel."""


def tone() -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(SAMPLES)
    return buffer.getvalue()


def aiff() -> bytes:
    """The same tone; here samples have a sign, and the rate is an 80-bit number."""
    rate = struct.pack(">HQ", 0x4000 + 11, 8000 << 51)
    common = b"COMM" + struct.pack(">IhIh", 18, 1, len(SAMPLES), 8) + rate
    sound = b"SSND" + struct.pack(">III", 8 + len(SAMPLES), 0, 0) + bytes(sample ^ 0x80 for sample in SAMPLES)
    return b"FORM" + struct.pack(">I", 4 + len(common) + len(sound)) + b"AIFF" + common + sound


def silence() -> bytes:
    """Four frames of MPEG-1 layer III, 32 kbit/s, 44.1 kHz, one channel: 104 bytes each, all zero but the header."""
    return (b"\xff\xfb\x10\xc4" + bytes(100)) * 4


def box(name: str, *content: bytes) -> bytes:
    """A box of an MP4 file: its size, its name, what is in it."""
    inner = b"".join(content)
    return struct.pack(">I4s", 8 + len(inner), name.encode()) + inner


def numbers(*values: int) -> bytes:
    return struct.pack(f">{len(values)}I", *values)


def clip() -> bytes:
    """One second of MP4 video: a single frame, a JPEG of sixteen by sixteen pixels."""
    frame = saved(CHART, "JPEG", quality=30)
    kind = box("ftyp", b"isom", numbers(512), b"isom", b"mp41")
    unit = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    once = numbers(0, 1)
    sample = box(
        *("jpeg", bytes(6), b"\0\1", bytes(16), b"\0\x10\0\x10", numbers(0x480000, 0x480000, 0, 0x10000)),
        *(bytes(31), b"\0\x18\xff\xff"),
    )

    def movie(at: int) -> bytes:
        times, chunks = box("stts", once, numbers(1, 1000)), box("stsc", once, numbers(1, 1, 1))
        sizes, places = box("stsz", numbers(0, len(frame), 1)), box("stco", once, numbers(at))
        table = box("stbl", box("stsd", once, sample), times, chunks, sizes, places)
        source = box("dinf", box("dref", once, box("url ", numbers(1))))
        media = box(
            *("mdia", box("mdhd", numbers(0, 0, 0, 1000, 1000, 0x55C40000))),
            *(box("hdlr", bytes(8), b"vide", bytes(13)), box("minf", box("vmhd", numbers(1, 0, 0)), source, table)),
        )
        header = box("tkhd", numbers(7, 0, 0, 1, 0, 1000), bytes(16), unit, numbers(16 << 16, 16 << 16))
        head = box("mvhd", numbers(0, 0, 0, 1000, 1000, 0x10000, 0x1000000), bytes(8), unit, bytes(24), numbers(2))
        return box("moov", head, box("trak", header, media))

    size = len(kind) + len(movie(0)) + 8
    return kind + movie(size) + box("mdat", frame)


def page() -> bytes:
    """A PDF of one page that says one line."""
    stream = b"BT /F 12 Tf 20 40 Td (Harbour dues 1921, page 3) Tj ET"
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 80] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )
    written, places = b"%PDF-1.4\n", []
    for number, inner in enumerate(objects, start=1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, inner)
    table = b"".join(b"%010d 00000 n \n" % at for at in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(written))
    return written + head + table + end


MEDIA: dict[str, Callable[[], bytes]] = {
    "red.png": lambda: one_colour("PNG", RED),
    "blue.jpg": lambda: one_colour("JPEG", BLUE),
    "chart.png": lambda: saved(CHART, "PNG", optimize=True),
    "progressive.jpg": lambda: saved(CHART, "JPEG", progressive=True, quality=60),
    "cmyk.jpg": lambda: saved(CHART.convert("CMYK"), "JPEG", quality=60),
    "rotated.jpg": rotated,
    "animated.gif": animated,
    "chart.webp": lambda: saved(CHART, "WEBP", lossless=True),
    "chart.bmp": lambda: saved(CHART.quantize(4), "BMP"),
    "chart.tiff": lambda: saved(CHART, "TIFF", compression="tiff_lzw"),
    "drawing.svg": drawing,
    "tone.wav": tone,
    "tone.aiff": aiff,
    "silence.mp3": silence,
    "clip.mp4": clip,
    "page.pdf": page,
    "fares.csv": lambda: b"boat,price\notter-77,12\nraven-91,30\n",
    "notes.md": lambda: b"# Notes\n\n- otter-77 sails at *seven*.\n",
    "terms.txt": lambda: b"Terms: pay raven-91 by noon.\n",
}


def main() -> None:
    parser(__doc__).parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name, make in MEDIA.items():
        (FOLDER / name).write_bytes(make())


if __name__ == "__main__":
    main()
