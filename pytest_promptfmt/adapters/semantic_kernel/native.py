"""A conversation as Semantic Kernel's chat history, and a kernel whose functions are the tools on offer.

- a message is a list of items in their order; a result has a message of its own, is one text, and has no mark
- a speaker whose name is not the role's is named; nobody thinks
- an image or a recording is a data URI or an address; an image's path is read by Semantic Kernel
- a function is told by its parameters' schemas, each by itself, and no plugin's name stands before it
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from semantic_kernel import Kernel
from semantic_kernel.contents import (
    AudioContent,
    ChatHistory,
    ChatMessageContent,
    FunctionCallContent,
    FunctionResultContent,
    ImageContent,
    TextContent,
)
from semantic_kernel.functions import KernelFunctionMetadata, KernelParameterMetadata

from pytest_promptfmt import adapting
from pytest_promptfmt import conversation as kit


class Offering(Kernel):  # type: ignore[misc]  # not installed with the kit
    """A kernel of functions that stand in no plugin."""

    offered: list[KernelFunctionMetadata]

    def get_full_list_of_function_metadata(self) -> list[KernelFunctionMetadata]:
        return self.offered


def prepare(conversation: kit.Conversation) -> tuple[Any, Any]:
    """The history, and the kernel with the functions on offer."""
    offered = [_function(tool) for tool in adapting.tools_of(conversation, "bare")]
    return ChatHistory(messages=list(messages(conversation))), Offering(offered=offered)


def _function(tool: Mapping[str, Any]) -> Any:
    schema = {"type": "object", "properties": {}, **tool["parameters"]}
    if beside := {*schema} - {"type", "properties", "required"}:
        raise NotImplementedError(f"Semantic Kernel's functions have no place for {', '.join(sorted(beside))}")
    parameters = [
        KernelParameterMetadata(name=name, schema_data=inner, is_required=name in schema.get("required", ()))
        for name, inner in schema["properties"].items()
    ]
    return KernelFunctionMetadata(
        name=tool["name"], description=tool["description"], parameters=parameters, is_prompt=False
    )


def messages(conversation: kit.Conversation) -> Iterator[Any]:
    """The conversation's messages, with one for each result."""
    for turn in adapting.turns(conversation, adapting.thinks_as("", thinks=False), results="each", named=True):
        if answers := adapting.of_results(turn):
            yield ChatMessageContent(role="tool", items=[_result(answer) for answer in answers])
        elif turn.blocks:
            role = "user" if turn.role == "tool" else turn.role
            items = [_item(block, role) for block in turn.blocks]
            yield ChatMessageContent(role=role, items=items, name=adapting.speaker(turn))
        else:
            yield ChatMessageContent(role=turn.role, content="", name=adapting.speaker(turn))


def _result(result: kit.ToolResult) -> Any:
    if result.is_error or result.output_media:
        raise NotImplementedError("a function's result is a text in Semantic Kernel, without a mark")
    named = {"id": result.id, "name": result.name, "function_name": result.name}
    return FunctionResultContent(result=result.output_text, **named)


def _item(block: kit.Block, role: str) -> Any:
    match block:
        case kit.Text(text=text):
            return TextContent(text=text)
        case kit.ToolUse(id=id_, name=name) if role == "assistant":
            return FunctionCallContent(id=id_, name=name, function_name=name, arguments=adapting.arguments_of(block))
        case kit.Image():
            if path := adapting.local_path(getattr(block.source, "url", "data:")):
                return ImageContent.from_image_file(str(path))
            return ImageContent(**_source(block))
        case kit.Audio():
            return AudioContent(**_source(block))
        case _:
            raise NotImplementedError(f"Semantic Kernel's chat history has no place for {block.type} here")


def _source(media: kit.Media) -> dict[str, Any]:
    match adapting.inline_or_url(media):
        case adapting.Inline() as found:
            return {"data_uri": found.uri}
        case url:
            return {"uri": url}
