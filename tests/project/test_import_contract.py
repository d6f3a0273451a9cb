"""import-linter holds the same floors before a commit as `tests/test_architecture.py` in a run."""

from __future__ import annotations

import tomllib
from pathlib import Path

from import_graph import KIT, ROOMS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_import_linter_has_the_floors_of_the_house() -> None:
    """One list, spelled a second time where import-linter reads it, from the roof down."""
    (contract,) = PROJECT["tool"]["importlinter"]["contracts"]

    assert contract["layers"] == [" | ".join(row) for row in reversed(ROOMS)]
    assert contract["containers"] == [KIT]


def test_a_room_that_nobody_listed_breaks_the_contract() -> None:
    (contract,) = PROJECT["tool"]["importlinter"]["contracts"]

    assert contract["exhaustive"] is True
