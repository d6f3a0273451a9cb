"""The only module that knows syrupy: its options say what is to be updated, its assertion serves people's own tests."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_promptfmt.common.files import save
from pytest_promptfmt.common.json.equal import equal
from pytest_promptfmt.payload.plain_json import to_plain
from pytest_promptfmt.snapshots.spelling import abbreviated, spelled

if TYPE_CHECKING:
    import pytest
    from syrupy.assertion import SnapshotAssertion
    from syrupy.extensions.single_file import SingleFileSnapshotExtension


@dataclass(frozen=True, slots=True)
class UpdateOptions:
    """What syrupy's options ask for: ``--snapshot-update``, ``-update-new-only``, ``-warn-unused``, ``-no-cleanup``."""

    update: bool = False
    new_only: bool = False
    warn_unused: bool = False
    no_cleanup: bool = False


def update_options(config: pytest.Config) -> UpdateOptions:
    """What the command line asks for; nothing where syrupy is not loaded, which only an update needs."""
    names = ("update_snapshots", "update_new_snapshots_only", "warn_unused_snapshots", "no_cleanup")
    return UpdateOptions(*(bool(config.getoption(name, False)) for name in names))


def assertion(request: pytest.FixtureRequest) -> SnapshotAssertion:
    """syrupy's snapshot for one test; with a case of the corpus beside it, payloads are kept without its directory."""
    found: SnapshotAssertion = request.getfixturevalue("snapshot")
    if "promptfmt_case" not in request.fixturenames:
        return found.use_extension(extension())
    case = request.getfixturevalue("promptfmt_case")

    def portable(*, data: Any, path: Any) -> Any:
        return case.portable(data)

    return found.with_defaults(extension_class=extension(), matcher=portable)


@cache
def extension() -> type[SingleFileSnapshotExtension]:
    """A file for each assertion, spelled as ours are; one class, by which syrupy knows where it has looked."""
    from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

    class Payload(SingleFileSnapshotExtension):
        _write_mode = WriteMode.TEXT
        file_extension = "json"

        def serialize(self, data: Any, *, exclude: Any = None, include: Any = None, matcher: Any = None) -> str:
            value, problems = to_plain(data)
            if problems:
                raise TypeError(f"no strict JSON at {problems[0].path}: {problems[0].problem}")
            if exclude or include:
                raise TypeError("promptfmt_snapshot keeps payloads whole; take out of them what you do not want")
            return spelled(abbreviated(matcher(data=value, path=()) if matcher else value))

        def matches(self, *, serialized_data: Any, snapshot_data: Any) -> bool:
            try:
                return equal(json.loads(serialized_data), json.loads(snapshot_data))
            except ValueError:  # somebody wrote into it what is no JSON: the difference shows it
                return False

        @classmethod
        def write_snapshot_collection(cls, *, snapshot_collection: Any, **_: Any) -> None:
            for snapshot in snapshot_collection:
                save(Path(snapshot_collection.location), snapshot.data)

    return Payload
