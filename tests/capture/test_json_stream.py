"""An array of any size is read element by element, whatever the pieces are in which it comes."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest

from pytest_promptfmt.capture import json_stream
from pytest_promptfmt.capture.captured import Unreadable
from pytest_promptfmt.capture.json_stream import elements

ITEMS: list[Any] = [{"a": ']}"\\u00e9,[{'}, 12345, True, None, "x" * 300, [], {}, -1.5e-7, "é😀", [[1, [2]]]]
DOCUMENT = json.dumps({"x": {"items": "no"}, "log": {"a": [1, "}"], "entries": ITEMS, "b": 2}, "z": 1}, indent=1)


class Reluctant(StringIO):
    """Gives one character at a time."""

    def read(self, size: int | None = -1, /) -> str:
        return super().read(1)


@pytest.mark.parametrize("chunk", [1, 2, 7, 64, 1 << 20])
def test_the_elements_are_those_of_the_whole(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "_CHUNK", chunk)

    assert list(elements(StringIO(DOCUMENT), "log", "entries")) == ITEMS


def test_a_stream_may_give_less_than_was_asked_for() -> None:
    assert list(elements(Reluctant(DOCUMENT), "log", "entries")) == ITEMS


def test_no_more_is_held_than_the_largest_element_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake is found where it is, and a value that never ends is not read for ever."""
    monkeypatch.setattr(json_stream, "_CHUNK", 16)
    monkeypatch.setattr(json_stream, "_LARGEST", 1_000)
    endless = StringIO('{"log": {"entries": ["' + "x" * 100_000)
    mistaken = StringIO('{"log": {"entries": [{"a": b}, "' + "x" * 100_000)

    with pytest.raises(Unreadable, match="more than 1,000 characters"):
        list(elements(endless, "log", "entries"))
    with pytest.raises(Unreadable, match="at character 27"):
        list(elements(mistaken, "log", "entries"))
    assert endless.tell() < 5_000
    assert mistaken.tell() < 200
