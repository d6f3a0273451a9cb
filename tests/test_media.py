"""Bytes and their types: data URIs, base64, and what the first bytes say."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_promptfmt.media import canonical, decode_base64, sniff, split_data_uri


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


@settings(deadline=None)
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
        (b"II*\x00", "image/tiff"),
        (b"fake image", None),
        (b"\x89PN", None),
        (b"", None),
    ],
)
def test_the_first_bytes_say_the_type(data, media_type):
    assert sniff(data) == media_type


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
