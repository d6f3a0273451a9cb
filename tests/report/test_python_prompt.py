"""A report at a Python prompt: some lines, a piece of a page, an error that tells its causes."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from pytest_promptfmt import Case, Conversation, FormatterFailed, Report, check_formatter


def chat(conversation: Conversation) -> list[dict[str, Any]]:
    if any(block.type != "text" for message in conversation.messages for block in message.blocks):
        raise NotImplementedError("only text can be said here")
    return [{"role": message.role, "content": message.text} for message in conversation.messages]


def silent(conversation: Conversation) -> list[dict[str, Any]]:
    return [{**turn, "content": ""} for turn in chat(conversation)]


def report(formatter: Any, *cases: Case | str) -> Report:
    return check_formatter({"openai.chat": formatter}, cases=cases, targets=["openai.*"])


def tagged(said: str) -> Report:
    """Of a case, and a formatter, that would be tags in a page."""
    document = {"messages": [{"role": "user", "content": said}]}
    return check_formatter(
        type("Odd", (), {"FORMATTERS": {"openai.chat": silent}, "__name__": said}),
        cases=[Case("chat/odd", "x", document)],
    )


def test_repr_is_some_lines_however_much_was_judged() -> None:
    whole = report(silent, "*")

    lines = repr(whole).splitlines()

    assert len(whole.judgements) > 300
    assert len(lines) <= 16
    assert len(repr(whole)) < 2_500
    assert lines[0].startswith("object: ") or "failures of" in lines[0]
    assert any("fidelity.lost-text" in line for line in lines)


def test_repr_says_that_nothing_failed_or_was_judged() -> None:
    assert "no failure" in repr(report(chat, "chat/one-user"))
    assert "nothing was judged" in repr(report(chat))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs
        self.seen.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(
    "said", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "&lt;b&gt;", "\x1b[31m"]
)
def test_what_a_notebook_shows_of_foreign_words_is_text(said: str) -> None:
    page = tagged(said)._repr_html_()
    tags = Tags()
    tags.feed(page)

    assert tags.open == []
    assert tags.seen <= {"div", "p", "strong", "br", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "code"}
    assert "\x1b" not in page
    assert "onerror=alert(1)>" not in page


def test_who_fails_raises_and_tells_each_cause() -> None:
    failing = report(silent, "chat/one-user", "chat/plain-turns")

    with pytest.raises(FormatterFailed) as caught:
        failing.raise_for_failures()

    assert isinstance(caught.value, AssertionError)
    assert caught.value.report is failing
    assert "fidelity.lost-text" in str(caught.value)
    assert "What does the word amber-17 mean?" in str(caught.value)
    assert "run it again   check_formatter(" in str(caught.value)


def test_who_fails_nothing_raises_nothing_and_who_is_not_judged_does() -> None:
    report(chat, "chat/one-user").raise_for_failures()

    with pytest.raises(FormatterFailed, match="nothing was judged"):
        report(chat).raise_for_failures()


def test_who_asserts_the_report_asks_whether_it_is_ok() -> None:
    assert report(chat, "chat/one-user")
    assert not report(silent, "chat/one-user")
    assert not report(chat)


def test_what_is_neither_a_glob_nor_a_case_is_refused() -> None:
    with pytest.raises(TypeError, match="not dict"):
        report(chat, {"messages": []})  # type: ignore[arg-type]
