"""The kit's modules are imported as Python imports them, though pytest rewrites those of plugins.

pytest rewrites the asserts of whatever a plugin's distribution holds: of three hundred modules, in every process, and
each time anew where no bytecode is written, as in a fresh environment.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder


class _Finder:
    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:
        return PathFinder.find_spec(name, path) if name.startswith("pytest_promptfmt.") else None


def leave_asserts_alone() -> Callable[[], None]:
    """From here on the kit's modules come without rewritten asserts; what is returned ends it."""
    sys.meta_path.insert(0, _Finder)
    return lambda: sys.meta_path.remove(_Finder) if _Finder in sys.meta_path else None
