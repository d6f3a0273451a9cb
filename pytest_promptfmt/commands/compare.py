"""``promptfmt compare OLD NEW``: regressions and fixes from one report to the next."""

from __future__ import annotations

import argparse
from typing import TextIO

from pytest_promptfmt.commands.inputs import Commands, Unusable, read_report
from pytest_promptfmt.report.compare.changes import change_lines, compare


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "compare",
        help="show what changed from one report to the next",
        description="Says what got worse and what got better from one report (JSON) to another.",
        epilog="Exit codes: 0 nothing got worse, 1 something did or is no longer judged, 2 a report is unusable.",
    )
    command.set_defaults(run=run)
    command.add_argument("old", metavar="OLD", help="a report that --promptfmt-report=json:FILE wrote")
    command.add_argument("new", metavar="NEW", help="a later one")


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Prints the changes of each implementation; 1 where one got worse."""
    old, new = read_report(options.old), read_report(options.new)
    found = compare(old, new)
    if not found:
        raise Unusable(f"{options.old} and {options.new} have no implementation in common")
    if (old.revision, old.corpus) != (new.revision, new.corpus):
        print("the two were judged by different corpora: what is new or gone may be the corpus's doing", file=out)
    for changes in found:
        print("\n".join(change_lines(changes)), file=out)
    return 1 if any(changes.worse for changes in found) else 0
