"""The import contracts: who may know whom, read from the source.

`LAYERS` is the one direction of docs/architecture.md: a module imports from its own layer or from those before it.
Imports under ``if TYPE_CHECKING`` are for the reader only and do not count.
"""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = {
    "pytest_promptfmt": ROOT / "pytest_promptfmt",
    "promptfmt_reference": ROOT / "reference" / "promptfmt_reference",
    "promptfmt_fixtures": ROOT / "fixtures" / "promptfmt_fixtures",
}
KIT = "pytest_promptfmt"

LAYERS = (
    ("conversation", "jsonpath", "nearest", "plain", "saving", "shape", "toml_blocks", "verdict"),
    ("accepts", "budget", "files", "golden", "media", "parsing", "request", "said", "spelling", "templates"),
    ("snapshot_store",),
    ("rules", "dialects", "validation"),
    ("media_repairs", "repairs", "corpus", "implementation", "adapters", "native", "guard", "caller"),
    ("fitting", "trial", "exchange", "child", "checks", "plan"),
    ("engine",),
    ("levels", "result", "source"),
    (
        "api",
        "causes",
        "certification",
        "coverage",
        "examples",
        "kin",
        "mutants",
        "report",
        "revision",
        "selection",
        "shrink",
        "snapshots",
        "xfails",
    ),
    (
        "certificate",
        "cli",
        "commands",
        "failures",
        "items",
        "own_tests",
        "patterns",
        "run",
        "session",
        "xfails_of_run",
        "xfails_update",
    ),
    ("plugin",),
)

TOKEN = "promptfmt_reference.agentscope_v1.token"
AT_HOME = {
    "jsonschema": {"validation", "coverage.points"},
    "syrupy": {"snapshots"},
    "tiktoken": {f"{TOKEN}.mini", f"{TOKEN}.encodings"},
    "PIL": {
        *("checks.fidelity.pictures", "media", f"{TOKEN}.images"),
    },
    "tomlkit": {"xfails_update"},
    "pytest": {"failures", "items", "own_tests", "plugin", "run", "selection", "session"},
    "agentscope": {"adapters.agentscope", "adapters._agentscope_v1", "adapters._agentscope_v2"},
    "langchain_core": {"adapters.langchain", "adapters._langchain_messages"},
    "litellm": {"adapters.litellm"},
    "pydantic_ai": {"adapters.pydantic_ai", "adapters._pydantic_ai_messages"},
}
"""Who may import what does not belong to the standard library."""

LONGEST = 300


@cache
def modules() -> dict[str, Path]:
    """Every module of the three packages, by its dotted name."""
    found = {}
    for package, folder in SOURCES.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            found[".".join((package, *(part for part in parts if part != "__init__")))] = path
    return found


def imports(module: str, *, lazy: bool = True) -> Iterator[str]:
    """What a module imports; without `lazy` only what is imported as soon as the module is."""
    yield from _imports(ast.parse(modules()[module].read_text("utf-8")).body, lazy=lazy)


def _imports(body: list[ast.stmt], *, lazy: bool) -> Iterator[str]:
    for node in body:
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(origin), names=names):
                yield from (_exact(origin, alias.name) for alias in names)
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=orelse):
                yield from _imports(orelse, lazy=lazy)
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not lazy:
                pass
            case _:
                for inner in ("body", "orelse", "finalbody", "handlers", "cases"):
                    for child in getattr(node, inner, ()):
                        yield from _imports(child.body if not isinstance(child, ast.stmt) else [child], lazy=lazy)


def _exact(origin: str, name: str) -> str:
    """``from package import module`` names the module, ``from module import name`` the module that has it."""
    return f"{origin}.{name}" if f"{origin}.{name}" in modules() else origin


def inside(module: str) -> str:
    """The name within the kit: ``dialects.openai`` for ``pytest_promptfmt.dialects.openai``."""
    return module.removeprefix(KIT).removeprefix(".")


def ours(package: str) -> list[str]:
    return [module for module in modules() if module.partition(".")[0] == package]


def layer(module: str) -> int:
    top = inside(module).partition(".")[0]
    return next((i for i, names in enumerate(LAYERS) if top in names), -1)


@pytest.mark.parametrize("module", [m for m in ours(KIT) if m != KIT])
def test_a_module_of_the_kit_imports_from_its_own_layer_or_those_before_it(module: str) -> None:
    assert layer(module) >= 0, f"{module} stands in no layer: add it to LAYERS"
    for imported in imports(module):
        if imported.partition(".")[0] == KIT and imported != KIT:
            assert layer(imported) <= layer(module), f"{module} imports {imported}, which comes after it"


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {module: {name for name in imports(module, lazy=False) if name in modules()} for module in modules()}
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

    assert knowing <= AT_HOME[package]


def test_nothing_from_outside_is_imported_that_is_not_listed() -> None:
    known = {*sys.stdlib_module_names, *SOURCES, *AT_HOME}
    strange = {(m, name) for m in modules() for name in imports(m) if name.partition(".")[0] not in known}

    assert strange == set()


def test_the_plugin_module_imports_pytest_and_nothing_else() -> None:
    assert set(imports("pytest_promptfmt.plugin", lazy=False)) <= {"__future__", "pytest"}
    assert set(imports("pytest_promptfmt", lazy=False)) <= {"__future__", "typing"}


def test_an_implementation_is_imported_without_what_only_a_judge_needs() -> None:
    """A formatter's module may import the conversation at the cost of the standard library."""
    code = (
        "import pytest_promptfmt.conversation, sys; print(*(set(sys.modules) & set('jsonschema PIL syrupy'.split())))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.split() == []


@pytest.mark.parametrize("module", list(modules()))
def test_a_module_is_one_idea(module: str) -> None:
    lines = modules()[module].read_text("utf-8").splitlines()

    assert len(lines) <= LONGEST
    assert not lines or ast.get_docstring(ast.parse("\n".join(lines))), "what is this module?"


def test_nothing_but_the_three_packages_can_be_imported() -> None:
    """Nothing called ``reference`` or ``fixtures``: those are folders, not packages."""
    for folder in ("reference", "fixtures", "tests", "benchmarks", "scripts"):
        assert not (ROOT / folder / "__init__.py").exists()
    for package in SOURCES:
        assert importlib.util.find_spec(package) is not None


def test_the_page_has_the_layers() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    assert "\n".join("  ".join(names) for names in LAYERS) in page
