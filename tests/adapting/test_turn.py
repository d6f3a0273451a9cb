"""A result is told apart, and only models think."""

from __future__ import annotations

from typing import Any

from pytest_promptfmt.adapting import of_results, turns
from pytest_promptfmt.conversation import RedactedThinking
from pytest_promptfmt.conversation.parsing import parse

TEXT = {"type": "text", "text": "I look."}
RESULT = {"type": "tool_result", "id": "1", "name": "weather", "output": "Fog"}
THOUGHT = {"type": "thinking", "thinking": "Hm."}
REDACTED = {"type": "redacted_thinking", "data": "eA=="}


def kinds(said: list[Any], has: Any = lambda thought: True) -> list[tuple[str, list[str]]]:
    return [(turn.role, [block.type for block in turn.blocks]) for turn in turns(parse(said), has)]


def test_a_message_is_cut_where_results_begin_and_end() -> None:
    said = [{"role": "user", "content": [TEXT, RESULT, RESULT, TEXT, TEXT]}]

    assert kinds(said) == [("user", ["text"]), ("user", ["tool_result", "tool_result"]), ("user", ["text", "text"])]
    assert [len(of_results(turn)) for turn in turns(parse(said), lambda thought: True)] == [0, 2, 0]


def test_a_message_of_nothing_stays() -> None:
    assert kinds([{"role": "user", "content": []}]) == [("user", [])]


def test_thoughts_are_an_assistants_and_those_that_its_model_can_have() -> None:
    said = [{"role": role, "content": [THOUGHT, REDACTED, TEXT]} for role in ("user", "assistant")]

    assert kinds(said, lambda thought: isinstance(thought, RedactedThinking)) == [
        ("user", ["text"]),
        ("assistant", ["redacted_thinking", "text"]),
    ]


def test_a_message_of_thoughts_that_nobody_has_is_left_out() -> None:
    assert kinds([{"role": "user", "content": [THOUGHT]}]) == []
