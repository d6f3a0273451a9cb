"""JSON form → `Conversation`, or an error that names the place: ``messages[2].content[0].source: …``.

`conversation.schema.json` beside this module is the same statement as a published JSON Schema; a test holds the two
against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast, get_args

from pytest_promptfmt.conversation import (
    BLOCKS,
    ROLES,
    Audio,
    Base64Source,
    Block,
    Conversation,
    Document,
    Image,
    Media,
    Message,
    Output,
    RedactedThinking,
    Role,
    Source,
    Text,
    Thinking,
    Tool,
    ToolResult,
    ToolUse,
    UrlSource,
    Video,
)
from pytest_promptfmt.nearest import did_you_mean


class ParseError(ValueError):
    """Not a conversation: `path` says where (``messages[2].content[0]``), `problem` what is wrong there."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(path, problem)
        self.path = path
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}"


def parse(value: object) -> Conversation:
    """The conversation in `value`: an object with ``messages``, or the bare list of them."""
    if isinstance(value, list):
        value = {"messages": value}
    here = _object(value, "conversation", {"messages"}, {"tools", "speaker"})
    messages = _list(here["messages"], "messages")
    tools = _list(here.get("tools", []), "tools")
    speaker = here.get("speaker")
    if speaker is not None:
        _string(speaker, "speaker")
    return Conversation(
        tuple(_message(item, f"messages[{i}]") for i, item in enumerate(messages)),
        tuple(_tool(item, f"tools[{i}]") for i, item in enumerate(tools)),
        speaker,
    )


def _message(value: object, path: str) -> Message:
    here = _object(value, path, {"role", "content"}, {"name"})
    role = here["role"]
    if role not in ROLES:
        raise ParseError(f"{path}.role", f"{role!r} is not a role{did_you_mean(role, ROLES)}")
    name = _string(here.get("name", role), f"{path}.name")
    content = here["content"]
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    blocks = tuple(_block(item, f"{path}.content[{i}]") for i, item in enumerate(_list(content, f"{path}.content")))
    if role == "tool":
        for i, block in enumerate(blocks):
            if not isinstance(block, ToolResult):
                raise ParseError(f"{path}.content[{i}]", "a message of role 'tool' holds tool_result blocks only")
    return Message(name, cast(Role, role), blocks)


def _tool(value: object, path: str) -> Tool:
    here = _object(value, path, {"name"}, {"description", "parameters"})
    parameters = here.get("parameters", {"type": "object", "properties": {}})
    return Tool(
        _string(here["name"], f"{path}.name"),
        _string(here.get("description", ""), f"{path}.description"),
        _mapping(parameters, f"{path}.parameters"),
    )


def _block(value: object, path: str) -> Block:
    kind = _type(value, path, tuple(BLOCKS))
    match kind:
        case "text":
            here = _object(value, path, {"type", "text"}, set())
            return Text(_string(here["text"], f"{path}.text"))
        case "thinking":
            here = _object(value, path, {"type", "thinking"}, {"signature"})
            return Thinking(_string(here["thinking"], f"{path}.thinking"), _signature(here, path))
        case "redacted_thinking":
            here = _object(value, path, {"type", "data"}, set())
            return RedactedThinking(_string(here["data"], f"{path}.data"))
        case "tool_use":
            here = _object(value, path, {"type", "id", "name", "input"}, {"signature"})
            return ToolUse(
                _string(here["id"], f"{path}.id"),
                _string(here["name"], f"{path}.name"),
                _mapping(here["input"], f"{path}.input"),
                _signature(here, path),
            )
        case "tool_result":
            return _tool_result(value, path)
        case _:
            return _media(value, kind, path)


def _tool_result(value: object, path: str) -> ToolResult:
    here = _object(value, path, {"type", "id", "output"}, {"name", "is_error"})
    name = here.get("name")
    is_error = here.get("is_error", False)
    if not isinstance(is_error, bool):
        raise ParseError(f"{path}.is_error", f"expected true or false, got {_kind(is_error)}")
    return ToolResult(
        _string(here["id"], f"{path}.id"),
        None if name is None else _string(name, f"{path}.name"),
        _output(here["output"], f"{path}.output"),
        is_error,
    )


def _output(value: object, path: str) -> Output:
    if value is None or isinstance(value, str):
        return value
    blocks = []
    for i, item in enumerate(_list(value, path, "a string, a list of blocks, or null")):
        block = _block(item, f"{path}[{i}]")
        if not isinstance(block, (Text, *get_args(Media))):
            raise ParseError(f"{path}[{i}].type", f"a tool result holds text and media, not {block.type!r}")
        blocks.append(cast("Text | Media", block))
    return tuple(blocks)


_MEDIA: dict[str, type[Media]] = {kind.type: kind for kind in (Image, Audio, Video, Document)}


def _media(value: object, kind: str, path: str) -> Media:
    here = _object(value, path, {"type", "source"}, set())
    return _MEDIA[kind](_source(here["source"], f"{path}.source"))


def _source(value: object, path: str) -> Source:
    if _type(value, path, (UrlSource.type, Base64Source.type)) == UrlSource.type:
        here = _object(value, path, {"type", "url"}, set())
        return UrlSource(_string(here["url"], f"{path}.url"))
    here = _object(value, path, {"type", "media_type", "data"}, set())
    return Base64Source(_string(here["media_type"], f"{path}.media_type"), _string(here["data"], f"{path}.data"))


def _signature(here: Mapping[str, Any], path: str) -> str | None:
    signature = here.get("signature")
    return None if signature is None else _string(signature, f"{path}.signature")


def _type(value: object, path: str, known: tuple[str, ...]) -> str:
    kind = _mapping(value, path).get("type")
    if kind not in known:
        problem = "is missing" if kind is None else f"{kind!r} is not known"
        raise ParseError(f"{path}.type", f"{problem}{did_you_mean(kind, known)}")
    return cast(str, kind)


def _object(value: object, path: str, required: set[str], optional: set[str]) -> Mapping[str, Any]:
    here = _mapping(value, path)
    for key in sorted(required - here.keys()):
        raise ParseError(f"{path}.{key}" if path != "conversation" else key, "is missing")
    for key in here:
        if key not in required | optional:
            raise ParseError(path, f"unknown key {key!r}{did_you_mean(key, sorted(required | optional))}")
    return here


def _mapping(value: object, path: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ParseError(path, f"expected an object, got {_kind(value)}")
    for key in value:
        if not isinstance(key, str):
            raise ParseError(path, f"keys are strings, got {key!r}")
    return value


def _list(value: object, path: str, expected: str = "a list") -> list[Any]:
    if not isinstance(value, list):
        raise ParseError(path, f"expected {expected}, got {_kind(value)}")
    return value


def _string(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise ParseError(path, f"expected a string, got {_kind(value)}")
    return value


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case _:
            return type(value).__name__
