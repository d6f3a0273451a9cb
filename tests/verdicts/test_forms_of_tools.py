"""A tool on offer in another API's form is none: each dialect takes its own form, and no other."""

from __future__ import annotations

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
