"""Foreign words in Markdown are words: no markup, no link, no mention, no reference."""

from __future__ import annotations

import re

import pytest

from pytest_promptfmt.report.markdown import escape

INERT = {
    "@name": r"@\w",
    "@org/team": r"@\w",
    "#1": r"(?<!&)#\d",
    "owner/repo#1": r"(?<!&)#\d",
    "GH-1": r"GH-\d",
    "gh-12": r"gh-\d",
    "!1": r"!\d",
    "$x$": r"\$x",
    "~label": r"~\w",
    ":tada:": r":tada",
    "commit 0123abcdef0123": r"[0-9a-f]{7}",
    "a@b.example": r"@\w",
    "mailto:a@b.example": r"mailto:|@\w",
    "MAILTO:a@b.example": r"MAILTO:|@\w",
    "xmpp:a@b.example/c": r"xmpp:|@\w",
    "https://a.example": r"://",
    "ftp://a.example": r"://",
    "www.a.example": r"www\.",
    "<img src=x onerror=alert(1)>": r"<(?!!-- -->)",
    "</code><script>": r"<(?!!-- -->)",
    "<!-- hidden": r"<(?!!-- -->)",
    "`code`": r"`",
    "| a | b |": r"\|",
    "*a* __b__ ~~c~~": r"[*_~]",
    "[x](javascript:x) ![i](y)": r"[\[\]]",
    "\\": r"\\",
    "&copy;": r"&(?!#\d+;)",
    "\x1b[2J": r"\x1b",
    "a\n\n# b\n- c": r"\n",
    "::error::x": r"^::",
    "##[error]x": r"##",
}


@pytest.mark.parametrize("text", INERT)
def test_it_is_inert(text: str) -> None:
    assert not re.search(INERT[text], escape(text))


@pytest.mark.parametrize("text", ["a plain sentence, 3 of 5: yes (no)", "chat/one-user", "$.messages", "100 cases"])
def test_what_is_harmless_can_be_read(text: str) -> None:
    assert re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), escape(text).replace("<!-- -->", "")) == text


def test_by_the_entities_the_words_are_the_same() -> None:
    for text in INERT:
        if text.isprintable() and "##[" not in text and not text.startswith("::"):
            spelled = escape(text).replace("<!-- -->", "")
            assert re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), spelled) == text
