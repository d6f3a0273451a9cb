"""Where an implementation's source lies, and a digest of it: what reports and certificates are about."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Protocol

from pytest_promptfmt.implementation.tree import closure, installed


@dataclass(frozen=True, slots=True)
class Origin:
    """The `file` of a module, the `root` where its top package lies, and the `places` of other modules of its tree."""

    file: Path
    root: Path
    places: tuple[Path, ...]

    def named_files(self) -> list[tuple[str, Path]]:
        """All that it stands on, each with its name from where it is imported."""
        return closure(self.root, self.file, self.places)


def origin(found: object, directory: Path) -> Origin | None:
    """That of a module that was loaded; None of any other object, and where no file of its own can be read.

    A class or a table could be asked where it was written, but not what else it was made of.
    """
    named = getattr(found, "__file__", None)
    if not isinstance(found, ModuleType) or not isinstance(named, str) or not os.path.isfile(named):
        return None
    file = Path(os.path.abspath(named))
    place = file.parent if file.name == "__init__.py" else file.with_suffix("")
    for part in reversed(found.__name__.split(".")[1:]):
        if place.name != part or place.parent == place:
            break
        place = place.parent
    root, here = place.parent, Path(os.path.abspath(directory))
    others = (Path(path) for path in sys.path if os.path.isabs(path))
    near = (path for path in others if not installed(path) and (path.is_relative_to(here) or path.is_relative_to(root)))
    return Origin(file, root, tuple(dict.fromkeys((here, root, *near))))


class Files(Protocol):
    """Where something comes from: its own `file`, and all files that it stands on, with their names."""

    @property
    def file(self) -> Path: ...

    def named_files(self) -> list[tuple[str, Path]]: ...


def source_digest(origin: Files | None) -> str:
    """The SHA-256 in hexadecimals: of the file, or where it stands on others of what ``sha256sum`` prints of all.

    Empty where there is no origin. Names are relative to where they are imported from, and sorted.
    """
    if origin is None:
        return ""
    digests = sorted((name, _file_digest(path)) for name, path in origin.named_files())
    sums = [(name, digest) for name, digest in digests if digest]
    if len(sums) == 1:
        return sums[0][1]
    return hashlib.sha256("".join(f"{digest}  {name}\n" for name, digest in sums).encode()).hexdigest()


def _file_digest(path: Path) -> str:
    """Empty of a report or a certificate, which may lie in the package that it is about."""
    try:
        data = path.read_bytes()
    except OSError:
        return "unreadable"
    return "" if path.suffix == ".json" and _WRITTEN.match(data) else hashlib.sha256(data).hexdigest()


_WRITTEN = re.compile(rb'\s*\{\s*"(format": "promptfmt-report|_type": "https://in-toto\.io/Statement/v1)"')
