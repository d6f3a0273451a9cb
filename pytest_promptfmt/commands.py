"""What the sub-commands of ``promptfmt`` do: each prints to `out` and returns its exit code."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from pytest_promptfmt import coverage as covering
from pytest_promptfmt.api import check_payload
from pytest_promptfmt.coverage.payloads import by_dialect
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.implementation import ImplementationError, resolve
from pytest_promptfmt.nearest import did_you_mean
from pytest_promptfmt.parsing import ParseError, parse
from pytest_promptfmt.report.matrix import count
from pytest_promptfmt.report.safe import safe
from pytest_promptfmt.report.text import finding_lines, fold


class Unusable(Exception):
    """The arguments or the files are not what the command can work with."""


def validate(options: argparse.Namespace, out: TextIO) -> int:
    """Prints the findings, and says by its exit code whether one of them is an error."""
    _check_dialect(options.dialect)
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


DERIVED = Path("tests", "derived")


def coverage(options: argparse.Namespace, out: TextIO) -> int:
    """Prints which points of each schema the payloads of the corpus reach; 1 where one that is within reach is not."""
    try:
        implementation = resolve(options.impl, Path.cwd())
        schemas = [each for each in _schemas(options) if each.dialect in (options.dialect or DIALECTS)]
        payloads = by_dialect(implementation, dict.fromkeys(schema.dialect for schema in schemas))
    except (covering.CoverageError, ImplementationError) as error:
        raise Unusable(str(error)) from None
    found = [covering.cover(schema, payloads[schema.dialect]) for schema in schemas]
    print("\n".join(covering.lines(found)), file=out)
    return 1 if any(each.missing for each in found) else 0


def _schemas(options: argparse.Namespace) -> Iterator[covering.Schema]:
    """Those that `options` name; without a word the folder of a checkout, or else the kit's own."""
    for dialect in options.dialect or ():
        _check_dialect(dialect)
    against = options.against or (DERIVED if DERIVED.is_dir() else None)
    if against is None:
        return covering.own_schemas()
    if against.is_dir():
        return covering.load_folder(against)
    if len(options.dialect or ()) != 1:
        raise Unusable(f"of which dialect is {against}? Say --dialect, once")
    return iter([covering.load_schema(against, options.dialect[0])])


def _check_dialect(name: str) -> None:
    if name not in DIALECTS:
        raise Unusable(f"{name!r} is no dialect{did_you_mean(name, DIALECTS)}")


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
