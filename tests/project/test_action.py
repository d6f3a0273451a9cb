"""The action of action.yml: its script, run by the shell that would run it, and its table in docs/ci.md."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from support.places import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the script is for bash")

RIGHT = """
def chat(conversation):
    if any(block.type != "text" for message in conversation.messages for block in message.blocks):
        raise NotImplementedError("text only")
    return [{"role": message.role, "content": message.text} for message in conversation.messages]

FORMATTERS = {"openai.chat": chat}
CAPABILITIES = {"openai.chat": {"blocks": []}}
"""


def action() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    return found


def judge(folder: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """Runs the step as GitHub does, in `folder`, with these inputs."""
    (step,) = (step for step in action()["runs"]["steps"] if step.get("id") == "judge")
    inputs = {name: str(described.get("default", "")) for name, described in action()["inputs"].items()} | given
    named = {name: re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", value) for name, value in step["env"].items()}
    env = {name: inputs[match[1]] for name, match in named.items() if match}
    assert len(env) == len(step["env"]), "each variable is one input"
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    path = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", "")])
    files = {"GITHUB_STEP_SUMMARY": str(folder / "step-summary"), "GITHUB_OUTPUT": str(folder / "step-output")}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=folder,
        env=kept | {"PATH": path, "PYTEST_ADDOPTS": "-p no:hypothesispytest -p no:anyio"} | files | env,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    tmp_path.joinpath("myfmt.py").write_text(RIGHT)
    return tmp_path


@pytest.mark.slow
def test_a_right_formatter_passes_and_leaves_report_badge_and_level(folder: Path) -> None:
    done = judge(folder, implementation="myfmt", options="--promptfmt-case=chat/plain-turns -p no:cacheprovider")

    assert done.returncode == 0, done.stdout + done.stderr
    made = {path.name for path in (folder / "promptfmt-report").iterdir()}
    assert made == {"report.json", "report.html", "summary.md", "badge.svg", "badge.json"}
    assert "myfmt" in (folder / "step-summary").read_text("utf-8")
    assert (folder / "step-output").read_text("utf-8") == "level=not graded\n", "a part of the corpus gives no level"


@pytest.mark.slow
def test_a_whole_run_gives_a_level_and_a_certificate(folder: Path) -> None:
    judge(folder, implementation="myfmt", options="--promptfmt-xfails-update")
    done = judge(folder, implementation="myfmt", certificate="true", report="out of the way")

    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "out of the way" / "certificate.json").exists()
    assert (folder / "step-output").read_text("utf-8").splitlines()[-1].startswith(("level=L", "level=no level"))


@pytest.mark.slow
def test_a_wrong_formatter_fails_and_the_summary_says_why(folder: Path) -> None:
    wrong = RIGHT.replace("message.text}", "message.text[:9]}")
    folder.joinpath("myfmt.py").write_text(wrong)

    done = judge(folder, implementation="myfmt", options="--promptfmt-case=chat/plain-turns")

    assert done.returncode == 1
    assert "fidelity.lost-text" in (folder / "step-summary").read_text("utf-8")


@pytest.mark.slow  # two runs, each with all of its reports
def test_what_is_worse_than_the_baseline_fails(folder: Path) -> None:
    judge(folder, implementation="myfmt", options="--promptfmt-case=chat/plain-turns", report="main")
    folder.joinpath("myfmt.py").write_text(RIGHT.replace("message.text}", "message.text[:9]}"))

    done = judge(
        folder, implementation="myfmt", options="--promptfmt-case=chat/plain-turns", baseline="main/report.json"
    )

    assert done.returncode == 1
    assert "regression: openai.chat / chat/plain-turns" in done.stdout


def test_an_input_is_never_read_as_a_command(folder: Path) -> None:
    done = judge(folder, implementation="$(touch stolen)`touch stolen`", options="--co; touch stolen")

    assert done.returncode != 0
    assert not (folder / "stolen").exists()


def test_no_script_has_an_input_in_it() -> None:
    """Inputs come as variables, so that none of them is read as a command."""
    assert [step["run"] for step in action()["runs"]["steps"] if "${{" in step["run"]] == []


def test_the_page_has_every_input() -> None:
    page = (ROOT / "docs" / "ci.md").read_text("utf-8")
    table = re.findall(r"^\| `(\w+)` \|", page[page.index("| input |") : page.index("## GitLab CI")], re.MULTILINE)

    assert table == list(action()["inputs"])


def test_this_repository_uses_its_own_action() -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    used = [step for job in workflow["jobs"].values() for step in job["steps"] if step.get("uses") == "./"]

    assert len(used) == 1
    assert set(used[0]["with"]) <= set(action()["inputs"])
