"""How a snapshot spells a payload: strict JSON that people can read, and from which nothing can hide."""

from __future__ import annotations

import base64
import hashlib
import json
import random
from typing import Any

import pytest

from pytest_promptfmt.corpus.case_files import png
from pytest_promptfmt.snapshots.spelling import abbreviated, spelled

PICTURE = base64.b64encode(png(80, 60, 400)).decode()
NOISE = base64.b64encode(random.Random(7).randbytes(300)).decode()


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def test_keys_keep_their_order_and_lines_are_indented_by_two() -> None:
    assert spelled({"role": "user", "content": [{"b": 1, "a": []}]}) == (
        '{\n  "role": "user",\n  "content": [\n    {\n      "b": 1,\n      "a": []\n    }\n  ]\n}\n'
    )


def test_base64_becomes_length_type_and_digest() -> None:
    kept = abbreviated([{"media_type": "image/png", "data": PICTURE}])

    told = f"{{base64: {len(PICTURE):,} characters, image/png, sha256 {digest(PICTURE)}}}"
    assert kept == [{"media_type": "image/png", "data": told}]


def test_a_data_uri_keeps_its_head() -> None:
    told = f"{{base64: {len(NOISE)} characters, sha256 {digest(NOISE)}}}"

    assert abbreviated(f"see data:audio/wav;base64,{NOISE} there") == f"see data:audio/wav;base64,{told} there"


def test_a_data_uri_of_nothing_but_zeros_is_shortened_too() -> None:
    zeros = base64.b64encode(bytes(600)).decode()

    assert digest(zeros) in abbreviated(f"data:audio/pcm;base64,{zeros}")


@pytest.mark.parametrize("other", ["url-safe", "no padding", "one byte"])
def test_another_spelling_of_the_bytes_is_another_snapshot(other: str) -> None:
    data = random.Random(3).randbytes(301)
    text = base64.b64encode(data).decode()
    changed = {
        "url-safe": base64.urlsafe_b64encode(data).decode(),
        "no padding": text.rstrip("="),
        "one byte": base64.b64encode(data[:-1] + b"\0").decode(),
    }[other]
    assert changed != text

    assert abbreviated(changed) != abbreviated(text)


@pytest.mark.parametrize(
    "text",
    ["", "data:image/png;base64,AAAA", PICTURE[:100], "tick" * 100, "-" * 400, "=" * 200, "Wort 1 " * 100, "図" * 300],
)
def test_what_is_short_or_no_base64_stays(text: str) -> None:
    assert abbreviated(text) == text


def test_numbers_that_json_cannot_say_are_spelled_as_in_the_corpus() -> None:
    assert abbreviated([float("nan"), float("-inf"), 1.5]) == [{"$number": "nan"}, {"$number": "-inf"}, 1.5]


@pytest.mark.parametrize("value", [float("nan"), [float("inf")]])
def test_no_file_holds_them(value: Any) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        spelled(value)


HIDDEN = {
    "\u200b": "\\u200b",
    "\u202e": "\\u202e",
    "\u2028": "\\u2028",
    "\xa0": "\\u00a0",
    "\ufeff": "\\ufeff",
    "\x7f": "\\u007f",
    "\r": "\\r",
    "\ud800": "\\ud800",
    "\U000e0041": "\\udb40\\udc41",
}


@pytest.mark.parametrize(("char", "escape"), HIDDEN.items(), ids=ascii)
def test_what_an_eye_cannot_see_is_escaped_and_comes_back(char: str, escape: str) -> None:
    text = spelled({f"k{char}": f"a{char}b"})

    assert text == f'{{\n  "k{escape}": "a{escape}b"\n}}\n'
    assert json.loads(text) == {f"k{char}": f"a{char}b"}


def test_what_can_be_seen_is_not_escaped() -> None:
    assert spelled("käse 图 🙂 é") == '"käse 图 🙂 é"\n'
