"""A command's lines in a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pytest_promptfmt.common.folding import for_terminal

ROWS = [
    "request        " + "somebody's " * 9,
    "error          openai.role-enum at $.messages[0].role",
    'payload        $ = {"content":"' + "x" * 200 + '"}',
    "",
    "  +   " + "y" * 150,
]


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_nothing_is_wider_than_the_terminal_but_a_difference(
    width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr("os.get_terminal_size", lambda _: os.terminal_size((width, 24)))
    with (tmp_path / "out").open("w") as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        *shown, difference = for_terminal(ROWS)

    assert max(map(len, shown)) <= width
    assert difference == ROWS[-1]
    assert "".join("".join(shown).split()) == "".join("".join(ROWS[:-1]).split())


def test_without_a_terminal_lines_are_as_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")  # as CI and pytest-xdist set it
    with (tmp_path / "out").open("w") as file:
        monkeypatch.setattr(sys, "stdout", file)

        assert list(for_terminal(ROWS)) == ROWS


def test_json_is_folded_nowhere(tmp_path: Path) -> None:
    sent = {"model": "gpt-4o", "messages": [{"role": "tool", "tool_call_id": "x", "content": "four degrees " * 30}]}
    (tmp_path / "r.json").write_text(json.dumps(sent))
    command = [sys.executable, "-m", "pytest_promptfmt", "why", "r.json", "--json"]

    done = subprocess.run(command, cwd=tmp_path, env=os.environ | {"COLUMNS": "60"}, capture_output=True, check=False)

    assert json.loads(done.stdout)
