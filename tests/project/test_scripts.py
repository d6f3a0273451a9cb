"""The scripts of the project: each says what it is for before it does anything."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.places import ROOT

SCRIPTS = {path.stem: path for path in sorted((ROOT / "scripts").glob("*.py")) if "__main__" in path.read_text("utf-8")}


@pytest.mark.slow
@pytest.mark.parametrize("name", SCRIPTS)
def test_help_is_all_that_it_does(name: str, tmp_path: Path) -> None:
    for needed in ("playwright", "rich") if name == "make_pictures" else ():
        pytest.importorskip(needed)
    command = [sys.executable, SCRIPTS[name], "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"usage: {name}.py")
