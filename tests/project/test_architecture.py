"""The contract of the folder tree: who may know whom, read from the source.

`import_graph.ROOMS` is the one direction of docs/architecture.md. Imports in functions and ``TYPE_CHECKING`` count too.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import which

import import_graph
import pytest
from import_graph import FOLDERS, KIT, ROOMS
from support.places import ROOT, TESTS
from support.rows import for_each

from pytest_promptfmt.implementation.resolve import adapters

DOORS = {"__init__", "__main__", "api", "asserts", "cli", "plugin", "strategies"}
TOP = """
.ci .github .gitignore .pre-commit-config.yaml .pre-commit-hooks.yaml CHANGELOG.md CONTRIBUTING.md LICENSE README.md
action.yml benchmarks bridges docs fixtures mkdocs.yml pyproject.toml pytest_promptfmt reference scripts tests
typing_tests
"""
"""What a visitor sees first; what a tool dropped there is no part of it."""

MOST = 15
LONGEST = 300

TOKEN = "promptfmt_reference.agentscope_v1.token"
AT_HOME = {
    "jsonschema": {"dialects.schema", "selftest.coverage.points"},
    "syrupy": {"snapshots.syrupy"},
    "tiktoken": {f"{TOKEN}.mini", f"{TOKEN}.encodings", f"{TOKEN}.openai"},
    "PIL": {
        "adapters.smolagents.native",  # its messages hold Pillow's pictures
        "checks.fidelity.media.pictures",
        "common.media",
        f"{TOKEN}.images",
        "promptfmt_reference.wire.media",
    },
    "tomlkit": {"xfails.update"},
    "hypothesis": {"strategies"},
    "yaml": {"capture.yaml"},
    "pytest": {"plugin", "session", "snapshots.syrupy"},
    "_pytest": {"session.failure_repr"},
}
"""Who may import what does not belong to the standard library: modules, or rooms of the kit.

An adapter may import its framework, which nobody else knows: that is another test's.
"""


@cache
def modules() -> dict[str, Path]:
    """Every module of the three packages, by its dotted name."""
    return {module: path for package in FOLDERS for module, path in import_graph.modules(ROOT, package).items()}


def imports(module: str, *, late: bool = True) -> Iterator[str]:
    """What a module imports; without `late` only what is imported as soon as the module is."""
    yield from (one.name for one in read(module) if late or not one.late)


@cache
def read(module: str) -> tuple[import_graph.Import, ...]:
    return tuple(import_graph.imports(modules()[module], modules()))


def inside(module: str) -> str:
    """The name within the kit: ``dialects.openai`` for ``pytest_promptfmt.dialects.openai``."""
    return module.removeprefix(KIT).removeprefix(".")


def ours(package: str) -> list[str]:
    return [module for module in modules() if module.partition(".")[0] == package]


def room(module: str) -> str:
    return inside(module).partition(".")[0]


FLOOR = {name: number for number, row in enumerate(ROOMS) for name in row}


@for_each(m for m in ours(KIT) if m != KIT)
def test_a_module_imports_from_its_own_room_or_a_lower_floor(module: str) -> None:
    assert room(module) in FLOOR, f"{module} stands in no room: add it to ROOMS in scripts/import_graph.py"
    for imported in imports(module):
        if imported.partition(".")[0] == KIT and room(imported) not in ("", room(module)):
            how = f"{module} imports {imported}, which is not on a lower floor"
            assert FLOOR[room(imported)] < FLOOR[room(module)], how


def test_nothing_stands_at_the_root_but_the_doors() -> None:
    assert {path.stem for path in (ROOT / KIT).glob("*.py")} == DOORS


def test_the_house_has_no_circle_and_no_arrow_that_runs_up() -> None:
    found = import_graph.read_graph(ROOT)

    assert (found.circles, found.up) == ([], [])


def test_a_script_counts_what_is_there(tmp_path: Path) -> None:
    """Two rooms that import each other, one of them in a function, and one below both."""
    for name, text in {
        "one": "from pytest_promptfmt.two import b",
        "two/__init__": "def b():\n    from pytest_promptfmt import one",
        "two/part": "if TYPE_CHECKING:\n    from pytest_promptfmt.three.deep import c",
        "three/deep": "import json",
    }.items():
        path = tmp_path / KIT / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    found = import_graph.read_graph(tmp_path)

    assert found.arrows == {"one": {"two"}, "two": {"one", "three"}, "three": set()}
    assert found.floor == {"one": 2, "two": 2, "three": 1}
    assert (found.circles, found.up) == ([{"one", "two"}], [("one", "two"), ("two", "one")])
    assert list(import_graph.lines(tmp_path))[1] == "3 rooms on 2 floors, 3 arrows"


@for_each(m for m in ours(KIT) if modules()[m].name == "__init__.py")
def test_a_face_binds_no_name_of_one_of_its_modules(module: str) -> None:
    """Else ``package.name`` is the one or the other, as it happens; a face may bind the module itself."""
    within = {name.removeprefix(f"{module}.") for name in modules() if name.startswith(f"{module}.")}
    clash = set()
    for node in import_graph.parsed(modules()[module]).body:
        match node:
            case ast.ImportFrom(module=origin, names=names) if origin != module:
                clash |= {alias.asname or alias.name for alias in names} & within
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                clash |= {name} & within
            case ast.Assign(targets=targets):
                clash |= {target.id for target in targets if isinstance(target, ast.Name)} & within

    assert clash == set()


def test_a_folder_can_be_taken_in_at_a_glance() -> None:
    folders: dict[Path, int] = defaultdict(int)
    for module in ours(KIT):
        folders[modules()[module].parent] += 1

    assert {folder.name: number for folder, number in folders.items() if number > MOST} == {}


@pytest.mark.skipif(not (ROOT / ".git").exists() or not which("git"), reason="only a checkout tells what belongs to it")
def test_nothing_was_left_at_the_top() -> None:
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]  # whoever owns the checkout
    tracked = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")

    assert {name.partition("/")[0] for name in tracked if name} == set(TOP.split())


def test_what_is_common_serves_two_rooms() -> None:
    common = [name for name in ours(KIT) if room(name) == "common" and "." in inside(name)]
    folders = {name.rpartition(".")[0] for name in common}
    served: dict[str, set[str]] = {name: set() for name in common if name not in folders}
    for module in ours(KIT):
        for name in {*imports(module)} & served.keys():
            served[name].add(room(module))

    assert {name: rooms for name, rooms in served.items() if len(rooms - {"common"}) < 2} == {}


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {module: {name for name in imports(module, late=False) if name in modules()} for module in modules()}
    while leaves := [module for module, needed in graph.items() if not needed - {module}]:
        for leaf in leaves:
            del graph[leaf]
        graph = {module: needed - set(leaves) for module, needed in graph.items()}

    assert graph == {}


def test_the_kit_does_not_know_the_reference() -> None:
    knowing = [m for m in ours(KIT) for name in imports(m) if name.partition(".")[0] == "promptfmt_reference"]

    assert knowing == []


def test_the_reference_takes_the_conversation_from_the_kit_and_nothing_else() -> None:
    taken = {name for m in ours("promptfmt_reference") for name in imports(m) if name.partition(".")[0] == KIT}

    assert taken <= {"pytest_promptfmt.conversation"}


def test_the_fixtures_are_data() -> None:
    assert {name for module in ours("promptfmt_fixtures") for name in imports(module)} <= {"__future__"}


@pytest.mark.parametrize("package", AT_HOME)
def test_a_package_from_outside_is_known_where_it_belongs(package: str) -> None:
    knowing = {inside(m) for m in modules() for name in imports(m) if name.partition(".")[0] == package}

    assert {module for module in knowing if not AT_HOME[package] & {module, room(module)}} == set()


def test_nothing_from_outside_is_imported_that_is_not_listed_but_by_the_one_adapter_of_a_framework() -> None:
    known = {*sys.stdlib_module_names, *FOLDERS, *AT_HOME}
    strange: dict[str, set[str]] = defaultdict(set)
    for module in modules():
        for top in {name.partition(".")[0] for name in imports(module)} - known:
            strange[top].add(adapter_of(module) or module)

    assert {top: who for top, who in strange.items() if len(who) > 1 or not who <= {*adapters()}} == {}


def adapter_of(module: str) -> str:
    """The adapter that a module of that room is, or is a part of; else nothing."""
    name = inside(module).removeprefix("adapters.").partition(".")[0]
    return name if room(module) == "adapters" and name in adapters() else ""


def test_the_plugin_module_imports_pytest_and_nothing_else() -> None:
    assert set(imports("pytest_promptfmt.plugin", late=False)) <= {"__future__", "pytest"}
    assert set(imports("pytest_promptfmt", late=False)) <= {"__future__", "typing"}


def test_an_implementation_is_imported_without_what_only_a_judge_needs() -> None:
    """A formatter's module may import the conversation at the cost of the standard library."""
    code = (
        "import pytest_promptfmt.conversation, sys;"
        "print(*(set(sys.modules) & set('jsonschema PIL syrupy yaml'.split())))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == []


def test_a_command_is_imported_without_the_others() -> None:
    code = (
        "from pytest_promptfmt.cli import main; import sys; main(['list', 'targets']);"
        "print(*(name for name in sys.modules if name.startswith('pytest_promptfmt.commands.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert set(done.stdout.splitlines()[-1].split()) == {f"pytest_promptfmt.commands.{n}" for n in ("list", "inputs")}


@for_each(modules())
def test_a_module_is_one_idea(module: str) -> None:
    lines = modules()[module].read_text("utf-8").splitlines()

    assert len(lines) <= LONGEST
    assert not lines or ast.get_docstring(import_graph.parsed(modules()[module])), "what is this module?"


def test_nothing_but_the_three_packages_can_be_imported() -> None:
    """Nothing called ``reference`` or ``fixtures``: those are folders, not packages."""
    for folder in ("reference", "fixtures", "tests", "benchmarks", "scripts"):
        assert not (ROOT / folder / "__init__.py").exists()
    for package in FOLDERS:
        assert importlib.util.find_spec(package) is not None


TEST_FILES = sorted(TESTS.rglob("*.py"))
BESIDE = {"reference", "sdk", "project", "hostile", "mistakes", "planted", "bridges"}
"""Folders of tests that are of no room: the reference, official clients, the project, hostile formatters, faults,
bridges in other languages."""


def test_the_tests_stand_in_the_rooms_of_what_they_test() -> None:
    folders = {path.parent for path in TEST_FILES if path.name.startswith("test_")}

    assert {folder.parent for folder in folders} == {TESTS}
    assert {folder.name for folder in folders} - BESIDE <= set(FLOOR)
    assert {folder.name for folder in folders} >= set(FLOOR) - DOORS


STATEMENT = re.compile(r"^\s*(?:from|import)\b[^\n(]*(?:\([^)]*\))?", re.MULTILINE)
"""What may be an import: to parse all files takes two seconds."""


def test_no_test_module_imports_another() -> None:
    """What two of them need stands in a module that is no test: tests/support, tests/liars, tests/right_ways."""
    naming = [
        path for path in TEST_FILES if any("test_" in each for each in STATEMENT.findall(path.read_text("utf-8")))
    ]
    imported = {(path.name, one.name) for path in naming for one in import_graph.imports(path, {})}

    assert {(path, name) for path, name in imported if ".test_" in f".{name}"} == set()


def test_the_page_has_the_floors() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")

    assert "\n".join("  ".join(row) for row in reversed(ROOMS)) in page
