"""A conversation as a chat context of LiveKit's, and its raw tools.

- a message holds texts and images, and nobody has a name; what a model thought has no place
- calls are items of their own, which the message before them owns by a group; a result is one text, and several are
  the JSON that LiveKit's MCP tools make of them
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from livekit.agents import llm as own

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapting import call_names, guessed_type, of_results, only_text, tools_of, turns, uri_or_url


def prepare(conversation: kit.Conversation) -> tuple[Any, list[Any]]:
    """The chat context and the tools on offer. Raises `NotImplementedError` for what they have no place for."""
    names = call_names(conversation)
    items: list[Any] = []
    for number, turn in enumerate(turns(conversation, lambda thought: False)):
        if answers := of_results(turn):
            items += [_result(answer, names) for answer in answers]
        else:
            items += _said(turn, f"item_{number}")
    tools = [own.function_tool(_called, raw_schema=tool) for tool in tools_of(conversation, "bare")]
    return own.ChatContext(items), tools


async def _called(raw_arguments: dict[str, object]) -> None: ...


def _said(turn: kit.Message, group: str) -> list[Any]:
    calls = [block for block in turn.blocks if isinstance(block, kit.ToolUse)]
    if calls and turn.role != "assistant":
        raise NotImplementedError("in LiveKit's context only an assistant calls")
    content = [_content(block) for block in turn.blocks if not isinstance(block, kit.ToolUse)]
    role = "user" if turn.role == "tool" else turn.role
    made: list[Any] = [own.ChatMessage(id=group, role=role, content=content)] if content or not calls else []
    return made + [
        own.FunctionCall(
            id=f"{group}/fnc_{place}",
            group_id=group,
            call_id=call.id,
            name=call.name,
            arguments=json.dumps(dict(call.input), ensure_ascii=False),
        )
        for place, call in enumerate(calls)
    ]


def _content(block: kit.Block) -> Any:
    match block:
        case kit.Text(text=text):
            return text
        case kit.Image():
            found = uri_or_url(block)
            address = not found.lower().startswith("data:")
            return own.ImageContent(
                image=found, mime_type=guessed_type(urlsplit(found).path, block) if address else None
            )
    raise NotImplementedError(f"LiveKit's messages have no place for {block.type}")


def _result(result: kit.ToolResult, names: Mapping[str, str]) -> Any:
    output = result.output if isinstance(result.output, tuple) else (kit.Text(result.output or ""),)
    texts = [only_text(block, "LiveKit's results") for block in output]
    told = json.dumps([{"type": "text", "text": text} for text in texts], ensure_ascii=False)
    return own.FunctionCallOutput(
        call_id=result.id,
        name=result.name or names.get(result.id, ""),
        output=told if len(texts) > 1 else "".join(texts),
        is_error=bool(result.is_error),
    )
