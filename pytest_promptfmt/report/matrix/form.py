"""The matrix as data: one JSON document, of which a later matrix can be made; ``matrix.schema.json`` describes it.

What stands there of levels follows from the report whose digest a column names; here it is not asked again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from typing import Any

from pytest_promptfmt.common.text import cut, safe
from pytest_promptfmt.dialects.schema import first_problem
from pytest_promptfmt.report.matrix.column import (
    CauseInTarget,
    Cell,
    Column,
    ColumnCause,
    Matrix,
    MatrixCase,
    Run,
    TargetColumn,
)
from pytest_promptfmt.report.reading import DocumentError, other_version

FORMAT = "promptfmt-matrix"
VERSION = 1


def is_matrix(value: Any) -> bool:
    """Does it say so of itself?"""
    return isinstance(value, dict) and value.get("format") == FORMAT


def to_json(matrix: Matrix) -> dict[str, Any]:
    """Strict JSON; what is empty in a run, a cell or a sighting is left out."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "implementations": [_column_to_json(column) for column in matrix.columns],
        "cases": {id_: asdict(case) for id_, case in sorted(matrix.cases.items())},
    }


def _column_to_json(column: Column) -> dict[str, Any]:
    document: dict[str, Any] = {**asdict(column), "run": _beyond(Run(), asdict(column.run))}
    for target in document["targets"].values():
        cells = target["profiles"].items()
        target["profiles"] = {name: {"state": cell["state"], **_beyond(_NO_CELL, cell)} for name, cell in cells}
    for cause in document["causes"]:
        cause["targets"] = {target: _beyond(_NO_SIGHTING, seen) for target, seen in cause["targets"].items()}
    return document


_NO_CELL = Cell("n/a")
_NO_SIGHTING = CauseInTarget(0, "", "")


def _beyond(empty: Run | Cell | CauseInTarget, value: Mapping[str, Any]) -> dict[str, Any]:
    """What is not as it is where nothing is known."""
    known = asdict(empty)
    return {key: each for key, each in value.items() if each != known[key]}


def text(matrix: Matrix) -> str:
    """The bytes of the JSON form: a target, a cause and a case have a line each, so that a change is seen."""
    return "\n".join(_spelled(to_json(matrix), 4)) + "\n"


def _spelled(value: Any, deep: int) -> list[str]:
    """The lines of a value, of which so many levels are broken into lines."""
    if deep and isinstance(value, dict) and value:
        parts = [(json.dumps(key) + ": ", each) for key, each in value.items()]
        first, last = "{", "}"
    elif deep and isinstance(value, list) and any(isinstance(each, dict) for each in value):
        parts = [("", each) for each in value]
        first, last = "[", "]"
    else:
        return [json.dumps(value, ensure_ascii=True, allow_nan=False)]
    lines = [first]
    for n, (key, each) in enumerate(parts):
        (begin, *rest), comma = _spelled(each, deep - 1), "" if n == len(parts) - 1 else ","
        lines += [f" {line}" for line in (key + begin, *rest)]
        lines[-1] += comma
    return [*lines, last]


def read_matrix(value: Any, name: str = "the matrix") -> Matrix:
    """The matrix in a JSON value; raises `DocumentError` where it is none."""
    if not is_matrix(value):
        raise DocumentError(f"{name} is no matrix of promptfmt; promptfmt matrix -o FILE.json writes one")
    if value.get("version") != VERSION:
        found = cut(safe(repr(value.get("version"))), 60)
        raise DocumentError(f"{name} is a matrix of version {found}, {other_version(value.get('version'), VERSION)}")
    try:
        problem = first_problem(_schema(), value)
    except RecursionError:
        raise DocumentError(f"{name} is nested too deeply") from None
    if problem:
        raise DocumentError(f"{name}: {cut(safe(problem[0]), 100)}: {cut(safe(problem[1]), 300)}")
    columns = tuple(map(_column, value["implementations"]))
    for column in columns:
        if odd := _unknown(column, value["cases"]):
            raise DocumentError(f"{name} does not agree with itself: {cut(safe(column.title), 100)} names {odd}")
    return Matrix(
        columns, {id_: MatrixCase(case["hunts"], tuple(case["lines"])) for id_, case in value["cases"].items()}
    )


@cache
def _schema() -> Any:
    return json.loads(files("pytest_promptfmt").joinpath("report/matrix/matrix.schema.json").read_text("utf-8"))


def _unknown(column: Column, cases: Mapping[str, Any]) -> str:
    """What a column names and nobody has."""
    for cause in column.causes:
        for target, seen in cause.targets.items():
            if target not in column.targets:
                return f"the target {cut(safe(target), 60)}, which it does not have"
            if seen.case not in cases:
                return f"the case {cut(safe(seen.case), 60)}, which is not among the cases"
    numbers = {n for found in column.targets.values() for cell in found.profiles.values() for n in cell.causes}
    return "a cause by a number that none has" if any(n >= len(column.causes) for n in numbers) else ""


def _column(value: Mapping[str, Any]) -> Column:
    targets = {target: _target(found) for target, found in value["targets"].items()}
    causes = tuple(
        ColumnCause(
            cause["id"],
            {target: CauseInTarget(**seen) for target, seen in cause["targets"].items()},
            tuple(cause["also"]),
        )
        for cause in value["causes"]
    )
    return Column(**{**value, "targets": targets, "causes": causes, "run": Run(**value["run"])})


def _target(value: Mapping[str, Any]) -> TargetColumn:
    cells = {
        profile: Cell(**{**cell, "causes": tuple(cell.get("causes", ()))})
        for profile, cell in value["profiles"].items()
    }
    (right, graded), (edge_right, edge_graded) = value["everyday"], value["edge"]
    return TargetColumn(value["model"], tuple(value["limits"]), (right, graded), (edge_right, edge_graded), cells)
