"""Tools are spelled as each kind of library does."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_promptfmt.adapting import Shape, tools_of
from pytest_promptfmt.conversation.parsing import parse

SCHEMA = {"type": "object"}
TOOL = {"name": "find", "description": "Finds.", "parameters": SCHEMA}
SPELLED: dict[Shape, dict[str, Any]] = {
    "openai": {"type": "function", "function": TOOL},
    "responses": {"type": "function", "name": "find", "description": "Finds.", "parameters": SCHEMA},
    "bare": TOOL,
    "anthropic": {"name": "find", "description": "Finds.", "input_schema": SCHEMA},
    "bedrock": {"toolSpec": {"name": "find", "description": "Finds.", "inputSchema": {"json": SCHEMA}}},
    "mcp": {"name": "find", "description": "Finds.", "inputSchema": SCHEMA},
}


@pytest.mark.parametrize("shape", SPELLED)
def test_a_tool_has_the_shape_that_is_asked_for(shape: Shape) -> None:
    assert tools_of(parse({"messages": [], "tools": [TOOL]}), shape) == [SPELLED[shape]]


def test_openais_is_what_most_take_and_nothing_is_an_empty_list() -> None:
    assert tools_of(parse({"messages": [], "tools": [TOOL]})) == [SPELLED["openai"]]
    assert tools_of(parse([])) == []
