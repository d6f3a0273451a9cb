"""Thoughts that texts tell: in the tags that models write them in, or as if they had been said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pytest_promptfmt.checks.fidelity.segments import Segment


def in_tags(text: str, segments: Iterable[Segment]) -> int:
    """How often do assistants' turns, or a text that has no turns, tell it as models write it?"""
    told = re.compile(rf"<think>\s*{re.escape(text.strip())}\s*</think>")
    return sum(len(told.findall(segment.text)) for segment in segments if segment.turn.role in ("assistant", None))


def marked(text: str, segments: Iterable[Segment]) -> int:
    """How often do such turns tell it behind a word or a tag that says that it was thought?"""
    turns = (segment.text for segment in segments if segment.turn.role in ("assistant", None))
    return sum(bool(_MARK.search(before)) for turn in turns for before in _before(text.strip(), turn))


def _before(text: str, turn: str) -> Iterator[str]:
    """What stands right before each place of it."""
    return (
        (turn[max(found.start() - _NEAR, 0) : found.start()] for found in re.finditer(re.escape(text), turn))
        if text
        else iter(())
    )


_NEAR = 40
_MARK = re.compile(r"\b(?:think(?:ing)?|thoughts?|reasoning|reflection)\b[^\w\s]{0,4}\s*$", re.IGNORECASE)


def is_bare(text: str, segment: Segment) -> bool:
    """Does an assistant's turn tell it with nothing before it that says what it is, no tag and no label?"""
    before = segment.text.partition(text)[0].rstrip()
    return segment.turn.role == "assistant" and not before.endswith((">", ":", "]", ")", "}", "*", "#"))
