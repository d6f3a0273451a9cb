"""Where an implementation's source lies, and a digest of it, by which a certificate says what it is about."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from pytest_promptfmt.implementation.spec import is_path, split


def origin(spec: str, directory: Path) -> Path:
    """The file of an implementation that was resolved, or the directory of the package that it belongs to.

    Of an adapter it is the adapter's own; the framework's version stands in the implementation's name.
    """
    name, _, attribute = split(spec)
    if is_path(spec):
        path = (directory / name).resolve()
        return path.parent if path.name == "__init__.py" else path
    loaded = f"pytest_promptfmt.adapters.{attribute or name}"
    module = sys.modules[name if name in sys.modules and name != "adapter" else loaded]
    top = sys.modules[module.__name__.partition(".")[0]]
    if loaded == module.__name__ or top.__file__ is None:
        top = module
    path = Path(top.__file__ or "")
    return path.parent if path.name == "__init__.py" else path


def source_digest(origin: Path) -> str:
    """The SHA-256 of a file, or of all Python files and TOML files below a directory with their names."""
    if origin.is_file():
        return hashlib.sha256(origin.read_bytes()).hexdigest()
    found = hashlib.sha256()
    for path in sorted(path for path in origin.rglob("*") if path.suffix in (".py", ".toml") and path.is_file()):
        data = path.read_bytes()
        found.update(f"{path.relative_to(origin).as_posix()} {len(data)}\n".encode() + data)
    return found.hexdigest()
