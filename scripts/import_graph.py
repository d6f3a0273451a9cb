"""The kit's structure, counted from its imports: rooms, floors, arrows, circles, and arrows that run up.

    python scripts/import_graph.py [CHECKOUT ...]

A *room* is a module or folder at the root of the kit, an *arrow* goes from a room to another that it imports, be it
inside a function or under ``TYPE_CHECKING``. A room stands one *floor* above the highest that it imports; rooms that
import each other, directly or by way of others, are a *circle* and share a floor. An arrow that does not lead to a
lower floor runs *up*. Of several checkouts each is counted, so that two states can be compared. The floors as they are
meant stand here too: they and what reads imports serve the tests as well.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from options import parser

KIT = "pytest_promptfmt"
FOLDERS = {
    KIT: KIT,
    "promptfmt_reference": "reference/promptfmt_reference",
    "promptfmt_fixtures": "fixtures/promptfmt_fixtures",
}
"""The three packages, and where they lie."""

ROOMS = (
    ("asserts", "common"),
    ("capture", "conversation", "payload"),
    ("dialects",),
    ("corpus", "implementation"),
    ("adapting",),
    ("adapters", "exchange"),
    ("checks",),
    ("generation",),
    ("guarding", "verdicts"),
    ("causes", "selftest", "snapshots", "xfails"),
    ("report",),
    ("api", "diagnosis", "session"),
    ("commands", "plugin"),
    ("cli", "strategies"),
    ("__main__",),
)
"""The floors as they are meant, from the ground up; import-linter has the same in pyproject.toml."""


class Import(NamedTuple):
    """`name` is the module, also of ``from package import module``; `late` where it runs later or never."""

    name: str
    late: bool


def modules(checkout: Path, package: str = KIT) -> dict[str, Path]:
    """Every module of a package by its dotted name."""
    folder = checkout / FOLDERS[package]
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        found[".".join((package, *(part for part in parts if part != "__init__")))] = path
    return found


def imports(path: Path, known: Mapping[str, Path]) -> Iterator[Import]:
    """What a module imports; `known` are the modules that ``from package import module`` may mean."""
    yield from _imports(parsed(path), known, late=False)


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a module; of hundreds, what takes time."""
    return ast.parse(path.read_text("utf-8"))


def _imports(node: ast.AST, known: Mapping[str, Path], *, late: bool) -> Iterator[Import]:
    match node:
        case ast.Import(names=names):
            yield from (Import(alias.name, late) for alias in names)
        case ast.ImportFrom(module=str(origin), names=names):
            for alias in names:
                exact = f"{origin}.{alias.name}"
                yield Import(exact if exact in known else origin, late)
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=body, orelse=orelse):
            for children, later in ((body, True), (orelse, late)):
                for child in children:
                    yield from _imports(child, known, late=later)
        case _:
            later = late or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            for child in ast.iter_child_nodes(node):
                yield from _imports(child, known, late=later)


class ImportGraph(NamedTuple):
    """`arrows` by room, the `floor` of each, the `circles`."""

    modules: int
    arrows: Mapping[str, set[str]]
    floor: Mapping[str, int]
    circles: list[set[str]]

    @property
    def up(self) -> list[tuple[str, str]]:
        """The arrows that do not lead to a lower floor."""
        pairs = ((room, imported) for room, others in self.arrows.items() for imported in others)
        return sorted(pair for pair in pairs if self.floor[pair[1]] >= self.floor[pair[0]])


def read_graph(checkout: Path) -> ImportGraph:
    """The graph of a checkout; the face of the kit itself is no room."""
    known = modules(checkout)
    arrows: dict[str, set[str]] = {module.split(".")[1]: set() for module in known if module != KIT}
    for module, path in known.items():
        here = module.split(".")[1:2]
        for imported in imports(path, known):
            there = imported.name.split(".")[1:2] if imported.name in known else []
            if here and there and here != there:
                arrows[here[0]].add(there[0])
    reach = {room: _reachable(arrows, room) for room in arrows}
    together = {room: frozenset({room, *(other for other in reach[room] if room in reach[other])}) for room in arrows}
    circles = {circle for circle in together.values() if len(circle) > 1}
    floor: dict[str, int] = {}
    for room in sorted(arrows, key=lambda room: len(reach[room] | {room})):  # those below reach less
        below = reach[room] - together[room]
        floor[room] = 1 + max((floor[other] for other in below), default=0)
    return ImportGraph(len(known), arrows, floor, [set(circle) for circle in circles])


def _reachable(arrows: Mapping[str, set[str]], room: str) -> set[str]:
    found: set[str] = set()
    ahead = [room]
    while ahead:
        new = arrows[ahead.pop()] - found
        found |= new
        ahead += new
    return found


def lines(checkout: Path) -> Iterator[str]:
    """What is printed of a checkout."""
    found = read_graph(checkout)
    loose = [path for path in (checkout / KIT).glob("*.py") if path.name != "__init__.py"]
    yield f"{found.modules} modules, {len(loose)} of them at the root"
    arrows = sum(map(len, found.arrows.values()))
    yield f"{len(found.arrows)} rooms on {max(found.floor.values())} floors, {arrows} arrows"
    yield f"{len(found.circles)} circles, {len(found.up)} arrows that run up"
    yield from (f"  circle  {'  '.join(sorted(circle))}" for circle in found.circles)
    rows: dict[int, list[str]] = defaultdict(list)
    for room, floor in sorted(found.floor.items()):
        rows[floor].append(room)
    yield from (f"  {floor:>6}  {'  '.join(rows[floor])}" for floor in sorted(rows, reverse=True))


if __name__ == "__main__":
    told = parser(__doc__)
    told.add_argument("checkouts", nargs="*", type=Path, default=[Path(__file__).parents[1]], metavar="CHECKOUT")
    for checkout in told.parse_args().checkouts:
        print("\n".join(lines(checkout)))
