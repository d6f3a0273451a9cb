"""The version of an implementation: what it says itself, or that of the distribution which its module comes with."""

from __future__ import annotations

import re
from importlib.metadata import Distribution, distributions
from types import ModuleType
from typing import Any


def version_of(found: Any) -> str | None:
    """What a certificate calls the version of this module or object."""
    declared = getattr(found, "__version__", None)
    if isinstance(declared, str):
        return declared.strip()  # many read it from a file, with the end of the line
    name = getattr(found, "__name__", "").partition(".")[0] if isinstance(found, ModuleType) else ""
    versions = (each.metadata["Version"] for each in distributions() if name and _brings(each, name))
    return next(filter(None, versions), None)


def _brings(distribution: Distribution, name: str) -> bool:
    """Is this top-level module among its own, as `importlib.metadata.packages_distributions` has them?

    That makes a path of every file of every distribution, which took a third of a short run.
    """
    if declared := (distribution.read_text("top_level.txt") or "").split():
        return name in declared
    files = distribution.read_text("RECORD") or ""
    if name not in files:  # as in nearly all, and said a hundred times sooner
        return False
    return re.search(rf"^{re.escape(name)}(/|(\.[\w-]+)*\.(py|so|pyd),)", files, re.MULTILINE) is not None
