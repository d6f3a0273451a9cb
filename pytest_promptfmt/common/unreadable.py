"""Why a file that a user named cannot be read, as far as the name shows it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from pytest_promptfmt.common.text import unexpanded


def why_unreadable(name: str, folder: Path | None = None) -> str:
    """A URL, a dangling link (seen from `folder`), an unexpanded variable; empty where it is none of them."""
    if "://" in name:
        return "it is an address: save what it holds in a file, and give its path"
    with suppress(OSError, ValueError):  # no link, or a name that nothing can have
        return f"it is a link to {os.readlink((folder or Path()) / name)!r}, which leads to no file"
    return unexpanded(name)
