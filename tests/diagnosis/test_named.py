"""What an answer only names is told where the request has it."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.named import named as named_in
from pytest_promptfmt.payload.finding import Finding, Severity


def named(answer: str, body: dict[str, Any], *seen: Finding) -> list[tuple[str, str]]:
    found = named_in(read(answer, "openai"), body, seen)
    return [(each.id.removeprefix("request."), each.path) for each in found]


@pytest.mark.parametrize(
    ("answer", "body", "expected"),
    [
        ("Unknown parameter: 'depth'.", {"depth": 1}, [("named-parameter", "$.depth")]),
        ("Unrecognized request argument supplied: depth", {"depth": 1}, [("named-parameter", "$.depth")]),
        ("Argument not supported on this model: maxDepth", {"max_depth": 1}, [("named-parameter", "$.max_depth")]),
        ("messages[0].mood is odd", {"messages": [{"mood": 1}]}, [("named-place", "$.messages[0].mood")]),
        (
            "messages.0.source.base64: odd",
            {"messages": [{"source": {"data": 1}}]},
            [("named-place", "$.messages[0].source")],
        ),
        ("messages[3].mood is odd", {"messages": [{"mood": 1}]}, []),
        ("Unknown parameter: 'depth'.", {"width": 1}, []),
        ("The model is busy.", {"model": "a", "depth": 1}, []),
        ("'messages' and 'tools' are odd", {"messages": [], "tools": []}, []),
    ],
)
def test_what_the_answer_names_is_told_where_the_request_has_it(
    answer: str, body: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert named(answer, body) == expected


def test_what_was_seen_there_is_not_named_again() -> None:
    seen = Finding("request.parameter-value", Severity.ERROR, "$.depth", "1")

    assert named("Unknown parameter: 'depth'.", {"depth": 1}, seen) == []


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ("the message at position 1 with role 'user' must not be empty", "$.messages[1]"),
        ("responses were missing: message[1].role", "$.messages[1]"),
        ("No tool output found for function call call_4f2.", "$.messages[1].tool_call_id"),
        ("Invalid schema for function 'look_up': no", "$.tools[0].function.name"),
    ],
)
def test_a_message_by_its_number_and_a_value_that_stands_once_are_places(answer: str, place: str) -> None:
    messages = [{"role": "user", "content": "Hi"}, {"role": "user", "tool_call_id": "call_4f2"}]
    body = {"tools": [{"type": "function", "function": {"name": "look_up"}}], "messages": messages}

    assert named(answer, body) == [("named-place", place)]


def test_of_a_key_that_is_called_invalid_the_only_one_of_its_type_is_a_place() -> None:
    odd = {"messages": [{"content": "Hi"}, {"content": None}, {"content": "So?"}]}
    alike = {"messages": [{"content": "Hi"}, {"content": "So?"}]}

    assert named("Invalid 'content' field", odd) == [("named-place", "$.messages[1].content")]
    assert named("Invalid 'content' field", alike) == []
