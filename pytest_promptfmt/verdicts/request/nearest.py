"""The known key or word that another one misspells."""

from __future__ import annotations

from difflib import get_close_matches


def nearest(key: str, known: frozenset[str]) -> str:
    """The known key that this one misspells, be it in another case (``topP``); else nothing."""
    plain = {_plain(each): each for each in sorted(known)}
    same = plain.get(_plain(key), "")
    return same or next((plain[each] for each in get_close_matches(_plain(key), plain, n=1, cutoff=_NEAR)), "")


_NEAR = 0.84
"""``mesages`` and ``messages`` are as near as 0.93; ``top_p`` and ``stop`` only 0.67."""


def _plain(key: str) -> str:
    return key.replace("_", "").replace("-", "").lower()
