"""Judges the libraries that have an adapter, each in an environment of its own; writes docs/matrix/ and pages' counts.

``python scripts/make_matrix.py`` judges all that have no report in ``build/matrix/reports`` yet, so that it goes on
where it was ended. ``python scripts/make_matrix.py litellm`` judges that one anew, and replaces its column alone.
Environments are made in ``build/matrix/envs`` where they are missing; they may be links. ``--pages`` judges nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import judge_peers
from judged_libraries import ROOT, Library, libraries
from options import parser

from pytest_promptfmt.common.files import save
from pytest_promptfmt.report.document import ReportDocument, failed
from pytest_promptfmt.report.matrix.column import Matrix, Run
from pytest_promptfmt.report.matrix.form import read_matrix, text
from pytest_promptfmt.report.matrix.from_report import matrix_of
from pytest_promptfmt.report.matrix.markdown import matrix_markdown
from pytest_promptfmt.report.matrix.merged import merged
from pytest_promptfmt.report.matrix.page import matrix_page
from pytest_promptfmt.report.reading import read

MATRIX = ROOT / "docs" / "matrix"
_INTRO = """# The public matrix

Made by `scripts/make_matrix.py`; do not edit. There is more of it [on a page of its own](page.html), and it is
[data](matrix.json), which [a schema](../../pytest_promptfmt/report/matrix/matrix.schema.json) describes.

"""


def main(argv: list[str] | None = None) -> int:
    """Judges, and puts each library's column into the matrix as soon as it is there."""
    known = libraries()
    told = parser(__doc__)
    told.add_argument("libraries", nargs="*", metavar="LIBRARY", help=", ".join(known))
    told.add_argument("--work", type=Path, default=ROOT / "build" / "matrix", metavar="DIR", help="reports and envs")
    told.add_argument("--pages", action="store_true", help="the pages anew, of the matrix as it is")
    options = told.parse_args(argv)
    if unknown := [name for name in options.libraries if name not in known]:
        told.error(f"no library of the matrix: {', '.join(unknown)}; there are {', '.join(known)}")
    wrong = []
    for name in () if options.pages else options.libraries or known:
        report = options.work / "reports" / f"{name}.json"
        if options.libraries or not report.exists():
            problem = judge(known[name], options.work / "envs" / known[name].environment, report)
            if problem:
                wrong.append(name)
                print(f"{name}: {problem}; its column stays as it is", file=sys.stderr)
                continue
        document = read(json.loads(report.read_text("utf-8")), report.name)
        if name in judge_peers.COLUMNS:
            count(name, document)
        write(put(matrix(), known[name], document, json.loads(report.with_suffix(".run").read_text("utf-8"))))
    write(matrix())
    return 1 if wrong else 0


def count(library: str, document: ReportDocument) -> None:
    """Puts the counts of its report into the library's page, and says what has no row there."""
    counts = judge_peers.counted([result for result in document.implementations[0].results if not result.apart])
    for name in judge_peers.without_row(library, counts):
        print(f"{library}: no row for {name} in {judge_peers.page_of(library).name}", file=sys.stderr)
    page = judge_peers.page_of(library)
    save(page, judge_peers.filled(page.read_text("utf-8"), judge_peers.COLUMNS[library], counts))


def judge(library: Library, environment: Path, report: Path) -> str:
    """Writes the report and beside it what is of this run; says what went wrong."""
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    with tempfile.TemporaryDirectory() as scratch:
        if not python.exists() and (problem := make(library, environment, python)):
            return problem
        kit, before = revision(), os.times()
        path = os.pathsep.join(map(str, (ROOT, ROOT / "reference", ROOT / "fixtures")))
        asked = [f"--promptfmt-impl={library.spec}", f"--promptfmt-report=json:{report.resolve()}"]
        command = [str(python.absolute()), "-m", "pytest", *asked, "-q", "--tb=no", "-rN", "-p", "no:cacheprovider"]
        done = subprocess.run(
            command, cwd=scratch, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
        )
        after = os.times()
    if done.returncode not in (0, 1) or not report.exists():
        return f"no report (exit {done.returncode})\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    seconds = after.children_user + after.children_system - before.children_user - before.children_system
    run = {
        "date": date.today().isoformat(),
        "kit": kit if revision() == kit else f"{kit.rstrip('+')}+",
        "packages": dict(installed(python, library.distributions())),
        "seconds": round(seconds),
        "lines": library.lines,
    }
    save(report.with_suffix(".run"), json.dumps(run, indent=1) + "\n")
    print(f"{library.id}: judged in {seconds:.0f} s of CPU", flush=True)
    return ""


def make(library: Library, environment: Path, python: Path) -> str:
    """An environment with the checkout and what it judges; says what went wrong."""
    venv.create(environment, with_pip=True)
    kit = f"{ROOT}[{library.extra}]" if library.extra else str(ROOT)
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "--editable", kit, *library.packages], capture_output=True, text=True, check=False)
    return f"pip: {done.stderr[-2000:]}" if done.returncode else ""


def revision() -> str:
    """The last commit that changed what judges; ``+`` where that is not all of it."""
    git = ["git", "-C", str(ROOT)]
    kit = ["--", "pytest_promptfmt", "fixtures", *(f":!pytest_promptfmt/{room}" for room in ("commands", "report"))]
    last = subprocess.run([*git, "log", "-1", "--format=%h", *kit], capture_output=True, text=True, check=True).stdout
    since = subprocess.run([*git, "status", "--porcelain", *kit], capture_output=True, text=True, check=True).stdout
    return last.strip() + ("+" if since.strip() else "")


def installed(python: Path, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Of some distributions those that are there, with their versions."""
    listed = subprocess.run([str(python), "-m", "pip", "list", "--format=json"], capture_output=True, check=True)
    versions = {each["name"].lower().replace("_", "-"): each["version"] for each in json.loads(listed.stdout)}
    return ((name, versions[name.lower()]) for name in dict.fromkeys(names) if name.lower() in versions)


def matrix() -> Matrix:
    """As it lies there; without columns where there is none."""
    path = MATRIX / "matrix.json"
    return read_matrix(json.loads(path.read_text("utf-8")), path.name) if path.exists() else Matrix((), {})


def put(before: Matrix, library: Library, document: ReportDocument, measured: Mapping[str, Any]) -> Matrix:
    """The matrix in which the report's column stands for the library, whatever version stood there before."""
    found = matrix_of(document)
    wrong = set(with_errors(document))
    page = library.page.relative_to(ROOT).as_posix()
    run = Run(**measured, install=library.install, rules=len(wrong), read=len(wrong & library.read()), page=page)
    column = replace(found.columns[0], id=library.id, name=library.name, run=run)
    others = tuple(each for each in before.columns if each.id != library.id)
    return merged([Matrix(others, before.cases), Matrix((column,), found.cases)])


def with_errors(document: ReportDocument) -> Iterator[str]:
    """The rules and checks that an exchange fails."""
    for result in document.implementations[0].results:
        if failed(result) and not result.apart:
            yield from (finding.id for finding in result.findings if finding.is_error)


def write(found: Matrix) -> None:
    """All three forms."""
    forms: dict[str, Any] = {
        "matrix.json": text(found),
        "README.md": _INTRO + matrix_markdown(found, docs="../"),
        "page.html": matrix_page(found),
    }
    for name, form in forms.items():
        save(MATRIX / name, form)


if __name__ == "__main__":
    sys.exit(main())
