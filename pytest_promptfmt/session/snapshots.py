"""The snapshots that a run is asked for, from its options."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from pytest_promptfmt.corpus import Case
from pytest_promptfmt.snapshots import Snapshots
from pytest_promptfmt.snapshots.store import SnapshotError, load
from pytest_promptfmt.snapshots.syrupy import update_options


def snapshots_of(
    config: pytest.Config, slug: str, plan: Iterable[tuple[str, Case]], unscored: Iterable[str] = ()
) -> Snapshots | None:
    """Those of the implementation whose plan this is; None where nobody asks for them. Raises `SnapshotError`."""
    named = config.getoption("promptfmt_snapshots")
    if named is None:
        return None
    if not named:
        raise SnapshotError("--promptfmt-snapshots= names no directory")
    if (config.rootpath / named).is_file():
        raise SnapshotError(f"--promptfmt-snapshots={named} is a file, and snapshots are kept in a directory")
    syrupys = config.getoption("snapshot_dirname", "__snapshots__")
    if syrupys in Path(named).parts:
        raise SnapshotError(f"--promptfmt-snapshots={named}: syrupy takes away what it does not know in {syrupys}")
    store = load(config.rootpath / named / slug, f"{Path(named).as_posix()}/{slug}")
    exchanges = frozenset((target, case.id) for target, case in plan)
    return Snapshots(store, exchanges, update_options(config), frozenset(unscored))
