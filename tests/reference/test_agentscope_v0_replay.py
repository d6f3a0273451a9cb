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


@cache
def explained(index: int) -> dict[str, tuple[str, ...]]:
    """The paths at which the reference differs from a recording, each with the rows that explain it."""
    recording = RECORDINGS[index]
    with TemporaryDirectory() as folder:
        ours = replay_v0.replay(recording, Path(folder).resolve())
    paths = replay.compare(recording, ours)
    generation = replay_v0.GENERATIONS[recording["package_version"]]
    return {path: tuple(rows) for path, rows in replay.explain(recording, paths, generation).items()}


@pytest.mark.parametrize("index", range(len(RECORDINGS)), ids=[one["id"] for one in RECORDINGS])
def test_every_recording_is_met_or_its_difference_explained(index: int) -> None:
    assert [path for path, rows in explained(index).items() if not rows] == []


@pytest.mark.skipif(FILE != SHIPPED, reason="what is needed is known of the shipped recordings only")
def test_no_row_is_there_that_nothing_needs() -> None:
    alone = {rows[0] for i in range(len(RECORDINGS)) for rows in explained(i).values() if len(rows) == 1}

    assert {row.id for row in ROWS} == alone
    assert not any(row.unrecorded for row in ROWS)


@pytest.mark.skipif(FILE != SHIPPED, reason="the order of keys is asked of the shipped recordings only")
def test_keys_come_in_the_order_in_which_the_software_writes_them(tmp_path: Path) -> None:
    """Where the payload is equal: Python prints a block in that order, and some formatters tell what Python prints."""
    for index, recording in enumerate(RECORDINGS):
        if "output" in recording and not explained(index):
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
