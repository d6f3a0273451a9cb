"""Certifies AgentScope's own formatters: makes an environment, installs AgentScope and this checkout, runs, reports.

    python scripts/try_agentscope.py                       # 1.0.21, in a temporary directory
    python scripts/try_agentscope.py --agentscope 2.0.10 --venv build/as2 --out build
    python scripts/try_agentscope.py --page docs/agentscope.md

Writes ``agentscope-<version>.json`` (every finding) and ``agentscope-<version>.md`` (outcomes by target, findings by
rule), puts the latter's tables into the page that has a place for them, where each rule keeps the reason that stands
there (a row without one was not read yet), and shows the last lines of ``pytest --promptfmt-impl=agentscope``. Needs a
package index; CI does not run it. An environment that is there already (``--venv``) is used as it is, but for this
checkout, which is installed again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parent.parent
PINS = {"1": ["mcp>=1.13,<2", "greenlet", "tqdm"], "2": []}  # what 1.0 forgets to ask for: docs/agentscope.md


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agentscope", default="1.0.21", metavar="VERSION")
    parser.add_argument("--venv", type=Path, metavar="DIR", help="the environment, made where there is none")
    parser.add_argument("--out", type=Path, default=Path.cwd(), metavar="DIR")
    parser.add_argument("--page", type=Path, metavar="FILE", help="has <!-- agentscope VERSION --> … <!-- end -->")
    parser.add_argument(
        "--judge", action="store_true", help="judge in this interpreter and write the findings; no pytest"
    )
    options = parser.parse_args(argv)
    if options.judge:
        return judge(options.out, options.page)
    with tempfile.TemporaryDirectory() as scratch:
        python = environment(options.venv or Path(scratch) / "venv", options.agentscope)
        options.out.mkdir(parents=True, exist_ok=True)
        page = ["--page", str(options.page.resolve())] if options.page else []
        write = [python, __file__, "--judge", "--out", str(options.out.resolve()), *page]
        subprocess.run(write, check=True, cwd=scratch)
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


def judge(out: Path, page: Path | None) -> int:
    """Judges the AgentScope that this interpreter has, and writes what came of it."""
    from pytest_promptfmt import check_formatter

    report = check_formatter("agentscope")
    version = str(report.implementation.version)
    name = out / f"agentscope-{version}"
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
    place = re.compile(rf"(<!-- agentscope {re.escape(version)} -->\n)(.*?)(<!-- end -->)", re.DOTALL)
    text = page.read_text("utf-8") if page else ""
    tables = markdown(rows, outcomes, reasons(place.search(text)))
    Path(f"{name}.json").write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    Path(f"{name}.md").write_text(f"# AgentScope {version}\n\n{tables}", "utf-8")
    if page is not None:
        page.write_text(place.sub(lambda found: f"{found[1]}\n{tables}\n{found[3]}", text), "utf-8")
    print(f"{len(rows)} findings in {len(outcomes)} exchanges: {name}.json, {name}.md")
    return 0


def reasons(found: re.Match[str] | None) -> dict[str, str]:
    """Why each rule found an error, by the rows of the page that have it in a third cell."""
    return dict(re.findall(r"^\| `([a-z0-9.-]+)` \| [^|]+ \| (.+) \|$", found[2], re.MULTILINE)) if found else {}


def markdown(rows: list[dict[str, Any]], outcomes: list[tuple[str, str]], why: dict[str, str]) -> str:
    """Outcomes by target, then the findings by rule; ``3 + 2`` are the cases of the chat and the multi-agent target."""
    kinds = [kind for kind in OUTCOMES if any(outcome == kind for _, outcome in outcomes)]
    wrong = {(row["target"], row["case"]) for row in rows if row["severity"] == "error"}
    rarer = {(row["target"], row["case"]) for row in rows if row["severity"] == "error" and row["rule"] != COMMONEST}
    lines = [f"{len(outcomes):,} exchanges, {len(wrong)} with an error, {len(rarer)} with one but `{COMMONEST}`.", ""]
    lines += header("target", *kinds, f"wrong but for `{COMMONEST}`")
    for target in dict.fromkeys(target for target, _ in outcomes):
        counts = Counter(outcome for place, outcome in outcomes if place == target)
        cells = [*(counts[kind] for kind in kinds), sum(place == target for place, _ in rarer)]
        lines.append(f"| `{target}` | {' | '.join(map(str, cells))} |")
    lines += ["", "### Errors", "", *header("rule or check", "exchanges", "why")]
    lines += [f"| `{rule}` | {numbers} | {why.get(rule, NOT_READ)} |" for rule, numbers in found(rows, "error")]
    lines += ["", "### Warnings", "", *header("rule or check", "exchanges")]
    lines += [f"| `{rule}` | {numbers} |" for rule, numbers in found(rows, "warning")]
    return "\n".join(lines) + "\n"


NOT_READ = "**not read yet**"
COMMONEST = "purity.shared-input"
OUTCOMES = ("pass", "fail", "error", "inconclusive", "unsupported")


def header(*titles: str) -> list[str]:
    return [f"| {' | '.join(titles)} |", f"| --- |{' --- |' * (len(titles) - 1)}"]


def found(rows: list[dict[str, Any]], severity: str) -> Iterator[tuple[str, str]]:
    """Each rule with its exchanges by dialect: those of the chat target and those of the multi-agent one."""
    exchanges = {(row["rule"], row["target"], row["case"]) for row in rows if row["severity"] == severity}
    targets = list(dict.fromkeys(row["target"] for row in rows))
    for rule in sorted({rule for rule, _, _ in exchanges}):
        counts = Counter(target for id_, target, _ in exchanges if id_ == rule)
        by_dialect: dict[str, list[str]] = {}
        for dialect in dict.fromkeys(target.rpartition(".")[0] for target in targets):
            both = [counts[f"{dialect}.{scenario}"] for scenario in ("chat", "multiagent")]
            if any(both):
                by_dialect.setdefault(" + ".join(map(str, both)), []).append(dialect)
        yield rule, "; ".join(f"{', '.join(dialects)} {numbers}" for numbers, dialects in by_dialect.items())


if __name__ == "__main__":
    sys.exit(main())
