"""``promptfmt mutants``: whether the checks catch spoiled payloads, and accept rewritten ones."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TextIO

from pytest_promptfmt.commands.inputs import Commands, Unusable, check_dialect, positive_integer
from pytest_promptfmt.common.did_you_mean import did_you_mean, unmatched
from pytest_promptfmt.corpus import by_id
from pytest_promptfmt.selftest import mutants as mutating
from pytest_promptfmt.selftest.mutants import table as report


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "mutants",
        help="test the kit itself with spoiled payloads",
        description="Spoils golden payloads in many ways, and says which check caught which of them.",
        epilog="Exit codes: 0 enough is caught (or, of rewrites, nothing blamed), 1 it is not, 2 options are unusable.",
    )
    command.set_defaults(run=run)
    command.add_argument("--dialect", action="append", help="this dialect only (may be repeated)")
    command.add_argument("--operator", action="append", help="this operator only (may be repeated)")
    command.add_argument("--case", metavar="GLOB", default="*", help="the payloads of these cases only")
    command.add_argument("--rewrites", action="store_true", help="rewrites that mean the same, and are to be accepted")
    command.add_argument("--payloads", metavar="N", type=positive_integer, default=20, help="each on N payloads (20)")
    command.add_argument("--all", action="store_true", help="each on every payload where it applies")
    command.add_argument("--everywhere", action="store_true", help="at every place of a payload, not at one")
    command.add_argument(
        "--jobs", metavar="N", type=positive_integer, default=os.cpu_count() or 1, help="processes at a time"
    )


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Prints what is caught of the mutants, or blamed of the rewrites; 1 where that is too little, or too much."""
    known = mutating.catalogue()
    for name in options.dialect or ():
        check_dialect(name)
    entries: Sequence[mutating.Entry] = known.rewrites if options.rewrites else known.mutants
    operators = dict.fromkeys(entry.operator for entry in entries)
    for name in options.operator or ():
        if name not in operators:
            raise Unusable(f"{name!r} is no operator{did_you_mean(name, operators)}")
    for glob, problem in unmatched([options.case], [*by_id()], "; see 'promptfmt list cases'"):
        raise Unusable(f"--case={glob} {problem}")
    targets = [target for target in known.targets if target.rpartition(".")[0] in (options.dialect or known.places)]
    found = list(
        mutating.run(
            targets,
            [entry for entry in entries if entry.operator in (options.operator or operators)],
            cases=options.case,
            payloads=None if options.all else options.payloads,
            everywhere=options.everywhere,
            jobs=max(1, min(options.jobs, len(targets))),
        )
    )
    lines = report.rewrite_lines(found, known) if options.rewrites else report.mutant_lines(found, known)
    print("\n".join(lines), file=out)
    good = not any(each.wrong for each in found) if options.rewrites else report.holds(found)
    return 0 if good else 1
