"""Files that a user names: why one cannot be read or written, and writing one so that nothing is lost."""

from __future__ import annotations

import os
import secrets
import shutil
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


class SaveError(Exception):
    """The file could not be written, and what was there is as it was; the text says why."""


_PROGRAMS = (".py", ".pyi", ".ipynb", ".js", ".ts", ".go")


def why_unwritable(path: Path) -> str:
    """Why nothing can or may be written there, as far as that shows before; empty where nothing does."""
    if path.name == "-":
        return "'-' would be a file of that name, and not standard output: name a file, or /dev/stdout"
    if path.suffix in _PROGRAMS and path.is_file():
        return f"{path} is a program, which would be gone: name another file"
    if path.is_dir():
        return f"{path} cannot be written, it is a directory: name a file in it"
    above = next((each for each in path.absolute().parents if os.path.lexists(each)), path)
    if not above.is_dir():
        return f"{path} cannot be written: {above} is no directory"
    return "" if os.access(path if path.exists() else above, os.W_OK) else f"{path} cannot be written: no permission"


def save(path: Path, text: str) -> None:
    """Writes UTF-8 with the line ends that `text` has; makes the directory, keeps the mode. Raises `SaveError`.

    It is written to a temporary file beside it, which then takes its place.
    A link stays a link. A device or a pipe, such as /dev/stdout, is written into: nothing may take its place.
    """
    try:
        if problem := why_unwritable(path):
            raise SaveError(problem)
        if _is_device(path):
            path.write_text(text, encoding="utf-8", newline="")
        else:
            _replace(Path(os.path.realpath(path)), text)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise SaveError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from error


def _is_device(path: Path) -> bool:
    return path.absolute().parts[1:2] == ("dev",) or (path.exists() and not path.is_file())


def _replace(path: Path, text: str) -> None:
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(unfinished, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, unfinished)
        os.replace(unfinished, path)
    finally:
        with suppress(OSError):  # what could not be made need not be removed
            unfinished.unlink()
