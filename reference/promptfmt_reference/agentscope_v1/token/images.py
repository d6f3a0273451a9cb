"""What an image costs with OpenAI's models: by tiles of 512 pixels, or by patches of 32."""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import TypeAlias

Size: TypeAlias = tuple[int, int]
Fetch: TypeAlias = Callable[[str], bytes]


@dataclass(frozen=True, slots=True)
class Tiles:
    """`base` for the small picture, `tile` for each square of the large one, which low detail leaves out."""

    base: int
    tile: int

    def tokens(self, size: Size) -> int:
        """Fitted into a square of 2048, then scaled, up as well as down, until the short side is 768."""
        width, height = size
        if max(size) > 2048:
            width, height = width * 2048 // max(size), height * 2048 // max(size)
        short = max(1, min(width, height))
        across, down = (max(1, -(-side * 768 // (short * 512))) for side in (width, height))
        return self.base + self.tile * across * down


@dataclass(frozen=True, slots=True)
class Patches:
    """`percent` of a token for each patch, of which there are 1536 at the most."""

    percent: int

    def tokens(self, size: Size) -> int:
        patches = min(ceil(size[0] / 32) * ceil(size[1] / 32), 1536)
        return -(-patches * self.percent // 100)


def price_of(model: str) -> Tiles | Patches:
    """By the longest name that the model's begins with; `ValueError` where no price is known."""
    names = [name for name in PRICES if model == name or model.startswith(f"{name}-")]
    if not names:
        raise ValueError(f"Unsupported OpenAI model {model} for token counting: what an image costs it is not known.")
    return PRICES[max(names, key=len)]


def image_tokens(model: str, size: Callable[[], Size], detail: str | None = None) -> int:
    """`size` is asked only where the price depends on it."""
    price = price_of(model)
    if detail not in (None, "auto", "high", "low"):
        raise ValueError(f"the detail of an image is low, high or auto, got {detail!r}")
    if detail == "low" and isinstance(price, Tiles):
        return price.base
    return price.tokens(size())


def size_of(data: str | bytes) -> Size:
    """Width and height in pixels of a picture: its bytes, base64, or a data URI."""
    from PIL import Image

    try:
        content = data if isinstance(data, bytes) else base64.b64decode(data.rpartition(",")[2])
        with Image.open(io.BytesIO(content)) as image:
            return image.size
    except (binascii.Error, ValueError, OSError) as error:
        raise ValueError(f"an image to be counted cannot be opened: {str(data[:40])!r}…") from error


PRICES: dict[str, Tiles | Patches] = {
    "gpt-4o": Tiles(85, 170),
    "chatgpt-4o": Tiles(85, 170),
    "gpt-4o-mini": Tiles(2833, 5667),
    "gpt-4.1": Tiles(85, 170),
    "gpt-4.1-mini": Patches(162),
    "gpt-4.1-nano": Patches(246),
    "gpt-4.5": Tiles(85, 170),
    "gpt-4-turbo": Tiles(85, 170),
    "o1": Tiles(75, 150),
    "o3": Tiles(75, 150),
    "o4-mini": Patches(172),
}
"""What OpenAI's guide says and its bills show; for newer models the two disagree, and so they are left out."""
