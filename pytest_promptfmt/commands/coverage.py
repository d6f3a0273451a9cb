"""``promptfmt coverage``: what the corpus reaches of the providers' schemas."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from pytest_promptfmt.commands.inputs import Commands, Unusable, check_dialect
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.exchange.guard import load_implementation
from pytest_promptfmt.implementation import ImplementationError
from pytest_promptfmt.selftest import coverage as covering
from pytest_promptfmt.selftest.coverage.payloads import by_dialect


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "coverage",
        help="show how much of the providers' schemas the corpus reaches",
        description="Says which properties, branches and enum values of a schema the payloads of the corpus reach.",
        epilog="Exit codes: 0 all that is within reach is reached, 1 something is missing, 2 options are unusable.",
    )
    command.set_defaults(run=run)
    command.add_argument("--dialect", action="append", help="this dialect only (may be repeated)")
    command.add_argument(
        "--against",
        metavar="PATH",
        type=Path,
        help="a folder of schemas, or one schema; without it tests/derived, or else the kit's own schemas",
    )
    command.add_argument("--impl", metavar="NAME", default="promptfmt_reference", help="whose payloads are counted")


DERIVED = Path("tests", "derived")


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Prints which points of each schema the payloads of the corpus reach; 1 where one that is within reach is not."""
    try:
        implementation = load_implementation(options.impl, Path.cwd())
        schemas = [each for each in _schemas(options) if each.dialect in (options.dialect or DIALECTS)]
        payloads = by_dialect(implementation, dict.fromkeys(schema.dialect for schema in schemas))
        found = [covering.cover(schema, payloads[schema.dialect]) for schema in schemas]
    except (covering.CoverageError, ImplementationError, OSError) as error:
        raise Unusable(str(error)) from None
    except RecursionError:
        raise Unusable("a schema is nested too deeply to be measured") from None
    print("\n".join(covering.lines(found)), file=out)
    return 1 if any(each.missing for each in found) else 0


def _schemas(options: argparse.Namespace) -> Iterator[covering.Schema]:
    """Those that `options` name; without a word the folder of a checkout, or else the kit's own."""
    for dialect in options.dialect or ():
        check_dialect(dialect)
    against = options.against or (DERIVED if DERIVED.is_dir() else None)
    if against is None:
        return covering.own_schemas()
    if against.is_dir():
        return covering.load_folder(against)
    if len(options.dialect or ()) != 1:
        raise Unusable(f"of which dialect is {against}? Say --dialect, once")
    return iter([covering.load_schema(against, options.dialect[0])])
