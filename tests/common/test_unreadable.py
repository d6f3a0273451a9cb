"""A name shows why no file can be read under it."""

from __future__ import annotations

from pathlib import Path

from pytest_promptfmt.common.unreadable import why_unreadable


def test_what_no_file_can_be_read_under_is_named(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")

    assert why_unreadable("https://example.org/a.json").startswith("it is an address")
    assert why_unreadable("link", tmp_path) == "it is a link to 'nowhere', which leads to no file"
    assert why_unreadable("$HOME/a.json").startswith("'$HOME' stands there")
    assert why_unreadable("a.json", tmp_path) == ""
