"""What is wrong with a path is said before it is read or written."""

from __future__ import annotations

from pathlib import Path

from pytest_promptfmt.common.user_paths import no_place, why_unreadable


def test_what_no_file_can_be_read_under_is_named(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")

    assert why_unreadable("https://example.org/a.json").startswith("it is an address")
    assert why_unreadable("link", tmp_path) == "it is a link to 'nowhere', which leads to no file"
    assert why_unreadable("$HOME/a.json").startswith("'$HOME' stands there")
    assert why_unreadable("a.json", tmp_path) == ""


def test_where_nothing_can_or_may_be_written_is_named(tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text("")

    assert no_place(program).endswith("name another file")
    assert no_place(tmp_path).endswith("name a file in it")
    assert no_place(program / "a.json") == f"{program / 'a.json'} cannot be written: {program} is no directory"
    assert no_place(tmp_path / "new" / "a.json") == ""
