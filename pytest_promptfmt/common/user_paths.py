"""What is wrong with a path that a user named, as far as that shows before it is read or written."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from pytest_promptfmt.common.text import unexpanded


def why_unreadable(name: str, folder: Path | None = None) -> str:
    """Why no file can be there, where the name shows it: a URL, a variable, a dangling link; else empty."""
    if "://" in name:
        return "it is an address: save what it holds in a file, and give its path"
    with suppress(OSError, ValueError):  # no link, or a name that nothing can have
        return f"it is a link to {os.readlink((folder or Path()) / name)!r}, which leads to no file"
    return unexpanded(name)


_PROGRAMS = (".py", ".pyi", ".ipynb", ".js", ".ts", ".go")


def no_place(path: Path) -> str:
    """Why nothing can or may be written there, as far as that shows before; empty where nothing does."""
    if path.suffix in _PROGRAMS and path.is_file():
        return f"{path} is a program, which would be gone: name another file"
    if path.is_dir():
        return f"{path} cannot be written, it is a directory: name a file in it"
    above = next((each for each in path.absolute().parents if os.path.lexists(each)), path)
    if not above.is_dir():
        return f"{path} cannot be written: {above} is no directory"
    return "" if os.access(path if path.exists() else above, os.W_OK) else f"{path} cannot be written: no permission"
