"""The known key that another one misspells, and the known word."""

from __future__ import annotations

import re
from collections.abc import Iterable
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


def misspelt(word: str, known: Iterable[str]) -> str:
    """The known word that this one misspells by a letter, or by two where it is long; else nothing.

    Words grow more than keys do: what has other digits, or another beginning, is a newer one.
    """
    plain = _plain(word)
    for each in known:
        other = _plain(each)
        most = 2 if min(len(plain), len(other)) >= _LONG else 1
        if plain == other or (_letters(plain) != _letters(other) and _distance(plain, other, most) <= most):
            return each if min(len(plain), len(other)) >= _SHORT else ""
    return ""


_LONG, _SHORT = 8, 3


def _letters(word: str) -> str:
    return re.sub(r"\d", "", word)


def _distance(one: str, other: str, most: int) -> int:
    """How many letters are too many, too few, others or swapped; more than `most` is not counted."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row: list[int] = [*range(len(other) + 1)]
    for i, letter in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, at in enumerate(other, 1):
            best = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != at))
            if last and j > 1 and letter == other[j - 2] and one[i - 2] == at:
                best = min(best, last[j - 2] + 1)
            row.append(best)
    return row[-1]
