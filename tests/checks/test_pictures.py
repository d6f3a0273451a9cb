"""Do two pictures show the same? In any format, upright, and where a case allows it also smaller or compressed."""

from __future__ import annotations

import io
from importlib.resources import files

import pytest
from PIL import Image, ImageOps

from pytest_promptfmt.checks.fidelity.media.pictures import alike, same_picture, turned
from pytest_promptfmt.corpus.case_files import png


def shipped(name):
    return files("promptfmt_fixtures").joinpath(f"media/{name}").read_bytes()


def saved(image, format_="PNG", **options):
    file = io.BytesIO()
    image.save(file, format_, **options)
    return file.getvalue()


CHART = Image.open(io.BytesIO(shipped("chart.png"))).convert("RGB")
OTHER = {
    "a pixel changed": lambda: saved_with(lambda image: image.putpixel((5, 5), (0, 0, 0))),
    "turned": lambda: saved(CHART.rotate(90)),
    "larger": lambda: saved(CHART.resize((32, 32))),
    "cut": lambda: saved(CHART.crop((0, 0, 16, 12))),
    "compressed": lambda: saved(CHART, "JPEG", quality=50),
    "no picture": lambda: b"fake image",
    "a broken one": lambda: shipped("chart.png")[:70],
    "nothing": lambda: b"",
}


def saved_with(change):
    image = CHART.copy()
    change(image)
    return saved(image)


@pytest.mark.parametrize("name", ["chart.bmp", "chart.webp", "chart.tiff", "animated.gif"])
def test_the_same_pixels_in_another_format_are_the_same_picture(name):
    assert same_picture(shipped("chart.png"), shipped(name))
    assert not turned(shipped("chart.png"), shipped(name))


@pytest.mark.parametrize("change", OTHER)
def test_other_pixels_are_another_picture(change):
    assert not same_picture(shipped("chart.png"), OTHER[change]())
    assert not turned(shipped("chart.png"), OTHER[change]())


def test_a_picture_that_was_set_upright_is_the_same_and_one_that_lost_its_mark_is_turned():
    rotated = shipped("rotated.jpg")
    image = Image.open(io.BytesIO(rotated))
    upright, without = saved(ImageOps.exif_transpose(image)), saved(image.convert("RGB"))

    assert (same_picture(rotated, upright), turned(rotated, upright)) == (True, False)
    assert (same_picture(rotated, without), turned(rotated, without)) == (False, True)
    assert (alike(rotated, upright), alike(rotated, without)) == (True, False)


PANORAMA = png(8100, 60)
WIDE = Image.open(io.BytesIO(PANORAMA)).convert("RGB")
LIKE = {
    "smaller": (lambda: saved(WIDE.resize((2000, 15))), True),
    "smaller, rounded": (lambda: saved(WIDE.resize((1024, 8))), True),
    "compressed": (lambda: saved(WIDE, "JPEG", quality=40), True),
    "squeezed": (lambda: saved(WIDE.resize((2000, 60))), False),
    "a stamp": (lambda: saved(WIDE.resize((135, 1))), False),
    "half of it": (lambda: saved(WIDE.crop((0, 0, 4050, 30))), False),
    "the other way round": (lambda: saved(ImageOps.mirror(WIDE)), False),
    "in grey": (lambda: saved(WIDE.convert("L")), False),
    "no picture": (lambda: b"fake image", False),
}


@pytest.mark.parametrize("change", LIKE)
def test_what_was_made_smaller_or_compressed_is_alike(change):
    make, expected = LIKE[change]

    assert alike(PANORAMA, make()) == expected


def test_a_drawing_in_words_is_like_every_picture_and_like_nothing_else():
    assert alike(shipped("drawing.svg"), shipped("red.png"))
    assert not alike(shipped("drawing.svg"), b"fake image")
    assert not alike(b"fake image", shipped("red.png"))
