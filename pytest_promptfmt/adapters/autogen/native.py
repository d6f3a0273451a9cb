"""A conversation as the messages of ``autogen-core``.

- everybody but the system has a name, and every message is one text, or a user's texts and images
- an answer is a text, or calls and one text beside, which AutoGen calls its thought; no thinking goes back to a model
- results that follow each other stand in one message, each with its tool's name
- an image is one of Pillow's, made of bytes or of a file
- a tool's schema has properties, and what is pointed to is written out, as AutoGen's own tools do both
"""

from __future__ import annotations

import json
from collections.abc import Iterator
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

from pytest_promptfmt import adapting
from pytest_promptfmt import conversation as kit


def prepare(conversation: kit.Conversation) -> tuple[list[Any], list[Any]]:
    """AutoGen's messages, and the schemas of the tools on offer."""
    return list(messages(conversation)), [_schema(tool) for tool in adapting.tools_of(conversation, "bare")]


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
    for turn in adapting.turns(conversation, adapting.thinks_as("", thinks=False), results="together", named=True):
        if answers := adapting.of_results(turn):
            yield FunctionExecutionResultMessage(content=[_result(answer) for answer in answers])
        elif turn.role == "system":
            yield SystemMessage(content=adapting.one_text(turn.blocks, "AutoGen's messages of the system"))
        elif turn.role == "assistant":
            yield _answer(turn)
        else:
            refusal = "AutoGen's messages of a user have no place for {}"
            parts = [adapting.spelled(block, _PARTS, refusal) for block in turn.blocks]
            alone = len(parts) < 2 and all(isinstance(part, str) for part in parts)
            yield UserMessage(content="".join(parts) if alone else parts, source=turn.name)


def _answer(turn: kit.Message) -> Any:
    _, calls, rest = adapting.said_in(turn)
    text = adapting.one_text(rest, "AutoGen's messages of the assistant")
    if calls:
        made = [FunctionCall(call.id, adapting.arguments_of(call), call.name) for call in calls]
        return AssistantMessage(content=made, thought=text if rest else None, source=turn.name)
    return AssistantMessage(content=text, source=turn.name)


def _result(result: kit.ToolResult) -> Any:
    if result.output_media:
        raise NotImplementedError("the result of a function is one text in AutoGen's messages")
    answer = {"call_id": result.id, "name": result.name, "is_error": bool(result.is_error)}
    return FunctionExecutionResult(content=result.output_text, **answer)


def _image(image: kit.Image) -> Any:
    if path := adapting.local_path(getattr(image.source, "url", "data:")):
        return Image.from_file(path)
    return Image.from_base64(adapting.inline(image).data)


_PARTS = {"text": lambda block: block.text, "image": _image}
