"""Adds new ids of cases, rules and limits to ``fixtures/promptfmt_fixtures/revisions.json``; it never takes one away.

``python scripts/release_ids.py`` adds them to the newest revision, ``python scripts/release_ids.py 2026.12`` to that
one, which it opens where it is new: the first time after a release.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from options import parser

from pytest_promptfmt.conversation.limits import LIMITS
from pytest_promptfmt.corpus import corpus
from pytest_promptfmt.corpus.revision import REVISION, Released, age, load_released
from pytest_promptfmt.dialects.rules import evidence

TARGET = Path(__file__).parents[1] / "fixtures" / "promptfmt_fixtures" / "revisions.json"


def here() -> dict[str, list[str]]:
    """The ids that there are, of cases, of rules and of limits."""
    return {"cases": [case.id for case in corpus()], "rules": [*evidence()], "limits": [*LIMITS]}


def missing(ids: Mapping[str, list[str]], released: Released) -> dict[str, set[str]]:
    """By kind the ids that came with no revision yet."""
    return {kind: set(ids[kind]) - {id_ for came in released.values() for id_ in came.get(kind, ())} for kind in ids}


def added(released: Released, new: Mapping[str, set[str]], revision: str) -> Released:
    """The list with the new ids under `revision`, which is the newest or newer than that."""
    if age(revision) < max(map(age, released)):
        raise SystemExit(f"{revision} is no longer open: there is a newer one")
    old = released.get(revision, {})
    return {**released, revision: {kind: sorted({*old.get(kind, ()), *ids}) for kind, ids in new.items()}}


def main() -> int:
    """Writes the list where something is new, and says what."""
    told = parser(__doc__)
    told.add_argument("revision", nargs="?", default=REVISION)
    revision = told.parse_args().revision
    released = load_released()
    new = missing(here(), released)
    for id_ in sorted(set().union(*new.values())):
        print(f"{revision}: {id_}")
    if any(new.values()):
        TARGET.write_text(json.dumps(added(released, new, revision), indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
