"""The matrix of several implementations: what it keeps of a report, its data, its Markdown and its page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from support.html_samples import HOSTILE, TALK, document, finding, hostile, ordinary, result

from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.matrix.column import Column, Matrix, Run, lowest
from pytest_promptfmt.report.matrix.form import read_matrix, text, to_json
from pytest_promptfmt.report.matrix.from_report import matrix_of
from pytest_promptfmt.report.matrix.markdown import matrix_markdown
from pytest_promptfmt.report.matrix.merged import merged
from pytest_promptfmt.report.matrix.page import matrix_page
from pytest_promptfmt.report.matrix.wording import blocked_levels, figure_rows
from pytest_promptfmt.report.reading import DocumentError

LOST = finding("fidelity.lost-text", message="'Paris' is lost")


def faulty(version: str | None = "1.2", **more: Any) -> ReportDocument:
    """A text that is lost in a conversation of five messages and in one of two, for one of two targets."""
    return document(
        [
            result("chat/long", LOST),
            result("chat/short", LOST),
            result("chat/right"),
            result("chat/right", target="anthropic.chat"),
        ],
        {"chat/long": {"messages": TALK}, "chat/short": {"messages": TALK[:2]}},
        version=version,
        **more,
    )


def column(found: ReportDocument) -> Column:
    return matrix_of(found).columns[0]


def test_a_cause_is_shown_by_the_case_with_the_least_conversation() -> None:
    found = matrix_of(faulty())
    (cause,) = found.columns[0].causes

    assert cause.id == "fidelity.lost-text"
    assert {target: (seen.failures, seen.case) for target, seen in cause.targets.items()} == {
        "openai.chat": (2, "chat/short")
    }
    assert found.cases.keys() == {"chat/short"}
    assert found.cases["chat/short"].lines[0].strip() == '[0] system: "Be brief."'


def test_one_that_shows_nothing_else_goes_before_a_shorter_one() -> None:
    shorter = {"chat/long": {"messages": TALK}, "chat/short": {"messages": TALK[:2]}}
    found = document([result("chat/long", LOST), result("chat/short", LOST, finding("purity.not-json"))], shorter)
    (cause,) = [cause for cause in column(found).causes if cause.id == "fidelity.lost-text"]

    assert cause.targets["openai.chat"].case == "chat/long"


def test_a_cell_has_its_level_and_the_causes_that_stand_before_the_next() -> None:
    text_cell = column(faulty()).targets["openai.chat"].profiles["text"]

    assert (text_cell.state, text_cell.level, text_cell.causes) == ("graded", 1, (0,))
    assert blocked_levels(column(faulty()).targets["openai.chat"], 0) == "Before L2 of text."
    assert column(faulty()).targets["anthropic.chat"].profiles["text"].causes == ()


def test_of_several_targets_the_lowest_counts_with_every_cause_of_the_lowest() -> None:
    cells = column(faulty()).targets

    assert lowest(cells.values()).level == cells["openai.chat"].overall.level == 1
    assert lowest(cells.values()).causes == (0,)
    assert lowest([]).state == "n/a"


def test_what_is_expected_to_fail_is_a_cause_like_any() -> None:
    """`ordinary` expects ``tools/known`` to fail with an error that another target shows as well."""
    targets = [cause.targets.keys() for cause in column(ordinary()).causes if cause.id == "openai.call-id"]

    assert "openai.chat" in set().union(*targets)


def test_the_data_say_all_that_the_matrix_says() -> None:
    found = merged([matrix_of(faulty()), matrix_of(ordinary())])

    assert read_matrix(json.loads(text(found))) == found
    assert json.loads(text(found)) == json.loads(json.dumps(to_json(found)))
    assert len(text(found).splitlines()) < 60, "a line for a target, a cause, a case"


@pytest.mark.parametrize("report", [ordinary, hostile], ids=["ordinary", "hostile"])
def test_what_is_written_has_the_shape_of_the_schema(report: Any) -> None:
    read_matrix(json.loads(text(matrix_of(report()))))


def test_of_a_run_only_what_was_measured_is_written() -> None:
    plain = to_json(matrix_of(faulty()))["implementations"][0]
    timed = replace(column(faulty()), run=Run(date="2026-11-23", seconds=0))

    assert plain["run"] == {}
    assert to_json(Matrix((timed,), matrix_of(faulty()).cases))["implementations"][0]["run"] == {
        "date": "2026-11-23",
        "seconds": 0,
    }
    head, (row,) = figure_rows([column(faulty())])
    assert dict(zip(head, row, strict=True))["to judge, of CPU"] == ""


SPOILED = {
    "no matrix": lambda value: value.pop("format"),
    "version 2": lambda value: value.update(version=2),
    "$.implementations[0].targets": lambda value: value["implementations"][0].update(targets=[]),
    "a cause by a number": lambda value: _cell(value).update(causes=[7]),
    "the case chat/nowhere": lambda value: _seen(value).update(case="chat/nowhere"),
    "the target x.chat": lambda value: value["implementations"][0]["causes"][0]["targets"].update(
        {"x.chat": _seen(value)}
    ),
    "does not match": lambda value: value["implementations"][0].update(id="<img>"),
    "level": lambda value: _cell(value).update(level=4),
}


def _cell(value: Any) -> Any:
    return value["implementations"][0]["targets"]["openai.chat"]["profiles"]["text"]


def _seen(value: Any) -> Any:
    return value["implementations"][0]["causes"][0]["targets"]["openai.chat"]


@pytest.mark.parametrize("says", SPOILED)
def test_what_was_spoiled_is_refused_with_the_place(says: str) -> None:
    value = json.loads(text(matrix_of(faulty())))
    SPOILED[says](value)

    with pytest.raises(DocumentError, match=re.escape(says)):
        read_matrix(value)


def test_a_column_that_comes_again_takes_the_place_of_the_one_before() -> None:
    before = merged([matrix_of(faulty()), matrix_of(document([result("chat/right")], spec="other"))])
    mended = document([result("chat/right")])
    found = merged([before, matrix_of(mended)])

    assert [each.title for each in found.columns] == ["mypkg 1.2", "other 1.2"]
    assert found.columns[0].causes == ()
    assert found.cases == {}, "no cause names them any more"


def test_two_versions_stand_beside_each_other_in_their_order() -> None:
    found = merged(matrix_of(faulty(version)) for version in ("10.1", "9.2", None))

    assert [each.title for each in found.columns] == ["mypkg", "mypkg 9.2", "mypkg 10.1"]
    assert [each.id for each in found.columns] == ["mypkg", "mypkg-2", "mypkg-3"]
    assert matrix_page(found).count('<details class="one" id="mypkg') == 3


def test_the_page_has_cells_causes_and_the_command_beside_them() -> None:
    other = document([result("chat/right")], spec="tidy & co", slug="tidy")
    page = matrix_page(merged([matrix_of(faulty()), matrix_of(other)]))

    assert "<h1>2 implementations</h1>" in page
    assert '<td class="l1" data-label="openai"><a href="#mypkg-openai"><b>L1</b>' in page
    assert page.count("<td></td>") == 1, "the target that only one of them has"
    assert "<code>pytest --promptfmt-impl=mypkg --promptfmt-target=openai.chat --promptfmt-report=html" in page
    assert "<code>pytest &#x27;--promptfmt-impl=tidy &amp; co&#x27; --promptfmt-report=html:report.html</code>" in page
    assert 'Smallest: <a href="#case-chat/short">chat/short</a>' in page
    for place in re.findall(r'href="#([^"]+)"', page):
        assert f'id="{place}"' in page
    assert "different corpora" not in page


def test_reports_of_different_corpora_are_called_so() -> None:
    other = replace(document([result("chat/right")], spec="other"), corpus="sha256:" + "0" * 64)
    found = merged([matrix_of(faulty()), matrix_of(other)])

    assert "different corpora" in matrix_page(found)
    assert "different corpora" in matrix_markdown(found)


def test_the_markdown_has_every_link_a_place() -> None:
    lines = matrix_markdown(merged([matrix_of(faulty())]), docs="../").splitlines()

    assert "| implementation | everyday | openai | anthropic |" in lines
    assert any(line.startswith("| [mypkg 1.2](#mypkg-12) |") and "| L1 (1) |" in line for line in lines)
    row = next(line for line in lines if "lost-text" in line)
    assert row == ("| [fidelity.lost-text](../checks.md#fidelity) | openai.chat 2 | [chat/short](#chatshort) |")
    assert "### <code>chat/short</code>" in lines
    assert "checks.md" not in matrix_markdown(merged([matrix_of(faulty())])), "nobody said where the pages are"


def test_hostile_text_stays_text() -> None:
    found = merged([matrix_of(hostile()), matrix_of(faulty())])
    page, markdown = matrix_page(found), matrix_markdown(found, docs="../")

    assert "<img" not in page + markdown
    assert page.count("<script>") == page.count("</script>") == 1
    assert HOSTILE not in page + markdown + text(found)
    assert markdown.replace("\n", "").isprintable()
    (page + markdown).encode()


def test_an_empty_matrix_can_be_written_and_read() -> None:
    found = merged([])

    assert read_matrix(json.loads(text(found))) == found
    assert "<h1>0 implementations</h1>" in matrix_page(found)
    assert matrix_markdown(found).startswith("## 0 implementations")
