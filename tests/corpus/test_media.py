"""The shipped media are few, small, real, and what their names say."""

from __future__ import annotations

import io
import re
import struct
import wave
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageOps

from pytest_promptfmt.common.media import sniff

MEDIA = Path(str(files("promptfmt_fixtures"))) / "media"
ENDINGS = {
    **{".png": "image/png", ".jpg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp", ".bmp": "image/bmp"},
    **{".tiff": "image/tiff", ".svg": "image/svg+xml", ".wav": "audio/wav", ".aiff": "audio/aiff"},
    **{".mp3": "audio/mpeg", ".mp4": "video/mp4", ".pdf": "application/pdf"},
    **dict.fromkeys((".csv", ".md", ".txt")),  # of text nothing but its name tells
}
PICTURES = ("animated.gif", "chart.bmp", "chart.png", "chart.tiff", "chart.webp", "cmyk.jpg", "progressive.jpg")
RED, GREEN, BLUE, YELLOW = (178, 34, 34), (46, 139, 87), (65, 105, 225), (238, 201, 0)


def shipped(name):
    return (MEDIA / name).read_bytes()


def near(one, other):
    return all(abs(x - y) < 60 for x, y in zip(one, other, strict=True))


def test_the_files_are_few_and_small():
    sizes = [path.stat().st_size for path in MEDIA.iterdir()]

    assert len(sizes) <= 19
    assert max(sizes) < 1300


@pytest.mark.parametrize("path", sorted(MEDIA.iterdir()), ids=lambda path: path.name)
def test_a_file_is_of_the_type_that_its_ending_shows(path):
    assert sniff(path.read_bytes()) == ENDINGS[path.suffix]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_its_four_colours_in_their_corners(name):
    with Image.open(MEDIA / name) as image:
        image.load()
        corners = [image.convert("RGB").getpixel(at) for at in ((3, 3), (12, 3), (3, 12), (12, 12))]

    assert image.size == (16, 16)
    assert all(near(*pair) for pair in zip(corners, (RED, GREEN, BLUE, YELLOW), strict=True)), corners


def test_the_odd_pictures_are_odd():
    with Image.open(MEDIA / "animated.gif") as gif:
        assert (gif.n_frames, gif.format) == (2, "GIF")
        gif.seek(1)
        assert near(gif.convert("RGB").getpixel((3, 3)), YELLOW)
    with Image.open(MEDIA / "cmyk.jpg") as cmyk, Image.open(MEDIA / "progressive.jpg") as progressive:
        assert cmyk.mode == "CMYK"
        assert progressive.info["progressive"]
    with Image.open(MEDIA / "rotated.jpg") as rotated:
        upright = ImageOps.exif_transpose(rotated).convert("RGB")
        assert (rotated.size, upright.size) == ((32, 16), (16, 32))
        assert near(upright.getpixel((12, 4)), RED)
    drawing = ElementTree.fromstring(shipped("drawing.svg"))
    assert [rectangle.get("fill") for rectangle in drawing] == ["#b22222", "#2e8b57", "#4169e1", "#eec900"]


def test_the_wave_and_the_aiff_hold_the_same_tone():
    with wave.open(str(MEDIA / "tone.wav"), "rb") as file:
        assert (file.getframerate(), file.getnframes(), file.getsampwidth()) == (8000, 400, 1)
        samples = file.readframes(400)
    aiff = shipped("tone.aiff")

    assert struct.unpack(">4sI4s", aiff[:12]) == (b"FORM", len(aiff) - 8, b"AIFF")
    assert bytes(sample ^ 0x80 for sample in aiff[-400:]) == samples
    rises = sum(one < 128 <= other for one, other in pairwise(samples))
    assert rises == 440 // 20 - 1  # 440 times a second, for a twentieth of one; the first rise has no sample before it


def test_the_mp3_is_frames_from_end_to_end():
    data = shipped("silence.mp3")
    frames = [data[at : at + 104] for at in range(0, len(data), 104)]  # 144 · 32000 / 44100, without a padding byte

    assert len(frames) == 4
    assert all(frame[:4] == b"\xff\xfb\x10\xc4" and len(frame) == 104 for frame in frames)


def boxes(data):
    at = 0
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        yield name.decode(), data[at + 8 : at + size], at
        at += size
    assert at == len(data)


def test_the_mp4_holds_a_frame_where_its_table_says():
    data = shipped("clip.mp4")
    found = {name: (inner, at) for name, inner, at in boxes(data)}
    table = found["moov"][0]
    for name in ("trak", "mdia", "minf", "stbl"):
        table = {name: inner for name, inner, _ in boxes(table)}[name]
    entries = {name: inner for name, inner, _ in boxes(table)}
    at, size = struct.unpack(">I", entries["stco"][8:])[0], struct.unpack(">I", entries["stsz"][4:8])[0]

    assert list(found) == ["ftyp", "moov", "mdat"]
    assert at == found["mdat"][1] + 8
    with Image.open(io.BytesIO(data[at : at + size])) as frame:
        assert (frame.format, frame.size) == ("JPEG", (16, 16))
        assert near(frame.convert("RGB").getpixel((3, 3)), RED)


def test_the_pdf_has_its_objects_where_its_table_says():
    data = shipped("page.pdf")
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n\Z", data)[1])
    places = [int(at) for at in re.findall(rb"(\d{10}) 00000 n ", data[start:])]

    assert data[start : start + 5] == b"xref\n"
    assert [data[at : at + 7] for at in places] == [f"{number} 0 obj".encode() for number in range(1, 6)]
    assert b"(Harbour dues 1921, page 3) Tj" in data
