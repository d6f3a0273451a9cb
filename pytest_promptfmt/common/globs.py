"""Names chosen by patterns, as a shell has them."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase


def matches_any(name: str, globs: Iterable[str]) -> bool:
    """Is one of the patterns the name's? Capitals count."""
    return any(fnmatchcase(name, glob) for glob in globs)
