"""``promptfmt merge A.json B.json -o ALL.json``: one report of the shards of a run."""

from __future__ import annotations

import argparse
from typing import TextIO

from pytest_promptfmt.commands.inputs import Commands, Unusable, read_report, write_file
from pytest_promptfmt.common.text import safe
from pytest_promptfmt.report.compare.merged import merge
from pytest_promptfmt.report.document import failed, text
from pytest_promptfmt.report.level_table import overall_line
from pytest_promptfmt.report.reading import DocumentError


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "merge",
        help="merge the reports of shards into one",
        description="Makes one report of those that the shards of a run wrote; it is that of the run as a whole.",
        epilog="Exit codes: 0 done and nothing fails, 1 something fails or was not judged, 2 a report is unusable.",
    )
    command.set_defaults(run=run)
    command.add_argument("reports", metavar="REPORT", nargs="+", help="a report as JSON")
    command.add_argument("-o", "--output", metavar="FILE", required=True, help="where the whole goes, as JSON")


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Writes the whole and says what it comes to."""
    try:
        whole = merge([(name, read_report(name)) for name in options.reports])
    except DocumentError as error:
        raise Unusable(str(error)) from None
    write_file(options.output, text(whole))
    for judged in whole.implementations:
        overall = whole.overall(judged)
        line = overall_line(whole.standings(judged), whole.blocking(judged), judged.failed_apart())
        print(f"{safe(judged.name)}: {line}; graded {overall.graded:,} of {overall.promised:,}", file=out)
    missing = any(whole.overall(judged).state == "partial" for judged in whole.implementations)
    return 1 if missing or any(failed(result) for judged in whole.implementations for result in judged.results) else 0
