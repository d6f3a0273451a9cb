"""What was done to the characters of a text: two findings that tell of the same edit are one fault in two places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from pytest_promptfmt.common.text import common_prefix_length
from pytest_promptfmt.payload.finding import Finding

Edit: TypeAlias = tuple[frozenset[str], frozenset[str]]


def edits(findings: Iterable[Finding]) -> set[Edit]:
    """What kinds of character went from texts, and which came."""
    pairs = ((finding.data.get("expected"), finding.data.get("actual")) for finding in findings)
    return {_edit(before, after) for before, after in pairs if isinstance(before, str) and isinstance(after, str)}


def _edit(before: str, after: str) -> Edit:
    """Of two texts without what they begin and end with alike."""
    start = common_prefix_length(before, after)
    before, after = before[start:], after[start:]
    end = common_prefix_length(before[::-1], after[::-1])
    return _kinds(before[: len(before) - end]), _kinds(after[: len(after) - end])


def _kinds(text: str) -> frozenset[str]:
    return frozenset(_kind(char) for char in text)


def _kind(char: str) -> str:
    if char.isspace():
        return "space"
    if not char.isascii():
        return "outside ASCII"
    return "letter" if char.isalpha() else "digit" if char.isdigit() else "mark"
