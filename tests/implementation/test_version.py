"""The version that a certificate names: the module's own word, else its distribution's, found as Python finds it."""

from __future__ import annotations

from importlib.metadata import packages_distributions, version
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from pytest_promptfmt.implementation.version import version_of


def install(folder: Path, name: str, **files: str) -> None:
    """A distribution of version 1.2 with these files of metadata."""
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    for file, text in files.items():
        info.joinpath(file.replace("_txt", ".txt")).write_text(text)


RECORDS = {
    "a package": ("prompts/__init__.py,sha256=x,1\n", "1.2"),
    "a module": ("README.md,,\nprompts.py,sha256=x,1\n", "1.2"),
    "a module in C": ("prompts.cpython-311-x86_64-linux-gnu.so,,\n", "1.2"),
    "its part of a namespace": ("prompts/of/ours.py,,\n", "1.2"),
    "another with the same beginning": ("prompts_of_others.py,,\nprompts2/__init__.py,,\n", None),
    "another that has a folder of this name": ("others/prompts/__init__.py,,\nothers/prompts.py,,\n", None),
    "libraries beside it": ("prompts.libs/libc.so,,\n", None),
    "what goes into it": ("prompts/data.json,,\n", "1.2"),
}


@pytest.mark.parametrize(("record", "expected"), RECORDS.values(), ids=RECORDS)
def test_a_module_has_the_version_of_what_lists_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record: str, expected: str | None
) -> None:
    install(tmp_path, "some-prompts", RECORD=record)
    monkeypatch.syspath_prepend(tmp_path)

    assert version_of(ModuleType("prompts")) == expected


def test_what_a_distribution_declares_counts_before_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "declares", top_level_txt="prompts\nothers\n", RECORD="unlike.py,,\n")
    monkeypatch.syspath_prepend(tmp_path)

    assert [version_of(ModuleType(name)) for name in ("prompts", "others", "unlike")] == ["1.2", "1.2", None]


def test_what_it_says_itself_comes_first_and_an_object_has_no_distribution() -> None:
    assert version_of(SimpleNamespace(__version__="3.4\n")) == "3.4"
    assert version_of(SimpleNamespace(__name__="pytest")) is None


def test_all_that_is_installed_has_the_version_that_python_tells() -> None:
    """But for what several distributions share, of which Python names all."""
    told = {name: {version(each) for each in found} for name, found in packages_distributions().items()}

    assert {name for name, versions in told.items() if version_of(ModuleType(name)) not in versions} == set()
