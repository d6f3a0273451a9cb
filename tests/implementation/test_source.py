"""The digest of an implementation's source: of every file of the user's tree that it stands on, and of no other."""

from __future__ import annotations

import hashlib
import importlib
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from zipfile import ZipFile

import pytest

from pytest_promptfmt.api import check_formatter
from pytest_promptfmt.implementation import ImplementationError, from_object
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.implementation.source import source_digest
from pytest_promptfmt.implementation.tree import KIT, closure

OPENAI = "def f(conversation):\n    return []\nFORMATTERS = {'openai.chat': f}\n"


@pytest.fixture(autouse=True)
def _own_modules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.path", list(sys.path))
    monkeypatch.setattr("sys.modules", dict(sys.modules))
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    monkeypatch.chdir(tmp_path)


def write(tree: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        tree.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        tree.joinpath(name).write_text(text)


def covered(spec: str, tree: Path) -> list[str]:
    """The names of the files that the digest covers."""
    found = resolve(spec, tree).origin
    assert found is not None
    return [name for name, _ in closure(found.root, found.file, found.places)]


def digest(spec: str, tree: Path) -> str:
    importlib.invalidate_caches()
    return source_digest(resolve(spec, tree).origin)


TREES: dict[str, tuple[str, dict[str, str], list[str]]] = {
    "a helper": ("mine", {"mine.py": "import helper\n" + OPENAI}, ["helper.py", "mine.py"]),
    "by a path": ("./mine.py", {"mine.py": "import helper\n" + OPENAI}, ["helper.py", "mine.py"]),
    "beside a path in another directory": (
        "deep/mine.py",
        {"deep/mine.py": "import near, helper\n" + OPENAI, "deep/near.py": "", "near.py": ""},
        ["helper.py", "mine.py", "near.py"],
    ),
    "from a helper": (
        "mine",
        {"mine.py": "from helper import x\n" + OPENAI, "helper.py": "x = 1"},
        ["helper.py", "mine.py"],
    ),
    "what a helper imports": (
        "mine",
        {"mine.py": "import helper\n" + OPENAI, "helper.py": "if 1:\n    import third as x"},
        ["helper.py", "mine.py", "third.py"],
    ),
    "inside a function": ("mine", {"mine.py": OPENAI + "def g():\n    import helper\n"}, ["helper.py", "mine.py"]),
    "by a call": (
        "mine",
        {"mine.py": "import importlib\n" + OPENAI + "def g():\n    importlib.import_module('helper')\n"},
        ["helper.py", "mine.py"],
    ),
    "two that import each other": (
        "mine",
        {"mine.py": OPENAI + "import helper\n", "helper.py": "import mine"},
        ["helper.py", "mine.py"],
    ),
    "a package is covered as a whole, with its data": (
        "pkg.formatters",
        {
            "pkg/__init__.py": "",
            "pkg/formatters.py": OPENAI,
            "pkg/other.py": "",
            "pkg/data/words.json": "{}",
            "pkg/data/says.txt": "",
            "pkg/data/chat.jinja": "",
            "pkg/conf.toml": "",
            "pkg/notes.md": "",
            "pkg/conftest.py": "",
            "pkg/tests/test_formatters.py": "import third",
            "pkg/.cache/x.json": "{}",
            "pkg/venv/pyvenv.cfg": "",
            "pkg/venv/lib.py": "",
            "pkg/__pycache__/x.py": "",
        },
        [
            "pkg/__init__.py",
            "pkg/conf.toml",
            "pkg/data/chat.jinja",
            "pkg/data/says.txt",
            "pkg/data/words.json",
            "pkg/formatters.py",
            "pkg/other.py",
        ],
    ),
    "a package, a helper beside it, and its own tests where it imports them": (
        "pkg",
        {
            "pkg/__init__.py": OPENAI + "from .lib import x\n",
            "pkg/lib.py": "from .tests import test_x\nx = 1",
            "pkg/tests/test_x.py": "import helper",
        },
        ["helper.py", "pkg/__init__.py", "pkg/lib.py", "pkg/tests/test_x.py"],
    ),
    "an attribute of a module": (
        "mine:Thing",
        {"mine.py": "import helper\nclass Thing:\n    FORMATTERS = {'openai.chat': print}\n"},
        ["helper.py", "mine.py"],
    ),
    "of a package without __init__ what is imported": (
        "space.mine",
        {
            "space/mine.py": "from . import near\nfrom .deep.far import x\n" + OPENAI,
            "space/near.py": "",
            "space/deep/far.py": "x = 1",
        },
        ["space/deep/far.py", "space/mine.py", "space/near.py"],
    ),
    "data that a lone file names": (
        "mine",
        {
            "mine.py": OPENAI + "NAME = 'data/words.txt'\nNONE = 'missing.txt'\n",
            "data/words.txt": "",
            "data/no.txt": "",
        },
        ["data/words.txt", "mine.py"],
    ),
    "what is installed does not count": (
        "mine",
        {
            "mine.py": "import pytest, json, jsonschema, pytest_promptfmt.conversation\n" + OPENAI,
            "docs/jsonschema/x": "",
        },
        ["mine.py"],
    ),
    "nor does a virtual environment of the tree": (
        "mine",
        {
            "mine.py": "try:\n    import inside\nexcept ImportError:\n    pass\n" + OPENAI,
            ".venv/lib/python3.11/site-packages/inside.py": "",
        },
        ["mine.py"],
    ),
    "another place of the path within the tree": (
        "mine",
        {"mine.py": "import sys\nsys.path.append(__file__[:-7] + 'lib')\nimport far\n" + OPENAI, "lib/far.py": ""},
        ["far.py", "mine.py"],
    ),
}


@pytest.mark.parametrize("name", TREES)
def test_it_covers_what_is_imported_from_the_tree_and_nothing_else(tmp_path: Path, name: str) -> None:
    spec, files, expected = TREES[name]
    write(tmp_path, {"helper.py": "", "third.py": "", "unrelated.py": "", "test_other.py": "import mine"} | files)

    assert covered(spec, tmp_path) == expected


def test_a_lone_file_has_its_own_digest_and_several_have_that_of_a_list(tmp_path: Path) -> None:
    write(tmp_path, {"lone.py": OPENAI, "two.py": "import helper\n" + OPENAI, "helper.py": "x = 1\n"})
    sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in tmp_path.glob("*.py")}

    assert digest("lone", tmp_path) == sums["lone.py"]
    spelled = f"{sums['helper.py']}  helper.py\n{sums['two.py']}  two.py\n"
    assert digest("two", tmp_path) == hashlib.sha256(spelled.encode()).hexdigest()


@pytest.mark.skipif(not shutil.which("sha256sum"), reason="sha256sum is of coreutils")
def test_it_can_be_had_without_the_kit(tmp_path: Path) -> None:
    write(tmp_path, {"two.py": "import helper\n" + OPENAI, "helper.py": "x = 1\n"})
    said = subprocess.run(
        "sha256sum helper.py two.py | sha256sum", shell=True, capture_output=True, text=True, check=True
    )

    assert said.stdout.split()[0] == digest("two", tmp_path)


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (lambda tree: tree.joinpath("helper.py").write_text("x = 2\n"), False),
        (lambda tree: tree.joinpath("third.py").write_text("y = 1\n"), True),
        (lambda tree: tree.joinpath("notes.txt").write_text("new"), True),
        (lambda tree: tree.joinpath("test_mine.py").write_text("import mine"), True),
        (lambda tree: os.utime(tree / "helper.py", (1, 1)), True),
    ],
)
def test_it_changes_with_what_is_covered_only(tmp_path: Path, change: Callable[[Path], object], same: bool) -> None:
    write(tmp_path, {"mine.py": "import helper\n" + OPENAI, "helper.py": "x = 1\n", "third.py": ""})
    before = digest("mine", tmp_path)
    change(tmp_path)

    assert (digest("mine", tmp_path) == before) is same


def test_it_is_the_same_elsewhere_and_whatever_else_was_imported(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "import helper\n" + OPENAI,
        "helper.py": "import third\n",
        "third.py": "",
        "other.py": "",
    }
    write(tmp_path / "one", files)
    write(tmp_path / "two" / "deeper", files)
    first = digest("pkg", tmp_path / "one")
    for name in ("pkg", "helper", "third"):
        sys.modules.pop(name)
    sys.path.remove(str(tmp_path / "one"))
    sys.path.insert(0, str(tmp_path / "two" / "deeper"))
    importlib.import_module("other")
    importlib.import_module("third")

    assert digest("pkg", tmp_path / "two" / "deeper") == first


def test_a_module_object_has_the_digest_of_its_name(tmp_path: Path) -> None:
    write(tmp_path, {"pkg/__init__.py": "", "pkg/mine.py": "import helper\n" + OPENAI, "helper.py": ""})
    sys.path.insert(0, str(tmp_path))
    module = importlib.import_module("pkg.mine")
    by_name, by_object = (check_formatter(each, cases=["chat/one-user"]) for each in ("pkg.mine", module))

    assert by_object.source == by_name.source != ""
    assert by_object.document.implementations[0].source == f"sha256:{by_name.source}"


def test_a_directory_has_the_digest_of_its_package(tmp_path: Path) -> None:
    write(tmp_path, {"pkg/__init__.py": "from . import mine\n" + OPENAI, "pkg/mine.py": ""})

    assert digest("./pkg", tmp_path) == digest("pkg", tmp_path)


@pytest.mark.parametrize("found", [{"openai.chat": print}, SimpleNamespace(FORMATTERS={"openai.chat": print})])
def test_an_object_of_this_process_has_none(found: object) -> None:
    assert source_digest(from_object(found).origin) == ""


def test_a_module_without_a_file_of_its_own_has_none(tmp_path: Path) -> None:
    made = ModuleType("made")
    vars(made).update(FORMATTERS={"openai.chat": print})
    with ZipFile(tmp_path / "zipped.zip", "w") as archive:
        archive.writestr("zipped_mine.py", OPENAI)
    sys.path.insert(0, str(tmp_path / "zipped.zip"))

    assert source_digest(from_object(made).origin) == ""
    assert digest("zipped_mine", tmp_path) == ""


SEVERAL = {path.parent.name for path in (KIT / "adapters").glob("*/*.py") if path.stem != "__init__"}


@pytest.mark.parametrize("adapter", sorted(SEVERAL))
def test_an_adapter_of_several_modules_stands_on_those_only(adapter: str) -> None:
    names = [name for name, _ in closure(KIT.parent, KIT / "adapters" / adapter / "__init__.py", (KIT.parent,))]

    assert f"pytest_promptfmt/adapters/{adapter}/__init__.py" in names
    assert len(names) > 1
    assert all(name.startswith(f"pytest_promptfmt/adapters/{adapter}/") for name in names)


def test_of_what_is_installed_only_its_own_package_counts(tmp_path: Path) -> None:
    home = tmp_path / "lib" / "site-packages"
    write(home, {"pkg/__init__.py": "import beside, helper\n" + OPENAI, "pkg/more.py": "", "beside.py": ""})
    write(tmp_path, {"helper.py": ""})
    sys.path.insert(0, str(home))

    assert covered("pkg", tmp_path) == ["pkg/__init__.py", "pkg/more.py"]


def test_reports_and_certificates_within_a_package_do_not_change_it(tmp_path: Path) -> None:
    write(tmp_path, {"pkg/__init__.py": OPENAI})
    before = digest("pkg", tmp_path)
    write(
        tmp_path,
        {
            "pkg/report.json": '{\n "format": "promptfmt-report",',
            "pkg/cert.json": '{\n "_type": "https://in-toto.io/Statement/v1",',
        },
    )

    assert digest("pkg", tmp_path) == before


def test_links_that_lead_round_and_odd_files_do_no_harm(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"pkg/__init__.py": "import helper, loop\n" + OPENAI, "loop_target.py": "", "shared/lib/__init__.py": ""},
    )
    write(tmp_path, {"helper.py": "import broken", "broken.py": "x = = 1\n", "loop/__init__.py": "NAME = 'a\\0.txt'"})
    write(tmp_path, {"pkg/old.py": "print 'no Python 3'\n", "pkg/deep.py": "(" * 5_000})
    tmp_path.joinpath("pkg/odd.py").write_bytes(b"\xff\xfe\0")
    for link, target in {
        "pkg/self.py": "self.py",
        "pkg/up": "..",
        "pkg/a": "b",
        "pkg/b": "a",
        "loop.py": "loop.py",
    }.items():
        tmp_path.joinpath(link).symlink_to(target)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pkg" / "pipe.txt")

    names = [name for name, _ in closure(tmp_path, tmp_path / "pkg/__init__.py", (tmp_path,))]
    assert names == [
        "broken.py",
        "helper.py",
        "loop/__init__.py",
        "pkg/__init__.py",
        "pkg/deep.py",
        "pkg/odd.py",
        "pkg/old.py",
    ]


def test_a_package_that_is_linked_is_covered(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"pkg/__init__.py": "from .linked import x\n" + OPENAI, "shared/__init__.py": "x = 1", "shared/y.py": ""},
    )
    tmp_path.joinpath("pkg/linked").symlink_to("../shared")

    assert covered("pkg", tmp_path) == ["pkg/__init__.py", "pkg/linked/__init__.py", "pkg/linked/y.py"]


def test_what_cannot_be_read_is_told_apart_and_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"pkg/__init__.py": OPENAI, "pkg/closed.py": "", "pkg/closed.toml": ""})
    before = digest("pkg", tmp_path)
    read = Path.read_bytes

    def closed(path: Path) -> bytes:
        if path.stem == "closed":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", closed)

    assert digest("pkg", tmp_path) not in ("", before)


@pytest.mark.parametrize("spec", ["loop.py", "./loop", "loop", "a\0b.py", f"{'x' * 5000}.py", "./folder"])
def test_a_link_to_itself_or_an_impossible_name_is_a_clear_refusal(tmp_path: Path, spec: str) -> None:
    tmp_path.joinpath("folder").mkdir()
    for name in ("loop.py", "loop"):
        tmp_path.joinpath(name).symlink_to(name)

    with pytest.raises(ImplementationError):
        resolve(spec, tmp_path)


def test_odd_escapes_in_a_source_are_no_warning_of_the_kit(tmp_path: Path) -> None:
    write(tmp_path, {"mine.py": OPENAI, "helper.py": ""})
    found = resolve("mine", tmp_path).origin
    write(tmp_path, {"mine.py": "x = '\\d'\nimport helper\n" + OPENAI})
    assert found is not None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        names = [name for name, _ in closure(found.root, found.file, found.places)]

    assert names == ["helper.py", "mine.py"]
