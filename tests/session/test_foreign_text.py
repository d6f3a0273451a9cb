"""What a formatter says by the way reaches neither the terminal nor a workflow's log as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.kits import HONEST, Kit

WILD = r"\x1b[2J\n::error::owned\n##[error]owned"
REPORTS = ("markdown:r.md", "svg:r.svg")
ONE = "--promptfmt-case=chat/one-user"

DEEDS = {
    "standard error": f'import sys; print("{WILD}", file=sys.stderr); return []',
    "a descriptor": f'import os; os.write(2, b"{WILD}"); return []',
    "a log": f'import logging; logging.error("{WILD}"); return []',
    "an error": f'raise ValueError("{WILD}")',
    "a payload": f'return [{{"role": "{WILD}", "content": "x"}}]',
    "a key": f'return [{{"role": "user", "content": "x", "{WILD}": 1}}]',
    "a warning": f'import warnings; warnings.warn("{WILD}")',
    "its category": f'import warnings; warnings.warn("x", type("W{WILD}", (UserWarning,), {{}}))',
    "its file": f'import warnings; warnings.warn_explicit("x", UserWarning, "{WILD}", 1)',
}


def tame(text: str) -> bool:
    return "\x1b" not in text and not re.search(r"^\s*::|##\[", text, re.MULTILINE)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("deed", DEEDS.values(), ids=list(DEEDS))
def test_it_is_words(kit: Kit, deed: str) -> None:
    kit.write(mypkg=HONEST.replace("payload = []", f"payload = []\n    {deed}", 1))

    result = kit.run(
        ONE, "--junitxml=junit.xml", "--promptfmt-report=markdown:r.md", "--promptfmt-report=svg:r.svg", "-rA"
    )

    assert tame(result.stdout.str())
    assert tame(result.stderr.str())
    for name in ("junit.xml", "r.md", "r.svg"):
        assert tame(Path(name).read_text("utf-8"))


def test_the_kits_own_failure_too(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError(WILD.encode().decode("unicode_escape"))

    monkeypatch.setattr("pytest_promptfmt.session.items.headline", fail)
    result = kit.run(ONE)

    assert result.ret == pytest.ExitCode.TESTS_FAILED
    assert tame(result.stdout.str())

    monkeypatch.setattr("pytest_promptfmt.session.run.complaints", fail)
    result = kit.run(ONE)

    assert tame(result.stdout.str())


def test_what_is_long_is_cut_in_reports(kit: Kit) -> None:
    kit.write(mypkg=HONEST.replace("payload = []", "raise ValueError('x' * 5_000_000)", 1))

    kit.run(ONE, "--promptfmt-report=json:r.json", "--promptfmt-report=html:r.html")

    assert len(Path("r.json").read_text("utf-8")) < 50_000
