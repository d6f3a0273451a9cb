"""docs/matrix: its pages are those of its data, its columns are of libraries that we know, and it stays small."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath
from types import SimpleNamespace

import judge_peers
import make_matrix
import pytest
from judged_libraries import ADAPTERS, Library, libraries
from support.html_samples import document, finding, result

from pytest_promptfmt.report.matrix.column import Matrix
from pytest_promptfmt.report.matrix.from_report import matrix_of
from pytest_promptfmt.report.matrix.merged import merged
from pytest_promptfmt.verdicts.verdict import Outcome

PAGE = """
| rule | One | Two | why |
| --- | --- | --- | --- |
| `a.b` | 7 | – | said |
| `c.d` | – | 1 | said |
| `e.f` | 1 | 1 | |
"""


def test_the_pages_are_those_of_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else: python scripts/make_matrix.py --pages."""
    written: dict[str, str] = {}
    monkeypatch.setattr(make_matrix, "save", lambda path, form: written.update({path.name: form}))
    make_matrix.write(make_matrix.matrix())

    assert written.keys() == {"matrix.json", "README.md", "page.html"}
    for name, form in written.items():
        assert make_matrix.MATRIX.joinpath(name).read_text("utf-8") == form, name


def test_every_library_has_an_adapter_a_page_and_a_command() -> None:
    for library in libraries().values():
        assert ADAPTERS.joinpath(library.spec, "__init__.py") in library.files
        assert library.lines > 0
        assert library.distributions()
        assert library.install.startswith("pip install ")
        assert library.read(), "its page has no verdict"


def test_the_columns_are_of_these_libraries_and_say_when_and_by_which_kit() -> None:
    known = libraries()
    for column in make_matrix.matrix().columns:
        assert (column.name, column.spec) == (known[column.id].name, known[column.id].spec)
        assert column.run.install == known[column.id].install, f"python scripts/make_matrix.py {column.id}"
        assert column.run.date
        assert column.run.kit


@pytest.fixture
def one(monkeypatch: pytest.MonkeyPatch) -> Library:
    """A library whose page has a verdict on one rule."""
    path = SimpleNamespace(read_text=lambda encoding: PAGE, relative_to=lambda root: PurePosixPath("docs/one.md"))
    monkeypatch.setitem(judge_peers.COLUMNS, "one", "One")
    return Library("one", "One", "mypkg", path, (), extra="peers")


def test_a_verdict_is_a_row_that_counts_the_library_and_says_why(one: Library) -> None:
    assert one.read() == {"a.b"}


def test_only_this_librarys_column_is_replaced_whatever_version_stood_there(one: Library) -> None:
    before = merged(
        matrix_of(document([result("chat/one")], spec=name, slug=name, version="1.0")) for name in ("one", "two")
    )
    wrong = document(
        [
            result("chat/one", finding("a.b"), finding("c.d", warning=True)),
            result("chat/two", finding("e.f")),
            result("chat/known", finding("g.h"), outcome=Outcome.XFAIL),
        ]
    )
    found = make_matrix.put(before, one, wrong, {"date": "2026-11-23", "lines": 50})

    assert [(column.id, column.title) for column in found.columns] == [("one", "One 1.2"), ("two", "two 1.0")]
    run = found.columns[0].run
    assert (run.rules, run.read, run.lines, run.seconds, run.page) == (2, 1, 50, None, "docs/one.md")


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a script of sh")
def test_a_library_that_could_not_be_judged_keeps_its_column(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The interpreter of its environment ends with 3."""
    python = tmp_path / "envs" / "litellm" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\nexit 3\n")
    python.chmod(0o755)
    written: list[Matrix] = []
    monkeypatch.setattr(make_matrix, "write", written.append)

    assert make_matrix.main(["litellm", "--work", str(tmp_path)]) == 1
    assert written == [make_matrix.matrix()]
    assert "litellm: no report (exit 3)" in capsys.readouterr().err


def test_all_of_it_stays_small_and_names_no_place_of_a_machine() -> None:
    files = list(make_matrix.MATRIX.iterdir())

    assert sum(path.stat().st_size for path in files) < 2_000_000
    for path in files:
        assert not re.search(r"(?<![\w.])/(tmp|home|root|Users)/", path.read_text("utf-8")), path.name
