"""The command ``promptfmt``, called in this process."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

import pytest

from pytest_promptfmt.cli import main


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What is said on standard error by a command that ends with 2."""
    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("promptfmt: ")
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    assert len(err) < 600
    return err


def answered(*words: str) -> tuple[int, str]:
    """The exit status, and what is printed."""
    out = io.StringIO()
    with redirect_stdout(out):
        code = main(list(words))
    return code, out.getvalue()
