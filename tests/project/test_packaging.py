"""The built wheel, not the checkout: what is in it, and whether a formatter can be certified with it alone."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

import pytest
from support.places import ROOT

PACKAGES = {
    "pytest_promptfmt": ROOT / "pytest_promptfmt",
    "promptfmt_reference": ROOT / "reference" / "promptfmt_reference",
    "promptfmt_fixtures": ROOT / "fixtures" / "promptfmt_fixtures",
}

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """What the command prints; no setting of this run reaches it."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "PYTHON", "PROMPTFMT"))
    }
    done = subprocess.run([*map(str, command)], cwd=cwd, env=kept, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[PurePosixPath]:
    with ZipFile(wheel) as archive:
        return [PurePosixPath(name) for name in archive.namelist()]


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of a fresh environment that has the wheel and what it depends on."""
    return install(tmp_path_factory.mktemp("fresh"), wheel)


def install(folder: Path, *requirements: Path | str) -> Path:
    venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    run(commands / "python", "-m", "pip", "install", "-q", "--disable-pip-version-check", *requirements)
    return commands


def test_the_wheel_has_the_three_packages_and_nothing_else(names: list[PurePosixPath]) -> None:
    tops = {name.parts[0] for name in names if not name.parts[0].endswith(".dist-info")}

    assert tops == set(PACKAGES)


def test_every_file_of_the_packages_is_in_the_wheel(names: list[PurePosixPath]) -> None:
    expected = {
        PurePosixPath(package, *path.relative_to(folder).parts)
        for package, folder in PACKAGES.items()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }

    assert {name for name in names if name.parts[0] in PACKAGES} == expected
    assert {PurePosixPath(package, "py.typed") for package in PACKAGES} <= expected


def test_the_wheel_is_small_in_files(wheel: Path, names: list[PurePosixPath]) -> None:
    """pytest reads the list of every plugin's files at every start."""
    with ZipFile(wheel) as archive:
        (record,) = (name for name in names if name.name == "RECORD")
        lines = archive.read(str(record)).decode().splitlines()

    assert len(lines) < MOST_FILES


MOST_FILES = 750


def test_the_wheel_says_what_it_is(wheel: Path, names: list[PurePosixPath]) -> None:
    with ZipFile(wheel) as archive:
        texts = {name.name: archive.read(str(name)).decode() for name in names if name.parts[0].endswith(".dist-info")}

    assert "License-Expression: MIT" in texts["METADATA"]
    assert "Requires-Python: >=3.11" in texts["METADATA"]
    assert "Requires-Dist: pyyaml>=6; extra == 'yaml'" in texts["METADATA"]
    assert "promptfmt = pytest_promptfmt.plugin" in texts["entry_points.txt"]
    assert "promptfmt = pytest_promptfmt.cli:main" in texts["entry_points.txt"]
    assert "MIT License" in texts["LICENSE"]


def test_a_fresh_environment_certifies_the_reference(installed: Path, tmp_path: Path) -> None:
    pytest_ = installed / "pytest"

    printed = run(
        pytest_,
        "--promptfmt-impl=promptfmt_reference",
        "--promptfmt-case=chat/*",
        "-p",
        "no:cacheprovider",
        cwd=tmp_path,
    )

    assert " passed" in printed
    assert list(tmp_path.iterdir()) == []


def test_a_fresh_environment_uses_its_own_copy(installed: Path, tmp_path: Path) -> None:
    code = "; ".join(
        [
            "from importlib.util import find_spec",
            *(f"print(find_spec({package!r}).origin)" for package in PACKAGES),
            "print([name for name in ('tests', 'reference', 'fixtures', 'benchmarks', 'scripts') if find_spec(name)])",
        ]
    )

    *origins, strange = run(installed / "python", "-c", code, cwd=tmp_path).splitlines()

    assert all(Path(origin).is_relative_to(installed.parent) for origin in origins)
    assert strange == "[]"


def test_a_fresh_environment_has_the_command(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "payload.json").write_text('[{"role": "user", "content": "Hello."}]')

    run(installed / "promptfmt", "validate", "payload.json", "--dialect", "openai", cwd=tmp_path)


def test_a_fresh_environment_works_without_syrupys_plugin(installed: Path, tmp_path: Path) -> None:
    printed = run(
        installed / "pytest",
        "-p",
        "no:syrupy",
        "--promptfmt-impl=promptfmt_reference",
        "--promptfmt-case=chat/one-user",
        cwd=tmp_path,
    )

    assert " passed" in printed


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="the oldest Pillow has no wheel for this Python")
def test_the_oldest_dependencies_do(wheel: Path, tmp_path: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    oldest = [dependency.replace(">=", "==") for dependency in project["dependencies"]]
    commands = install(tmp_path / "oldest", wheel, *oldest)

    printed = run(
        commands / "pytest", "--promptfmt-impl=promptfmt_reference", "--promptfmt-target=anthropic.*", cwd=tmp_path
    )

    assert " passed" in printed


def test_an_editable_install_certifies_too(tmp_path: Path) -> None:
    """The environment of these tests is one, or should be."""
    printed = run(
        sys.executable,
        "-m",
        "pytest",
        "--promptfmt-impl=promptfmt_reference",
        "--promptfmt-case=chat/one-user",
        cwd=tmp_path,
    )

    assert " passed" in printed
