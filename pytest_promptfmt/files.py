"""Copies of shipped files, placed under the names that a case gives them.

``{FILES}`` in a case's conversation, and in golden payloads, stands for the directory that holds its copies. All of
them lie under one temporary directory of this process, which goes when the process ends (or with `clean`).
"""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Mapping
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

_root = ""
_owner = 0
MARK = "{FILES}"


def root() -> str:
    """The directory of all copies; it need not exist yet."""
    global _root, _owner
    if not _root or (_owner and _owner != os.getpid()):  # a forked process has its own
        _root = os.path.join(tempfile.gettempdir(), f"promptfmt-{secrets.token_hex(8)}")
        _owner = os.getpid()
        atexit.register(clean)
    return _root


def use(directory: str) -> None:
    """Works in the directory of another process, which takes it away."""
    global _root, _owner
    _root, _owner = directory, 0


def clean() -> None:
    """Removes the copies, where they are this process's own."""
    if _owner == os.getpid():
        shutil.rmtree(_root, ignore_errors=True)


def place(case: str, wanted: Mapping[str, str | None]) -> str:
    """The directory in which each name of `wanted` is a copy of that shipped file; None stands for a folder."""
    folder = Path(root(), case.replace("/", "-"))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name, shipped in wanted.items():
        path = folder / name
        if shipped is None:
            path.mkdir(exist_ok=True)
        elif not path.exists():
            unfinished = path.with_name(f".{secrets.token_hex(8)}")  # another process may place it at the same time
            unfinished.write_bytes(resources("promptfmt_fixtures").joinpath(shipped).read_bytes())
            unfinished.replace(path)
    return str(folder)


def fill(value: Any, folder: str) -> Any:
    """`value` with the directory in the place of ``{FILES}``."""
    uri = Path(folder).as_uri()
    return each(value, lambda text: text.replace(f"file://{MARK}", uri).replace(MARK, folder))


def lift(value: Any, folder: str) -> Any:
    """`value` with ``{FILES}`` in the place of the directory: what `fill` undoes."""
    uri = Path(folder).as_uri()
    return each(value, lambda text: text.replace(uri, f"file://{MARK}").replace(folder, MARK))


def each(value: Any, change: Callable[[str], str]) -> Any:
    """A copy of a JSON value with every string changed that is no key."""
    match value:
        case str():
            return change(value)
        case list():
            return [each(item, change) for item in value]
        case dict():
            return {key: each(item, change) for key, item in value.items()}
        case _:
            return value
