"""Files of cases: copies of shipped ones, or drawn here, placed under the names that a case gives them.

What a name stands for is put in a few words: ``media/red.png`` is a copy of a shipped file, ``media/red.png[:40]`` its
first bytes; ``png 8100x60`` is drawn here, of so many pixels, ``png 16x16 of 8000000 bytes`` of so many bytes besides;
a whole path is a file beside a case of one's own; None is a folder.

``{FILES}`` in a case's conversation, and in golden payloads, stands for the directory that holds its files, and
``{BASE64 red.png}`` for the base64 of the one of that name. All of them lie under one temporary directory of this
process, which goes when the process ends (or with `remove_root`).
"""

from __future__ import annotations

import atexit
import base64
import hashlib
import os
import re
import secrets
import shutil
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, reduce
from importlib.resources import files as resources
from pathlib import Path
from typing import Any, TypeAlias

from pytest_promptfmt.common.json.leaves import with_leaves

_root = ""
_owner = 0
_NAME = "promptfmt-"
FILES_PLACEHOLDER = "{FILES}"
_BASE64 = re.compile(r"\{BASE64 ([^{}]+)\}")


def root() -> str:
    """The directory of all files; it need not exist yet."""
    global _root, _owner
    if not _root or (_owner and _owner != os.getpid()):  # a forked process has its own
        _root = os.path.join(tempfile.gettempdir(), f"{_NAME}{secrets.token_hex(8)}")
        _owner = os.getpid()
        atexit.register(remove_root)
    return _root


def adopt_root(directory: str) -> None:
    """Works in the directory of another process, which takes it away."""
    global _root, _owner
    _root, _owner = directory, 0


def remove_root() -> None:
    """Removes the files, where they are this process's own."""
    if _owner == os.getpid():
        shutil.rmtree(_root, ignore_errors=True)


def place_files(case: str, wanted: Mapping[str, str | None]) -> str:
    """The directory in which each name of `wanted` is the file that its words describe."""
    where = os.path.join(root(), case.replace("/", "_") + _version(wanted.values()))
    if wanted and all(os.path.exists(os.path.join(where, name)) for name in wanted):
        return where
    folder = Path(where)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for name, recipe in wanted.items():
        path = folder / name
        if recipe is None:
            path.mkdir(exist_ok=True)
        elif not path.exists():
            unfinished = path.with_name(f".{secrets.token_hex(8)}")  # another process may place it at the same time
            unfinished.write_bytes(bytes_of_recipe(recipe))
            unfinished.replace(path)
    return where


def _version(recipes: Iterable[str | None]) -> str:
    """What tells apart the files of two corpora of one name, and of one that was changed; the kit's own do not."""
    paths = [recipe for recipe in recipes if recipe is not None and os.path.isabs(recipe)]
    stats = [(path, os.stat(path)) for path in paths]
    known = [(path, stat.st_mtime_ns, stat.st_size) for path, stat in stats]
    return f"_{hashlib.sha256(repr(known).encode()).hexdigest()[:12]}" if known else ""


def unnameable(names: Iterable[str]) -> str:
    """The first of these names that this system cannot give to a file, by its locale; else ``""``."""

    def can(name: str) -> bool:
        try:
            return bool(os.fsencode(name))
        except UnicodeEncodeError:
            return False

    return next((name for name in names if not can(name)), "")


_COPY = re.compile(r"(media/[\w.-]+)(?:\[:(\d+)\])?")
_DRAWN = re.compile(r"png (\d+)x(\d+)(?: of (\d+) bytes)?")


def shipped_file(recipe: str) -> str | None:
    """The shipped file that `recipe` takes, None where it takes none."""
    match = _COPY.fullmatch(recipe)
    return match[1] if match else None


def bytes_of_recipe(recipe: str) -> bytes:
    """The bytes that `recipe` describes; `ValueError` where it says nothing that is known here."""
    if os.path.isabs(recipe):
        return Path(recipe).read_bytes()
    if copy := _COPY.fullmatch(recipe):
        whole = resources("promptfmt_fixtures").joinpath(copy[1]).read_bytes()
        return whole[: int(copy[2])] if copy[2] else whole
    if drawn := _DRAWN.fullmatch(recipe):
        return png(int(drawn[1]), int(drawn[2]), int(drawn[3] or 0))
    raise ValueError(f"{recipe!r} is neither media/<name>, media/<name>[:<n>] nor png <width>x<height> [of <n> bytes]")


def png(width: int, height: int, size: int = 0) -> bytes:
    """A picture whose left half is red and whose right half is green, in a file of at least `size` bytes."""
    half = width // 2
    row = b"\0" + b"\xb2\x22\x22" * half + b"\x2e\x8b\x57" * (width - half)
    drawn = [
        _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        _chunk(b"IDAT", zlib.compress(row * height, 9)),
        _chunk(b"IEND", b""),
    ]
    missing = size - len(_SIGNATURE) - sum(map(len, drawn))
    if missing > 0:
        drawn.insert(1, _chunk(b"fiLl", bytes(missing - 12)))  # no reader knows such a chunk, and none has to
    return _SIGNATURE + b"".join(drawn)


_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def _chunk(kind: bytes, inner: bytes) -> bytes:
    return struct.pack(">I", len(inner)) + kind + inner + struct.pack(">I", zlib.crc32(kind + inner))


def fill_placeholders(value: Any, folder: str) -> Any:
    """`value` with the directory in the place of ``{FILES}``, and a file's base64 in that of ``{BASE64 name}``."""
    uri = _uri(folder)

    def filled(text: str) -> str:
        text = text.replace(f"file://{FILES_PLACEHOLDER}", uri).replace(FILES_PLACEHOLDER, folder)
        return _BASE64.sub(lambda match: _base64(os.path.join(folder, match[1])), text)

    return with_strings(value, filled)


def restore_placeholders(value: Any, folder: str) -> Any:
    """`value` with placeholders for directory and base64: what `fill_placeholders` undoes."""
    return placeholder_restorer(placeholders_of(folder))(value)


Placeholders: TypeAlias = tuple[tuple[str, str], ...]


def placeholders_of(folder: str) -> Placeholders:
    """What the directory and its files are called now, each with its placeholder: the base64 first, which is long."""
    return (*_spelled(folder), (_uri(folder), f"file://{FILES_PLACEHOLDER}"), (folder, FILES_PLACEHOLDER))


@lru_cache(maxsize=256)
def _uri(folder: str) -> str:
    return Path(folder).as_uri()


def placeholder_restorer(marks: Placeholders) -> Callable[[Any], Any]:
    """`restore_placeholders` for many values."""
    shortest = min(len(spelled) for spelled, _ in marks)

    def lifted(text: str) -> str:
        if len(text) >= shortest:  # most texts are too short to hold any
            text = reduce(lambda found, mark: found.replace(*mark), marks, text)
        return without_root(text)

    return lambda value: with_strings(value, lifted)


def without_root(text: str) -> str:
    """`text` without what is left of a directory of cases where an excerpt was cut: its name is another each time."""
    if _NAME not in text:
        return text
    top = re.escape(os.path.join(tempfile.gettempdir(), _NAME))
    return re.sub(rf"{top}[0-9a-f]{{0,16}}(?:/[a-z0-9_-]*)?", FILES_PLACEHOLDER, text)


_SHORTEST = 40


def _spelled(folder: str) -> list[tuple[str, str]]:
    """The base64 of every file with its mark, the longest first; what is short might stand elsewhere by chance."""
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    named = ((name, os.path.join(folder, name)) for name in names if name[0] != ".")
    readable = ((name, path) for name, path in named if os.path.isfile(path) and os.access(path, os.R_OK))
    spelled = ((_base64(path), f"{{BASE64 {name}}}") for name, path in readable)
    return sorted((mark for mark in spelled if len(mark[0]) >= _SHORTEST), key=lambda mark: -len(mark[0]))


def _base64(path: str) -> str:
    return _encoded(path, os.stat(path).st_mtime_ns)


@lru_cache(maxsize=256)
def _encoded(path: str, changed: int) -> str:
    return base64.b64encode(Path(path).read_bytes()).decode()


def with_strings(value: Any, change: Callable[[str], str]) -> Any:
    """A copy of a JSON value with every string changed that is no key."""
    return with_leaves(value, lambda leaf: change(leaf) if isinstance(leaf, str) else leaf)
