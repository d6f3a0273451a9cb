"""JSON paths: what is written can be gone down."""

from __future__ import annotations

import pytest

from pytest_promptfmt.common.jsonpath import descend, join

KEYS = ("plain", "with-dash", "odd key", "it's", "back\\slash", "a.b", "[0]", "", "ключ")


@pytest.mark.parametrize("key", KEYS)
def test_a_path_leads_to_what_it_was_written_of(key: str) -> None:
    path = join("$", [key, 1, key])

    places = list(descend({key: [0, {key: "here"}]}, path))

    assert places[-1] == (path, "here")
    assert [place for place, _ in places] == ["$", join("$", [key]), join("$", [key, 1]), path]


@pytest.mark.parametrize("path", ["$.messages[2]", "$.other", "$.messages.role", "$.text.role"])
def test_who_goes_down_stops_where_nothing_is(path: str) -> None:
    *_, (_, last) = descend({"messages": ["one"], "text": "two"}, path)

    assert last in (["one"], "two", {"messages": ["one"], "text": "two"})
