"""``promptfmt certify IMPL -o FILE``: judges an implementation on the whole corpus, and writes a certificate."""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from pytest_promptfmt.api import check_formatter
from pytest_promptfmt.commands.inputs import Commands, Unusable, target_and_model, timeout_seconds, write_file
from pytest_promptfmt.common.added import is_added
from pytest_promptfmt.common.did_you_mean import unmatched
from pytest_promptfmt.common.text import safe
from pytest_promptfmt.corpus import case_files, corpus
from pytest_promptfmt.dialects import TARGETS
from pytest_promptfmt.exchange.guard import load_implementation
from pytest_promptfmt.implementation import Implementation, ImplementationError
from pytest_promptfmt.report.certificate import CertificateError, certificate
from pytest_promptfmt.report.level_table import level_lines, models_line, overall_line, unneeded_limits
from pytest_promptfmt.verdicts.levels import level_text


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "certify",
        help="write a certificate",
        description="Judges an implementation on the whole corpus and writes what it has reached.",
        epilog="Exit codes: 0 written, 1 written and the level is below --level, 2 there is nothing to judge.",
    )
    command.set_defaults(run=run)
    command.add_argument("implementation", metavar="IMPL", help="as --promptfmt-impl takes it")
    command.add_argument("-o", "--output", metavar="FILE", required=True, help="where the certificate goes")
    command.add_argument(
        "--model",
        metavar="GLOB=MODEL",
        type=target_and_model,
        action="append",
        help="the model that targets GLOB write for",
    )
    command.add_argument("--level", choices=("L0", "L1", "L2", "L3"), help="what has to be reached")
    command.add_argument(
        "--timeout", metavar="SECONDS", type=timeout_seconds, default=10.0, help="for each call (10; 0: none)"
    )


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Writes the certificate and prints the levels."""
    globs = [glob for glob, _ in options.model or ()]
    for glob, problem in unmatched(globs, TARGETS, "; see 'promptfmt list targets'"):
        raise Unusable(f"--model={safe(glob)} {problem}")
    statement, lines = certified(options.implementation, options.timeout, dict(options.model or ()))
    write_file(options.output, json.dumps(statement, indent=1) + "\n")
    level = statement["predicate"]["level"]
    print("\n".join([*lines, f"{level_text(level)}: {safe(options.output)}"]), file=out)
    return 1 if options.level and (level is None or level < int(options.level[1])) else 0


def certified(spec: str, timeout: float | None, models: Mapping[str, str]) -> tuple[dict[str, Any], list[str]]:
    """The certificate of an implementation, and its levels in lines; `models` by target. Raises `Unusable`."""
    started = _now()
    if odd := case_files.unnameable(name for case in corpus() for name in case.files):
        raise Unusable(f"this locale has no file names such as {odd!r}, which the corpus needs: set PYTHONUTF8=1")
    try:
        implementation = load_implementation(spec, Path.cwd())
        if implementation.origin is None:
            raise Unusable(f"{safe(spec)} has no source file, so that a certificate could not say what it is about")
    except ImplementationError as error:
        raise Unusable(str(error)) from None
    implementation = _of_the_kits_dialects(implementation)
    report = check_formatter(implementation, timeout=timeout, models=models)
    run = {
        "started": started,
        "finished": _now(),
        "python": platform.python_version(),
        "platform": platform.system(),
    }
    judged = report.document.implementations[0]
    blocks = report.document.blocking(judged)
    lines = [safe(judged.name), *level_lines(report.levels, blocks), f"  {overall_line(report.levels, blocks)}"]
    lines += [f"  {line}" for line in [models_line(judged), unneeded_limits(report.document, judged)] if line]
    try:
        return certificate(report.document, report.source, run), lines
    except CertificateError as error:
        raise Unusable(str(error)) from None


def _of_the_kits_dialects(implementation: Implementation) -> Implementation:
    """Without the targets of other distributions' dialects, of which the kit gives no level; raises `Unusable`."""
    ours = {target: entry for target, entry in implementation.formatters.items() if not is_added(target)}
    if not ours:
        raise Unusable(
            f"a certificate is of levels, and {safe(implementation.spec)} writes for dialects that are not the kit's, "
            "which gives none for them"
        )
    claims = {target: claim for target, claim in implementation.claims.items() if target in ours}
    return replace(implementation, formatters=ours, claims=claims)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
