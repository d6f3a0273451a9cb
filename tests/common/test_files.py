"""Why a file that a user names can be neither read nor written is said before it is tried."""

from __future__ import annotations

from pathlib import Path

from pytest_promptfmt.common.files import why_unreadable, why_unwritable


def test_where_nothing_can_or_may_be_written_is_named(tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text("")

    assert why_unwritable(program).endswith("name another file")
    assert why_unwritable(tmp_path).endswith("name a file in it")
    assert why_unwritable(program / "a.json") == f"{program / 'a.json'} cannot be written: {program} is no directory"
    assert why_unwritable(tmp_path / "new" / "a.json") == ""


def test_what_no_file_can_be_read_under_is_named(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")

    assert why_unreadable("https://example.org/a.json").startswith("it is an address")
    assert why_unreadable("link", tmp_path) == "it is a link to 'nowhere', which leads to no file"
    assert why_unreadable("$HOME/a.json").startswith("'$HOME' stands there")
    assert why_unreadable("a.json", tmp_path) == ""
