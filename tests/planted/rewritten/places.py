"""Where a string stands in a conversation, and the conversation in which those of one place are changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from planted.conversations import by_block, by_kind, by_result
from planted.rewritten.strings import Change
from planted.rewritten.values import changed

from pytest_promptfmt.conversation import (
    Block,
    Conversation,
    Document,
    Image,
    Media,
    Message,
    Text,
    Thinking,
    ToolResult,
    ToolUse,
    UrlSource,
)

Deed: TypeAlias = Callable[[Conversation, Any], Conversation]


def deep(value: Any, change: Change) -> Any:
    """A JSON value with all its strings changed, but no keys."""
    match value:
        case str():
            return change(value)
        case dict():
            return {key: deep(item, change) for key, item in value.items()}
        case list():
            return [deep(item, change) for item in value]
        case _:
            return value


def texts(role: str) -> Deed:
    def changed(conversation: Conversation, change: Change) -> Conversation:
        def heard(block: Block, message: Message) -> list[Block]:
            said = isinstance(block, Text) and message.role == role
            return [replace(block, text=change(block.text))] if said else [block]

        return by_block(conversation, heard)

    return changed


def thoughts(conversation: Conversation, change: Change) -> Conversation:
    return by_kind(conversation, Thinking, lambda thought: replace(thought, thinking=change(thought.thinking)))


def arguments(which: Callable[[Mapping[str, Any], Change], dict[str, Any]]) -> Deed:
    return lambda conversation, change: by_kind(
        conversation, ToolUse, lambda call: replace(call, input=which(call.input, change))
    )


def results(failed: bool) -> Deed:
    def changed(conversation: Conversation, change: Change) -> Conversation:
        def told(result: ToolResult) -> ToolResult:
            whole = isinstance(result.output, str) and result.is_error == failed
            return replace(result, output=change(result.output)) if whole else result

        return by_result(conversation, told)

    return changed


def parts(conversation: Conversation, change: Change) -> Conversation:
    def told(result: ToolResult) -> ToolResult:
        if not isinstance(result.output, tuple):
            return result
        changed = (replace(part, text=change(part.text)) if isinstance(part, Text) else part for part in result.output)
        return replace(result, output=tuple(changed))

    return by_result(conversation, told)


def of_tools(conversation: Conversation, change: Change) -> Conversation:
    tools = (replace(tool, description=change(tool.description)) for tool in conversation.tools)
    return replace(conversation, tools=tuple(tools))


def of_schemas(key: str) -> Deed:
    """The strings under a keyword of the parameters."""

    def within(schema: Any, change: Change) -> Any:
        if isinstance(schema, list):
            return [within(item, change) for item in schema]
        if not isinstance(schema, dict):
            return schema
        return {name: _under(name, value, change) for name, value in schema.items()}

    def _under(name: str, value: Any, change: Change) -> Any:
        if name == "properties" and isinstance(value, dict):
            return {inner: within(schema, change) for inner, schema in value.items()}
        if name == key and not isinstance(value, dict):
            return deep(value, change)
        return value if name in ("enum", "default", "const", "examples") else within(value, change)

    def changed(conversation: Conversation, change: Change) -> Conversation:
        tools = (replace(tool, parameters=within(tool.parameters, change)) for tool in conversation.tools)
        return replace(conversation, tools=tuple(tools))

    return changed


def calls(conversation: Conversation, change: Change) -> Conversation:
    return by_kind(conversation, ToolUse, lambda call: replace(call, name=change(call.name)))


def offers(conversation: Conversation, change: Change) -> Conversation:
    return replace(conversation, tools=tuple(replace(tool, name=change(tool.name)) for tool in conversation.tools))


def properties(conversation: Conversation, change: Change) -> Conversation:
    """The names of parameters, wherever they stand, but not those that are required."""

    def within(schema: Any) -> Any:
        if not isinstance(schema, dict):
            return schema
        return {key: _renamed(value) if key == "properties" else value for key, value in schema.items()}

    def _renamed(value: Any) -> Any:
        return {change(name): within(schema) for name, schema in value.items()} if isinstance(value, dict) else value

    tools = (replace(tool, parameters=within(tool.parameters)) for tool in conversation.tools)
    return replace(conversation, tools=tuple(tools))


def keys(value: Any, change: Change) -> Any:
    match value:
        case dict():
            return {change(key): keys(item, change) for key, item in value.items()}
        case list():
            return [keys(item, change) for item in value]
        case _:
            return value


NAMED: dict[str, Deed] = {
    "name in a call": calls,
    "name on offer": offers,
    "name of a parameter": properties,
    "key of an argument": arguments(lambda given, change: keys(dict(given), change)),
}


def addresses(kind: type[Media], *, of_results: bool) -> Deed:
    def moved(block: Any, change: Change) -> Any:
        known = isinstance(block, kind) and isinstance(block.source, UrlSource)
        return replace(block, source=UrlSource(change(block.source.url))) if known else block

    def changed(conversation: Conversation, change: Change) -> Conversation:
        def heard(block: Any, _: Message) -> list[Any]:
            if not isinstance(block, ToolResult):
                return [block if of_results else moved(block, change)]
            told = of_results and isinstance(block.output, tuple)
            return [replace(block, output=tuple(moved(part, change) for part in block.output)) if told else block]

        return by_block(conversation, heard)

    return changed


ADDRESSED: dict[str, Deed] = {
    "address of a picture": addresses(Image, of_results=False),
    "address of a picture in a result": addresses(Image, of_results=True),
    "address of a paper": addresses(Document, of_results=False),
    "address of a paper in a result": addresses(Document, of_results=True),
}
VALUED: dict[str, Deed] = {
    f"value {place}": arguments(lambda given, change, depth=depth: changed(dict(given), change, depth))  # type: ignore[misc]
    for place, depth in {"of a key": range(1, 2), "within": range(2, 3), "deep within": range(3, 100)}.items()
}
PLACES: dict[str, Deed] = {
    "system": texts("system"),
    "user": texts("user"),
    "assistant": texts("assistant"),
    "thought": thoughts,
    "argument": arguments(
        lambda given, change: {key: change(value) if isinstance(value, str) else value for key, value in given.items()}
    ),
    "argument within": arguments(
        lambda given, change: {
            key: value if isinstance(value, str) else deep(value, change) for key, value in given.items()
        }
    ),
    "result": results(failed=False),
    "failed result": results(failed=True),
    "part of a result": parts,
    "description of a tool": of_tools,
    "description of a parameter": of_schemas("description"),
    "value to choose": of_schemas("enum"),
    "default": of_schemas("default"),
}
