"""Why a module cannot be imported: the error, the line of the user's own that it comes from, and what helps."""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from pytest_promptfmt.common.text import described, text_of
from pytest_promptfmt.implementation.tree import KIT, installed


def import_failure(error: BaseException, path: Path | None = None) -> str:
    """In a line; `path` is there where a file was named, and no module."""
    place = "" if isinstance(error, SyntaxError) else _place(error)
    return f"{described(error)}{f' ({place})' if place else ''}{_remedy(error, path)}"


def _place(error: BaseException) -> str:
    """The innermost line that is neither Python's, nor the kit's, nor of what is installed."""
    found = ""
    for frame, line in traceback.walk_tb(vars(BaseException)["__traceback__"].__get__(error)):
        file = frame.f_code.co_filename
        if not (file.startswith("<") or installed(Path(file)) or Path(file).is_relative_to(KIT)):
            found = f"{os.path.basename(file)}:{line}"
    return found


def _remedy(error: BaseException, path: Path | None) -> str:
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"; install what brings {error.name!r} into this environment, or mend the name"
    if isinstance(error, ImportError) and "relative import" in text_of(error) and path is not None:
        named = f" ({path.parent.name}.{path.stem})" if (path.parent / "__init__.py").exists() else ""
        return f"; a file named by its path is part of no package: name the module{named} instead"
    if isinstance(error, SystemExit):
        return "; it is imported here, not run: put what runs below if __name__ == '__main__'"
    if path is not None and path.suffix == ".pyc":
        return "; name the source, a .py file"
    return ""
