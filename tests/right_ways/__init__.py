"""Honest rewritings of what the reference writes: `RIGHT_WAYS` are all of them, and nobody may blame one."""

from __future__ import annotations

from right_ways import agents, calls, forms, media, results, templates, texts
from right_ways.way import Way

RIGHT_WAYS: tuple[Way, ...] = tuple(
    way for area in (texts, forms, calls, results, media, agents, templates) for way in area.WAYS
)
