"""pytest rewrites the asserts of the modules of plugins; of the kit's, in a run that certifies, it rewrites none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = """
import sys

def pytest_sessionfinish():
    kit = {name: module for name, module in sys.modules.items() if name.startswith("pytest_promptfmt.")}
    rewritten = sorted(name for name, module in kit.items() if "Rewriting" in type(module.__loader__).__name__)
    print(f"of more than a hundred modules: {len(kit) > 100}; rewritten: {rewritten}")
"""
BEFORE = ["pytest_promptfmt.asserts", "pytest_promptfmt.plugin"]


@pytest.mark.slow
def test_the_asserts_of_the_kit_are_left_alone(tmp_path: Path) -> None:
    tmp_path.joinpath("conftest.py").write_text(CONFTEST)
    narrow = ["--promptfmt-target=openai.chat", "--promptfmt-case=chat/plain-turns"]
    command = [sys.executable, "-m", "pytest", "-s", "-p", "no:cacheprovider", "-p", "no:xdist"]

    done = subprocess.run(
        [*command, "--promptfmt-impl=promptfmt_reference", *narrow],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert f"of more than a hundred modules: True; rewritten: {BEFORE}" in done.stdout
