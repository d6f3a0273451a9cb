"""Several matrices as one: a column that comes again takes the place of the one before."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from pytest_promptfmt.report.matrix.column import Column, Matrix, MatrixCase


def merged(matrices: Iterable[Matrix]) -> Matrix:
    """All columns, by name; of two of one implementation in one version the later, and cases that none names go."""
    columns: dict[tuple[str, str | None], Column] = {}
    cases: dict[str, MatrixCase] = {}
    for matrix in matrices:
        columns |= {(column.spec, column.version): column for column in matrix.columns}
        cases |= matrix.cases
    ordered = sorted(columns.values(), key=lambda column: (column.name.lower(), _natural(column.version or "")))
    named = {seen.case for column in ordered for cause in column.causes for seen in cause.targets.values()}
    return Matrix(tuple(_apart(ordered)), {id_: cases[id_] for id_ in sorted(named)})


def _natural(version: str) -> list[tuple[int, str]]:
    """Of versions 9 goes before 10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"[0-9]{1,9}|[^0-9]+", version)]


def _apart(columns: Iterable[Column]) -> Iterable[Column]:
    """Each with an `id` of its own."""
    taken: set[str] = set()
    for column in columns:
        id_, n = column.id, 2
        while id_ in taken:
            id_, n = f"{column.id}-{n}", n + 1
        taken.add(id_)
        yield column if id_ == column.id else replace(column, id=id_)
