"""The token counters: what pictures and recordings cost."""

from __future__ import annotations

import base64
import io
import struct
import wave

import pytest
from support.token_counts import count, data_uri, image_cost, image_part, openai, picture

# images

SIZES = ((1, 1), (512, 512), (768, 768), (1024, 1024), (2048, 4096), (100, 3000))
FIGURES = {
    "gpt-4o": (765, 765, 765, 765, 1105, 15725),
    "gpt-4.1": (765, 765, 765, 765, 1105, 15725),
    "o1": (675, 675, 675, 675, 975, 13875),
    "o3": (675, 675, 675, 675, 975, 13875),
    "gpt-4.1-mini": (2, 415, 934, 1659, 2489, 610),
    "gpt-4.1-nano": (3, 630, 1417, 2520, 3779, 925),
    "o4-mini": (2, 441, 991, 1762, 2642, 647),
    "gpt-4o-mini": (25501, 25501, 25501, 25501, 36835, 524197),  # upstream counts it as gpt-4o
}


@pytest.mark.parametrize("model", FIGURES)
def test_images_cost_what_was_observed(model: str) -> None:
    assert tuple(image_cost(model, data_uri(*size)) for size in SIZES) == FIGURES[model]


def test_low_detail_costs_the_base_whatever_the_size() -> None:
    assert image_cost("gpt-4o", "https://x.test/never-fetched.png", detail="low") == 85
    assert image_cost("gpt-4o-mini-2024-07-18", data_uri(9, 9), detail="low") == 2833
    assert image_cost("o3-2025-04-16", data_uri(9, 9), detail="low") == 75
    assert image_cost("gpt-4o-2024-08-06", data_uri(512, 512), detail="auto") == 765
    with pytest.raises(ValueError, match="'huge'"):
        image_cost("gpt-4o", data_uri(9, 9), detail="huge")


@pytest.mark.parametrize("model", ["gpt-5", "qwen-max", "gpt-4oo", "o2"])
def test_an_image_for_a_model_without_a_known_price_is_refused(model: str) -> None:
    with pytest.raises(ValueError, match=f"Unsupported OpenAI model {model} for token counting"):
        image_cost(model, data_uri(1, 1))
    assert count(openai(model), [{"role": "user", "content": "text is no problem"}]) > 3


def test_a_web_image_is_sized_through_fetch_once() -> None:
    asked = []

    def fetch(url: str) -> bytes:
        asked.append(url)
        return picture(2048, 4096)

    counter = openai(fetch=fetch)
    web = image_part("https://x.test/a.png?x=1")

    assert count(counter, web) == count(counter, web) == count(openai(), image_part(data_uri(2048, 4096)))
    assert asked == ["https://x.test/a.png?x=1"]
    with pytest.raises(ValueError, match="give fetch="):
        count(openai(), web)


@pytest.mark.parametrize("url", ["data:image/png;base64,bm90IGEgcGljdHVyZQ==", "data:image/png;base64,!", "x"])
def test_an_image_that_cannot_be_opened_says_so(url: str) -> None:
    with pytest.raises(ValueError, match="cannot be opened"):
        image_cost("gpt-4o", url)


# audio


def sound(seconds: float) -> str:
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(1)
        writer.setsampwidth(2)
        writer.setframerate(8000)
        writer.writeframes(bytes(2 * int(8000 * seconds)))
    return base64.b64encode(file.getvalue()).decode()


def mp3(head: bytes, length: int, tag: bytes = b"") -> str:
    return base64.b64encode(tag + head + bytes(length - len(head) - len(tag))).decode()


@pytest.mark.parametrize(
    ("data", "cost"),
    [
        (sound(2.5), 25),
        (f"data:audio/wav;base64,{sound(0.01)}", 1),
        (mp3(b"\xff\xfb\x90", 16_000), 10),  # 128 kbit/s
        (mp3(b"\xff\xf3\x40", 4_000), 10),  # 32 kbit/s, of the second kind
        (mp3(b"\xff\xfb\x90", 16_000, b"ID3\x04\x00\x00" + struct.pack(">I", 0)), 10),
        (mp3(b"OggS", 16_000), 10),
        ("", 0),
    ],
)
def test_audio_costs_ten_tokens_a_second(data: str, cost: int) -> None:
    part = {"type": "input_audio", "input_audio": {"data": data, "format": "wav"}}

    assert count(openai(), [{"role": "", "content": [part]}]) == 6 + cost


def test_audio_that_is_no_base64_says_so() -> None:
    with pytest.raises(ValueError, match="not base64"):
        count(openai(), [{"content": [{"type": "input_audio", "input_audio": {"data": "a"}}]}])
