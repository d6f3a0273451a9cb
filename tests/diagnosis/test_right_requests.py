"""Requests as the pages of their providers have them: of none is it said that it is wrong."""

from __future__ import annotations

import json
from typing import Any

from support.places import TESTS
from support.rows import for_each

from pytest_promptfmt.diagnosis import Diagnosis, why

LINES = (TESTS / "recordings" / "right-requests.jsonl").read_text("utf-8").splitlines()
RIGHT: dict[str, dict[str, Any]] = {row["id"]: row for row in map(json.loads, LINES)}


def diagnosed(row: dict[str, Any]) -> Diagnosis:
    sent = {"url": row["url"], "method": "POST", "headers": row.get("headers", {}), "body": row["body"]}
    (found,) = why(json.dumps(sent))
    return found


@for_each(RIGHT)
def test_no_error_is_told_of_a_right_request(name: str) -> None:
    errors = [(each.id, each.path, each.message) for each in diagnosed(RIGHT[name]).findings if each.is_error]

    assert errors == []


def test_seldom_is_anything_told_of_one() -> None:
    doubted = [name for name, row in RIGHT.items() if diagnosed(row).findings]

    assert len(RIGHT) == len(LINES) >= 130
    assert len(doubted) <= 0.15 * len(RIGHT), doubted
