"""`DatasetReader`: which column is the answer, and which rows are read."""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from promptfmt_reference.aisbench.errors import AISBenchInvalidTypeException, kind_of
from promptfmt_reference.aisbench.profile import DOCUMENTED, Profile
from promptfmt_reference.aisbench.prompt_list import Row


@dataclass(frozen=True)
class DatasetReader:
    """`reader_cfg` as an object. `input_columns`, a list or a string with blanks, keeps no column from a template;
    what is in `output_column` is masked, and nothing is without it.

    `train_range` and `test_range`: None, a number of rows, a part of them below 1, or a slice such as ``"[1:3]"``.
    """

    input_columns: Sequence[str] | str = ()
    output_column: str | None = None
    train_range: float | str | None = None
    test_range: float | str | None = None
    profile: Profile = DOCUMENTED

    def __post_init__(self) -> None:
        if self.output_column and not isinstance(self.output_column, str):
            said = f"the answer is one column, not {kind_of(self.output_column)}"
            raise AISBenchInvalidTypeException(said, "UTILS-TYPE-001", part="reader_cfg.output_column")

    @property
    def columns(self) -> list[str]:
        """The input columns one by one."""
        return self.input_columns.split() if isinstance(self.input_columns, str) else list(self.input_columns)

    @property
    def answer(self) -> str | None:
        """The column to be masked."""
        return self.output_column or None

    def train(self, rows: Sequence[Row]) -> list[Row]:
        return self._read(rows, self.train_range)

    def test(self, rows: Sequence[Row]) -> list[Row]:
        return self._read(rows, self.test_range)

    def _read(self, rows: Sequence[Row], range_: float | str | None) -> list[Row]:
        absent = {column: None for row in rows for column in row} if self.profile.nulls_absent_cells else {}
        read = [rows[i] for i in selected(len(rows), range_)]
        return [{**absent, **row} for row in read] if absent else read


_BOUND = r"\s*(-?\d+)?\s*"
_SLICE = re.compile(rf"\s*\[{_BOUND}:{_BOUND}(?::{_BOUND})?\]\s*")


def selected(size: int, range_: Any) -> list[int]:
    """The indices of the rows that are read, of `size`; all of them where `range_` says nothing that can be understood.

    A number of rows is a sample, the same for the same number.
    """
    indices = list(range(size))
    if isinstance(range_, str):
        found = _SLICE.fullmatch(range_)
        if found is None or int(found[3] or 1) == 0:
            warnings.warn(f"{range_!r} is no slice such as '[0:10]'; all rows are read", stacklevel=4)
            return indices
        return indices[slice(*(int(bound) if bound else None for bound in found.groups()))]
    if range_ is None or range_ <= 0 or range_ >= size:
        return indices
    count = int(range_ * size if range_ < 1 else range_)
    random.Random(count).shuffle(indices)
    return indices[:count]
