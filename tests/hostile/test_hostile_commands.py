"""certify, verify and `check_formatter` on hostile formatters: no status 0 without what it stands for."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from pathlib import Path
from textwrap import dedent, indent

import pytest
from hostile.behaviour import CASES, Hostile
from hostile.running import place, process
from hostile.table import ALL

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="process groups and limits are POSIX")

OWN = "the kit's own failure"
"""What a `__del__` raises Python itself prints, with a traceback; that one is foreign."""
PROMPTFMT = [sys.executable, "-c", "import sys; from pytest_promptfmt.cli import main; sys.exit(main())"]

CERTIFIED = (
    "exits-sys-exit-0",
    "exits-os-exit",
    "exits-os-exit-bound-at-import",
    "exits-libc-exit",
    "exits-execv",
    "exits-raise-signal-kill",
    "exits-segfault",
    "exits-exit-in-a-very-late-thread",
    "exits-exit-in-str-of-the-error",
    "exits-exit-in-items",
    "exits-exit-in-getattr",
    "exits-os-exit-in-del-of-the-payload",
    "exits-os-exit-at-exit",
    "exits-exit-in-a-metaclass",
    "imports-import-sys-exit-0",
    "imports-import-os-exit-bound",
    "imports-import-execv",
    "imports-import-pytest-exit",
    "imports-import-registers-os-exit",
    "second_process-second-os-exit",
    "second_process-second-exits-at-import",
    "hangs-max-of-count",
    "hangs-swallows-and-answers",
    "hangs-text-of-the-error",
    "payloads-int-of-5000-digits",
    "payloads-100000-lists-deep",
    "payloads-key-whose-repr-raises",
    "errors-pytest-exit",
    "errors-forked-child-goes-on",
    "side_effects-directory-changed",
    "side_effects-standard-output-closed",
    "claims-capabilities-that-exit",
    "claims-blocks-5",
)
JUDGED = tuple(name for name in CERTIFIED if name.startswith(("exits", "payloads", "hangs", "errors-pytest")))


def some(names: tuple[str, ...], daily: str) -> list[object]:
    return [pytest.param(name, marks=() if name == daily else pytest.mark.nightly) for name in names]


@pytest.mark.parametrize("name", some(CERTIFIED, daily="exits-os-exit-bound-at-import"))
def test_certify_ends_well_only_with_a_certificate(name: str, tmp_path: Path) -> None:
    place(ALL[name], tmp_path)

    run = process([*PROMPTFMT, "certify", "./fmt.py", "-o", "c.json", "--timeout", "1"], tmp_path, patience=240)

    assert run.status in (0, 1, 2), run.told
    assert OWN not in run.errors, run.told
    if run.status == 0:
        assert json.loads((tmp_path / "c.json").read_text())["predicate"], run.told


@pytest.mark.parametrize("name", some(CERTIFIED, daily=""))
def test_verify_is_not_green_where_it_was_ended(name: str, tmp_path: Path) -> None:
    """The certificate is made while the formatter behaves; then it does not."""
    place(sleeper(ALL[name]), tmp_path)
    made = process([*PROMPTFMT, "certify", "./fmt.py", "-o", "c.json", "--timeout", "1"], tmp_path, patience=240)
    assert made.status == 0, made.told

    run = process([*PROMPTFMT, "verify", "c.json"], tmp_path, patience=400, more={"HOSTILE_NOW": "1"})

    allowed = (0, 1, 2) if 0 in ALL[name].status else (1, 2)
    assert run.status in allowed, run.told
    assert run.output.strip() or run.errors.strip()
    assert OWN not in run.errors, run.told


def sleeper(hostile: Hostile) -> Hostile:
    """The same, but it behaves until the environment says that it is to misbehave."""

    def when(code: str) -> str:
        return f"if os.environ.get('HOSTILE_NOW'):\n{indent(dedent(code).strip() or 'pass', '    ')}\n"

    return replace(hostile, deed=when(hostile.deed), before=when(hostile.before), after=when(hostile.after))


@pytest.mark.parametrize("name", some(JUDGED, daily="payloads-int-of-5000-digits"))
def test_check_formatter_comes_back(name: str, tmp_path: Path) -> None:
    """With a judgement of every case, and not well."""
    place(ALL[name], tmp_path)
    code = f"""
        from pytest_promptfmt import check_formatter
        report = check_formatter("./fmt.py", cases={CASES!r}, timeout=1)
        print("judged", len(report.judgements), "failed", len(report.failures))
        """

    run = process([sys.executable, "-c", dedent(code)], tmp_path)

    assert f"judged {len(CASES)}" in run.output, run.told
    assert "failed 0" not in run.output or 0 in ALL[name].status or not ALL[name].finds, run.told
