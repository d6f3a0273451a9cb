"""Every planted fault, by theme."""

from __future__ import annotations

from planted.faults import calls, joins, manners, media, offers, replays, texts, thoughts, turns
from planted.planted import Planted

ALL: tuple[Planted, ...] = tuple(
    fault for theme in (turns, thoughts, texts, media, calls, manners, replays, offers, joins) for fault in theme.TABLE
)
