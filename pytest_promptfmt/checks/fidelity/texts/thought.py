"""Thoughts that texts tell: in the tags that models write them in, or as if they had been said."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pytest_promptfmt.checks.fidelity.segments import Segment


def in_tags(text: str, segments: Iterable[Segment]) -> int:
    """How often do assistants' turns, or a text that has no turns, tell it as models write it?"""
    told = re.compile(rf"<think>\s*{re.escape(text.strip())}\s*</think>")
    return sum(len(told.findall(segment.text)) for segment in segments if segment.turn.role in ("assistant", None))


def is_bare(text: str, segment: Segment) -> bool:
    """Does an assistant's turn tell it with nothing before it that says what it is, no tag and no label?"""
    before = segment.text.partition(text)[0].rstrip()
    return segment.turn.role == "assistant" and not before.endswith((">", ":", "]", ")", "}", "*", "#"))
