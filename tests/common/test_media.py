"""Bytes and their types: data URIs, base64, and what the first bytes say."""

from __future__ import annotations

import base64
import mimetypes
from io import BytesIO
from urllib.parse import quote, quote_from_bytes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from support.examples import drawn

from pytest_promptfmt import check_payload
from pytest_promptfmt.checks.fidelity.media import same
from pytest_promptfmt.checks.fidelity.media.given import GivenMedia
from pytest_promptfmt.common.media import (
    bytes_of_url,
    canonical,
    decode_base64,
    extension_of,
    image_size,
    read_base64,
    read_data_uri,
    sniff,
    split_data_uri,
    type_by_extension,
)
from pytest_promptfmt.conversation import Image as Picture
from pytest_promptfmt.conversation import UrlSource
from pytest_promptfmt.payload.transcript import MediaPart


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("data:image/png;base64,AAAA", ("image/png", "AAAA")),
        ("DATA:IMAGE/PNG;BASE64,AAAA", ("image/png", "AAAA")),
        ("data:image/png;charset=utf-8;name=a.png;base64,AAAA", ("image/png", "AAAA")),
        ("data:;base64,AAAA", ("", "AAAA")),
        ("data:image/png;base64,", ("image/png", "")),
        ("data:image/png;base64,A,A\nA", ("image/png", "A,A\nA")),
        ("data:text/plain,hello", None),
        ("data:image/png;base64", None),
        ("image/png;base64,AAAA", None),
        (" data:image/png;base64,AAAA", None),
        ("https://example.com/data:image/png;base64,AAAA", None),
        ("", None),
    ],
)
def test_a_data_uri_is_split_into_type_and_base64(text, parts):
    assert split_data_uri(text) == parts


def test_a_long_data_uri_is_split_at_once():
    assert split_data_uri("data:image/png" + ";x" * 20_000 + ",") is None
    assert split_data_uri("data:image/png;base64," + "A" * 10_000_000) is not None


@settings(deadline=None)
@given(data=st.binary())
def test_base64_comes_back(data):
    assert decode_base64(base64.b64encode(data).decode()) == data
    assert decode_base64(base64.urlsafe_b64encode(data).decode(), url_safe=True) == data
    assert decode_base64(base64.urlsafe_b64encode(data).decode().rstrip("="), url_safe=True) == data


@pytest.mark.parametrize(
    "text", ["A", "AAA", "AA-_", "AAAA\n", "AA AA", "data:image/png;base64,AAAA", "a.png", "é", "图", "*"]
)
def test_what_is_no_base64_is_none(text):
    assert decode_base64(text) is None


def test_the_url_safe_alphabet_is_another():
    assert decode_base64("-_-_") is None
    assert decode_base64("-_-_", url_safe=True) == decode_base64("+/+/")


@pytest.mark.slow
@settings(max_examples=drawn(100), deadline=None)
@given(text=st.text())
def test_no_text_raises_anything(text):
    split_data_uri(text)
    decode_base64(text)
    decode_base64(text, url_safe=True)
    canonical(text)


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (b"\x89PNG\r\n\x1a\n....", "image/png"),
        (b"\xff\xd8\xff\xe0", "image/jpeg"),
        (b"GIF87a", "image/gif"),
        (b"GIF89a", "image/gif"),
        (b"RIFF\x04\x00\x00\x00WEBPVP8 ", "image/webp"),
        (b"RIFF\x04\x00\x00\x00WAVEfmt ", "audio/wav"),
        (b"BM......", "image/bmp"),
        (b"ID3\x04", "audio/mpeg"),
        (b"\xff\xfb\x90", "audio/mpeg"),
        (b"OggS", "audio/ogg"),
        (b"fLaC", "audio/flac"),
        (b"\x00\x00\x00\x20ftypisom", "video/mp4"),
        (b"\x1aE\xdf\xa3", "video/webm"),
        (b"%PDF-1.7", "application/pdf"),
        (b"FORM\x00\x00\x00\x04AIFF", "audio/aiff"),
        (b"\x00\x00\x00\x20ftypheic", "image/heic"),
        (b"\x00\x00\x00\x20ftypavif", "image/avif"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
        (b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a --><svg>', "image/svg+xml"),
        (b"<svgs/>", None),
        (b"<html><svg>", None),
        (b"II*\x00", "image/tiff"),
        (b"fake image", None),
        (b"\x89PN", None),
        (b"", None),
    ],
)
def test_the_first_bytes_say_the_type(data, media_type):
    assert sniff(data) == media_type


DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("plan.docx", DOCX),
        ("/a/NOTES.MD", "text/markdown"),
        ("clip.mkv", "video/webm"),
        ("chart.webp", "image/webp"),
        ("song.flac", "audio/flac"),
        ("ferry.csv", "text/csv"),
        ("data", None),
    ],
)
def test_the_name_says_the_type_whatever_the_machine_has_in_its_table(name, media_type, monkeypatch):
    monkeypatch.setattr(mimetypes, "guess_type", lambda *_: ("of/this-machine", None))

    assert type_by_extension(name) == media_type


def test_a_type_has_an_ending():
    assert [extension_of(type_) for type_ in (DOCX, "image/jpeg", "video/quicktime", "a/b")] == [
        ".docx",
        ".jpg",
        ".mov",
        "",
    ]


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        ("image/jpg", "image/jpeg"),
        ("IMAGE/JPEG", "image/jpeg"),
        ("audio/mp3", "audio/mpeg"),
        ("audio/x-wav; rate=16000", "audio/wav"),
        ("video/quicktime", "video/mp4"),
        ("image/png", "image/png"),
        ("chemical/x-pdb", "chemical/x-pdb"),
        ("", ""),
    ],
)
def test_a_type_with_several_names_has_one(declared, name):
    assert canonical(declared) == name


# what people write in a conversation


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("AAEC", b"\0\1\2"),
        ("AAE\nC\r\n", b"\0\1\2"),
        (" AA EC\t", b"\0\1\2"),
        ("-_-_", b"\xfb\xff\xbf"),
        ("AAE", b"\0\1"),
        ("", b""),
        ("AAECA", None),
        ("%%%%", None),
        ("photo.png", None),
        ("AA*C", None),
        ("図", None),
    ],
)
def test_base64_is_read_as_people_write_it(text, data):
    assert read_base64(text) == data


@pytest.mark.parametrize(
    ("uri", "data"),
    [
        ("data:image/png;base64,AAEC", b"\0\1\2"),
        ("DATA:IMAGE/PNG;charset=x;BASE64,AAEC", b"\0\1\2"),
        ("data:;base64,AA%0AEC", b"\0\1\2"),
        ("data:;base64,%41AEC", b"\0\1\2"),
        ("data:image/png,%00%01a", b"\0\1a"),
        ("data:,hello%20there", b"hello there"),
        ("data:text/plain;charset=utf-8,h\u00f6", "h\u00f6".encode()),
        ("data:text/plain,a,b", b"a,b"),
        ("data:;base64,???", None),
        ("data:image/png;base64", None),
        ("image/png,AAEC", None),
        ("data:,\ud800", None),
    ],
)
def test_a_data_uri_is_read_in_either_coding(uri, data):
    assert read_data_uri(uri) == data


@settings(deadline=None)
@given(data=st.binary())
def test_percent_encoded_bytes_come_back(data):
    assert read_data_uri("data:," + quote_from_bytes(data)) == data
    assert read_data_uri("data:;base64," + quote(base64.b64encode(data).decode())) == data


@settings(deadline=None)
@given(text=st.text())
def test_no_text_that_is_read_raises_anything(text):
    read_base64(text)
    read_data_uri(text)
    read_data_uri("data:" + text)
    bytes_of_url(text)


# where media are found


def test_addresses_and_files_are_told_apart(tmp_path):
    path = tmp_path / "a b%20#ü.png"
    path.write_bytes(b"here")

    assert bytes_of_url(str(path)) == b"here"
    assert bytes_of_url(path.as_uri()) == b"here"
    assert bytes_of_url(path.as_uri().replace("file://", "FILE://localhost")) == b"here"
    assert bytes_of_url(path.as_uri().replace("file://", "file://example.com")) is None
    assert bytes_of_url("https://example.com" + str(path)) is None
    assert bytes_of_url("s3://" + str(path)) is None
    assert bytes_of_url("http://[") is None
    assert bytes_of_url(str(tmp_path)) is None


@pytest.mark.parametrize(
    ("url", "told", "expected"),
    [
        ("https://example.com/ü 1.png", "https://example.com/%C3%BC%201.png", True),
        ("HTTPS://Example.com/A.png", "https://example.com/A.png", True),
        ("https://example.com/a.png?x=%2F", "https://example.com/a.png?x=%2F", True),
        ("https://example.com/a.png?x=%2F", "https://example.com/a.png?x=/", False),
        ("https://example.com/A.png", "https://example.com/a.png", False),
        ("https://example.com/a.png#x", "https://example.com/a.png", False),
        ("https://example.com:8443/a.png", "https://example.com/a.png", False),
        ("https://example.com/a.png", "http://example.com/a.png", False),
    ],
)
def test_an_address_may_be_spelled_as_browsers_send_it(url, told, expected):
    item = GivenMedia(0, Picture(UrlSource(url)), None)

    assert same(item, MediaPart("image", "$", url=told)) == expected


def test_media_where_none_has_a_place_are_the_rules_to_blame_and_no_doubling() -> None:
    """LangChain and Pydantic AI hand every part on to DeepSeek, be its base64 whole or broken."""
    source = {"type": "base64", "media_type": "audio/wav", "data": "broken!"}
    said = [{"role": "user", "content": [{"type": "text", "text": "Hark."}, {"type": "audio", "source": source}]}]
    part = {"type": "input_audio", "input_audio": {"data": "broken!", "format": "wav"}}
    payload = [{"role": "user", "content": [{"type": "text", "text": "Hark."}, part]}]

    found = {finding.id for finding in check_payload(payload, "deepseek", said)}

    assert "deepseek.text-only" in found
    assert not [id_ for id_ in found if id_.startswith("fidelity.")]


def test_a_picture_has_a_size_and_what_is_none_has_not() -> None:
    file = BytesIO()
    Image.new("1", (7, 3)).save(file, "PNG")

    assert image_size(file.getvalue()) == (7, 3)
    assert image_size(file.getvalue()[:20]) == image_size(b"") == image_size(None) == (0, 0)
