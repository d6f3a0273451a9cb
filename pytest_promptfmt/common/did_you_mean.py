"""The nearest known name, for an error that names the remedy."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: object, known: Iterable[str], otherwise: str | None = None) -> str:
    """``"; did you mean 'user'?"``; where nothing is near `otherwise`, or without that the whole list."""
    names = list(known)
    near = get_close_matches(str(name), names, n=1)
    if near:
        return f"; did you mean {near[0]!r}?"
    if otherwise is not None:
        return otherwise
    return f"; known are {', '.join(names)}" if names else ""
