"""An implementation found and imported, with a guard before the ways out of the process."""

from __future__ import annotations

from pathlib import Path

from pytest_promptfmt.exchange.guard import importing
from pytest_promptfmt.implementation import Implementation, ImplementationError
from pytest_promptfmt.implementation.resolve import resolve


def load(spec: str, directory: Path, slug: str | None = None) -> Implementation:
    """The implementation that `spec` names, seen from `directory`; raises `ImplementationError`, whatever happens."""
    try:
        with importing():
            return resolve(spec, directory, slug)
    except (KeyboardInterrupt, ImplementationError):
        raise
    except BaseException as error:  # its tables and the texts of its errors are foreign code as well
        raise ImplementationError(f"{spec!r} cannot be read: {type(error).__name__}") from None
