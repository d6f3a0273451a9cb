"""The shell recipe of docs/ci.md, as a person would run it: from an empty directory to a badge and a certificate."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.places import ROOT


def block(page: str, title: str) -> str:
    """The block of a page with this title."""
    found = re.search(rf'^```\w+ title="{re.escape(title)}"\n(.*?)^```$', (ROOT / page).read_text("utf-8"), re.M | re.S)
    assert found, f"{page} has no block {title}"
    return found[1]


def shell(folder: Path, command: str, **env: str) -> subprocess.CompletedProcess[str]:
    scripts = str(Path(sys.executable).parent)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "LC_", "LANG"))}
    path = os.pathsep.join([scripts, kept.get("PATH", "")])
    return subprocess.run(
        command,
        cwd=folder,
        env=kept | {"PATH": path, "NO_COLOR": "1"} | env,
        shell=True,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """An empty directory with the README's formatter, its expected failures, and the recipe."""
    tmp_path.joinpath("myfmt.py").write_text(block("README.md", "myfmt.py"))
    tmp_path.joinpath("certify.sh").write_text(block("docs/ci.md", "certify.sh"))
    return tmp_path


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the recipe is for a POSIX shell")
def test_from_an_empty_directory_to_a_green_run_in_ci(project: Path) -> None:
    written = shell(project, "pytest -q --promptfmt-impl=myfmt --promptfmt-xfails-update")
    assert written.returncode == 0, written.stdout
    snapshots = shell(project, "pytest -q --promptfmt-impl=myfmt --promptfmt-snapshots=snapshots --snapshot-update")
    assert snapshots.returncode == 0, snapshots.stdout

    done = shell(project, "sh certify.sh myfmt", CI="true", LC_ALL="C")

    assert done.returncode == 0, done.stdout + done.stderr
    found = {path.name for path in (project / "report").iterdir()}
    assert found == {"report.json", "report.html", "summary.md", "badge.svg", "certificate.json"}
    assert "agrees with itself: myfmt" in done.stdout
    assert json.loads((project / "report" / "report.json").read_text("utf-8"))["implementations"][0]["spec"] == "myfmt"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the recipe is for a POSIX shell")
def test_what_gets_worse_turns_it_red(project: Path) -> None:
    shell(project, "pytest -q --promptfmt-impl=myfmt --promptfmt-xfails-update")
    shell(project, "pytest -q --promptfmt-impl=myfmt --promptfmt-snapshots=snapshots --snapshot-update")
    shell(project, "sh certify.sh myfmt && mkdir main && cp report/report.json main/")
    spoiled = project.joinpath("myfmt.py").read_text().replace('"content": block.text}', '"content": block.text[:9]}')
    project.joinpath("myfmt.py").write_text(spoiled)

    done = shell(project, "sh certify.sh myfmt", CI="true")

    assert done.returncode == 1
    assert "regression: openai.chat / chat/address-in-text: fidelity.lost-text" in done.stdout
    assert "snapshot.changed" in done.stdout
