"""A result is told apart, and only models think."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from pytest_promptfmt.adapting import call_names, leading_system, of_results, thinks_as, turns
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


def test_results_are_a_turn_each_or_together_whoever_holds_them() -> None:
    said = parse([{"role": "tool", "content": [RESULT, RESULT]}, {"role": "user", "content": [RESULT, TEXT]}])

    sizes = {how: [len(turn.blocks) for turn in turns(said, thinks_as(""), results=how)] for how in HOW}

    assert sizes == {"said": [2, 1, 1], "each": [1, 1, 1, 1], "together": [3, 1]}


HOW: tuple[Literal["said", "each", "together"], ...] = ("said", "each", "together")


def test_a_mixed_message_may_be_kept_and_then_holds_no_results_alone() -> None:
    [turn] = turns(parse([{"role": "user", "content": [TEXT, RESULT]}]), thinks_as(""), mixed="kept")

    assert ([block.type for block in turn.blocks], of_results(turn)) == (["text", "tool_result"], [])


def test_leading_system_text_goes_apart() -> None:
    said = [{"role": role, "content": text} for role, text in (("system", "a"), ("system", "b"), ("user", "c"))]

    texts, rest = leading_system(parse([*said, *said[:1]]))

    assert (texts, [message.text for message in rest.messages]) == (("a", "b"), ["c", "a"])
    assert leading_system(parse([])) == ((), parse([]))
    assert leading_system(parse([{"role": "system", "content": [THOUGHT]}])) == ((), parse([]))
    with pytest.raises(NotImplementedError, match="leading system messages are texts, and have no place for tool_use"):
        leading_system(parse([{"role": "system", "content": [CALL]}]))


CALL = {"type": "tool_use", "id": "1", "name": "weather", "input": {}}


def test_a_result_finds_the_name_of_its_tool() -> None:
    assert call_names(parse([{"role": "assistant", "content": [CALL]}])) == {"1": "weather"}


SEALED = THOUGHT | {"signature": "c2ln"}
THOUGHTS = {"plain": THOUGHT, "sealed": SEALED, "redacted": REDACTED}


@pytest.mark.parametrize(
    ("provider", "had"),
    [
        ("anthropic", ["plain", "sealed", "redacted"]),
        ("bedrock", ["plain", "sealed", "redacted"]),
        ("openai", ["sealed"]),
        ("openai-responses", ["sealed"]),
        ("deepseek", ["plain", "sealed"]),
    ],
)
def test_whose_thoughts_a_thought_can_be(provider: str, had: list[str]) -> None:
    found = [
        name
        for name, thought in THOUGHTS.items()
        if kinds([{"role": "assistant", "content": [thought]}], thinks_as(provider))
    ]

    assert found == had
    assert kinds([{"role": "assistant", "content": [*THOUGHTS.values()]}], thinks_as(provider, thinks=False)) == []
