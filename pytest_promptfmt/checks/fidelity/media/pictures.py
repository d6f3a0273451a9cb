"""Pictures: do two files show the same, whatever their format? Of an animation the first frame counts."""

from __future__ import annotations

import io
import warnings
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_promptfmt.common.media import sniff

if TYPE_CHECKING:
    from PIL.Image import Image


def same_picture(given: bytes, found: bytes) -> bool:
    """Do both show the same pixels, set upright?"""
    return _pixels(given, upright=True) == _pixels(found, upright=True) is not None


def turned(given: bytes, found: bytes) -> bool:
    """Are the pixels the same as they are stored, and only not set upright the same way?"""
    same = _pixels(given, upright=False) == _pixels(found, upright=False) is not None
    return same and not same_picture(given, found)


def usual(data: bytes) -> bool:
    """Is it a picture of 10 to 2000 pixels a side, of no more than 3.75 MB, upright and in colours of the screen?"""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as image:
            upright, (least, most) = image.getexif().get(_ORIENTATION, 1) == 1, sorted(image.size)
            return upright and image.mode != "CMYK" and least >= _FEW and most <= _MANY and len(data) <= _HEAVY
    except Exception:  # what is no picture is not usual either
        return False


def can_be_seen(data: bytes) -> bool:
    """Is it a whole picture, none of whose sides is 200 times the other?"""
    opened = _opened(data)
    return opened is not None and max(opened.size) < 200 * min(opened.size)


_ORIENTATION, _FEW, _MANY, _HEAVY = 0x0112, 10, 2000, 3_932_160
_THUMBNAIL, _STAMP = (16, 16), 256
_COLOURS_DIFFER = 12
"""Of 255, on average over the thumbnails."""


def alike(given: bytes, found: bytes) -> bool:
    """Is `found` the picture `given` in another size or format, with what compression changes?

    What is made smaller keeps 256 pixels. A drawing in words, which is not drawn here, is like every picture.
    """
    a, b = _opened(given), _opened(found)
    if a is None or b is None:
        return b is not None and sniff(given) == "image/svg+xml"
    if max(b.size) < min(max(a.size), _STAMP) or not (_fits(a.size, b.size) or _fits(a.size[::-1], b.size[::-1])):
        return False
    return _near(a, b)


def _near(a: Image, b: Image) -> bool:
    """Are they of nearly the same colours, in the same places?"""
    small = [image.convert("RGB").resize(_THUMBNAIL).tobytes() for image in (a, b)]
    difference: int = sum(abs(x - y) for x, y in zip(*small, strict=True))
    return difference <= _COLOURS_DIFFER * len(small[0])


def compressed(given: bytes, found: bytes, *, upright: bool = True) -> bool:
    """Is `found` the picture `given`, of the same size, saved anew in a format that loses detail?"""
    a, b = (_opened(data, upright=upright) for data in (given, found))
    lossy = sniff(found) in ("image/jpeg", "image/webp", "image/gif")
    return lossy and a is not None and b is not None and a.size == b.size and _near(a, b)


def _fits(given: tuple[int, int], found: tuple[int, int]) -> bool:
    """Is the second size the first one scaled to its width, give or take a pixel and a hundredth?"""
    height = given[1] * found[0] / given[0]
    return abs(found[1] - height) <= 1 + height / 100


@lru_cache(maxsize=1024)
def _pixels(data: bytes, *, upright: bool) -> tuple[tuple[int, int], bytes] | None:
    """A picture's size, and a digest of its pixels; None where there is none."""
    image = _opened(data, upright=upright)
    return (image.size, sha256(image.tobytes()).digest()) if image is not None else None


def _opened(data: bytes, *, upright: bool = True) -> Image | None:
    """The picture in red, green, blue and alpha, as people see it or as the file holds it; None where there is none."""
    from PIL import Image, ImageOps

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of bombs; those that are one it refuses
            with Image.open(io.BytesIO(data)) as image:
                return (ImageOps.exif_transpose(image) if upright else image).convert("RGBA")
    except Exception:  # Pillow's decoders raise all kinds of errors over bytes that are no image
        return None
