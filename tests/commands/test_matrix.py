"""``promptfmt matrix``: reports, directories and matrices in; a page, Markdown or data out."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_promptfmt.api import check_formatter
from pytest_promptfmt.cli import main
from pytest_promptfmt.report.document import text


def _chat(conversation: Any) -> Any:
    return [{"role": message.role, "content": message.text} for message in conversation.messages]


@cache
def _report(name: str) -> str:
    """Of two cases, one of which it answers with what no UTF-8 can carry."""
    holder = SimpleNamespace(
        __name__=name, FORMATTERS={"openai.chat": _chat}, CAPABILITIES={"openai.chat": {"blocks": []}}
    )
    return text(check_formatter(holder, cases=["chat/plain-turns", "chat/lone-surrogate"]).document)


@pytest.fixture
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with two reports."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "reports"
    folder.mkdir()
    folder.joinpath("a.json").write_text(_report("one"))
    folder.joinpath("b.json").write_text(_report("other"))
    return folder


def test_markdown_is_printed_and_a_directory_is_all_its_reports(
    reports: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["matrix", "reports"]) == 0
    printed = capsys.readouterr().out

    assert printed.startswith("## 2 implementations\n")
    assert main(["matrix", "reports/a.json", "reports/b.json"]) == 0
    assert capsys.readouterr().out == printed


def test_the_ending_says_the_form_and_data_can_be_given_again(reports: Path) -> None:
    assert main(["matrix", "reports/a.json", "-o", "one.json"]) == 0
    assert main(["matrix", "one.json", "reports/b.json", "-o", "two.json"]) == 0
    assert main(["matrix", "reports", "-o", "all.json"]) == 0
    assert main(["matrix", "two.json", "-o", "page.html"]) == 0

    assert Path("two.json").read_text() == Path("all.json").read_text()
    assert [each["spec"] for each in json.loads(Path("two.json").read_text())["implementations"]] == ["one", "other"]
    assert Path("page.html").read_text("utf-8").startswith("<!doctype html>")


def test_case_by_case_is_another_page(reports: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matrix", "--cases", "reports/a.json", "reports/b.json"]) == 0
    assert "they come out the same" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["matrix", "reports", "-o", "matrix.txt"], "say by its ending what is wanted: .html or .md or .json"),
        (["matrix", "--cases", "reports", "-o", "matrix.json"], "say by its ending what is wanted: .html or .md"),
        (["matrix", "nothing"], "nothing has no JSON file"),
        (["matrix", "--cases", "one.json"], "one.json is no report of promptfmt"),
        (["matrix", "odd.json"], "odd.json: $.cases"),
    ],
)
def test_what_cannot_be_used_is_said(
    reports: Path, capsys: pytest.CaptureFixture[str], words: list[str], says: str
) -> None:
    Path("nothing").mkdir()
    main(["matrix", "reports/a.json", "-o", "one.json"])
    value = json.loads(Path("one.json").read_text())
    Path("odd.json").write_text(json.dumps({**value, "cases": []}))
    capsys.readouterr()

    assert main(words) == 2
    assert says in capsys.readouterr().err
