"""What a payload cannot say is refused aloud, with its place: ``messages[2].content[0] (call 'c1' of 'add'): …``."""

from __future__ import annotations

import json
import re
from typing import Any

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Media,
    RedactedThinking,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
)


def refuse(
    conversation: Conversation, provider: str, carries: frozenset[str], tool_names: re.Pattern[str] | None = None
) -> Conversation:
    """The conversation as it is; `ValueError` for what is no JSON in UTF-8 or what `provider` does not carry.

    Thinking that the provider does not carry is not refused: it is left out in silence, by `tidy`.
    """
    said = conversation.to_json()
    odd = not _is_json(said)  # then each block is looked at, for the place
    for i, message in enumerate(conversation.messages):
        if odd:
            _json(message.name, f"messages[{i}].name")
        for j, block in enumerate(message.blocks):
            if odd:
                _json(said["messages"][i]["content"][j], _place(i, j, block))
            for kind in _kinds(block):
                if kind not in carries:
                    raise ValueError(f"{_place(i, j, block)}: {provider} has no place for {kind} blocks")
            if isinstance(block, ToolUse):
                check_tool_name(block.name, _place(i, j, block), provider, tool_names)
    for i, tool in enumerate(conversation.tools):
        where = f"tools[{i}] ({tool.name!r})"
        _json([tool.name, tool.description, tool.parameters], where)
        if "tool" not in carries:
            raise ValueError(f"{where}: {provider} has no place for tools")
        check_tool_name(tool.name, where, provider, tool_names)
    return conversation


def _is_json(value: Any) -> bool:
    try:
        _json(value, "")
    except ValueError:
        return False
    return True


def _json(value: Any, where: str) -> None:
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError as error:
        surrogate = error.object[error.start]
        raise ValueError(f"{where}: the lone surrogate {surrogate!a} cannot be written in UTF-8") from error
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"{where}: cannot be written as JSON: {error}") from error


def check_tool_name(name: str, where: str, provider: str, pattern: re.Pattern[str] | None) -> None:
    """`ValueError` for a name that the provider refuses."""
    if pattern is not None and not pattern.fullmatch(name):
        raise ValueError(f"{where}: {provider} takes no tool of the name {name!r}; it must match {pattern.pattern}")


def _place(message: int, number: int, block: Block) -> str:
    match block:
        case ToolUse():
            called = f"call {block.id!r} of {block.name!r}"
        case ToolResult():
            called = f"result of call {block.id!r}"
        case _:
            called = block.type
    return f"messages[{message}].content[{number}] ({called})"


def _kinds(block: Block) -> tuple[str, ...]:
    """The capabilities that a block needs."""
    match block:
        case Text() | Thinking() | RedactedThinking():
            return ()
        case ToolUse():
            return ("tool",)
        case ToolResult(output=output):
            inside = output if isinstance(output, tuple) else ()
            return ("tool", *(item.type for item in inside if isinstance(item, Media)))
        case media:
            return (media.type,)
