"""Writes pytest_promptfmt/diagnosis/suspects.json: how often each place of a request was to blame for its refusal.

    python scripts/make_suspects.py

counts `tests/recordings/refused-requests.jsonl`. The place to blame is the row's `at`, or where the kit finds its
cause, by itself or with the provider's answer; a row of which neither is known is not counted.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from options import parser

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.suspects import first_of_each, kind_of

ROOT = Path(__file__).parents[1]
ROWS, TABLE = ROOT / "tests/recordings/refused-requests.jsonl", ROOT / "pytest_promptfmt/diagnosis/suspects.json"
RARE = 2
"""A place that so few requests have, and that was never to blame, is one that nobody recorded."""

PROBES = (39, 40)
"""Rounds whose faults were sought out one by one, and say nothing of how often each is met."""


def blamed(row: Mapping[str, Any]) -> str:
    """The kind of place that was to blame; empty where that is not known."""
    if "at" in row:
        return kind_of(row["at"])
    pasted = json.dumps({"url": row["url"], "body": row["body"]} if "url" in row else row["body"])
    for answer in ("", row["said"]):
        (found,) = why(pasted, answer=answer, mend=False)
        if path := next((each.path for each in found.findings if each.id in row["cause"]), ""):
            return kind_of(path)
    return ""


def kinds_of(row: Mapping[str, Any]) -> frozenset[str]:
    """The kinds of places that its request has."""
    return frozenset(kind_of(path) for path in first_of_each(row["body"]))


def counted(rows: Iterable[tuple[frozenset[str], str]]) -> dict[str, list[int]]:
    """Of each kind of place how often it was to blame, and in how many requests it stands."""
    to_blame: Counter[str] = Counter()
    had: Counter[str] = Counter()
    for kinds, place in rows:
        had.update(kinds)
        to_blame.update({place} & kinds)
    return {kind: [to_blame[kind], number] for kind, number in sorted(had.items()) if to_blame[kind] or number > RARE}


def rows() -> list[tuple[dict[str, Any], str]]:
    found = [json.loads(line) for line in ROWS.read_text("utf-8").splitlines()]
    return [(row, place) for row in found if row.get("round") not in PROBES and (place := blamed(row))]


def main() -> None:
    parser(__doc__).parse_args()
    found = [(kinds_of(row), place) for row, place in rows()]
    lines = [f"{json.dumps(kind)}:{json.dumps(each, separators=(',', ':'))}" for kind, each in counted(found).items()]
    whole = f'{{"rows":{len(found)},"places":{{\n' + ",\n".join(lines) + "\n}}\n"
    TABLE.write_text(whole, "utf-8")


if __name__ == "__main__":
    main()
