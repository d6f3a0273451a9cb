import collections
import datetime
import decimal
import json
import math
from enum import Enum, StrEnum
from pathlib import PurePosixPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_promptfmt.common.json.equal import MISSING, equal, first_difference
from pytest_promptfmt.conversation import Text
from pytest_promptfmt.payload.plain_json import to_plain

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text("abc\"'é"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab.", max_size=2), inner, max_size=3),
    max_leaves=10,
)


class Role(StrEnum):
    USER = "user"


def test_json_comes_back_equal_and_is_a_copy() -> None:
    value = [{"a": [1, 2.5, None, True, "x"]}]

    copy, problems = to_plain(value)

    assert copy == value
    assert copy[0]["a"] is not value[0]["a"]
    assert problems == []


def test_tuples_and_subclasses_become_plain() -> None:
    copy, problems = to_plain({"role": Role.USER, "parts": (1, 2)})

    assert copy == {"role": "user", "parts": [1, 2]}
    assert type(copy["role"]) is str
    assert problems == []


@pytest.mark.parametrize(
    ("value", "path", "says"),
    [
        ({"x": math.nan}, "$.x", "nan is no JSON number"),
        ([math.inf], "$[0]", "inf is no JSON number"),
        ({"x": b"abc"}, "$.x", "bytes"),
        ({"x": {1, 2}}, "$.x", "an object of type set"),
        ({1: 2}, "$", "a key of type int"),
        (["\ud800"], "$[0]", "lone surrogate"),
        (object(), "$", "an object of type object"),
    ],
)
def test_what_is_no_strict_json_is_named_with_its_place(value: object, path: str, says: str) -> None:
    _, problems = to_plain(value)

    assert [problem.path for problem in problems] == [path]
    assert says in problems[0].problem


def test_bytes_are_base64_text_where_an_sdk_takes_them() -> None:
    assert to_plain({"x": b"abc"}, layer="sdk") == ({"x": "YWJj"}, [])


def test_a_value_that_holds_itself_ends() -> None:
    loop: list[object] = []
    loop.append(loop)

    _, problems = to_plain(loop)

    assert "in itself" in problems[0].problem


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (True, 1, False),
        (False, 0, False),
        (1, 1.0, True),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ([1, 2], [2, 1], False),
        ("1", 1, False),
        (None, False, False),
        (2**60, 2**60 + 1, False),
        (math.nan, math.nan, True),
    ],
)
def test_equality_is_that_of_json(one: object, other: object, same: bool) -> None:
    assert equal(one, other) is same
    assert equal(other, one) is same


@pytest.mark.parametrize(
    ("expected", "actual", "difference"),
    [
        ({"a": {"b": 1}}, {"a": {"b": 2}}, ("$.a.b", 1, 2)),
        ({"a": 1}, {}, ("$.a", 1, MISSING)),
        ({}, {"odd key": 1}, ("$['odd key']", MISSING, 1)),
        ([1, 2], [1], ("$[1]", 2, MISSING)),
        ([1], [1, 3], ("$[1]", MISSING, 3)),
        ([1, True], [1, 1], ("$[1]", True, 1)),
    ],
)
def test_the_first_difference_is_named_by_its_path(expected: object, actual: object, difference: object) -> None:
    assert first_difference(expected, actual) == difference


@given(JSON, JSON)
def test_no_difference_means_equal(one: object, other: object) -> None:
    assert (first_difference(one, other) is None) is equal(one, other)


@given(JSON)
def test_what_survives_json_is_equal_to_itself(value: object) -> None:
    assert equal(to_plain(value)[0], json.loads(json.dumps(value)))


class Colour(Enum):
    RED = "red"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Colour.RED, "its .value"),
        (Colour, "the class Colour"),
        (decimal.Decimal("0.2"), "float(…)"),
        (datetime.date(2026, 1, 1), "isoformat()"),
        (PurePosixPath("a"), "str(…)"),
        ({"a"}, "sorted(…) or list(…)"),
        (collections.deque(), "list(…)"),
        (range(3), "list(…)"),
        ({}.keys(), "list(…)"),
        (print, "type builtin_function_or_method"),
        (lambda: 1, "call it"),
        (Text("a"), "block.text"),
    ],
)
def test_what_is_no_json_is_told_with_what_to_write(value: Any, told: str) -> None:
    _, [(path, problem)] = to_plain([value])

    assert path == "$[0]"
    assert told in problem
