"""The snapshots that a run is asked for, from its options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from pytest_promptfmt.common.text import safe, unexpanded
from pytest_promptfmt.session.certification import Certification
from pytest_promptfmt.session.items import KitItem
from pytest_promptfmt.snapshots import Snapshots
from pytest_promptfmt.snapshots.store import SnapshotError, load
from pytest_promptfmt.snapshots.syrupy import update_options


def open_snapshots(config: pytest.Config, certifications: Iterable[Certification]) -> None:
    """Gives each certification its snapshots, where somebody asks for them; raises `pytest.UsageError`."""
    for certification in certifications:
        try:
            certification.snapshots = _snapshots(config, certification)
        except SnapshotError as error:
            raise pytest.UsageError(safe(str(error))) from error


def unwritten(config: pytest.Config, items: Sequence[pytest.Item]) -> list[str]:
    """That an update has written nothing, where only the kit's items ran and nobody has said where it writes."""
    asked = update_options(config).update and config.getoption("promptfmt_snapshots") is None
    if not asked or not items or not all(isinstance(item, KitItem) for item in items):
        return []
    return ["--snapshot-update has written nothing: --promptfmt-snapshots=DIR says where payloads are kept"]


def _snapshots(config: pytest.Config, certification: Certification) -> Snapshots | None:
    named, slug = config.getoption("promptfmt_snapshots"), certification.implementation.slug
    if named is None:
        return None
    if not named:
        raise SnapshotError("--promptfmt-snapshots= names no directory")
    if (config.rootpath / named).is_file():
        raise SnapshotError(f"--promptfmt-snapshots={named} is a file, and snapshots are kept in a directory")
    if odd := unexpanded(named) or ("it is one directory, and no glob" if "*" in named else ""):
        raise SnapshotError(f"--promptfmt-snapshots={named}: {odd}")
    syrupys = config.getoption("snapshot_dirname", "__snapshots__")
    if syrupys in Path(named).parts:
        raise SnapshotError(f"--promptfmt-snapshots={named}: syrupy takes away what it does not know in {syrupys}")
    store = load(config.rootpath / named / slug, f"{Path(named).as_posix()}/{slug}")
    exchanges = frozenset((target, case.id) for target, case in certification.plan)
    return Snapshots(store, exchanges, update_options(config), frozenset(certification.unscored))
