"""A covering array: choices in which every two answers that matter together stand in one; a script chose them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.generation.features import Choice, asked

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def rows(dialect: str) -> Iterator[tuple[int, Choice]]:
    """The choices that cover the model for a dialect, each with its number in the array."""
    shipped, questions = _shipped(), asked(DIALECTS[dialect])
    for number in shipped["of"].get(dialect, ()):
        digits = zip(shipped["questions"].items(), shipped["rows"][number], strict=True)
        choice = {name: answers[DIGITS.index(digit)] for (name, answers), digit in digits}
        yield number, fitted(choice, questions)


def fitted(choice: Choice, questions: Mapping[str, tuple[str, ...]]) -> Choice:
    """The choice with plain answers in the place of those that a dialect has no place for."""
    return {name: _nearest(choice[name], answers) for name, answers in questions.items()}


def _nearest(answer: str, answers: tuple[str, ...]) -> str:
    return answer if answer in answers else answers[0]


@cache
def _shipped() -> dict[str, Any]:
    text = files("promptfmt_fixtures").joinpath("covering.json").read_text("utf-8")
    document: dict[str, Any] = json.loads(text)
    return document
