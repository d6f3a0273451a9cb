"""What is promised of Python, what CI runs, and what a commit passes agree."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from support.rows import sample

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WORKFLOWS = {name: (ROOT / ".github" / "workflows" / f"{name}.yml").read_text("utf-8") for name in ("ci", "nightly")}
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
RUN, NIGHTLY, STEPS = ((ROOT / ".ci" / name).read_text("utf-8") for name in ("run", "nightly", "steps"))


def promised() -> list[str]:
    """The Pythons of the classifiers, in their order."""
    spelled = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    return [found[1] for found in map(spelled.fullmatch, PROJECT["classifiers"]) if found]


def test_ci_runs_on_every_python_that_is_promised() -> None:
    """What is ahead of the promise may fail there."""
    (matrix,) = re.findall(r"^ +python: \[(.*)\]$", WORKFLOWS["ci"], re.MULTILINE)
    ahead = re.findall(r'python: "(3\.\d+)", ahead: true', WORKFLOWS["ci"])

    assert re.findall(r'"([^"]+)"', matrix) == promised()
    assert set(ahead) & set(promised()) == set()


def test_the_oldest_python_that_is_promised_is_the_one_that_is_required() -> None:
    assert PROJECT["requires-python"] == f">={promised()[0]}"


@pytest.mark.parametrize(("name", "script"), [("ci", "run"), ("nightly", "nightly")])
def test_a_workflow_runs_what_a_person_runs_and_may_only_read(name: str, script: str) -> None:
    workflow = WORKFLOWS[name]

    assert re.findall(r"^ +- run: (.*)$", workflow, re.MULTILINE) == [f"bash .ci/{script}"]
    assert re.search(r"^permissions:\n  contents: read\n\n", workflow, re.MULTILINE)
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+|\./", action) for action in re.findall(r"uses: (\S+)", workflow))


def test_what_a_commit_passes_ci_asks_as_well() -> None:
    entries = re.findall(r"^ +entry: (.*?)(?: --\S+)*$", HOOKS, re.MULTILINE)

    assert entries
    assert [entry for entry in entries if f".venv/bin/{entry}" not in STEPS] == []


def table(script: str) -> list[str]:
    return script.partition("<< 'TABLE'\n")[2].partition("\nTABLE")[0].splitlines()


@pytest.mark.parametrize("script", [RUN, NIGHTLY], ids=["run", "nightly"])
def test_every_step_of_a_table_is_a_function_that_the_processes_know(script: str) -> None:
    known = set(re.findall(r"^(\w+)\(\) \{$", STEPS + script, re.MULTILINE))
    exported = {name for each in re.findall(r"^export -f (.*)$", STEPS + script, re.MULTILINE) for name in each.split()}

    assert table(script)
    assert {row.partition(" ")[0] for row in table(script)} <= known
    assert exported == known - {"table"}


def test_every_step_runs_and_none_twice() -> None:
    """By a change or by night: what no table names is never asked."""
    (known,) = re.findall(r"^export -f (.*)$", STEPS, re.MULTILINE)
    rows = [*table(RUN), *table(NIGHTLY)]

    assert len(rows) == len(set(rows))
    assert {row.partition(" ")[0] for row in rows} == set(known.split()) - {"step", "environment", "tools"}


def test_every_library_with_an_extra_of_its_own_has_a_step() -> None:
    extras = {name.removeprefix("peers-") for name in PROJECT["optional-dependencies"] if name.startswith("peers-")}

    assert {row.removeprefix("library ") for row in table(NIGHTLY) if row.startswith("library ")} == extras


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
    (step,) = re.findall(r"^step\(\) \{\n.*?^\}\n", STEPS, re.MULTILINE | re.DOTALL)
    program = f"set -euo pipefail\n{step}deed() {{\n{deed}\n}}\nexport -f deed\nstep deed"

    done = subprocess.run(["bash", "-c", program], stdout=subprocess.PIPE, text=True, check=False)

    assert (done.returncode, re.sub(r"\(\d+ s\)", "(0 s)", done.stdout)) == (status, said)


@pytest.mark.parametrize(
    ("rows", "marks"),
    [
        ((3,), ["", "slow", "slow", ""]),
        ((4, 2), ["", "nightly", "slow", "nightly", ""]),
        ((0, 2), ["slow", "nightly", "slow"]),
    ],
)
def test_a_sample_stays_every_day_and_what_is_left_is_slow_or_nightly(
    pytester: pytest.Pytester, rows: tuple[int, ...], marks: list[str]
) -> None:
    table = f"@pytest.mark.parametrize('row', range({len(marks)}))"
    path = pytester.makepyfile(f"import pytest\n@pytest.mark.sampled{rows}\n{table}\ndef test_row(row): pass")
    items, _ = pytester.inline_genitems(path, "-p", "no:promptfmt")

    sample(items)

    assert [" ".join(m for m in ("slow", "nightly") if each.get_closest_marker(m)) for each in items] == marks
