"""Dialects that are one format with differences: every day one of them stands for all, the others are slow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

SLOW = frozenset({"moonshot", "groq", "xai", "minimax", "siliconflow"})
"""OpenRouter's, which carries most, stands for them. What is their own has tests of its own, every day."""


def is_slow(name: str) -> bool:
    """Is a dialect, or a target's, one of those?"""
    return name.partition(".")[0] in SLOW


def sampled(names: Iterable[str]) -> list[Any]:
    """Dialects or targets as parameters of a test, the siblings of one that is there marked as slow."""
    return [pytest.param(name, marks=pytest.mark.slow) if is_slow(name) else name for name in names]
