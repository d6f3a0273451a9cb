"""What an answer says of the order of messages is told where the request has it so, in any dialect's form."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.diagnosis.answer.answer import read
from pytest_promptfmt.diagnosis.answer.sentences.ordered import ordered

USER, MODEL, SYSTEM = ({"role": role, "content": "Hi"} for role in ("user", "assistant", "system"))
CALL = {"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f"}}]}
RESULT = {"role": "tool", "tool_call_id": "a", "content": "1"}
USE = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}
AT_BEDROCK = {"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "f", "input": {}}}]}
OUTPUT = {"type": "function_call_output", "call_id": "a", "output": "1"}
UNANSWERED = "the tool calls at 1 must be followed by their results"
UNCALLED = "a tool message without a preceding call"


@pytest.mark.parametrize(
    ("answer", "body", "paths"),
    [
        ("users and assistants alternate", {"messages": [SYSTEM, USER, USER]}, ["$.messages[2].role"]),
        ("roles have to alternate", {"messages": [SYSTEM, USER, CALL, RESULT, RESULT, MODEL, USER]}, []),
        ("two messages in a row", {"messages": [USER, MODEL, MODEL]}, ["$.messages[2].role"]),
        (UNANSWERED, {"messages": [USER, CALL, USER]}, ["$.messages[1].tool_calls[0]"]),
        (UNANSWERED, {"messages": [USER, USE, USER]}, ["$.messages[1].content[0]"]),
        (UNANSWERED, {"messages": [USER, AT_BEDROCK, USER]}, ["$.messages[1].content[0].toolUse"]),
        (UNANSWERED, {"messages": [USER, CALL, RESULT]}, []),
        (UNCALLED, {"messages": [USER, RESULT]}, ["$.messages[1].tool_call_id"]),
        ("No function call found for it", {"input": [USER, OUTPUT]}, ["$.input[1].call_id"]),
        (UNCALLED, {"messages": [USER, CALL, RESULT]}, []),
        ("the system message must be at the start", {"messages": [USER, SYSTEM]}, ["$.messages[1].role"]),
        ("it must end with a user message", {"messages": [USER, MODEL]}, ["$.messages[1].role"]),
        ("it must start with a user message", {"messages": [MODEL, USER]}, ["$.messages[0].role"]),
        (UNANSWERED, {"messages": [USER, CALL, USER, RESULT]}, ["$.messages[3].tool_call_id"]),
        (
            "tool call result does not follow tool call",
            {"messages": [USER, CALL, USER, RESULT]},
            ["$.messages[3].tool_call_id"],
        ),
        (
            "Not the same number of function calls and responses",
            {"messages": [USER, CALL]},
            ["$.messages[1].tool_calls[0]"],
        ),
        ("Unexpected role 'user' after role 'tool'", {"messages": [USER, CALL, RESULT, USER]}, ["$.messages[3].role"]),
        ("Unexpected role 'user' after role 'tool'", {"messages": [USER, CALL, RESULT, MODEL, USER]}, []),
        ("the messages are long", {"messages": [MODEL, MODEL, SYSTEM, RESULT, CALL]}, []),
    ],
)
def test_the_order_that_is_refused_is_found(answer: str, body: dict[str, Any], paths: list[str]) -> None:
    assert [found.path for found in ordered(read(answer, "openai"), body)] == paths
