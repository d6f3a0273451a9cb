"""The names that the package promises are what they say, in whatever order they are asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pytest_promptfmt

NAMES = [
    pytest.param(name, marks=pytest.mark.slow if n % 10 else []) for n, name in enumerate(pytest_promptfmt.__all__)
]
"""A process each: every tenth by day."""


@pytest.mark.parametrize("first", NAMES)
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


LOADED = "import sys; print(*sorted(name for name in sys.modules if name.partition('.')[0] not in before))"


def loaded(program: str) -> list[str]:
    """The modules from outside of Python that a program has loaded."""
    program = f"import sys\nbefore = {{*sys.stdlib_module_names, '__main__'}}\n{program}\n{LOADED}"
    command = [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{program}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def test_the_package_alone_loads_nothing_else() -> None:
    assert loaded("import pytest_promptfmt; dir(pytest_promptfmt)") == ["pytest_promptfmt"]


def test_what_a_formatter_handles_loads_no_judge() -> None:
    found = loaded("from pytest_promptfmt import Conversation, Text, ToolUse, UrlSource")

    assert found == ["pytest_promptfmt", "pytest_promptfmt.conversation"]


def test_a_name_that_is_none_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'chekc_formatter'"):
        pytest_promptfmt.chekc_formatter  # noqa: B018
