"""Where a formatter is written: file and line, so that an editor can jump to it."""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from types import CodeType
from typing import Any

from pytest_promptfmt.implementation import Entry, Implementation, TwoStep
from pytest_promptfmt.implementation.command import Remote


def location(implementation: Implementation, target: str) -> tuple[Path, int] | None:
    """File and line (from 1) of a target's formatter, behind decorators; where it is not Python, the module's.

    None where nobody knows a file that is there.
    """
    code = _code(implementation.formatters[target])
    if code is not None and os.path.isfile(code.co_filename):
        return Path(os.path.abspath(code.co_filename)), code.co_firstlineno
    origin = implementation.origin
    return None if origin is None else (origin.file, 1)


def _code(entry: Entry) -> CodeType | None:
    if isinstance(entry, Remote):
        return None  # in another language
    found: Any = entry.format if isinstance(entry, TwoStep) else entry
    try:
        for _ in range(20):  # a foreign object may have itself inside
            found = getattr(found, "func", found)  # of functools.partial
            found = inspect.unwrap(getattr(found, "__func__", found))
            code = getattr(found, "__code__", None)
            if isinstance(code, CodeType):
                return code
            found = type(found).__call__
    except Exception:  # foreign objects may raise whatever they like
        return None
    return None
