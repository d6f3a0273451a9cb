"""What an answer bounds in the words of a validator, by place; and how much a model holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.diagnosis.answer.located import PLACE, meant

_N = r"['\"`]?(?P<n>-?\d+(?:\.\d+)?)"
_BREAK = r"['\"]?[\s,:]+(?:['\"](?:msg|message)['\"]:\s*)?['\"]?"
_SIZED = r"(?:list|string|tuple|dictionary|value|data|array|number|it|length|set)?\s*"
_BOUNDS = tuple(
    (most, strict, re.compile(rf"{PLACE}{_BREAK}{words}", re.IGNORECASE))
    for most, strict, words in (
        (False, False, rf"(?:input|value|number) (?:should|must) be (?:greater than or equal to|at least|>=) {_N}"),
        (True, False, rf"(?:input|value|number) (?:should|must) be (?:less than or equal to|at most|<=) {_N}"),
        (False, True, rf"(?:input|value|number) (?:should|must) be (?:greater than|>) {_N}"),
        (True, True, rf"(?:input|value|number) (?:should|must) be (?:less than|<) {_N}"),
        (False, False, rf"{_SIZED}(?:should|must) (?:have|contain) at least {_N}"),
        (True, False, rf"{_SIZED}(?:should|must) (?:have|contain) (?:at most|no more than) {_N}"),
        (False, False, rf"minimum (?:number of items|length|value) (?:is|must be) {_N}"),
        (True, False, rf"maximum (?:number of items|length|value) (?:is|must be) {_N}"),
    )
)
_HELD = re.compile(
    r"(?:maximum|max)(?: model)?[ _](?:context|sequence|input|token)?[ _]?(?:length|window|len|limit)"
    r"[^\d\n]{0,40}(?P<most>\d[\d,]*)"
    r"|context (?:length|window|size)[^\d\n]{0,40}(?P<size>\d[\d,]*)",
    re.IGNORECASE,
)
_WRITTEN = ("max_tokens", "max_completion_tokens", "max_output_tokens")
_SAID = ("messages", "input", "prompt")


def beyond_bounds(answer: str, body: Any) -> Iterator[tuple[str, str]]:
    """Path and problem of a number, or of a length, beyond what the answer takes there."""
    for most, strict, pattern in _BOUNDS:
        for found in pattern.finditer(answer):
            for each in meant(body, found["place"]):
                size = len(each.value) if isinstance(each.value, str | list | dict) else each.value
                if isinstance(size, int | float) and not isinstance(size, bool):
                    bound = float(found["n"])
                    within = (size <= bound if most else size >= bound) and not (strict and size == bound)
                    word = ("less than" if most else "more than") if strict else ("at most" if most else "at least")
                    if not within:
                        yield each.path, f"{size}, and the provider takes {word} {bound:g}"


def more_than_held(answer: str, body: Any) -> Iterator[tuple[str, str]]:
    """What is asked for, or else what is said, where the answer tells how much the model holds."""
    found = _HELD.search(answer)
    if found and isinstance(body, dict):
        most = int((found["most"] or found["size"]).replace(",", ""))
        asked = [
            key for key in _WRITTEN if isinstance(body.get(key), int) and str(body[key]) in answer.replace(",", "")
        ]
        said = [key for key in _SAID if body.get(key)]
        for key in asked[:1] or said[:1]:
            yield f"$.{key}", f"with what stands beside it more than the {most} tokens that the model holds"
