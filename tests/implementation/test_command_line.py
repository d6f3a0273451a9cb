"""Words on pytest's command line that are no option and no file: what may have been meant."""

from __future__ import annotations

import pytest

from pytest_promptfmt.implementation.hints.command_line import meant_options, meant_word
from pytest_promptfmt.plugin import OPTIONS


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("--promptfmt-cases=chat/*", "--promptfmt-case=chat/*"),
        ("--promptfmt_impl=mine", "--promptfmt-impl=mine"),
        ("--promptfmt=mine", "--promptfmt-impl=mine"),
        ("--promptfmt-formatter", "--promptfmt-impl=NAME"),
        ("--promptfmt-html=r.html", "--promptfmt-report=html:r.html"),
        ("--promptfmt-update-snapshots", "--snapshot-update"),
        ("--promptfmt-xfail-update", "--promptfmt-xfails-update"),
        ("--promtfmt-case=chat/*", "--promptfmt-case=chat/*"),
        ("--prompt-fmt-impl=mine", "--promptfmt-impl=mine"),
        ("--promptfmtreport=json:r.json", "--promptfmt-report=json:r.json"),
        ("--promptfmt-fail-under=L2", "'promptfmt certify NAME -o FILE --level LEVEL'"),
        ("--promptfmt-baseline=old.json", "'promptfmt compare OLD NEW', on two reports"),
        ("--promptfmt-skip=chat/*", "--deselect=ID, or an [[xfail]] in promptfmt.toml"),
        ("--promptfmt-qqq", f"--promptfmt-{{{','.join(OPTIONS)}}}"),
        ("--prometheus=on", ""),
    ],
)
def test_an_option_that_is_none(word: str, meant: str) -> None:
    assert meant_options([word], OPTIONS) == meant


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("gemini.chat", "--promptfmt-target=gemini.chat"),
        ("openai.*", "--promptfmt-target=openai.*"),
        ("chat/one-user", "--promptfmt-case=chat/one-user"),
        ("\u2014promptfmt-impl=mine", "--promptfmt-impl=mine"),
        ("promptfmt\\mine\\openai\\chat::chat/one", "promptfmt/mine/openai/chat::chat/one"),
        ("tests/nowhere.py", ""),
        ("mine", ""),
    ],
)
def test_a_word_that_is_no_file(word: str, meant: str) -> None:
    assert meant_word(word, False, ["openai.chat", "gemini.chat"], ["chat/one-user"]) == meant


def test_where_no_implementation_is_named_a_word_may_be_one() -> None:
    assert meant_word("mine", True, [], []) == "--promptfmt-impl=mine"
