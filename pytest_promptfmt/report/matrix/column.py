"""What the matrix tells of one implementation: levels by target and profile, and each cause by its smallest case."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pytest_promptfmt.report.ids import with_version
from pytest_promptfmt.verdicts.levels import OVERALL, State

Share: TypeAlias = tuple[int, int]
"""How many exchanges are right, of how many that were graded."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a target stands in a profile; `causes` are the numbers of those that stand before the next level."""

    state: State
    level: int | None = None
    graded: int = 0
    promised: int = 0
    causes: tuple[int, ...] = ()

    @property
    def height(self) -> int:
        """The level to compare by: none at all is lower than L0."""
        return -1 if self.level is None else self.level


@dataclass(frozen=True, slots=True)
class CauseInTarget:
    """What shows of a cause in one target: how many exchanges fail of it, and the case with the least conversation.

    `says` is what is wrong there. Where no more than a consequence shows, `id` is that finding, and else empty.
    """

    failures: int
    case: str
    says: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class ColumnCause:
    """A cause by the id of its finding; `also` are the findings that come of it."""

    id: str
    targets: Mapping[str, CauseInTarget]
    also: tuple[str, ...] = ()

    def shown_by(self, target: str) -> str:
        """The id of the finding that a target shows of it."""
        return self.targets[target].id or self.id


@dataclass(frozen=True, slots=True)
class TargetColumn:
    """One target: the `model` it was judged for, declared `limits`, what holds every day and at the edges."""

    model: str
    limits: tuple[str, ...]
    everyday: Share
    edge: Share
    profiles: Mapping[str, Cell]

    @property
    def overall(self) -> Cell:
        return self.profiles[OVERALL]


@dataclass(frozen=True, slots=True)
class Run:
    """What no report knows, since it is of one run: all of it may be missing, and then nobody measured it.

    `kit` is the kit's revision, `packages` are what was installed, `seconds` are of CPU, `lines` the adapter's. Of
    `rules` with an error so many are `read`: a `page` says of each what it found, and why.
    """

    date: str = ""
    kit: str = ""
    install: str = ""
    packages: Mapping[str, str] = field(default_factory=dict)
    seconds: int | None = None
    lines: int | None = None
    rules: int | None = None
    read: int | None = None
    page: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One implementation; `id` is what its anchors begin with, `report` the digest of the report it was read from."""

    id: str
    name: str
    spec: str
    version: str | None
    kit: str
    revision: str
    corpus: str
    report: str
    exchanges: int
    targets: Mapping[str, TargetColumn]
    causes: tuple[ColumnCause, ...]
    run: Run = Run()

    @property
    def title(self) -> str:
        return with_version(self.name, self.version)

    @property
    def dialects(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(target.rpartition(".")[0] for target in self.targets))

    def of(self, dialect: str) -> dict[str, TargetColumn]:
        """The targets of a dialect."""
        return {target: found for target, found in self.targets.items() if target.rpartition(".")[0] == dialect}

    def causes_in(self, targets: Collection[str]) -> int:
        """How many causes show in one of some targets."""
        return sum(any(target in cause.targets for target in targets) for cause in self.causes)

    def command(self, target: str) -> str:
        """What judges one row of cells again; the page that it writes has their levels."""
        asked = [f"--promptfmt-target={target}"] if len(self.targets) > 1 else []
        return shlex.join(["pytest", f"--promptfmt-impl={self.spec}", *asked, "--promptfmt-report=html:report.html"])


@dataclass(frozen=True, slots=True)
class MatrixCase:
    """A case that a cause is shown by: what it hunts, and the lines of its conversation."""

    hunts: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """`columns` in the order of their names, and the cases that they show causes by."""

    columns: tuple[Column, ...]
    cases: Mapping[str, MatrixCase]


def lowest(targets: Iterable[TargetColumn]) -> Cell:
    """The lowest of all targets together, with every cause that holds one of the lowest back."""
    cells = [each.overall for each in targets if each.overall.state in ("graded", "partial")]
    graded, promised = sum(cell.graded for cell in cells), sum(cell.promised for cell in cells)
    if not cells:
        return Cell("n/a")
    if any(cell.state == "partial" for cell in cells):
        return Cell("partial", None, graded, promised)
    least = min(cells, key=lambda cell: cell.height)
    same = (set(cell.causes) for cell in cells if cell.height == least.height)
    return Cell("graded", least.level, graded, promised, tuple(sorted(set().union(*same))))


def shared(shares: Iterable[Share]) -> Share:
    """The sum."""
    right, graded = 0, 0
    for share in shares:
        right, graded = right + share[0], graded + share[1]
    return right, graded
