"""Foreign text made fit to print."""

from __future__ import annotations

import pytest

from pytest_promptfmt.common.text import (
    capped_value,
    compact,
    count,
    safe,
    safe_lines,
    shortened,
    traceback_lines,
    unexpanded,
)

HOSTILE = {
    "\x1b[2J": "\\u001b[2J",
    "\x9b2J": "\\u009b2J",
    "a\rb\x08\x00": "a\\rb\\u0008\\u0000",
    "\u202eevil\u2066\u200b": "\\u202eevil\\u2066\\u200b",
    "\ud800": "\\ud800",
    "::error::x": "\\u003a:error::x",
    "  ::set-output name=x::y": "  \\u003a:set-output name=x::y",
    "folded ::error::x": "folded \\u003a:error::x",
    "a\n::error::x": "a\\n::error::x",
    "x ##[error]y": "x \\u0023#[error]y",
    "##vso[task.complete result=Succeeded;]": "\\u0023#vso[task.complete result=Succeeded;]",
    "promptfmt/a/b::chat/c": "promptfmt/a/b::chat/c",
    "## a heading, C::D": "## a heading, C::D",
}


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_safe_is_words_on_one_line(text: str) -> None:
    assert safe(text) == HOSTILE[text]
    assert safe(safe(text)) == HOSTILE[text]


def test_lines_stay_lines_and_are_no_commands() -> None:
    assert safe_lines("a\r\n::error::b\n\x1b[1m") == "a\n\\u003a:error::b\n\\u001b[1m"
    assert len(safe_lines("x" * 50_000_000)) < 20_100


def test_a_traceback_is_safe_and_short() -> None:
    error = ValueError("\x1b[2J\n::error::x" + "y" * 100_000)

    lines = list(traceback_lines(error))

    assert all(line.isprintable() and not line.startswith("::") and len(line) < 2_100 for line in lines)


def test_an_error_without_a_text_has_a_traceback_all_the_same() -> None:
    def refuse(self: object) -> str:
        raise SystemExit(0)

    assert any("Odd" in line for line in traceback_lines(type("Odd", (Exception,), {"__str__": refuse})()))


def test_a_long_value_is_cut() -> None:
    assert compact("x" * 50_000_000).endswith("… (50,000,002 characters)")
    assert capped_value("x" * 3_000) == "x" * 1_980 + "… (3,000 characters)"
    assert capped_value(["x" * 3_000]).startswith('["xxx')
    assert capped_value({"a": [1]}) == {"a": [1]}
    assert capped_value(None) is None


@pytest.mark.parametrize(
    ("n", "noun", "told"), [(1, "entry", "1 entry"), (2, "entry", "2 entries"), (1000, "day", "1,000 days")]
)
def test_what_is_counted_has_its_plural(n: int, noun: str, told: str) -> None:
    assert count(n, noun) == told


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("$CI_DIR/r.json", "$CI_DIR"),
        ("${CI_DIR}/r.json", "${CI_DIR}"),
        ("${{ github.workspace }}/r.json", "${{ github.workspace }}"),
        ("%TEMP%\\r.json", "%TEMP%"),
        ("~/r.json", "~"),
    ],
)
def test_what_nothing_has_expanded_is_named(path: str, found: str) -> None:
    assert unexpanded(path) == f"{found!r} stands there as it was written: nothing has expanded it"


@pytest.mark.parametrize("path", ["r.json", "a~/r.json", "~backup.json", "100%/r.json", "cost-in-$.json", "a%20b.json"])
def test_what_may_be_a_path_is_one(path: str) -> None:
    assert unexpanded(path) == ""


@pytest.mark.parametrize(
    ("text", "width", "said"),
    [
        ("short enough", 12, "short enough"),
        ("one two, three", 12, "one two …"),
        ("one (two three)", 8, "one …"),
        ("abcdefghij", 6, "abcde …"),
    ],
)
def test_a_sentence_is_shortened_between_words_and_says_nothing_of_its_length(text: str, width: int, said: str) -> None:
    assert shortened(text, width) == said
