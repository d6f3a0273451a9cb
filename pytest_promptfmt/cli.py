"""The command ``promptfmt``: its sub-commands and their options.

Exit codes: 0 nothing is wrong (warnings allowed), 1 something is, 2 the question cannot be asked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from pytest_promptfmt.commands import Unusable, coverage, validate
from pytest_promptfmt.dialects import DIALECTS, SCENARIOS
from pytest_promptfmt.report.safe import safe


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code; argparse itself exits with 2."""
    options = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that cannot show a character ends nothing
    try:
        code: int = options.run(options, sys.stdout)
    except Unusable as error:
        print(f"promptfmt: {safe(str(error))}", file=sys.stderr)
        return 2
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("promptfmt", description="The test kit for prompt formatters.")
    parser.add_argument("--version", action="version", version=f"pytest-promptfmt {version('pytest-promptfmt')}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_validate(commands)
    _add_coverage(commands)
    return parser


def _add_validate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "validate",
        help="judge a recorded payload",
        description="Judges a payload against a provider's wire format, and against the conversation it is to say.",
        epilog="Exit codes: 0 nothing is wrong (warnings allowed), 1 something is, 2 files or options are unusable.",
    )
    command.set_defaults(run=validate)
    command.add_argument("file", metavar="FILE", help="the payload as JSON; - is standard input")
    command.add_argument("--dialect", required=True, help=f"the wire format: {', '.join(DIALECTS)}")
    command.add_argument("--conversation", metavar="FILE", help="what the payload is to say, as JSON; judges fidelity")
    command.add_argument("--scenario", choices=SCENARIOS, default="chat", help="how speakers are told apart")
    command.add_argument("--layer", choices=("wire", "sdk"), default="wire", help="strict JSON, or what the SDK takes")
    command.add_argument("--model", help="the model that the payload is sent to, for rules that depend on it")
    command.add_argument("--thinking", action="store_true", help="the request has thinking switched on")


def _add_coverage(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "coverage",
        help="what the corpus reaches of the providers' schemas",
        description="Says which properties, branches and enum values of a schema the payloads of the corpus reach.",
        epilog="Exit codes: 0 all that is within reach is reached, 1 something is missing, 2 options are unusable.",
    )
    command.set_defaults(run=coverage)
    command.add_argument("--dialect", action="append", help="this dialect only (may be repeated)")
    command.add_argument(
        "--against",
        metavar="PATH",
        type=Path,
        help="a folder of schemas, or one schema; without it tests/derived, or else the kit's own schemas",
    )
    command.add_argument("--impl", metavar="NAME", default="promptfmt_reference", help="whose payloads are counted")


if __name__ == "__main__":
    sys.exit(main())
