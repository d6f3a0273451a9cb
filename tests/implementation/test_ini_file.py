"""Keys of the ini file that begin as ours do: only pytest's own section counts, and what stands elsewhere is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_promptfmt.implementation.hints.ini_file import keys_like_ours, meant_key, unread

NAMES = {"impl": "impl", "corpus": "corpus", "target": "target", "report": "report", "rules": "check"}


@pytest.mark.parametrize(
    ("file", "text", "keys"),
    [
        ("pytest.ini", "[pytest]\npromptfmt_impls = mine\n", [("promptfmt_impls", "mine")]),
        ("pytest.ini", "[pytest]\nPROMPTFMT_IMPL: mine  # ours\n", [("PROMPTFMT_IMPL", "mine")]),
        ("pytest.ini", "[pytest]\n# promptfmt_x = 1\naddopts = --promptfmt-impl=mine\n", []),
        ("tox.ini", "[pytest]\nlog_level = 3\n[testenv]\npromptfmt_x = 1\n", []),
        ("setup.cfg", "[metadata]\nname = a\n[tool:pytest]\npromptfmt_x = 1\n", [("promptfmt_x", "1")]),
        ("pyproject.toml", '[tool.pytest.ini_options]\n"promptfmt-x" = ["a"]\n[tool.a]\n', [("promptfmt-x", "a")]),
        ("pyproject.toml", "[tool.promptfmt]\npromptfmt_x = 1\n", []),
    ],
)
def test_keys_among_pytests_own(file: str, text: str, keys: list[tuple[str, str]], tmp_path: Path) -> None:
    (tmp_path / file).write_text(text)

    assert [*keys_like_ours(tmp_path / file)] == keys


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("promptfmt_impls", "; did you mean promptfmt_impl?"),
        ("promptfmt-impl", "; did you mean promptfmt_impl?"),
        ("promptfmt_corpora", "; did you mean promptfmt_corpus?"),
        ("pytest_promptfmt_formatters", "; did you mean promptfmt_impl?"),
        ("promptfmt_target", "; an option has no key of its own: addopts = --promptfmt-target=a"),
        ("promptfmt_rules", "; an option has no key of its own: addopts = --promptfmt-check=a"),
        ("promptfmt_colour", "; the keys are promptfmt_impl and promptfmt_corpus, and addopts has options"),
    ],
)
def test_what_is_meant_by_a_key(key: str, meant: str) -> None:
    assert meant_key(key, "a", NAMES) == meant


def test_what_is_named_in_vain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROMPTFMT_IMPL", raising=False)
    read = tmp_path / "pytest.ini"
    read.write_text("[pytest]\n")

    assert unread(read, tmp_path) == ""
    (tmp_path / "setup.cfg").write_text("[tool:pytest]\npromptfmt_impl = mine\n")
    assert "pytest reads pytest.ini, and not promptfmt_impl in setup.cfg" in unread(read, tmp_path)
    monkeypatch.setenv("PROMPTFMT_IMPL", "mine")
    assert "nothing reads the variable PROMPTFMT_IMPL" in unread(None, tmp_path)
