"""What an answer says is empty or stands twice is told where the request has it so."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.sentences.emptied import doubled, emptied


@pytest.mark.parametrize(
    ("answer", "body", "paths"),
    [
        ("messages: text content must be non-empty", {"messages": [{"content": ""}]}, ["$.messages[0].content"]),
        ("content cannot be an empty list", {"messages": [{"content": []}]}, ["$.messages[0].content"]),
        ("[] is too short - 'plans'", {"plans": []}, ["$.plans"]),
        ("each stop sequence must contain non-whitespace", {"stop_sequences": ["a", " "]}, ["$.stop_sequences[1]"]),
        ("messages.1: must not be empty", {"messages": [{"text": ""}, {"text": ""}]}, ["$.messages[1].text"]),
        ("content must be non-empty", {"messages": [{"content": "Hi"}]}, []),
        ("content must be non-empty", {"messages": [{"content": ""}] * 4}, []),
        ("the account is empty", {"user": ""}, []),
    ],
)
def test_what_is_empty_is_found(answer: str, body: dict[str, Any], paths: list[str]) -> None:
    assert [found.path for found in emptied(read(answer, "openai"), body)] == paths


@pytest.mark.parametrize(
    ("answer", "paths"),
    [
        ("tool names must be unique", ["$.tools[1].name"]),
        ("Multiple tools with the same name.", ["$.tools[1].name"]),
        ("duplicate item id", []),
        ("Tools are fine", []),
    ],
)
def test_the_second_of_equal_names_is_found(answer: str, paths: list[str]) -> None:
    body = {"tools": [{"name": "f"}, {"name": "f"}], "messages": [{"content": [{"name": "f", "id": "a"}]}]}

    assert [found.path for found in doubled(read(answer, "anthropic"), body)] == paths
