"""What is said of a right payload of which one key is missing, wherever it stood."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest

from pytest_promptfmt import check_payload
from pytest_promptfmt.corpus.golden import generations, load_golden
from pytest_promptfmt.dialects import DIALECTS

CASES = (
    "tools/single-call",
    "tools/parallel-two-results",
    "thinking/budget-one-step",
    "vision/one-turn-with-a-picture",
)


def right_payloads(dialect: str) -> Iterator[Any]:
    for generation in generations():
        payloads = load_golden(generation, f"{dialect}.chat").payloads
        yield from (payloads[case] for case in CASES if case in payloads)


def lacking_one_key(value: Any) -> Iterator[Any]:
    """The value once for each key of each object in it, without that key."""
    for path, key in _keys(value, ()):
        lacking = copy.deepcopy(value)
        holder = lacking
        for step in path:
            holder = holder[step]
        del holder[key]
        yield lacking


def _keys(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if isinstance(value, dict):
            yield path, key
        yield from _keys(item, (*path, key))


@pytest.mark.parametrize("dialect", [dialect for dialect in DIALECTS if next(right_payloads(dialect), None)])
def test_what_is_missing_is_said_in_words(dialect: str) -> None:
    """``None`` is Python's word for it, and no reader of a failure has written it."""
    asked = 0
    for payload in right_payloads(dialect):
        for lacking in lacking_one_key(payload):
            for finding in check_payload(lacking, dialect):
                asked += 1
                assert not re.search(r"\bNone\b", finding.message), f"{finding.id} at {finding.path}: {finding.message}"

    assert asked
