"""A conversation as the messages of ``autogen-core``.

- everybody but the system has a name, and every message is one text, or a user's texts and images
- an answer is a text, or calls and one text beside, which AutoGen calls its thought; no thinking goes back to a model
- results that follow each other stand in one message, each with its tool's name
- an image is one of Pillow's, made of bytes or of a file
- a tool's schema has properties, and what is pointed to is written out, as AutoGen's own tools do both
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import jsonref
from autogen_core import FunctionCall, Image
from autogen_core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    SystemMessage,
    UserMessage,
)

from pytest_promptfmt import conversation as kit
from pytest_promptfmt.adapting import (
    call_names,
    inline,
    local_path,
    of_results,
    only_text,
    thinks_as,
    tools_of,
    turns,
)


def prepare(conversation: kit.Conversation) -> tuple[list[Any], list[Any]]:
    """AutoGen's messages, and the schemas of the tools on offer."""
    return list(messages(conversation)), [_schema(tool) for tool in tools_of(conversation, "bare")]


def _schema(tool: dict[str, Any]) -> dict[str, Any]:
    parameters = {"properties": {}, **tool["parameters"]}
    if "$defs" in parameters:
        parameters = jsonref.replace_refs(parameters, proxies=False, merge_props=True)
        del parameters["$defs"]
        try:
            json.dumps(parameters)
        except ValueError as error:
            raise NotImplementedError("AutoGen writes out what is pointed to, and this is inside itself") from error
    return {**tool, "parameters": parameters}


def messages(conversation: kit.Conversation) -> Iterator[Any]:
    """The conversation's messages, with one for the results that follow each other."""
    names = call_names(conversation)
    for turn in turns(conversation, thinks_as("", thinks=False), results="together"):
        if answers := of_results(turn):
            yield FunctionExecutionResultMessage(content=[_result(answer, names) for answer in answers])
        elif turn.role == "system":
            yield SystemMessage(content=_text(turn.blocks, "system"))
        elif turn.role == "assistant":
            yield _answer(turn)
        else:
            parts = [_part(block) for block in turn.blocks]
            alone = len(parts) < 2 and all(isinstance(part, str) for part in parts)
            yield UserMessage(content="".join(parts) if alone else parts, source=turn.name)


def _text(blocks: Sequence[kit.Block], whose: str) -> str:
    return "\n".join(only_text(block, f"AutoGen's messages of the {whose}") for block in blocks)


def _answer(turn: kit.Message) -> Any:
    calls = [
        FunctionCall(block.id, json.dumps(dict(block.input), ensure_ascii=False), block.name)
        for block in turn.blocks
        if isinstance(block, kit.ToolUse)
    ]
    rest = [block for block in turn.blocks if not isinstance(block, kit.ToolUse)]
    text = _text(rest, "assistant")
    if calls:
        return AssistantMessage(content=calls, thought=text if rest else None, source=turn.name)
    return AssistantMessage(content=text, source=turn.name)


def _result(result: kit.ToolResult, names: Mapping[str, str]) -> Any:
    if result.output_media:
        raise NotImplementedError("the result of a function is one text in AutoGen's messages")
    name = result.name or names.get(result.id, "")
    return FunctionExecutionResult(
        content=result.output_text, name=name, call_id=result.id, is_error=bool(result.is_error)
    )


def _part(block: kit.Block) -> Any:
    match block:
        case kit.Text(text=text):
            return text
        case kit.Image():
            if path := local_path(getattr(block.source, "url", "data:")):
                return Image.from_file(path)
            return Image.from_base64(inline(block).data)
        case _:
            raise NotImplementedError(f"AutoGen's messages of a user have no place for {block.type}")
