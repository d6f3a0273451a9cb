"""What a caller asks for, looked at before anything is judged: globs, models and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pytest_promptfmt.common.did_you_mean import unmatched
from pytest_promptfmt.dialects import TARGETS


def as_globs(what: str, globs: Any) -> list[Any]:
    """One text is one glob, and not one for each of its letters."""
    if not isinstance(globs, Iterable):
        raise TypeError(f"{what} are globs: a text, or a list of texts, not {type(globs).__name__}")
    found = [globs] if isinstance(globs, str) else list(globs)
    if what == "checks" and not found:
        raise ValueError("checks is empty, and nothing would be asked: leave it out to ask them all")
    return found


def check_numbers(timeout: Any, examples: Any, seed: Any) -> None:
    if timeout is not None and (isinstance(timeout, bool) or not isinstance(timeout, int | float)):
        raise TypeError(f"timeout is a number of seconds, or None for no end, not {timeout!r}")
    if timeout is not None and not timeout >= 0:  # also what is no number
        raise ValueError(f"timeout is a number of seconds from 0, or None for no end, not {timeout!r}")
    for name, number in (("examples", examples), ("seed", seed)):
        if number is not None and (type(number) is not int or number < 0):
            raise (ValueError if type(number) is int else TypeError)(f"{name} is a whole number from 0, not {number!r}")


def check_models(models: Any, targets: Iterable[str]) -> None:
    if not isinstance(models, Mapping):
        raise TypeError(f'models are by globs over targets, {{"openai.*": "gpt-5.1"}}, not {type(models).__name__}')
    check_globs(models, (*targets, *TARGETS), "targets")
    for glob, model in models.items():
        if not (isinstance(model, str) and model):
            raise ValueError(f"models: the model of {glob!r} is a name, not {model!r}")


def check_globs(globs: Iterable[str], known: Sequence[str], what: str) -> None:
    if odd := [glob for glob in globs if not isinstance(glob, str)]:
        raise TypeError(f"{what} are globs (text), not {odd[0]!r}")
    for glob, problem in unmatched(globs, known, f"; see 'promptfmt list {what}'"):
        raise ValueError(f"{what}: {glob!r} {problem}")
