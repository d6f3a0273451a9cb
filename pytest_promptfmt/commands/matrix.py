"""``promptfmt matrix A.json B.json …``: several implementations side by side."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from pytest_promptfmt.commands.inputs import Commands, Unusable, load_report, put
from pytest_promptfmt.report.html.compared import matrix_page
from pytest_promptfmt.report.markdown.matrix import matrix_markdown

_FORMS = {".html": matrix_page, ".md": matrix_markdown}


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "matrix",
        help="several implementations side by side",
        description="Sets the implementations of several reports (JSON) side by side: levels, and where they differ.",
        epilog="Exit codes: 0 written, 2 a report or the file is unusable.",
    )
    command.set_defaults(run=run)
    command.add_argument(
        "reports", metavar="REPORT", nargs="+", help="a report that --promptfmt-report=json:FILE wrote"
    )
    command.add_argument(
        "-o", "--output", metavar="FILE", help="a page (.html) or Markdown (.md); without it Markdown is printed"
    )


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Writes the page or the Markdown; prints the latter where no file is named."""
    ending = Path(options.output).suffix if options.output else ".md"
    if ending not in _FORMS:
        raise Unusable(f"{options.output}: say by its ending what is wanted: {' or '.join(_FORMS)}")
    output = _FORMS[ending]([load_report(name) for name in options.reports])
    if options.output:
        put(options.output, output)
    else:
        print(output, end="", file=out)
    return 0
