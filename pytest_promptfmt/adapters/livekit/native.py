"""A conversation as a chat context of LiveKit's, and its raw tools.

- a message holds texts and images, and nobody has a name; what a model thought has no place
- calls are items of their own, which the message before them owns by a group; a result is one text, and several are
  the JSON that LiveKit's MCP tools make of them
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlsplit

from livekit.agents import llm as own

from pytest_promptfmt import adapting
from pytest_promptfmt import conversation as kit


def prepare(conversation: kit.Conversation) -> tuple[Any, list[Any]]:
    """The chat context and the tools on offer. Raises `NotImplementedError` for what they have no place for."""
    items: list[Any] = []
    for number, turn in enumerate(adapting.turns(conversation, lambda thought: False, named=True)):
        items += map(_result, adapting.of_results(turn)) if adapting.of_results(turn) else _said(turn, f"item_{number}")
    tools = [own.function_tool(_called, raw_schema=tool) for tool in adapting.tools_of(conversation, "bare")]
    return own.ChatContext(items), tools


async def _called(raw_arguments: dict[str, object]) -> None: ...


def _said(turn: kit.Message, group: str) -> list[Any]:
    _, calls, rest = adapting.said_in(turn)
    if calls and turn.role != "assistant":
        raise NotImplementedError("in LiveKit's context only an assistant calls")
    content = [adapting.spelled(block, _CONTENT, "LiveKit's messages have no place for {}") for block in rest]
    role = "user" if turn.role == "tool" else turn.role
    made: list[Any] = [own.ChatMessage(id=group, role=role, content=content)] if content or not calls else []
    return made + [
        own.FunctionCall(
            id=f"{group}/fnc_{place}",
            group_id=group,
            call_id=call.id,
            name=call.name,
            arguments=adapting.arguments_of(call),
        )
        for place, call in enumerate(calls)
    ]


def _image(image: kit.Image) -> Any:
    found = adapting.uri_or_url(image)
    address = not found.lower().startswith("data:")
    type_ = adapting.guessed_type(urlsplit(found).path, image) if address else None
    return own.ImageContent(image=found, mime_type=type_)


_CONTENT = {"text": lambda block: block.text, "image": _image}


def _result(result: kit.ToolResult) -> Any:
    texts = [adapting.only_text(block, "LiveKit's results") for block in adapting.output_of(result)]
    told = json.dumps([{"type": "text", "text": text} for text in texts], ensure_ascii=False)
    return own.FunctionCallOutput(
        call_id=result.id,
        name=result.name,
        output=told if len(texts) > 1 else "".join(texts),
        is_error=bool(result.is_error),
    )
