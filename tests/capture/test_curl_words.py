"""A command's words are those of a shell, and a long one costs no more than its length."""

import shlex

from hypothesis import given
from hypothesis import strategies as st

from pytest_promptfmt.capture.command_lines.curl import words_of


def as_a_shell(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return []


@given(st.text(alphabet="a é\xa0'\"\\\n\t-{", max_size=30))
def test_the_words_are_those_of_a_shell(text):
    assert words_of(text) == as_a_shell(text)


def test_empty_words_are_words():
    assert words_of("-d '' \"\" a''b") == ["-d", "", "", "ab"]
