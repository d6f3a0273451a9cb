"""Where nothing is known to be wrong, what was to blame in other requests is named, and is no finding."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import make_suspects
import pytest
from support.refused import REQUESTS, diagnosed

from pytest_promptfmt.diagnosis import suspects, why
from pytest_promptfmt.diagnosis.document import one
from pytest_promptfmt.diagnosis.suspects import kind_of
from pytest_promptfmt.diagnosis.text import lines

HI = {"role": "user", "content": "Hi"}
RIGHT: dict[str, Any] = {"model": "our-model", "stream": True, "stream_options": {"include_usage": True}, "n": 1}


@cache
def counted() -> list[tuple[dict[str, Any], frozenset[str], str]]:
    """The rows whose cause is known, with the kinds of places that each has and the one to blame: all are diagnosed."""
    return [(row, make_suspects.kinds_of(row), place) for row, place in make_suspects.rows()]


def table(*, without: object = object()) -> dict[str, Any]:
    """The table of `counted`, or what it would be without one round."""
    rows = [(kinds, place) for row, kinds, place in counted() if row.get("round") != without]
    return {"rows": len(rows), "places": make_suspects.counted(rows)}


def named(body: dict[str, Any], **more: Any) -> list[str]:
    record = {"url": "http://localhost:8000/v1/chat/completions", "body": {**body, "messages": [HI]}, **more}
    (found,) = why(json.dumps(record), dialect="vllm")
    return [each.path for each in found.suspects]


def test_what_was_most_often_to_blame_is_named_first_and_nothing_within_it() -> None:
    first, second = named({**RIGHT, "chat_template_kwargs": {"enable_thinking": False}})

    assert first.startswith("$.chat_template_kwargs")
    assert second == "$.n"


def test_none_is_suspected_where_something_was_found() -> None:
    assert named({**RIGHT, "temperature": "hot"}) == []


@pytest.mark.parametrize("status", [200, 401, 403, 429, 500, 529])
def test_nor_where_the_request_was_taken_or_is_not_to_blame(status: int) -> None:
    assert named(RIGHT, status=status) == []


@pytest.mark.parametrize("status", [400, 404, 422])
def test_a_refusal_of_the_request_leaves_it_to_blame(status: int) -> None:
    assert named(RIGHT, status=status)


def test_a_suspect_is_no_finding_and_says_how_often_it_was_right() -> None:
    body = {**RIGHT, "messages": [HI]}
    (found,) = why(json.dumps(body), dialect="vllm")
    text = "\n".join(lines(found, "a.json"))

    assert (found.findings, found.errors) == ((), 0)
    assert "$.n (to blame in " in text
    assert "0 errors, 0 warnings" in text
    assert one("a.json", found)["suspects"][0] == {
        "path": "$.n", "blamed": found.suspects[0].blamed, "had": found.suspects[0].had,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("$.messages[3].content[0].cache_control.ttl", "$.messages[].content[].cache_control.ttl"),
        ("$.tools[7].function.parameters.properties.a.type", "$.tools[].function.parameters"),
        ("$.messages[1].content[0].input.city", "$.messages[].content[].input"),
        ("$.input[2].status", "$.input[].status"),
        ("$.metadata.user", "$.metadata"),
    ],
)
def test_places_are_counted_by_their_kind(path: str, kind: str) -> None:
    assert kind_of(path) == kind


@pytest.mark.slow
def test_the_table_is_what_the_recordings_have() -> None:
    kept = json.loads(make_suspects.TABLE.read_text("utf-8"))

    assert kept == table()


USUAL: dict[str, Any] = {
    "stream": True, "max_tokens": 4096, "temperature": 0.7, "tool_choice": "auto",
    "tools": [{"type": "function", "function": {"name": "f", "description": "", "parameters": {"type": "object"}}}],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("beside", "share"), [({}, 0.7), (USUAL, 0.55)])
def test_of_a_round_that_was_not_counted_most_causes_are_suspected(
    monkeypatch: pytest.MonkeyPatch, beside: dict[str, Any], share: float
) -> None:
    """Each round by the shares of the others, of requests of which nothing is told; also beside what clients send."""
    right: list[bool] = []
    for number in {row.get("round") for row in REQUESTS}:
        held_out = [(row, place) for row, _, place in counted() if row.get("round") == number]
        asked = [(row, place) for row, place in held_out if not diagnosed(row).findings]
        others = table(without=number)
        monkeypatch.setattr(suspects, "_table", lambda others=others: others)
        for row, place in asked:
            found = [kind_of(each.path) for each in suspects.suspects({**beside, **row["body"]})]
            right.append(any(_one_in_the_other(each, place) for each in found))
        monkeypatch.undo()  # what is diagnosed is kept for other tests

    assert len(right) > 50
    assert sum(right) / len(right) > share


def _one_in_the_other(one: str, other: str) -> bool:
    return one == other or one.startswith((f"{other}.", f"{other}[")) or other.startswith((f"{one}.", f"{one}["))
