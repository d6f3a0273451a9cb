"""Where nothing can be written is said before anything is."""

from __future__ import annotations

from pathlib import Path

from pytest_promptfmt.common.saving import why_unwritable


def test_where_nothing_can_or_may_be_written_is_named(tmp_path: Path) -> None:
    program = tmp_path / "mine.py"
    program.write_text("")

    assert why_unwritable(program).endswith("name another file")
    assert why_unwritable(tmp_path).endswith("name a file in it")
    assert why_unwritable(program / "a.json") == f"{program / 'a.json'} cannot be written: {program} is no directory"
    assert why_unwritable(tmp_path / "new" / "a.json") == ""
