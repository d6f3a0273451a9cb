"""The command ``promptfmt``: judges a payload that somebody recorded.

Exit codes: 0 nothing is wrong (warnings allowed), 1 something is, 2 the question cannot be asked.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, TextIO

from pytest_promptfmt.api import check_payload
from pytest_promptfmt.dialects import DIALECTS, SCENARIOS
from pytest_promptfmt.nearest import did_you_mean
from pytest_promptfmt.parsing import ParseError, parse
from pytest_promptfmt.report.matrix import count
from pytest_promptfmt.report.safe import safe
from pytest_promptfmt.report.text import finding_lines, fold


class Unusable(Exception):
    """The arguments or the files are not what the command can work with."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code; argparse itself exits with 2."""
    options = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that cannot show a character ends nothing
    try:
        return validate(options, sys.stdout)
    except Unusable as error:
        print(f"promptfmt: {safe(str(error))}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("promptfmt", description="The test kit for prompt formatters.")
    parser.add_argument("--version", action="version", version=f"pytest-promptfmt {version('pytest-promptfmt')}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    command = commands.add_parser(
        "validate",
        help="judge a recorded payload",
        description="Judges a payload against a provider's wire format, and against the conversation it is to say.",
        epilog="Exit codes: 0 nothing is wrong (warnings allowed), 1 something is, 2 files or options are unusable.",
    )
    command.add_argument("file", metavar="FILE", help="the payload as JSON; - is standard input")
    command.add_argument("--dialect", required=True, help=f"the wire format: {', '.join(DIALECTS)}")
    command.add_argument("--conversation", metavar="FILE", help="what the payload is to say, as JSON; judges fidelity")
    command.add_argument("--scenario", choices=SCENARIOS, default="chat", help="how speakers are told apart")
    command.add_argument("--layer", choices=("wire", "sdk"), default="wire", help="strict JSON, or what the SDK takes")
    command.add_argument("--model", help="the model that the payload is sent to, for rules that depend on it")
    command.add_argument("--thinking", action="store_true", help="the request has thinking switched on")
    return parser


def validate(options: argparse.Namespace, out: TextIO) -> int:
    """Prints the findings, and says by its exit code whether one of them is an error."""
    if options.dialect not in DIALECTS:
        raise Unusable(f"{options.dialect!r} is no dialect{did_you_mean(options.dialect, DIALECTS)}")
    if options.file == options.conversation == "-":
        raise Unusable("standard input cannot be both the payload and the conversation")
    payload = _load(options.file)
    context = {"model": options.model} if options.model else {}
    if options.thinking:
        context["thinking"] = True
    if options.conversation and options.scenario not in DIALECTS[options.dialect].scenarios:
        raise Unusable(f"{options.dialect} says no conversations: a template makes its payloads")
    said = _conversation(options.conversation) if options.conversation else None
    findings = fold(
        check_payload(payload, options.dialect, said, scenario=options.scenario, layer=options.layer, context=context)
    )
    told: set[str] = set()
    for finding in findings:
        print("\n".join(finding_lines(finding, payload, told)), end="\n\n", file=out)
    errors = sum(finding.is_error for finding in findings)
    counts = f"{count(errors, 'error')}, {count(len(findings) - errors, 'warning')}"
    print(f"{safe(options.file)} as {options.dialect}: {counts}", file=out)
    return 1 if errors else 0


def _conversation(name: str) -> Any:
    try:
        return parse(_load(name))
    except ParseError as error:
        raise Unusable(f"{name} is no conversation: {error}") from None


def _load(name: str) -> Any:
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise Unusable(f"{name} cannot be read: {error.strerror or error}") from None
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise Unusable(f"{name} is not UTF-8: byte {error.start}") from None
    except json.JSONDecodeError as error:
        raise Unusable(f"{name}:{error.lineno}:{error.colno} is no JSON: {error.msg}") from None
    except RecursionError:
        raise Unusable(f"{name} is nested too deeply") from None


if __name__ == "__main__":
    sys.exit(main())
