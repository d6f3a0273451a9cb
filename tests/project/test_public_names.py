"""The names that the package promises are what they say, in whatever order they are asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pytest_promptfmt


@pytest.mark.parametrize("first", pytest_promptfmt.__all__)
def test_every_public_name_can_be_had_first_and_last(first: str) -> None:
    others = [name for name in pytest_promptfmt.__all__ if name != first]
    program = (
        f"from pytest_promptfmt import {', '.join([first, *others])}\n"
        "import inspect, pytest_promptfmt\n"
        "found = [getattr(pytest_promptfmt, name) for name in pytest_promptfmt.__all__]\n"
        "print([inspect.ismodule(item) for item in found].count(True))"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "0\n"


def test_a_name_that_is_none_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chekc_formatter'"):
        pytest_promptfmt.chekc_formatter  # noqa: B018
