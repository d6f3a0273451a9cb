"""``promptfmt verify CERT``: runs a certificate again, and says the same or what differs."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from pytest_promptfmt.commands.certify import certified
from pytest_promptfmt.commands.inputs import Commands, Unusable, read_json, timeout_seconds
from pytest_promptfmt.common.text import safe
from pytest_promptfmt.corpus.revision import digest
from pytest_promptfmt.report.certificate import CertificateError, check, differences
from pytest_promptfmt.verdicts.levels import level_text

_SHOWN = 20


def add(commands: Commands) -> None:
    command = commands.add_parser(
        "verify",
        help="run a certificate again",
        description="Checks that a certificate agrees with itself, judges the implementation again, and compares.",
        epilog="Exit codes: 0 the same, 1 something differs or could not be checked, 2 it is no certificate, or cannot "
        "be run here.",
    )
    command.set_defaults(run=run)
    command.add_argument("certificate", metavar="CERT", help="what promptfmt certify wrote")
    command.add_argument("--impl", metavar="NAME", help="the implementation, where it has another name here")
    command.add_argument("--no-run", action="store_true", help="only whether it agrees with itself")
    command.add_argument(
        "--timeout", metavar="SECONDS", type=timeout_seconds, default=10.0, help="for each call (10; 0: none)"
    )


def run(options: argparse.Namespace, out: TextIO) -> int:
    """Prints ``the same``, or every difference."""
    old, predicate = _read(options.certificate)
    spec, level = predicate["implementation"]["spec"], level_text(predicate["level"])
    foreign = predicate["corpus"]["digest"] != digest()
    if foreign:
        print(
            f"made with pytest-promptfmt {safe(predicate['kit']['version'])}, whose corpus is another than this one's: "
            "for the same question install that version",
            file=out,
        )
    if options.no_run:
        of_itself = (
            f"is whole, but not checked: whether {level} of {safe(spec)}, its other levels, what is promised and the "
            "digest of verdicts follow from its exceptions"
            if foreign
            else f"agrees with itself: {safe(spec)}, {level}"
        )
        print(f"{safe(options.certificate)} {of_itself}", file=out)
        return 1 if foreign else 0
    models = {target: of["claims"].get("model", "") for target, of in predicate["targets"].items()}
    try:
        new, _ = certified(options.impl or spec, options.timeout, models)
    except Unusable as error:
        more = "" if options.impl else "; where it has another name here: --impl=NAME"
        raise Unusable(f"{error}{more}") from None
    found = list(differences(old, new))
    if not found:
        print(f"the same: {safe(spec)}, {level}", file=out)
        return 0
    for line in found[:_SHOWN]:
        print(safe(line), file=out)
    if len(found) > _SHOWN:
        print(f"and {len(found) - _SHOWN} more", file=out)
    return 1


def _read(path: str) -> tuple[Any, Any]:
    """The certificate, and its predicate, which agrees with itself. Raises `Unusable`."""
    try:
        old = read_json(path, exact=True)
    except Unusable as error:
        raise Unusable(f"{error}; a certificate is what 'promptfmt certify IMPL -o FILE' wrote") from None
    try:
        return old, check(old, path, digest())
    except CertificateError as error:
        raise Unusable(str(error)) from None
