"""A declared limit is named wherever a level is: one run, and all that is made of it."""

from __future__ import annotations

import json
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest

from pytest_promptfmt.api import Report, check_formatter
from pytest_promptfmt.conversation import Conversation
from pytest_promptfmt.conversation.limits import LIMITS
from pytest_promptfmt.report.badge import svg
from pytest_promptfmt.report.certificate import certificate, check
from pytest_promptfmt.report.document import claims_from_json, text
from pytest_promptfmt.report.html import page
from pytest_promptfmt.report.level_table import limits_line, overall_line, unneeded_limits
from pytest_promptfmt.report.markdown import markdown
from pytest_promptfmt.report.reading import read
from pytest_promptfmt.verdicts.levels import overall


def chat(conversation: Conversation) -> Any:
    blocks = [block for message in conversation.messages for block in message.blocks]
    if any(block.type != "text" for block in blocks) or LIMITS["system-later"].holds(conversation):
        raise NotImplementedError("there is no place for this")
    payload = [{"role": m.role, "content": m.text} for m in conversation.messages if m.text.strip()]
    if any(message["content"].encode("utf-8", "replace").decode() != message["content"] for message in payload):
        raise ValueError("half a character")
    return payload or [{"role": "user", "content": "-"}]


CLAIMS = {"blocks": [], "refuses": ["system-later", "several-systems"]}


@pytest.fixture(scope="module")
def report() -> Report:
    return check_formatter(SimpleNamespace(FORMATTERS={"openai.chat": chat}, CAPABILITIES={"openai.chat": CLAIMS}))


def level_of(report: Report) -> str:
    return overall_line(report.levels)


NAMED = "limits: several-systems, system-later"
IDLE = "limits that nothing was refused for: several-systems (openai.chat)"


def test_the_level_line_names_them(report: Report) -> None:
    assert level_of(report).startswith(
        "overall level L3 (openai.chat: text); not claimed: tools, vision, audio, truncation; "
    )
    assert level_of(report).endswith(NAMED)


def test_so_do_the_page_the_markdown_and_the_badges_title(report: Report) -> None:
    document = report.document

    assert NAMED in unescape(markdown(document))
    assert "<dt>limits</dt><dd>several-systems, system-later</dd>" in page(document)
    assert f"L{NAMED[1:]}. Warnings:" in svg(document).partition("</title>")[0]


def test_a_limit_that_nothing_was_refused_for_is_noted(report: Report) -> None:
    """Two system messages at the head were written, as they may be; a later one was refused."""
    [judged] = report.document.implementations

    assert unneeded_limits(report.document, judged) == IDLE
    assert IDLE in unescape(markdown(report.document))


def test_a_report_and_a_certificate_have_them_and_agree_with_themselves(report: Report) -> None:
    again = read(json.loads(text(report.document)))
    statement = certificate(report.document, "0" * 64, RUN)
    predicate = check(statement, "cert.json", again.corpus)

    assert again == report.document
    assert limits_line(again.standings(again.implementations[0])) == "several-systems, system-later"
    claims = predicate["targets"]["openai.chat"]["claims"]
    assert claims["refuses"] == ["several-systems", "system-later"]
    assert claims_from_json(claims).refuses == set(CLAIMS["refuses"])
    assert (predicate["level"], overall(report.levels).level) == (3, 3)


RUN = {
    "started": "2026-01-01T00:00:00+00:00",
    "finished": "2026-01-01T00:00:00+00:00",
    "python": "3.11.0",
    "platform": "Linux",
}


def test_what_names_none_is_written_as_before(report: Report) -> None:
    """So that what older versions wrote still agrees with itself."""
    plain = check_formatter(
        SimpleNamespace(FORMATTERS={"openai.chat": chat}, CAPABILITIES={"openai.chat": {"blocks": []}}),
        cases=["chat/plain-turns"],
    )
    [judged] = json.loads(text(plain.document))["implementations"]

    assert "refuses" not in judged["targets"]["openai.chat"]["claims"]
    assert "limits" not in level_of(plain)
