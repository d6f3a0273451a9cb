"""The leaves of a JSON value: all of them, in order, however deep."""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.common.json.leaves import leaves, nodes, with_leaves

VALUE = {"a": [1, "two", {"b": None}], "c": [], "d": {}, "e": True}


def test_they_come_in_order_without_keys() -> None:
    assert list(leaves(VALUE)) == [1, "two", None, True]
    assert list(leaves("alone")) == ["alone"]


def test_depth_is_no_limit() -> None:
    value: Any = "deep"
    for _ in range(100_000):
        value = [value]

    assert list(leaves(value)) == ["deep"]
    while isinstance(value, list):  # its end would come as deep
        value = value.pop()


def test_a_copy_has_each_of_them_changed() -> None:
    assert with_leaves(VALUE, str) == {"a": ["1", "two", {"b": "None"}], "c": [], "d": {}, "e": "True"}


def test_everything_has_its_path() -> None:
    assert [path for path, _ in nodes(VALUE)] == [
        "$",
        "$.a",
        "$.c",
        "$.d",
        "$.e",
        "$.a[0]",
        "$.a[1]",
        "$.a[2]",
        "$.a[2].b",
    ]
    assert dict(nodes({"an odd key": 1}))["$['an odd key']"] == 1
