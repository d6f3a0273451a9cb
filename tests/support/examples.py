"""How many examples hypothesis draws: all in CI, a third of them anywhere else."""

from __future__ import annotations

import os


def drawn(n: int) -> int:
    """So many of the `n` examples that a property is worth: who waits for them has drawn others yesterday."""
    return n if os.environ.get("CI") else max(n // 3, 10)
