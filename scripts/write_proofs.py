"""Writes pytest_promptfmt/dialects/proofs.json: for each rule a payload that breaks it and one that keeps it.

They are the smallest of the pairs by which the dialects' own tests prove the rules (`tests/support/payloads`), or, of a
rule that has none, what its liar and the honest twin send (`tests/liars`); what is too long to read is left out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

from options import parser

from pytest_promptfmt.checks.protocol import protocol
from pytest_promptfmt.dialects import DIALECTS
from pytest_promptfmt.exchange import perform
from pytest_promptfmt.exchange.caller import Caller
from pytest_promptfmt.implementation import from_object

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "pytest_promptfmt" / "dialects" / "proofs.json"
LONGEST = 1200


def entries() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every pair by the id of its rule, as an entry of the file."""
    from support.payloads import PAIRS

    for pair in PAIRS:
        breaks = {"payload": pair.broken, "context": dict(pair.context)}
        keeps = {"payload": pair.kept, "context": dict(pair.context_of_kept)}
        yield pair.rule, {"dialect": pair.dialect.id, "path": pair.path, "breaks": breaks, "keeps": keeps}
    yield from _of_liars({pair.rule for pair in PAIRS})


def _of_liars(paired: set[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The same of rules without a pair; nothing of liars whose twin refuses, or whose case has files."""
    from liars import LIARS

    for liar in LIARS:
        dialect = DIALECTS[liar.target.rpartition(".")[0]]
        rule = dialect.rule(liar.caught_by)
        if rule is None or rule.id in paired or not dialect.id.startswith(rule.id.partition(".")[0]) or liar.case.files:
            continue
        context = {**liar.case.request_for(dialect.id), **liar.context}
        with Caller() as call:
            lied, told = (
                perform(from_object(who), liar.target, liar.case, call, measured=False) for who in (liar, liar.twin)
            )
        if lied.failure or told.failure:
            continue
        first = next(found for found in protocol(dialect, dialect.open(lied.payload, context)) if found.id == rule.id)
        breaks, keeps = ({"payload": each.payload, "context": context} for each in (lied, told))
        yield rule.id, {"dialect": dialect.id, "path": first.path, "breaks": breaks, "keeps": keeps}


def smallest() -> dict[str, dict[str, Any]]:
    """One entry for each rule that has a short one, by id."""
    found: dict[str, dict[str, Any]] = {}
    for id_, entry in entries():
        if _size(entry) <= min(LONGEST, _size(found[id_]) - 1 if id_ in found else LONGEST):
            found[id_] = entry
    return dict(sorted(found.items()))


def _size(entry: dict[str, Any]) -> float:
    """In characters of JSON; bytes are the SDK's, and no JSON."""
    try:
        return len(json.dumps(entry, ensure_ascii=False))
    except TypeError:
        return inf


def written() -> str:
    lines = (f"  {json.dumps(id_)}: {json.dumps(entry, ensure_ascii=False)}" for id_, entry in smallest().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    parser(__doc__).parse_args()
    sys.path.insert(0, str(ROOT / "tests"))
    TARGET.write_text(written(), "utf-8")
