"""``FORMAT:PATH``: where a form of the report goes, and how it is written there."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath

import pytest

from pytest_promptfmt.common.files import save
from pytest_promptfmt.report.formats import UnknownFormat, check_places, parse_request
from pytest_promptfmt.report.ids import node_id


@pytest.mark.parametrize(
    "path", [r"C:\reports\page.html", "C:/reports/page.html", r"\\host\share\page.html", "a:b.html"]
)
def test_the_first_colon_ends_the_format_and_no_other_does(path: str) -> None:
    assert parse_request(f"html:{path}") == ("html", Path(path))


def test_a_drive_alone_is_no_format() -> None:
    with pytest.raises(UnknownFormat, match="'C' is no form of a report"):
        parse_request(r"C:\reports\page.html")


def test_two_forms_want_two_files() -> None:
    check_places([Path("a/x.json"), Path("b/x.json")])
    with pytest.raises(UnknownFormat, match="named twice"):
        check_places([Path("a/x.json"), Path("b/../a/x.json")])


def test_line_ends_are_written_as_they_are(tmp_path: Path) -> None:
    """On Windows too, so that the bytes are the same everywhere."""
    save(tmp_path / "text", "one\ntwo\r\n\u2028\n")
    assert (tmp_path / "text").read_bytes() == "one\ntwo\r\n\u2028\n".encode()


def test_ids_have_slashes_on_every_system() -> None:
    id_ = node_id("mypkg", "openai.chat", "chat/one-user")
    assert id_ == "promptfmt/mypkg/openai/chat::chat/one-user"
    assert "\\" not in id_
    assert PureWindowsPath(id_.partition("::")[0]).as_posix() == id_.partition("::")[0]
