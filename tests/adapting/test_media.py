"""Media are told as most libraries want them."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt.adapting import Data, Inline, MediaFiles, data_of, guessed_type, inline, inline_or_url, uri_or_url
from pytest_promptfmt.conversation import Audio, Base64Source, Image, Media, Source, UrlSource, Video

PNG = b"\x89PNG\r\n\x1a\nrest"
BASE64 = base64.b64encode(PNG).decode()
SOURCES: dict[str, tuple[Source, Inline | str]] = {
    "bytes": (Base64Source("image/gif", BASE64), Inline("image/gif", BASE64)),
    "a data URI": (UrlSource(f"data:image/gif;base64,{BASE64}"), Inline("image/gif", BASE64)),
    "a data URI without type": (UrlSource(f"data:;base64,{BASE64}"), f"data:;base64,{BASE64}"),
    "an address": (UrlSource("https://example.com/a.png"), "https://example.com/a.png"),
    "a file elsewhere": (UrlSource("file://example.com/a.png"), "file://example.com/a.png"),
}


@pytest.mark.parametrize("name", SOURCES)
def test_media_are_by_value_or_at_an_address(name: str) -> None:
    source, told = SOURCES[name]

    assert inline_or_url(Image(source)) == told


@pytest.mark.parametrize(
    ("name", "data", "media", "type_"),
    [
        ("a.jpg", PNG, Image, "image/png"),
        ("a b.WAV", b"", Audio, "audio/wav"),
        ("sound", b"", Audio, "audio/wav"),
    ],
)
@pytest.mark.parametrize("spelled", [str, Path.as_uri], ids=["path", "uri"])
def test_a_file_is_read_and_its_type_is_what_it_shows(
    name: str, data: bytes, media: type[Media], type_: str, spelled: Any, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)

    told = inline_or_url(media(UrlSource(spelled(tmp_path / name))))

    assert told == Inline(type_, base64.b64encode(data).decode())


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"none\.png"):
        inline_or_url(Image(UrlSource(str(tmp_path / "none.png"))))


ADDRESS = Image(UrlSource("https://example.com/a.png"))


def test_an_address_has_no_bytes() -> None:
    """The kit fetches nothing, and says so."""
    assert uri_or_url(ADDRESS) == "https://example.com/a.png"
    with pytest.raises(NotImplementedError, match=r"takes image by value, and this one is at an address: https://"):
        inline(ADDRESS)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (f"data:;base64,{BASE64}", Data("image/png", PNG)),
        ("data:image/svg+xml;charset=utf-8,%3Csvg/%3E", Data("image/svg+xml", b"<svg/>")),
        (f"DATA:image/png;base64,{BASE64}", Data("image/png", PNG)),
    ],
)
def test_a_data_uri_of_any_kind_has(url: str, told: Data) -> None:
    assert data_of(Image(UrlSource(url))) == told


def test_base64_in_lines_is_read_and_what_is_none_is_told() -> None:
    assert data_of(Image(Base64Source("image/png", f"{BASE64[:8]}\n{BASE64[8:]}"))) == Data("image/png", PNG)
    with pytest.raises(ValueError, match=r"the image says that it is base64, and is not: '%%%'"):
        data_of(Image(Base64Source("image/png", "%%%")))


def test_a_file_of_ones_own_is_there_until_the_library_has_read_it() -> None:
    image = Image(Base64Source("image/png", BASE64))
    files, others = MediaFiles(), MediaFiles()

    path = files.path(image)
    with files:
        assert (path.read_bytes(), path.suffix, path.name) == (PNG, ".png", others.path(image).name)

    folder = others.folder
    assert (files.folder.exists(), folder.exists()) == (False, True)
    del others
    assert not folder.exists()


def test_without_media_there_is_no_folder() -> None:
    with MediaFiles() as files:
        assert not files.folder.exists()


@pytest.mark.parametrize(
    ("kind", "name", "media_type"),
    [
        *((Audio, "five.m4a", "audio/mp4"), (Audio, "six.mka", "audio/webm"), (Audio, "one.ogg", "audio/ogg")),
        *((Video, "clip.mp4", "video/mp4"), (Video, "clip.ogg", "video/ogg"), (Image, "a.pdf", "application/pdf")),
    ],
)
def test_a_container_is_of_the_kind_that_is_sent(kind: type[Media], name: str, media_type: str) -> None:
    assert guessed_type(name, kind(UrlSource(f"s3://club/{name}"))) == media_type
