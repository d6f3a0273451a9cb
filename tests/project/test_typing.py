"""What a user's checker makes of the public API: mypy here, pyright in `.ci/run`."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pytest_promptfmt

ROOT = Path(__file__).parents[2]
USERS = sorted((ROOT / "typing_tests").glob("*.py"))


def check(*paths: Path) -> str:
    """What mypy prints for a user's files, with no setting of ours; its cache is the project's."""
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary", *map(str, paths)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout


@pytest.mark.slow
def test_what_users_write_passes_mypy_strict() -> None:
    assert check(*USERS) == ""


@pytest.mark.slow
def test_a_wrong_word_for_the_type_of_a_block_does_not_pass(tmp_path: Path) -> None:
    narrowing = (ROOT / "typing_tests" / "narrowing.py").read_text("utf-8")
    wrong = tmp_path / "wrong.py"
    wrong.write_text(narrowing.replace('block.type == "tool_use"', 'block.type == "tool-use"'), "utf-8")

    assert "comparison-overlap" in check(wrong)


def test_every_public_name_is_used_there() -> None:
    used = {
        alias.name
        for path in USERS
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "pytest_promptfmt"
        for alias in node.names
    }

    assert set(pytest_promptfmt.__all__) - used == set()


def test_the_first_formatter_of_the_readme_is_among_them_word_for_word() -> None:
    found = re.search(r'```python title="myfmt.py"\n(.*?)```', (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert found
    _, first = (ROOT / "typing_tests" / "first.py").read_text("utf-8").split("\n\n", 1)

    assert found[1] == first
