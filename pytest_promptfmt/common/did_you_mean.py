"""The nearest known name, for an error that names the remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase


def did_you_mean(name: object, known: Iterable[str], otherwise: str | None = None) -> str:
    """``"; did you mean 'user'?"``; where nothing is near `otherwise`, or without that the whole list."""
    names = list(known)
    near = get_close_matches(str(name), names, n=1)
    if near:
        return f"; did you mean {near[0]!r}?"
    if otherwise is not None:
        return otherwise
    return f"; known are {', '.join(names)}" if names else ""


def matches_nothing(glob: str, known: Sequence[str], otherwise: str) -> str:
    """``"matches nothing; did you mean 'openai.*'?"``, empty where it matches; `otherwise` where there are many."""
    if any(fnmatchcase(name, glob) for name in known):
        return ""
    groups = dict.fromkeys(re.sub(r"[^./]+$", "*", name) for name in known)
    many = len(known) > 12
    return f"matches nothing{did_you_mean(glob, [*known, *groups], otherwise) if many else did_you_mean(glob, known)}"
