"""The reference writes each result behind its call, and the tools on offer beside what is said."""

from __future__ import annotations

from typing import Any

import pytest
from support.written import F1, FUNCTION, PARALLEL, TOOL, call, calls, openai_call, result, said, text, write


def test_results_follow_their_calls_at_once_whatever_came_between() -> None:
    assert write("openai.chat", *PARALLEL)[1:] == [
        {
            "role": "assistant",
            "name": "Friday",
            "content": None,
            "tool_calls": [openai_call("a", "add", '{"x": 1}'), openai_call("b", "add", '{"x": 2}')],
        },
        {"role": "tool", "tool_call_id": "a", "content": "one"},
        {"role": "tool", "tool_call_id": "b", "content": "two"},
        {"role": "user", "name": "Ann", "content": [text("hurry")]},
    ]


def test_anthropic_has_all_results_of_a_turn_in_one_user_message() -> None:
    assert write("anthropic.chat", *PARALLEL)["messages"][2:] == [
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": [text("one")]},
                {"type": "tool_result", "tool_use_id": "b", "content": [text("two")]},
            ],
        },
        {"role": "user", "content": [text("hurry")]},
    ]


def test_gemini_has_as_many_responses_as_calls_in_one_turn_and_echoes_the_ids() -> None:
    assert write("gemini.chat", *PARALLEL)["contents"][1:3] == [
        {
            "role": "model",
            "parts": [
                {"function_call": {"id": "a", "name": "add", "args": {"x": 1}}},
                {"function_call": {"id": "b", "name": "add", "args": {"x": 2}}},
            ],
        },
        {
            "role": "user",
            "parts": [
                {"function_response": {"id": "a", "name": "add", "response": {"output": "one"}}},
                {"function_response": {"id": "b", "name": "add", "response": {"output": "two"}}},
            ],
        },
    ]


def test_gemini_calls_right_after_a_user_even_where_the_model_spoke_first() -> None:
    payload = write(
        "gemini.chat",
        said("Ann", "a"),
        said("Friday", "wait", "assistant"),
        calls({**call("1"), "signature": "c2ln"}),
        result("1", "no", is_error=True),
    )

    assert payload["contents"][1:] == [
        {
            "role": "model",
            "parts": [
                {"text": "wait"},
                {"function_call": {"id": "1", "name": "f", "args": {}}, "thought_signature": "c2ln"},
            ],
        },
        {"role": "user", "parts": [{"function_response": {"id": "1", "name": "f", "response": {"error": "no"}}}]},
    ]


def test_a_message_with_call_result_and_text_is_said_in_that_order() -> None:
    message = said(
        "Friday",
        [text("look"), call("1"), {"type": "tool_result", "id": "1", "output": "ok"}, text("done")],
        "assistant",
    )

    assert write("deepseek.chat", said("Ann", "a"), message)[1:] == [
        {"role": "assistant", "content": "look", "tool_calls": [F1]},
        {"role": "tool", "tool_call_id": "1", "content": "ok"},
        {"role": "assistant", "content": "done"},
    ]


def test_text_beside_a_result_is_told_with_its_speaker_among_many() -> None:
    answer = said("Ann", [{"type": "tool_result", "id": "1", "output": "ok"}, text("more")])

    assert write("zhipu.multiagent", said("Ann", "a"), calls(call("1")), answer)[-1] == {
        "role": "user",
        "content": "<history>\nAnn: more\n</history>",
    }


def test_ids_that_anthropic_refuses_or_has_seen_are_replaced() -> None:
    payload = write(
        "anthropic.chat",
        said("Ann", "a"),
        calls(call("x.1"), call("ok")),
        result("x.1", "1"),
        result("ok", "2"),
        calls(call("ok")),
        result("ok", "3"),
    )
    ids = [
        (block.get("id") or block.get("tool_use_id"))
        for message in payload["messages"][1:]
        for block in message["content"]
    ]

    assert ids == ["call_1", "ok", "call_1", "ok", "call_2", "call_2"]


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        (None, ""),
        ([], ""),
        ([text("one")], "one"),
        ([text("one"), text("two\nlines")], "- one\n- two\nlines"),
    ],
)
def test_a_result_is_told_as_text(output: Any, expected: str) -> None:
    payload = write("openai.chat", said("Ann", "a"), calls(call("1")), result("1", output))

    assert payload[-1] == {"role": "tool", "tool_call_id": "1", "content": expected}


def test_anthropic_says_that_a_tool_failed_even_in_silence() -> None:
    payload = write("anthropic.chat", said("Ann", "a"), calls(call("1")), result("1", "", is_error=True))

    assert payload["messages"][-1]["content"] == [
        {
            "type": "tool_result",
            "tool_use_id": "1",
            "content": [text("The tool failed and said nothing.")],
            "is_error": True,
        }
    ]


def test_arguments_keep_their_letters() -> None:
    payload = write("deepseek.chat", said("Ann", "a"), calls(call("1", q="müde 今")), result("1", ""))

    assert payload[1]["tool_calls"] == [openai_call("1", "f", '{"q": "müde 今"}')]


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        ("openai", [FUNCTION]),
        ("ollama", [FUNCTION]),
        ("anthropic", [{"name": "f", "description": "d", "input_schema": TOOL["parameters"]}]),
        ("openai-responses", [{"type": "function", **TOOL, "strict": False}]),
        (
            "gemini",
            [
                {
                    "function_declarations": [
                        {"name": "f", "description": "d", "parameters_json_schema": TOOL["parameters"]}
                    ]
                }
            ],
        ),
    ],
)
def test_tools_on_offer_stand_beside_the_messages(dialect: str, expected: Any) -> None:
    assert write(f"{dialect}.chat", said("Ann", "a"), tools=[TOOL])["tools"] == expected


def test_dashscope_has_tools_among_the_parameters() -> None:
    assert write("dashscope.chat", said("Ann", "a"), tools=[TOOL]) == {
        "input": {"messages": [{"role": "user", "content": "a"}]},
        "parameters": {"tools": [FUNCTION]},
    }
