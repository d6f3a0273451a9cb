"""Certifies AgentScope's own formatters: makes an environment, installs AgentScope and this checkout, runs, reports.

    python scripts/try_agentscope.py                       # 1.0.21, in a temporary directory
    python scripts/try_agentscope.py --agentscope 2.0.10 --venv build/as2 --out build

Writes ``agentscope-<version>.json`` (every finding) and ``agentscope-<version>.md`` (outcomes by target, findings by
rule) and shows the last lines of ``pytest --promptfmt-impl=agentscope``. Needs a package index; CI does not run it. An
environment that is there already (``--venv``) is used as it is, but for this checkout, which is installed again.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
PINS = {"1": ["mcp>=1.13,<2", "greenlet", "tqdm"], "2": []}  # what 1.0 forgets to ask for: docs/agentscope.md


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agentscope", default="1.0.21", metavar="VERSION")
    parser.add_argument("--venv", type=Path, metavar="DIR", help="the environment, made where there is none")
    parser.add_argument("--out", type=Path, default=Path.cwd(), metavar="DIR")
    parser.add_argument(
        "--judge", action="store_true", help="judge in this interpreter and write the findings; no pytest"
    )
    asked = parser.parse_args(argv)
    if asked.judge:
        return judge(asked.out)
    with tempfile.TemporaryDirectory() as scratch:
        python = environment(asked.venv or Path(scratch) / "venv", asked.agentscope)
        asked.out.mkdir(parents=True, exist_ok=True)
        subprocess.run([python, __file__, "--judge", "--out", str(asked.out.resolve())], check=True, cwd=scratch)
        command = [
            python,
            "-m",
            "pytest",
            "--promptfmt-impl=agentscope",
            "-q",
            "--tb=no",
            "-rN",
            "-p",
            "no:cacheprovider",
        ]
        return subprocess.run(command, cwd=scratch, check=False).returncode


def environment(place: Path, version: str) -> str:
    """The Python of the environment at `place`."""
    python = place.resolve() / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if not python.exists():
        venv.create(place, with_pip=True)
        subprocess.run([*pip, f"agentscope=={version}", *PINS[version[0]]], check=True)
    subprocess.run([*pip, "--editable", str(CHECKOUT)], check=True)
    return str(python)


def judge(out: Path) -> int:
    """Judges the AgentScope that this interpreter has, and writes both files."""
    from pytest_promptfmt import check_formatter

    report = check_formatter("agentscope")
    name = out / f"agentscope-{report.implementation.version}"
    rows = [
        {
            "target": judgement.target,
            "case": judgement.case.id,
            "severity": str(finding.severity),
            "rule": finding.id,
            "path": finding.path,
            "message": finding.message,
        }
        for judgement in report.judgements
        for finding in judgement.findings
    ]
    outcomes = [(judgement.target, str(judgement.outcome)) for judgement in report.judgements]
    Path(f"{name}.json").write_text(json.dumps(rows, indent=1, ensure_ascii=True) + "\n", "utf-8")
    Path(f"{name}.md").write_text(markdown(str(report.implementation.version), rows, outcomes), "utf-8")
    print(f"{len(rows)} findings in {len(outcomes)} exchanges: {name}.json, {name}.md")
    return 0


def markdown(version: str, rows: list[dict[str, Any]], outcomes: list[tuple[str, str]]) -> str:
    lines = [f"# AgentScope {version}", "", "| target | exchanges | outcomes |", "| --- | ---: | --- |"]
    for target in dict.fromkeys(target for target, _ in outcomes):
        counts = Counter(outcome for other, outcome in outcomes if other == target)
        told = ", ".join(f"{outcome} {n}" for outcome, n in sorted(counts.items()))
        lines.append(f"| `{target}` | {counts.total()} | {told} |")
    for severity in ("error", "warning"):
        lines += [
            "",
            f"## Findings: {severity}s",
            "",
            "| rule or check | cases × targets | targets |",
            "| --- | ---: | --- |",
        ]
        found = Counter((row["rule"], row["target"], row["case"]) for row in rows if row["severity"] == severity)
        for rule in sorted({rule for rule, _, _ in found}):
            targets = Counter(target for other, target, _ in found if other == rule)
            told = ", ".join(f"`{target}` {n}" for target, n in sorted(targets.items()))
            lines.append(f"| `{rule}` | {targets.total()} | {told} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
