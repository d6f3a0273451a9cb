"""The nearest known name, for an error that tells the remedy."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: object, known: Iterable[str]) -> str:
    """``"; did you mean 'user'?"``, or the whole list where nothing is near."""
    names = list(known)
    near = get_close_matches(str(name), names, n=1)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; known are {', '.join(names)}" if names else ""
