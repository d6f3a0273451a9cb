"""A tool on offer in another API's form is none: each dialect takes its own form, and no other."""

from __future__ import annotations

import json
from typing import Any

from support.rows import for_each

from pytest_promptfmt import check_payload

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
FUNCTION = {"name": "look", "description": "Looks.", "parameters": SCHEMA}
FORMS: dict[str, Any] = {
    "Chat Completions": {"type": "function", "function": FUNCTION},
    "Chat Completions without a type": {"function": FUNCTION},
    "Responses": {"type": "function", **FUNCTION},
    "Responses without a type": FUNCTION,
    "Anthropic": {"name": "look", "description": "Looks.", "input_schema": SCHEMA},
    "Gemini": {"functionDeclarations": [FUNCTION]},
    "Bedrock": {"toolSpec": {"name": "look", "description": "Looks.", "inputSchema": {"json": SCHEMA}}},
    "MCP": {"name": "look", "description": "Looks.", "inputSchema": SCHEMA},
}
CHATS = (
    "openai", "deepseek", "zhipu", "vllm", "mistral", "ollama", "cohere", "openrouter", "moonshot", "groq", "xai",
    "minimax", "siliconflow",
)  # fmt: skip
UNSURE = {*CHATS[2:], "dashscope", "dashscope-multimodal"}
"""Where a missing type is a warning at most."""
TURN = [{"role": "user", "content": "Hi"}]
CONVERSATION = {"messages": TURN, "tools": [FUNCTION]}


def payloads(tool: Any) -> dict[str, Any]:
    alibaba = {"result_format": "message", "tools": [tool]}
    return {
        **{dialect: {"messages": TURN, "tools": [tool]} for dialect in CHATS},
        "anthropic": {"model": "claude-opus-4-8", "max_tokens": 9, "messages": TURN, "tools": [tool]},
        "openai-responses": {"model": "gpt-5.4", "input": TURN, "tools": [tool]},
        "gemini": {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}], "tools": [tool]},
        "gemini-interactions": {"model": "gemini-3.8-flash", "input": "Hi", "tools": [tool]},
        "bedrock": {"messages": [{"role": "user", "content": [{"text": "Hi"}]}], "toolConfig": {"tools": [tool]}},
        "dashscope": {"model": "qwen-plus", "input": {"messages": TURN}, "parameters": alibaba},
    }


OWN = {
    **dict.fromkeys((*CHATS, "dashscope"), "Chat Completions"),
    "anthropic": "Anthropic",
    "openai-responses": "Responses",
    "gemini": "Gemini",
    "gemini-interactions": "Responses",
    "bedrock": "Bedrock",
}


@for_each([(dialect, form) for dialect in OWN for form in FORMS])
def test_only_its_own_form_is_taken(dialect: str, form: str) -> None:
    found = [each for each in check_payload(payloads(FORMS[form])[dialect], dialect, CONVERSATION) if each.is_error]
    untyped = form == f"{OWN[dialect]} without a type"

    if form == OWN[dialect] or (untyped and dialect in {*UNSURE, "gemini-interactions"}):
        assert found == []
    else:
        assert found


@for_each([dialect for dialect in OWN if OWN[dialect] == "Chat Completions"])
def test_it_is_told_where_the_tool_stands(dialect: str) -> None:
    (told,) = [
        each.message
        for each in check_payload(payloads(FORMS["Responses without a type"])[dialect], dialect, CONVERSATION)
        if each.id == "fidelity.lost-tool"
    ]

    assert told.startswith("the tool look stands at $.")


TYPED = tuple(dialect for dialect in OWN if OWN[dialect] in ("Chat Completions", "Responses"))


@for_each([(dialect, kind) for dialect in TYPED for kind in ("a list", "a number", "an object")])
def test_a_type_is_a_word(dialect: str, kind: str) -> None:
    other = {"a list": ["function"], "a number": 7, "an object": {"function": {}}}[kind]
    tool = FORMS[OWN[dialect]] | {"type": other}

    assert [each for each in check_payload(payloads(tool)[dialect], dialect, CONVERSATION) if each.is_error]


NOTHING = {"type": "object", "properties": {}}


@for_each(OWN)
def test_an_empty_table_that_became_a_list_is_told(dialect: str) -> None:
    """As languages make it that know no other empty table (prism-php/bedrock#24, laravel/ai#205)."""
    wrong = json.loads(
        json.dumps(FORMS[OWN[dialect]]).replace(json.dumps(SCHEMA), '{"type": "object", "properties": []}')
    )
    right = json.loads(json.dumps(FORMS[OWN[dialect]]).replace(json.dumps(SCHEMA), json.dumps(NOTHING)))
    asked = {"messages": TURN, "tools": [FUNCTION | {"parameters": NOTHING}]}

    assert [each for each in check_payload(payloads(wrong)[dialect], dialect, asked) if each.is_error]
    assert [each for each in check_payload(payloads(right)[dialect], dialect, asked) if each.is_error] == []
