"""Where a formatter is written, in whatever shape it comes."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pytest_promptfmt.implementation import TwoStep, from_object
from pytest_promptfmt.implementation.location import location


def plain(conversation: Any) -> list[Any]:
    return []


async def awaited(conversation: Any) -> list[Any]:
    return []


def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def inner(*args: Any) -> Any:
        return function(*args)

    return inner


class Formatter:
    def __call__(self, conversation: Any) -> list[Any]:
        return []

    def prepare(self, conversation: Any) -> list[Any]:
        return []

    def chat(self, native: Any) -> list[Any]:
        return []


class Odd:
    """It says of itself that it is written in itself."""

    def __getattr__(self, name: str) -> Any:
        if name == "format":
            raise AttributeError(name)
        return self

    def __call__(self, conversation: Any) -> list[Any]:
        return []


SHAPES = {
    "function": (plain, plain),
    "async": (awaited, awaited),
    "partial": (functools.partial(plain), plain),
    "decorated": (decorated(plain), plain),
    "twice": (functools.partial(decorated(decorated(plain))), plain),
    "method": (Formatter().chat, Formatter.chat),
    "object": (Formatter(), Formatter.__call__),
    "two steps": (TwoStep(Formatter().prepare, Formatter().chat), Formatter.chat),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_it_is_the_function_that_its_author_wrote(shape: str) -> None:
    entry, written = SHAPES[shape]

    found = location(from_object({"openai.chat": entry}), "openai.chat")

    assert found == (Path(__file__), inspect.getsourcelines(written)[1])


@pytest.mark.parametrize("entry", [len, Odd(), eval("lambda conversation: []")], ids=["C", "odd", "of no file"])
def test_what_is_written_nowhere_has_no_place(entry: Any) -> None:
    assert location(from_object({"openai.chat": entry}), "openai.chat") is None
