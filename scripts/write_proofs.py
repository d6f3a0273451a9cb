"""Writes pytest_promptfmt/dialects/proofs.json: for each rule a payload that breaks it and one that keeps it.

They are the smallest of the pairs by which the dialects' own tests prove the rules (`tests/support/payloads`); what is
too long to read is left out.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

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
    sys.path.insert(0, str(ROOT / "tests"))
    TARGET.write_text(written(), "utf-8")
