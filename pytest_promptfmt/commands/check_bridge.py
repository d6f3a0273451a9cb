"""``promptfmt check-bridge COMMAND``: whether a command speaks the protocol of bridges."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from pytest_promptfmt.commands.inputs import Commands, Unusable, timeout_seconds
from pytest_promptfmt.common.text import count, safe
from pytest_promptfmt.implementation import ImplementationError
from pytest_promptfmt.implementation.command import Remote
from pytest_promptfmt.implementation.conformance import Bench, check
from pytest_promptfmt.implementation.resolve import resolve
from pytest_promptfmt.implementation.spec import COMMAND


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "check-bridge",
        help="check that a command speaks the bridge protocol",
        description="Asks a bridge in any language what the protocol promises: a hello, and an answer to each request.",
        epilog="Exit codes: 0 it speaks the protocol, 1 it breaks it somewhere, 2 it says no hello, or none of use.",
    )
    command.set_defaults(run=run)
    command.add_argument("command", metavar="COMMAND", help="as behind cmd:, in one word: 'node bridge.mjs'")
    command.add_argument(
        "--timeout", metavar="SECONDS", type=timeout_seconds, default=10.0, help="for each answer (10)"
    )


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Prints a line for each point; 1 where one is broken."""
    spec = COMMAND + options.command.removeprefix(COMMAND)
    try:
        implementation = resolve(spec, Path.cwd())
    except ImplementationError as error:
        raise Unusable(str(error)) from None
    entry = next(iter(implementation.formatters.values()))
    assert isinstance(entry, Remote)
    broken = 0
    print(
        f"{safe(spec)}: {safe(implementation.version or '')}, {count(len(implementation.formatters), 'target')}",
        file=out,
    )
    try:
        for statement, problem in check(Bench(entry.command, options.timeout or 3600.0)):
            broken += bool(problem)
            print(f"{'broken' if problem else 'ok':<8}{statement}", file=out)
            if problem:
                print(f"{'':<8}{safe(problem)}", file=out)
    finally:
        entry.command.end()
    print(f"{count(broken, 'point')} broken" if broken else "it speaks protocol 1", file=out)
    return 1 if broken else 0
