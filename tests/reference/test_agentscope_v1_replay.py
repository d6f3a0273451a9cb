"""The reference against AgentScope 1.0 itself: equal to every recording, or different for a written reason.

``PROMPTFMT_RECORDINGS`` names another file of recordings, to hold the same rows against more of them.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from support import places, replay
from support.altering import altered
from support.rows import for_each

from promptfmt_reference.agentscope_v1 import formatter as formatters
from pytest_promptfmt.corpus import corpus

SHIPPED = places.RECORDINGS / "agentscope-1.0.jsonl.gz"
FILE = Path(os.environ.get("PROMPTFMT_RECORDINGS", SHIPPED))
RECORDINGS = [one for one in replay.recordings(FILE) if hasattr(formatters, one["formatter"])]
NOT_APPLICABLE = replay.deviations()[1]
ROWS = [row for row in replay.deviations()[0] if row.generation == "agentscope-1.0"]


def again(recording: dict[str, Any]) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        return replay.replay(recording, Path(folder).resolve())


@cache
def ours(index: int) -> dict[str, Any]:
    return again(RECORDINGS[index])


def unexplained(index: int, rows: list[replay.Row] = ROWS) -> list[str]:
    return replay.unexplained(RECORDINGS[index], ours(index), rows, again)


def different() -> list[int]:
    return [i for i, recording in enumerate(RECORDINGS) if replay.compare(recording, ours(i))]


@for_each(range(len(RECORDINGS)), lambda index: RECORDINGS[index]["id"])
def test_every_recording_is_met_or_its_difference_explained(index: int) -> None:
    assert unexplained(index) == []


@pytest.mark.skipif(FILE != SHIPPED, reason="what is needed is known of the shipped recordings only")
def test_no_row_is_there_that_nothing_needs() -> None:
    """A row is needed where it is the only one to explain a difference, or for a case where no recording shows it."""
    needed = {
        row.id
        for row in ROWS
        if any(row.applies(RECORDINGS[i]) and unexplained(i, [o for o in ROWS if o != row]) for i in different())
    }
    cases = {case.id for case in corpus()}

    assert {row.id for row in ROWS if row.unrecorded} == {row.id for row in ROWS} - needed
    assert [row.id for row in ROWS if not row.cases or not cases.issuperset(row.cases)] == []


@pytest.mark.slow
def test_no_row_explains_a_recording_that_was_altered() -> None:
    """A recording that differs for a written reason differs for none once it is wrong as well, in any place."""
    pairs = ((RECORDINGS[i], ours(i)) for i in different())
    payloads = [(one, mine) for one, mine in pairs if one.get("output") and "output" in mine]
    explained = []
    for recording, mine in payloads:
        kept = cache(lambda said, recording=recording: again({**recording, **json.loads(said)}))

        def replayed(changed: dict[str, Any], kept: Any = kept) -> dict[str, Any]:
            keys = ("msgs", "counter", "max_tokens", "kwargs")
            return kept(json.dumps({key: changed.get(key) for key in keys}))  # type: ignore[no-any-return]

        for what, output in altered(recording["output"]):
            wrong = {**recording, "output": output}
            if replay.compare(wrong, mine) and not replay.unexplained(wrong, mine, ROWS, replayed):
                explained.append((recording["id"], what, [row.id for row in ROWS if row.applies(recording)]))

    assert len(payloads) > 150
    assert explained == []


def test_no_row_explains_an_error_that_is_none_of_ours_or_a_payload_without_anything() -> None:
    errors = [i for i in different() if replay.compare(RECORDINGS[i], ours(i)) == ["error"]]
    wrong: list[dict[str, Any]] = [{"error": "KeyError", "clear": False}, {"output": []}]

    assert errors
    for i in errors:
        for other in wrong:
            if replay.compare(RECORDINGS[i], other):
                assert replay.unexplained(RECORDINGS[i], other, ROWS, again) != []


def test_no_row_applies_everywhere() -> None:
    assert [row.id for row in ROWS if all(row.applies(one) for one in RECORDINGS)] == []


def test_every_fault_of_the_ledger_has_a_row_or_a_reason() -> None:
    ledger = {f"O{n}" for n in range(1, 50)}
    rows = {row.id.partition("-")[0] for row in ROWS} & ledger

    reasons = {fault for fault in NOT_APPLICABLE if fault.startswith("O")}
    assert rows | reasons == ledger
    assert not rows & reasons


def test_a_path_covers_what_is_beneath_it_and_nothing_beside_it() -> None:
    row = replay.Row("X", "agentscope-1.0", ["*"], "why", [], ("$[*].content", "$[*].parts[*].*"))
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
