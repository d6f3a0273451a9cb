"""What is promised of Python, what CI runs, and what a commit passes agree."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
RUN = (ROOT / ".ci" / "run").read_text("utf-8")


def promised() -> list[str]:
    """The Pythons of the classifiers, in their order."""
    spelled = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    return [found[1] for found in map(spelled.fullmatch, PROJECT["classifiers"]) if found]


def test_ci_runs_on_every_python_that_is_promised() -> None:
    """What is ahead of the promise may fail there."""
    (matrix,) = re.findall(r"^ +python: \[(.*)\]$", WORKFLOW, re.MULTILINE)
    ahead = re.findall(r'python: "(3\.\d+)", ahead: true', WORKFLOW)

    assert re.findall(r'"([^"]+)"', matrix) == promised()
    assert set(ahead) & set(promised()) == set()


def test_the_oldest_python_that_is_promised_is_the_one_that_is_required() -> None:
    assert PROJECT["requires-python"] == f">={promised()[0]}"


def test_the_workflow_runs_what_a_person_runs_and_may_only_read() -> None:
    assert re.findall(r"^ +- run: (.*)$", WORKFLOW, re.MULTILINE) == ["bash .ci/run"]
    assert re.search(r"^permissions:\n  contents: read\n\n", WORKFLOW, re.MULTILINE)
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+|\./", action) for action in re.findall(r"uses: (\S+)", WORKFLOW))


def test_what_a_commit_passes_ci_asks_as_well() -> None:
    entries = re.findall(r"^ +entry: (.*?)(?: --\S+)*$", HOOKS, re.MULTILINE)

    assert entries
    assert [entry for entry in entries if f".venv/bin/{entry}" not in RUN] == []
