"""The reference against AgentScope 0.0 and 0.1 themselves: equal to every recording, or different for a written reason.

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
from support import places, replay, replay_v0
from support.altering import altered
from support.rows import for_each

SHIPPED = places.RECORDINGS / "agentscope-0.x.jsonl.gz"
FILE = Path(os.environ.get("PROMPTFMT_RECORDINGS", SHIPPED))


def normal(recording: dict[str, Any]) -> dict[str, Any]:
    """With the class under its usual key, and an error where the others have it."""
    output = recording.pop("output")
    failed = isinstance(output, dict) and output.keys() == {"error", "message"}
    told: dict[str, Any] = {"error": {"type": output["error"]}} if failed else {"output": output}
    return {**recording, "formatter": recording["wrapper_or_formatter"], **told}


RECORDINGS = [
    normal(one) for one in replay.recordings(FILE) if one["id"].startswith(("g0-", "g1-")) and "package_version" in one
]
ROWS = [row for row in replay.deviations()[0] if row.generation in replay_v0.GENERATIONS.values()]


def again(recording: dict[str, Any]) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        return replay_v0.replay(recording, Path(folder).resolve())


@cache
def ours(index: int) -> dict[str, Any]:
    return again(RECORDINGS[index])


def rows_of(recording: dict[str, Any]) -> list[replay.Row]:
    return [row for row in ROWS if row.generation == replay_v0.GENERATIONS[recording["package_version"]]]


def unexplained(index: int, without: str = "") -> list[str]:
    recording = RECORDINGS[index]
    rows = [row for row in rows_of(recording) if row.id != without]
    return replay.unexplained(recording, ours(index), rows, again)


def different() -> list[int]:
    return [i for i, recording in enumerate(RECORDINGS) if replay.compare(recording, ours(i))]


@for_each(range(len(RECORDINGS)), lambda index: RECORDINGS[index]["id"])
def test_every_recording_is_met_or_its_difference_explained(index: int) -> None:
    assert unexplained(index) == []


@pytest.mark.skipif(FILE != SHIPPED, reason="what is needed is known of the shipped recordings only")
def test_no_row_is_there_that_nothing_needs() -> None:
    assert [row.id for row in ROWS if not any(unexplained(i, without=row.id) for i in different())] == []
    assert not any(row.unrecorded for row in ROWS)


def test_no_row_explains_a_recording_that_was_altered() -> None:
    payloads = [(RECORDINGS[i], ours(i)) for i in different() if "output" in RECORDINGS[i]]
    explained = [
        (recording["id"], what)
        for recording, mine in payloads
        for what, output in altered(recording["output"])
        for wrong in [{**recording, "output": output}]
        if replay.compare(wrong, mine) and not replay.unexplained(wrong, mine, rows_of(recording), again)
    ]

    assert payloads
    assert explained == []


@pytest.mark.skipif(FILE != SHIPPED, reason="the order of keys is asked of the shipped recordings only")
def test_keys_come_in_the_order_in_which_the_software_writes_them(tmp_path: Path) -> None:
    """Where the payload is equal: Python prints a block in that order, and some formatters tell what Python prints."""
    for index, recording in enumerate(RECORDINGS):
        if "output" in recording and not replay.compare(recording, ours(index)):
            folder = tmp_path / str(index)
            folder.mkdir()
            assert json.dumps(replay_v0.replay(recording, folder)["output"]) == json.dumps(recording["output"])


@pytest.mark.parametrize(
    ("model", "made"),
    [("OpenAIChatWrapper", [{"role": "assistant", "content": "a"}]), ("OllamaChatWrapper", "a"), (None, "a")],
)
def test_an_engine_is_replayed_with_the_model_that_it_was_recorded_with(
    model: str | None, made: Any, tmp_path: Path
) -> None:
    recorded = {"formatter": "PromptEngine", "package_version": "0.0.5", "files": {}, "msgs": ["a"]}

    assert replay_v0.replay({**recorded, "kwargs": {"model": model}}, tmp_path) == {"output": made}
    assert replay_v0.replay({**recorded, "kwargs": {"ctor": {"model": model}}}, tmp_path) == {"output": made}


def test_no_row_applies_everywhere() -> None:
    assert [row.id for row in ROWS if all(row.applies(one) for one in RECORDINGS)] == []
