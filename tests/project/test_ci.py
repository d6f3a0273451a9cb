"""What is promised of Python, what CI runs, and what a commit passes agree."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

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


TABLE = RUN.partition("<< 'TABLE'\n")[2].partition("\nTABLE")[0].splitlines()


def test_every_step_of_the_table_is_a_function_that_the_processes_know() -> None:
    known = set(re.findall(r"^(\w+)\(\) \{$", RUN, re.MULTILINE))
    (exported,) = re.findall(r"^export -f (.*)$", RUN, re.MULTILINE)

    assert TABLE
    assert {row.partition(" ")[0] for row in TABLE} <= known
    assert set(exported.split()) == known


def test_every_library_with_an_extra_of_its_own_has_a_step() -> None:
    extras = {name.removeprefix("peers-") for name in PROJECT["optional-dependencies"] if name.startswith("peers-")}

    assert {row.removeprefix("library ") for row in TABLE if row.startswith("library ")} == extras


@pytest.mark.parametrize(
    ("deed", "status", "said"),
    [
        ("echo ready", 0, "passed deed (0 s): ready\n"),
        ("echo broken; false; echo ready", 1, "broken\nFAILED deed (0 s)\n"),
        ("cd . && false && echo ready", 1, "FAILED deed (0 s)\n"),
    ],
)
def test_a_step_fails_with_the_first_command_that_does_and_shows_its_words(deed: str, status: int, said: str) -> None:
    """Whatever stands behind it; README's commands are &&-lists, which bash's -e overlooks."""
    (step,) = re.findall(r"^step\(\) \{\n.*?^\}\n", RUN, re.MULTILINE | re.DOTALL)
    program = f"set -euo pipefail\n{step}deed() {{\n{deed}\n}}\nexport -f deed\nstep deed"

    done = subprocess.run(["bash", "-c", program], stdout=subprocess.PIPE, text=True, check=False)

    assert (done.returncode, re.sub(r"\(\d+ s\)", "(0 s)", done.stdout)) == (status, said)
