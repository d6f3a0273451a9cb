"""Where things lie in a checkout."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
RECORDINGS, SEEDS, DERIVED = TESTS / "recordings", TESTS / "seeds", TESTS / "derived"
