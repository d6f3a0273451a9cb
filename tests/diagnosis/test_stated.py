"""An answer that says what is taken is held against the request; a request that keeps to it is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis import why
from pytest_promptfmt.diagnosis.answer.stated import stated, told_by, unseen
from pytest_promptfmt.payload.finding import Finding, Severity

LISTS = "Invalid value: 'fast'. Supported values are: 'low' and 'high'."
BROKEN: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    (LISTS, {"pace": "fast"}, {"pace": "low"}, "$.pace"),
    (LISTS, {"plan": {"pace": "fast"}}, {"messages": [{"content": "fast"}]}, "$.plan.pace"),
    ("'fast' is not one of ['low', 'high'] - 'pace'", {"pace": "fast"}, {"pace": "high"}, "$.pace"),
    ("pace: unknown variant `fast`, expected `low` at line 1", {"pace": "fast"}, {"pace": "low"}, "$.pace"),
    (
        '{"loc":["body","pace"],"msg":"Input should be \'low\' or \'high\'","input":"fast"}',
        {"pace": "fast"}, {"pace": "low"}, "$.pace",
    ),
    ("`depth` must be less than or equal to `8`, the most", {"depth": 9}, {"depth": 8}, "$.depth"),
    ("depth for `a-model` must be at most 8", {"depth": 9}, {"depth": 8}, "$.depth"),
    ("depth must be at least 1, got -186.", {"depth": -186}, {"depth": 1}, "$.depth"),
    ("depth must be between 0 and 1.5", {"depth": 1.6}, {"depth": 1.5}, "$.depth"),
    ("the valid range of depth is [1, 8]", {"depth": 0}, {"depth": 8}, "$.depth"),
    ("Range of depth should be [1, 8]", {"depth": 9}, {"depth": 1}, "$.depth"),
    ("Invalid 'depth': integer below minimum value. Expected a value >= 16, but got 10", {"depth": 10}, {}, "$.depth"),
    (
        "Invalid 'tools[0].name': string too long. Expected a string with maximum length 4, but got",
        {"tools": [{"name": "abcde"}]}, {"tools": [{"name": "abcd"}]}, "$.tools[0].name",
    ),
    (
        "depth is too large: 32000. This model supports at most 16384 completion tokens",
        {"depth": 32000}, {"depth": 16384}, "$.depth",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "refused", "taken", "path"), BROKEN)
def test_what_breaks_the_answers_sentence_is_found_and_what_keeps_to_it_is_not(
    answer: str, refused: dict[str, Any], taken: dict[str, Any], path: str
) -> None:
    (found,) = stated(answer, refused, "openai")

    assert (found.id, found.path) == ("request.stated-value", path)
    assert answer[:40] in str(found.data["source"])
    assert stated(answer, taken, "openai") == ()


def test_of_a_value_that_stands_in_two_places_only_the_one_that_is_named_is_said() -> None:
    body = {"input": [{"kind": "fast"}, {"kind": "fast"}]}

    assert stated(LISTS, body, "openai") == ()
    assert [found.path for found in stated(f"{LISTS} input[1].kind", body, "openai")] == ["$.input[1].kind"]


@pytest.mark.parametrize("answer", ["", "Nothing is wrong.", "depth must be at most lots", LISTS])
def test_an_answer_that_states_nothing_of_the_request_finds_nothing(answer: str) -> None:
    assert stated(answer, {"depth": 9, "pace": None, "messages": [3, "x", None]}, "openai") == ()


def test_what_a_rule_has_seen_there_is_told_as_that_rule() -> None:
    broken = stated("depth must be at most 8", {"depth": 9}, "openai")
    seen = Finding("request.parameter-value", Severity.WARNING, "$.depth", "9")

    assert [each.rule for each in told_by(broken, [seen])] == ["request.parameter-value"]
    assert [*unseen(broken, [seen])] == []
    assert [each.rule for each in told_by(broken, [])] == ["request.stated-value"]
    assert [*unseen(broken, [])] == [*broken]


def test_why_says_it_with_the_providers_sentence() -> None:
    request = '{"model": "gpt-4o", "depth": 9, "messages": [{"role": "user", "content": "Hi"}]}'
    (found,) = why(request, answer="depth must be at most 8", dialect="openai")

    assert found.findings[0].id == "request.stated-value"
    assert found.shown_by == found.findings[0]
