"""The reference against AISBench itself: as shipped equal to every recording; as documented, or for a written reason.

``PROMPTFMT_RECORDINGS_AISBENCH`` names another file of recordings, to hold the same rows against more of them.
"""

from __future__ import annotations

import os
import re
from dataclasses import fields, replace
from functools import cache
from pathlib import Path

import pytest
from support import aisbench_replay, replay
from support.aisbench_replay import Recording
from support.altering import altered
from support.places import RECORDINGS, ROOT
from support.rows import for_each

from promptfmt_reference.aisbench import DOCUMENTED, SHIPPED, Profile

RELEASED = RECORDINGS / "aisbench.jsonl.gz"
FILE = Path(os.environ.get("PROMPTFMT_RECORDINGS_AISBENCH", RELEASED))


def normal(recording: Recording) -> Recording:
    """With the class under the usual key, and an error beside where an output would be."""
    output = recording.get("output")
    failed = isinstance(output, dict) and output.keys() == {"error"}
    told = {k: v for k, v in recording.items() if k != "output"} | output if failed else recording
    return {**told, "formatter": recording["class"]}


RECORDINGS = [normal(one) for one in replay.recordings(FILE) if one.get("op") in aisbench_replay.OPS]
ROWS = [row for row in replay.deviations()[0] if row.generation == "aisbench"]
REASONS = {fault for fault in replay.deviations()[1] if fault.startswith("L")}

each_recording = for_each(range(len(RECORDINGS)), lambda index: str(RECORDINGS[index]["id"]))


def differs(recording: Recording, profile: Profile) -> list[str]:
    """Where the reference differs. An error is met by one of its class and code, if it has a code."""
    ours = replayed(recording["id"], profile)
    error = recording.get("error")
    if error is None or "error" not in ours:
        return (
            ["error"] if error or "error" in ours else sorted(replay.differences(recording["output"], ours["output"]))
        )
    return [] if error["type"] in ours["error"] and error.get("code", ours["code"]) == ours["code"] else ["error"]


@cache
def replayed(id_: str, profile: Profile) -> Recording:
    return aisbench_replay.replay(next(one for one in RECORDINGS if one["id"] == id_), profile)


def paths(index: int, profile: Profile) -> list[str]:
    return differs(RECORDINGS[index], profile)


def unexplained(recording: Recording, rows: list[replay.Row] = ROWS) -> list[str]:
    """The paths at which the documented profile differs, and no row says why.

    Rows say why where they cover the path, and where the shipped profile does exactly what was recorded.
    """
    if not (found := differs(recording, DOCUMENTED)):
        return []
    applying = [row for row in rows if row.applies(recording)]
    way = replay.direction(recording, replayed(recording["id"], DOCUMENTED)) if found == ["error"] else ""
    return differs(recording, SHIPPED) or [
        path for path in found if not any(way in row.directions or row.covers(path) for row in applying)
    ]


def different() -> list[Recording]:
    return [one for one in RECORDINGS if differs(one, DOCUMENTED)]


@each_recording
def test_as_shipped_every_recording_is_met(index: int) -> None:
    assert paths(index, SHIPPED) == []


@each_recording
def test_as_documented_every_recording_is_met_or_its_difference_explained(index: int) -> None:
    assert unexplained(RECORDINGS[index]) == []


@pytest.mark.skipif(FILE != RELEASED, reason="what is needed is known of the recordings that ship only")
def test_no_row_is_there_that_nothing_needs() -> None:
    """A row is needed where no others explain a difference."""
    needed = {row.id for row in ROWS if any(unexplained(one, [o for o in ROWS if o != row]) for one in different())}

    assert {row.id for row in ROWS if row.unrecorded} == {row.id for row in ROWS} - needed


def test_no_row_explains_a_recording_that_was_altered() -> None:
    payloads = [one for one in different() if "output" in one]
    explained = [
        (one["id"], what)
        for one in payloads
        for what, output in altered(one["output"])
        if differs(wrong := {**one, "output": output}, DOCUMENTED) and not unexplained(wrong)
    ]

    assert payloads
    assert explained == []


def test_no_row_applies_everywhere() -> None:
    assert [row.id for row in ROWS if all(row.applies(one) for one in RECORDINGS)] == []


def test_every_switch_of_the_profile_has_a_row() -> None:
    assert {row.switch for row in ROWS} == {field.name for field in fields(Profile)}


@pytest.mark.skipif(FILE != RELEASED, reason="what is needed is known of the recordings that ship only")
@pytest.mark.parametrize("switch", [field.name for field in fields(Profile)])
def test_a_switch_does_what_some_recording_shows(switch: str) -> None:
    """With one switch as documented a recording is missed, unless its rows say that none shows it."""
    mixed = replace(SHIPPED, **{switch: getattr(DOCUMENTED, switch)})
    recorded = [row.id for row in ROWS if row.switch == switch and not row.unrecorded]

    assert any(paths(index, mixed) for index in range(len(RECORDINGS))) == bool(recorded)


def test_every_fault_of_the_ledger_has_a_row_or_a_reason() -> None:
    ledger = {f"L{n}" for n in range(1, 29)}
    named = {fault for row in ROWS for fault in re.findall(r"L\d+", f"{row.id} {row.why}")}

    assert named | REASONS == ledger
    assert not named & REASONS


def test_the_page_explains_every_switch() -> None:
    page = (ROOT / "docs" / "aisbench.md").read_text("utf-8")

    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == [field.name for field in fields(Profile)]
