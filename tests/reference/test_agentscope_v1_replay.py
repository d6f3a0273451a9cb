"""The reference against AgentScope 1.0 itself: equal to every recording, or different for a written reason.

``PROMPTFMT_RECORDINGS`` names another file of recordings, to hold the same rows against more of them.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from support import places, replay

from promptfmt_reference.agentscope_v1 import formatter as formatters
from pytest_promptfmt.corpus import corpus

SHIPPED = places.RECORDINGS / "agentscope-1.0.jsonl.gz"
FILE = Path(os.environ.get("PROMPTFMT_RECORDINGS", SHIPPED))
RECORDINGS = [one for one in replay.recordings(FILE) if hasattr(formatters, one["formatter"])]
NOT_APPLICABLE = replay.deviations()[1]
ROWS = [row for row in replay.deviations()[0] if row.generation == "agentscope-1.0"]


@cache
def explained(index: int) -> dict[str, tuple[str, ...]]:
    """The paths at which the reference differs from a recording, each with the rows that explain it."""
    with TemporaryDirectory() as folder:
        ours = replay.replay(RECORDINGS[index], Path(folder).resolve())
    paths = replay.compare(RECORDINGS[index], ours)
    return {path: tuple(rows) for path, rows in replay.explain(RECORDINGS[index], paths).items()}


@pytest.mark.parametrize("index", range(len(RECORDINGS)), ids=[one["id"] for one in RECORDINGS])
def test_every_recording_is_met_or_its_difference_explained(index: int) -> None:
    assert [path for path, rows in explained(index).items() if not rows] == []


@pytest.mark.skipif(FILE != SHIPPED, reason="what is needed is known of the shipped recordings only")
def test_no_row_is_there_that_nothing_needs() -> None:
    """A row is needed where it is the only one to explain a difference, or for a case where no recording shows it."""
    alone = {rows[0] for i in range(len(RECORDINGS)) for rows in explained(i).values() if len(rows) == 1}
    cases = {case.id for case in corpus()}

    assert {row.id for row in ROWS if row.unrecorded} == {row.id for row in ROWS} - alone
    assert [row.id for row in ROWS if not row.cases or not cases.issuperset(row.cases)] == []


def test_no_row_applies_everywhere() -> None:
    assert [row.id for row in ROWS if all(row.applies(one) for one in RECORDINGS)] == []


def test_every_fault_of_the_ledger_has_a_row_or_a_reason() -> None:
    ledger = {f"O{n}" for n in range(1, 50)}
    rows = {row.id.partition("-")[0] for row in ROWS} & ledger

    reasons = {fault for fault in NOT_APPLICABLE if fault.startswith("O")}
    assert rows | reasons == ledger
    assert not rows & reasons


def test_a_path_covers_what_is_beneath_it_and_nothing_beside_it() -> None:
    row = replay.Row("X", "agentscope-1.0", ["*"], ["$[*].content", "$[*].parts[*].*"], "why", [])
    covered: dict[str, Any] = {
        "$[0].content": True,
        "$[12].content[0].text": True,
        "$[0].contents": False,
        "$[0].parts[1].text": True,
        "$[0].parts": False,
        "$": False,
        "error": False,
    }

    assert {path: row.covers(path) for path in covered} == covered
