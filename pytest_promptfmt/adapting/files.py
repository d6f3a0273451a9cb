"""Media in files of their own, for a library that takes paths and nothing else."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import uuid4

from pytest_promptfmt.adapting.media import data_of
from pytest_promptfmt.common.media import extension_of
from pytest_promptfmt.conversation import Media


def _folder() -> Path:
    return Path(tempfile.gettempdir(), f"promptfmt-media-{uuid4().hex}")


@dataclass(frozen=True, slots=True, weakref_slot=True)
class MediaFiles:
    """A folder of temporary files, gone where the ``with`` block ends, or with this object.

    `path` in `prepare`, and ``with files:`` in `format`, which is when the library reads them. A file is named after
    what it holds, so that a name that goes out is the same each time.
    """

    folder: Path = field(default_factory=_folder)

    def __post_init__(self) -> None:
        weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, media: Media) -> Path:
        """The path of a file with these bytes; raises what `data_of` raises."""
        found = data_of(media)
        self.folder.mkdir(mode=0o700, exist_ok=True)
        path = self.folder / f"{sha256(found.data).hexdigest()[:16]}{extension_of(found.media_type)}"
        path.write_bytes(found.data)
        return path

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
