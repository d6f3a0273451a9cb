"""Several reports side by side, as HTML and as Markdown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.html_samples import HOSTILE, document, finding, hostile, result

from pytest_promptfmt.report.compare.side_by_side import compared
from pytest_promptfmt.report.document import ReportDocument
from pytest_promptfmt.report.html.compared import compared_page
from pytest_promptfmt.report.markdown.compared import compared_markdown
from pytest_promptfmt.verdicts.verdict import Outcome

LOST = finding("fidelity.lost-text")


@pytest.fixture
def reports() -> list[ReportDocument]:
    """Both claim ``openai.chat``, one of them another target besides; they part in two cases of four."""
    return [
        document(
            [
                result("chat/both-fail", LOST),
                result("chat/both-pass"),
                result("chat/one-fails", LOST),
                result("chat/one-lacks"),
                result("chat/only-here", LOST, target="anthropic.chat"),
            ],
            spec="one",
        ),
        document(
            [
                result("chat/both-fail", finding("schema.type")),
                result("chat/both-pass"),
                result("chat/one-fails", outcome=Outcome.UNSUPPORTED),
            ],
            spec="two",
        ),
    ]


def test_the_cases_in_which_those_who_claim_the_target_part(reports: list[ReportDocument]) -> None:
    found = compared(reports).differences

    assert [(each.target, each.case, each.outcomes) for each in found] == [
        ("openai.chat", "chat/one-fails", ("failed", "skipped")),
        ("openai.chat", "chat/one-lacks", ("passed", "missing")),
    ]


def test_who_does_not_claim_a_target_differs_from_nobody(reports: list[ReportDocument]) -> None:
    third = document([result("chat/only-here", target="anthropic.chat")], spec="three")
    found = compared([*reports, third]).differences

    assert ("chat/only-here", ("failed", "", "passed")) in [(each.case, each.outcomes) for each in found]
    assert ("chat/one-fails", ("failed", "skipped", "")) in [(each.case, each.outcomes) for each in found]


def test_levels_by_target_and_profile_and_of_all(reports: list[ReportDocument]) -> None:
    seen = compared(reports)
    rows = {(row.target, row.profile): [each and str(each) for each in row.standings] for row in seen.levels}

    assert rows[("openai.chat", "text")] == ["L1", "L0"]
    assert rows[("anthropic.chat", "overall")] == ["L1", None]
    assert ("openai.chat", "tools") not in rows
    assert seen.names == ("one 1.2", "two 1.2")


def test_two_of_one_name_are_told_apart(reports: list[ReportDocument]) -> None:
    assert compared([reports[0], reports[0]]).names == ("one 1.2", "one 1.2 (2)")


def test_the_page_has_levels_counts_and_differences(reports: list[ReportDocument]) -> None:
    page = compared_page(reports)

    assert "<h1>2 implementations</h1>" in page
    assert '<td class="outcome failed" title="the text differs">' in page
    assert page.count('<details class="target-cases" data-target="openai.chat" open>') == 1
    assert compared_page(reports) == page


def test_reports_of_different_corpora_are_called_so(reports: list[ReportDocument]) -> None:
    other = replace(reports[1], corpus="sha256:" + "0" * 64)

    assert "different corpora" not in compared_page(reports) + compared_markdown(reports)
    assert "different corpora" in compared_page([reports[0], other])
    assert "different corpora" in compared_markdown([reports[0], other])


def test_the_markdown_has_a_table_of_levels_and_one_of_cases(reports: list[ReportDocument]) -> None:
    lines = compared_markdown(reports).splitlines()

    assert lines[2:5] == [
        "| target | profile | one 1.2 | two 1.2 |",
        "|---|--:|--:|--:|",
        "| **all targets** | overall | **L1** | **L0** |",
    ]
    assert "<details><summary>2 cases come out differently</summary>" in lines
    assert (
        "| <code>openai.chat / chat/one-fails</code> | ❌ failed <code>fidelity.lost-text</code> | – skipped |" in lines
    )


def test_where_all_come_out_the_same_that_is_said(reports: list[ReportDocument]) -> None:
    for text in (compared_page([reports[0]] * 2), compared_markdown([reports[0]] * 2)):
        assert "In every case that two of them claim, they come out the same." in text


def test_hostile_text_stays_text() -> None:
    plain = document([result("chat/one")])
    page, text = compared_page([hostile(), plain]), compared_markdown([hostile(), plain])

    assert "<img" not in page + text
    assert page.count("<script>") == page.count("</script>") == 1
    assert HOSTILE not in page + text
    (page + text).encode()
