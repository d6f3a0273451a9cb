"""The reference keeps thoughts where they are wanted, and writes no empty text."""

from __future__ import annotations

from typing import Any

import pytest
from support.written import OF_CONVERSATIONS, PROMPT, SIGNED, THOUGHT, messages_of, said, text, write


@pytest.mark.parametrize(
    ("dialect", "thought", "expected"),
    [
        (
            "deepseek",
            THOUGHT,
            {"role": "assistant", "content": "b", "reasoning_content": "hm"},
        ),
        ("vllm", THOUGHT, {"role": "assistant", "name": "Bob", "content": [text("b")], "reasoning": "hm"}),
        ("anthropic", SIGNED, {"role": "assistant", "content": [SIGNED, text("b")]}),
        ("anthropic", THOUGHT, {"role": "assistant", "content": [text("b")]}),
        ("ollama", THOUGHT, {"role": "assistant", "content": "b", "thinking": "hm"}),
        ("zhipu", THOUGHT, {"role": "assistant", "content": "b", "reasoning_content": "hm"}),
        ("openai", SIGNED, {"role": "assistant", "name": "Bob", "content": [text("b")]}),
        (
            "gemini",
            SIGNED,
            {"role": "model", "parts": [{"text": "hm", "thought": True, "thought_signature": "s"}, {"text": "b"}]},
        ),
        ("gemini", THOUGHT, {"role": "model", "parts": [{"text": "b"}]}),
    ],
)
def test_thinking_is_kept_where_the_provider_wants_it(dialect: str, thought: Any, expected: Any) -> None:
    payload = write(
        f"{dialect}.chat", said("Ann", "a"), said("Bob", [thought, text("b")], "assistant"), said("Ann", "c")
    )

    assert messages_of(payload)[1] == expected


def test_responses_get_signed_thoughts_as_items_before_what_they_led_to() -> None:
    thought = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}], "encrypted_content": "s"}

    def items(*blocks: Any) -> Any:
        messages = [said("Ann", "a"), said("Bob", list(blocks), "assistant"), said("Ann", "c")]
        return write("openai-responses.chat", *messages)["input"][1:-1]

    assert items(SIGNED, text("b")) == [thought, {"role": "assistant", "content": "b"}]
    assert items(THOUGHT, text("b")) == [{"role": "assistant", "content": "b"}]
    assert items(text("b"), SIGNED) == [{"role": "assistant", "content": "b"}]


def test_later_system_text_is_a_user_turn_where_system_text_is_no_message() -> None:
    messages = [said("Ann", "a"), said("system", "S2", "system")]

    assert write("anthropic.chat", *messages)["messages"][-1] == {"role": "user", "content": [text("S2")]}
    assert write("gemini.chat", *messages)["contents"][-1] == {"role": "user", "parts": [{"text": "S2"}]}
    assert write("dashscope.chat", *messages)[-1] == {"role": "system", "content": "S2"}
    assert write("dashscope.multiagent", *messages) == [
        {"role": "user", "content": f"{PROMPT}<history>\nAnn: a\nsystem: S2\n</history>"}
    ]


@pytest.mark.parametrize("target", OF_CONVERSATIONS)
def test_empty_texts_say_nothing_and_are_left_out(target: str) -> None:
    full = write(target, said("Ann", "a"), said("Bob", "b", "assistant"), said("Ann", "c"))
    padded = write(
        target,
        said("system", "", "system"),
        said("Ann", [text(""), text("a")]),
        said("Bob", ["b"][0], "assistant"),
        said("Bob", [], "assistant"),
        said("Ann", "c"),
    )

    assert padded == full


def test_names_are_spelled_as_openai_allows() -> None:
    names = ["Ann Lee", "李雷", "a<b|c", "n" * 70]
    payload = write("openai.chat", *(said(name, "a") for name in names))

    assert [message["name"] for message in payload] == ["Ann_Lee", "李雷", "a_b_c", "n" * 64]
