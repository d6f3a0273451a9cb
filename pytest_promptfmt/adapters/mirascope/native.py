"""A conversation as Mirascope's messages, and its tools.

- a system message is one text; a speaker whose name is not the role's is named
- results stand in the user's messages, each a text with the name of its tool, and an error where it failed
- what a model thought goes along in the provider's own message alone, which nobody else can make: none is told
- a tool is made of its schema as Mirascope's MCP client does it
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mirascope import llm
from mirascope.llm.content.document import TEXT_MIME_TYPES
from mirascope.llm.tools import ToolParameterSchema

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapting import (
    arguments_of,
    data_of,
    inline_or_url,
    of_results,
    one_text,
    only_text,
    output_of,
    speaker,
    tools_of,
    turns,
)


def prepare(conversation: kit.Conversation) -> tuple[list[Any], list[Any]]:
    """The messages and the tools on offer. Raises `NotImplementedError` for what they have no place for."""
    said = turns(conversation, lambda thought: False, results="together", named=True)
    return [_message(turn) for turn in said], [_tool(tool) for tool in tools_of(conversation, "bare")]


def _tool(tool: Mapping[str, Any]) -> Any:
    known = ("properties", "required", "additionalProperties", "$defs")
    parameters = ToolParameterSchema(**{key: tool["parameters"][key] for key in known if key in tool["parameters"]})
    return llm.Tool(_called, tool["name"], tool["description"] or tool["name"], parameters, strict=False)


def _called() -> None: ...


def _message(turn: kit.Message) -> Any:
    if turn.role == "system" and not of_results(turn):
        return llm.messages.system(one_text(turn.blocks, "system messages"))
    if turn.role == "assistant" and not of_results(turn):
        said = [_said(block) for block in turn.blocks] or [""]
        return llm.messages.assistant(said, model_id=None, provider_id=None, name=speaker(turn))
    return llm.messages.user([_part(block) for block in turn.blocks] or [""], name=speaker(turn))


def _said(block: kit.Block) -> Any:
    match block:
        case kit.ToolUse(id=id_, name=name):
            return llm.ToolCall(id=id_, name=name, args=arguments_of(block))
    return only_text(block, "the assistant's messages")


def _part(block: kit.Block) -> Any:
    match block:
        case kit.Text(text=text):
            return text
        case kit.ToolResult(id=id_, name=name, is_error=failed):
            told = one_text(output_of(block), "Mirascope's results")
            error = llm.ToolExecutionError(RuntimeError(told)) if failed else None
            return llm.ToolOutput(id=id_, name=name, result=told, error=error)
        case kit.Image() | kit.Document() if address := _address(block):
            return (llm.Image if isinstance(block, kit.Image) else llm.Document).from_url(address)
        case kit.Image():
            return llm.Image.from_bytes(data_of(block).data)
        case kit.Audio():
            return llm.Audio.from_bytes(data_of(block).data)
        case kit.Document():
            read = data_of(block)
            kind = read.media_type if read.media_type in TEXT_MIME_TYPES else None  # else Mirascope reads the bytes
            return llm.Document.from_bytes(read.data, mime_type=kind)
    raise NotImplementedError(f"Mirascope's messages have no place for {block.type}")


def _address(media: kit.Media) -> str | None:
    found = inline_or_url(media)
    return found if isinstance(found, str) and not found.lower().startswith("data:") else None
