"""``promptfmt report REPORT.json html:PAGE``: the other forms of a report that was written as JSON."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from pytest_promptfmt.commands.inputs import Commands, Unusable, read_report
from pytest_promptfmt.common.files import SaveError
from pytest_promptfmt.common.text import safe
from pytest_promptfmt.report.formats import FORMATS, UnknownFormat, check_places, parse_request, write


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "report",
        help="turn a JSON report into a page, Markdown or a badge",
        description="Writes other forms of a report that --promptfmt-report=json:FILE wrote.",
        epilog="Exit codes: 0 written, 2 the report or a file is unusable.",
    )
    command.set_defaults(run=run)
    command.add_argument("report", metavar="REPORT", help="a report as JSON")
    command.add_argument("forms", metavar="FORMAT:PATH", nargs="+", help=f"one of {', '.join(FORMATS)}, and where")


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Writes every form that was asked for."""
    if options.report.partition(":")[0] in FORMATS:
        raise Unusable(f"the report comes first, and then its forms; {options.report} is a form")
    if several := [word for word in options.forms if word.endswith(".json") and Path(word).is_file()]:
        raise Unusable(f"one report is read, and {several[0]} is there as well: 'promptfmt merge' makes one of several")
    try:
        forms = list(map(parse_request, options.forms))
        check_places([Path(options.report), *(path for _, path in forms)])
        document = read_report(options.report)
        for name, path in forms:
            write(document, name, path)
            print(f"{name}: {safe(str(path))}", file=out)
    except (UnknownFormat, SaveError) as error:
        raise Unusable(str(error)) from None
    return 0
