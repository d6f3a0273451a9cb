"""``promptfmt matrix REPORT…``: what was found of several implementations, on one page."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from os.path import isdir
from pathlib import Path
from typing import TextIO

from pytest_promptfmt.commands.inputs import Commands, Unusable, read_json, read_report, write_file
from pytest_promptfmt.report.html.compared import compared_page
from pytest_promptfmt.report.markdown.compared import compared_markdown
from pytest_promptfmt.report.matrix.column import Matrix
from pytest_promptfmt.report.matrix.form import is_matrix, read_matrix, text
from pytest_promptfmt.report.matrix.from_report import matrix_of
from pytest_promptfmt.report.matrix.markdown import matrix_markdown
from pytest_promptfmt.report.matrix.merged import merged
from pytest_promptfmt.report.matrix.page import matrix_page
from pytest_promptfmt.report.reading import DocumentError, read

_FORMS = {".html": matrix_page, ".md": matrix_markdown, ".json": text}
_CASES = {".html": compared_page, ".md": compared_markdown}


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "matrix",
        help="show several implementations side by side",
        description="Sets the implementations of several reports (JSON) side by side: levels by dialect, their "
        "causes, and the command that judges each again. What it wrote as JSON may be given with new reports: of one "
        "implementation in one version the last stays.",
        epilog="Exit codes: 0 written, 2 a report or the file is unusable.",
    )
    command.set_defaults(run=run)
    command.add_argument(
        "reports",
        metavar="REPORT",
        nargs="+",
        help="a report that --promptfmt-report=json:FILE wrote, a matrix as JSON, or a directory of such files",
    )
    command.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="a page (.html), Markdown (.md) or data (.json); without it Markdown is printed",
    )
    command.add_argument(
        "--cases", action="store_true", help="case by case: those that do not come out the same; of reports alone"
    )


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Writes the page, the Markdown or the data; prints Markdown where no file is named."""
    ending = Path(options.output).suffix if options.output else ".md"
    forms = _CASES if options.cases else _FORMS
    if ending not in forms:
        raise Unusable(f"{options.output}: say by its ending what is wanted: {' or '.join(forms)}")
    names = [each for name in options.reports for each in _files(name)]
    if options.cases:
        output = _CASES[ending]([read_report(name) for name in names])
    else:
        output = _FORMS[ending](merged(map(_matrix, names)))
    if options.output:
        write_file(options.output, output)
    else:
        print(output, end="", file=out)
    return 0


def _files(name: str) -> Iterator[str]:
    """The file itself, or the JSON files of a directory by name."""
    if not isdir(name):  # of a Path, a name that no file can have raises
        yield name
        return
    found = sorted(str(path) for path in Path(name).glob("*.json"))
    if not found:
        raise Unusable(f"{name} has no JSON file")
    yield from found


def _matrix(name: str) -> Matrix:
    value = read_json(name, exact=True)
    try:
        return read_matrix(value, name) if is_matrix(value) else matrix_of(read(value, name))
    except DocumentError as error:
        raise Unusable(str(error)) from None
