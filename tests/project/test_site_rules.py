"""The site's pages on rules and findings: one for each, with its cases, and every mention leads there."""

from __future__ import annotations

import pytest
import site_rules
from site_hooks import with_rules

from pytest_promptfmt.report.statements import statements

PAGES = dict(site_rules.pages())


def test_each_rule_and_finding_has_a_page_with_its_remedy() -> None:
    assert set(PAGES) == {f"rules/{id_}.md" for id_ in statements()}
    assert [
        id_ for id_, known in statements().items() if known.fix and "**Fix**: " not in PAGES[f"rules/{id_}.md"]
    ] == []


def test_a_page_has_an_anchor_for_each_case_that_hunts_it() -> None:
    page = PAGES["rules/openai.tool-calls-answered.md"]

    assert "### tools/interrupted-call {: #tools-interrupted-call }" in page
    assert "pytest --promptfmt-impl=mypkg --promptfmt-case=tools/interrupted-call" in page


def test_most_of_what_can_fail_is_hunted_by_a_case() -> None:
    """Nor does a formatter write what `request.` findings are about."""
    written = {id_: known for id_, known in statements().items() if not id_.startswith("request.")}
    errors = [id_ for id_, known in written.items() if str(known.severity) == "error"]

    assert len([id_ for id_ in errors if site_rules.hunting().get(id_)]) > 0.9 * len(errors)


@pytest.mark.parametrize(
    ("page", "written", "read"),
    [
        ("levels.md", "see `openai.role-enum`", "see [`openai.role-enum`](rules/openai.role-enum.md)"),
        ("decisions/0001.md", "`openai.role-enum`", "[`openai.role-enum`](../rules/openai.role-enum.md)"),
        ("levels.md", "[`openai.role-enum`](elsewhere.md)", "[`openai.role-enum`](elsewhere.md)"),
        ("levels.md", "`openai.chat` and `tests/a.py`", "`openai.chat` and `tests/a.py`"),
        ("levels.md", "```\n`openai.role-enum`\n```", "```\n`openai.role-enum`\n```"),
        ("rules/openai.role-enum.md", "`openai.role-enum`", "`openai.role-enum`"),
    ],
)
def test_an_id_leads_to_its_page(page: str, written: str, read: str) -> None:
    assert with_rules(written, page) == read
