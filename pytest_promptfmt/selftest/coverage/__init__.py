"""Coverage: which points of a provider's own schema the corpus's payloads reach, and why the others are left.

A folder of schemas has an ``index.toml`` that says of which dialect and part of a request each is, and an
``unreached.toml`` whose rows tell why no formatter reaches a point: nothing in a conversation says it, or it is another
spelling of what is reached. A point that neither a payload nor a row explains is missing, and wants a case.
"""

from __future__ import annotations

import gzip
import json
import re
import tomllib
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from pytest_promptfmt.common.text import count
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.dialects.schema import schema_problem
from pytest_promptfmt.selftest.coverage.payloads import Part, parts
from pytest_promptfmt.selftest.coverage.points import Point, points_of


class CoverageError(Exception):
    """What is to be covered cannot be read; the text says which file and why."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why no payload reaches these points (globs, in which only ``*`` is special) of these schemas (globs).

    `spelled` is a reason that says: because the payloads spell it otherwise.
    """

    schemas: tuple[str, ...]
    points: tuple[str, ...]
    why: str
    spelled: bool = False

    def covers(self, schema: str, point: str) -> bool:
        return any(fnmatchcase(schema, glob) for glob in self.schemas) and any(
            fnmatchcase(point, glob.replace("[", "[[]")) for glob in self.points
        )


@dataclass(frozen=True, slots=True)
class Schema:
    """A schema under its name, and what it is of; `reasons` are those that are given for it."""

    name: str
    dialect: str
    part: Part
    schema: Mapping[str, Any]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """What came of one schema. Within reach is what is reached, what is spelled otherwise, and what is missing."""

    name: str
    dialect: str
    points: tuple[Point, ...]
    spellings: frozenset[str] = frozenset()

    @property
    def reached(self) -> tuple[str, ...]:
        return tuple(point.name for point in self.points if point.reached)

    @property
    def spelled(self) -> tuple[str, ...]:
        """The points that the payloads do not reach because they say it in another way."""
        return tuple(point.name for point in self.points if point.why in self.spellings)

    @property
    def missing(self) -> tuple[str, ...]:
        """The points for which nobody gives a reason."""
        return tuple(point.name for point in self.points if not point.reached and not point.why)

    @property
    def rate(self) -> float:
        """The share of the points within reach that is not missing; 1 where none is within reach."""
        covered = len(self.reached) + len(self.spelled)
        return covered / (covered + len(self.missing)) if self.points else 1.0

    def __str__(self) -> str:
        parts = {"reached": self.reached, "spelled otherwise": self.spelled, "missing": self.missing}
        within = sum(map(len, parts.values()))
        figures = ", ".join(f"{len(found)} {name}" for name, found in parts.items())
        return (
            f"{self.name}: {count(within, 'point')} within reach: {figures} ({self.rate:.0%});"
            f" {count(len(self.points) - within, 'point')} out of it"
        )


def cover(schema: Schema, payloads: Iterable[Any]) -> Coverage:
    """What payloads of the schema's dialect reach of it."""

    def why(point: str) -> str:
        return next((reason.why for reason in schema.reasons if reason.covers(schema.name, point)), "")

    found = points_of(schema.schema, parts(schema.dialect, schema.part, payloads), why)
    spellings = frozenset(reason.why for reason in schema.reasons if reason.spelled)
    return Coverage(schema.name, schema.dialect, tuple(found), spellings)


def own_schemas() -> Iterator[Schema]:
    """The kit's own schemas, for which nobody gives reasons."""
    for name, dialect in DIALECTS.items():
        yield Schema(name, name, "messages", dialect.schemas)


def load_schema(path: Path, dialect: str) -> Schema:
    """One schema of a list of messages, in a file of JSON that may be gzipped; raises `CoverageError`."""
    try:
        data = path.read_bytes()
        text = gzip.decompress(data) if path.suffix == ".gz" else data
        schema = json.loads(text)
    except RecursionError as error:
        raise CoverageError(f"{path} is no schema: nested too deeply") from error
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise CoverageError(f"{path} is no schema: {error}") from error
    if problem := schema_problem(schema):
        raise CoverageError(f"{path} is no schema: {problem[0]}: {problem[1]}")
    for name in re.findall(r'"\$ref": "([^"]*)"', json.dumps(schema)):
        if name.removeprefix("#/$defs/") not in schema.get("$defs", {}):
            raise CoverageError(f"{path} is no schema by itself: {name} is not in its $defs")
    return Schema(path.name.removesuffix(".gz").removesuffix(".json"), dialect, "messages", schema)


def load_folder(folder: Path) -> Iterator[Schema]:
    """The schemas of a folder that are to be measured by themselves, with the reasons; raises `CoverageError`."""
    try:
        index = tomllib.loads(folder.joinpath("index.toml").read_text("utf-8"))["schema"]
        rows = tomllib.loads(folder.joinpath("unreached.toml").read_text("utf-8"))["reason"]
        reasons = tuple(
            Reason(**{**row, "schemas": tuple(row["schemas"]), "points": tuple(row["points"])}) for row in rows
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CoverageError(f"{folder} is no folder of schemas: {error!r}") from error
    for name, row in index.items():
        if "covered" not in row:
            found = load_schema(folder / f"{name}.json.gz", row["dialect"])
            own = tuple(each for each in reasons if any(fnmatchcase(name, glob) for glob in each.schemas))
            yield Schema(name, row["dialect"], row["part"], found.schema, own)


def lines(coverages: Iterable[Coverage]) -> Iterator[str]:
    """The report: for each schema its figures, what is missing, and how many points each reason explains."""
    for coverage in coverages:
        yield str(coverage)
        yield from (f"  missing  {point}" for point in coverage.missing)
        whys = [point.why for point in coverage.points if point.why]
        for why in sorted(set(whys), key=lambda each: (each not in coverage.spellings, each)):
            yield f"  {whys.count(why):>5}  {'spelled otherwise: ' if why in coverage.spellings else ''}{why}"
