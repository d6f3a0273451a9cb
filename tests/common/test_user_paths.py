"""What is wrong with a path is said before it is read or written."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_promptfmt.common.user_paths import why_unexpanded, why_unreadable, why_unwritable


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("$CI_DIR/r.json", "$CI_DIR"),
        ("${CI_DIR}/r.json", "${CI_DIR}"),
        ("${{ github.workspace }}/r.json", "${{ github.workspace }}"),
        ("%TEMP%\\r.json", "%TEMP%"),
        ("~/r.json", "~"),
    ],
)
def test_what_nothing_has_expanded_is_named(path: str, found: str) -> None:
    assert why_unexpanded(path) == f"{found!r} stands there as it was written: nothing has expanded it"


@pytest.mark.parametrize("path", ["r.json", "a~/r.json", "~backup.json", "100%/r.json", "cost-in-$.json", "a%20b.json"])
def test_what_may_be_a_path_is_one(path: str) -> None:
    assert why_unexpanded(path) == ""


def test_what_no_file_can_be_read_under_is_named(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")

    assert why_unreadable("https://example.org/a.json").startswith("it is an address")
    assert why_unreadable("link", tmp_path) == "it is a link to 'nowhere', which leads to no file"
    assert why_unreadable("$HOME/a.json").startswith("'$HOME' stands there")
    assert why_unreadable("a.json", tmp_path) == ""


def test_where_nothing_can_or_may_be_written_is_named(tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text("")

    assert why_unwritable(program).endswith("name another file")
    assert why_unwritable(tmp_path).endswith("name a file in it")
    assert why_unwritable(program / "a.json") == f"{program / 'a.json'} cannot be written: {program} is no directory"
    assert why_unwritable(tmp_path / "new" / "a.json") == ""
