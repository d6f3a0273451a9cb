"""A conversation as Mirascope's messages, and its tools.

- a system message is one text; a speaker whose name is not the role's is named
- results stand in the user's messages, each a text with the name of its tool, and an error where it failed
- what a model thought goes along in the provider's own message alone, which nobody else can make: none is told
- a tool is made of its schema as Mirascope's MCP client does it
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mirascope import llm
from mirascope.llm.content.document import TEXT_MIME_TYPES
from mirascope.llm.tools import ToolParameterSchema

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapting import call_names, data_of, inline_or_url, only_text, tools_of, turns


def prepare(conversation: kit.Conversation) -> tuple[list[Any], list[Any]]:
    """The messages and the tools on offer. Raises `NotImplementedError` for what they have no place for."""
    names = call_names(conversation)
    messages = [_message(turn, names) for turn in turns(conversation, lambda thought: False, results="together")]
    return messages, [_tool(tool) for tool in tools_of(conversation, "bare")]


def _tool(tool: Mapping[str, Any]) -> Any:
    known = ("properties", "required", "additionalProperties", "$defs")
    parameters = ToolParameterSchema(**{key: tool["parameters"][key] for key in known if key in tool["parameters"]})
    return llm.Tool(_called, tool["name"], tool["description"] or tool["name"], parameters, strict=False)


def _called() -> None: ...


def _message(turn: kit.Message, names: Mapping[str, str]) -> Any:
    named = turn.name if turn.name != turn.role else None
    match turn.role:
        case "system" if not any(isinstance(block, kit.ToolResult) for block in turn.blocks):
            return llm.messages.system("\n".join(only_text(block, "system messages") for block in turn.blocks))
        case "assistant" if not any(isinstance(block, kit.ToolResult) for block in turn.blocks):
            said = [_said(block) for block in turn.blocks] or [""]
            return llm.messages.assistant(said, model_id=None, provider_id=None, name=named)
    return llm.messages.user([_part(block, names) for block in turn.blocks] or [""], name=named)


def _said(block: kit.Block) -> Any:
    match block:
        case kit.ToolUse(id=id_, name=name, input=input_):
            return llm.ToolCall(id=id_, name=name, args=json.dumps(dict(input_), ensure_ascii=False))
    return only_text(block, "the assistant's messages")


def _part(block: kit.Block, names: Mapping[str, str]) -> Any:
    match block:
        case kit.Text(text=text):
            return text
        case kit.ToolResult(id=id_, name=name, is_error=failed):
            output = block.output if isinstance(block.output, tuple) else (kit.Text(block.output or ""),)
            told = "\n".join(only_text(one, "Mirascope's results") for one in output)
            error = llm.ToolExecutionError(RuntimeError(told)) if failed else None
            return llm.ToolOutput(id=id_, name=name or names.get(id_, ""), result=told, error=error)
        case kit.Image() | kit.Document() if address := _address(block):
            return (llm.Image if isinstance(block, kit.Image) else llm.Document).from_url(address)
        case kit.Image():
            return llm.Image.from_bytes(data_of(block).data)
        case kit.Audio():
            return llm.Audio.from_bytes(data_of(block).data)
        case kit.Document():
            read = data_of(block)
            told = read.media_type if read.media_type in TEXT_MIME_TYPES else None  # else Mirascope reads the bytes
            return llm.Document.from_bytes(read.data, mime_type=told)
    raise NotImplementedError(f"Mirascope's messages have no place for {block.type}")


def _address(media: kit.Media) -> str | None:
    found = inline_or_url(media)
    return found if isinstance(found, str) and not found.lower().startswith("data:") else None
