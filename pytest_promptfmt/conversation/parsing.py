"""JSON form → `Conversation`, or an error that names the place: ``messages[2].content[0].source: …``.

`conversation.schema.json` beside this module is the same statement as a published JSON Schema; a test holds the two
against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

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
from pytest_promptfmt.conversation.json_types import (
    ParseError,
    a_list,
    a_string,
    an_object,
    found,
    json_object,
    mapping,
    nearest,
    quoted,
)

__all__ = ["ParseError", "check_built", "parse"]


def parse(value: object) -> Conversation:
    """The conversation in `value`: an object with ``messages``, or the bare list of them."""
    if isinstance(value, list):
        value = {"messages": value}
    fields = an_object(value, "conversation", {"messages"}, {"tools", "speaker"})
    messages = a_list(fields["messages"], "messages")
    tools = a_list(fields.get("tools", []), "tools")
    speaker = fields.get("speaker")
    if speaker is not None:
        a_string(speaker, "speaker")
    return Conversation(
        tuple(_message(item, f"messages[{i}]") for i, item in enumerate(messages)),
        tuple(_tool(item, f"tools[{i}]") for i, item in enumerate(tools)),
        speaker,
    )


def check_built(conversation: Conversation) -> None:
    """Is a conversation made of what it is to be made of? Python does not ask. Raises `ParseError`."""
    _built(conversation, "")


def _built(node: Any, path: str) -> None:
    for name, (kinds, wanted) in _MADE_OF[type(node)].items():
        value, place = getattr(node, name), f"{path}.{name}".lstrip(".")
        if not isinstance(value, kinds):
            raise ParseError(place, f"expected {wanted}, got {found(value)}")
        if name == "role" and value not in ROLES:
            raise ParseError(place, f"{quoted(value)} is not a role: it is Message(name, role, blocks)")
        for i, each in enumerate(value if isinstance(value, tuple | list) else ()):
            if type(each) not in _PARTS[name]:
                raise ParseError(f"{place}[{i}]", f"expected {wanted}, got {found(each)}; parse(…) reads JSON")
            _built(each, f"{place}[{i}]")


_TEXT = (str, "a text")
_SEVERAL = (tuple, list)
_SHOWN = {"source": ((UrlSource, Base64Source), "UrlSource(…) or Base64Source(…)")}
_MADE_OF: Mapping[type, Mapping[str, tuple[Any, str]]] = {
    Conversation: {
        "messages": (_SEVERAL, "a tuple of messages, (Message(…),)"),
        "tools": (_SEVERAL, "a tuple of tools, (Tool(…),)"),
    },
    Message: {"name": _TEXT, "role": _TEXT, "blocks": (_SEVERAL, "a tuple of blocks, such as (Text('Hello'),)")},
    Tool: {"name": _TEXT, "description": _TEXT, "parameters": (Mapping, "an object (a dict): a JSON Schema")},
    Text: {"text": _TEXT},
    Thinking: {"thinking": _TEXT},
    RedactedThinking: {"data": _TEXT},
    ToolUse: {"id": _TEXT, "name": _TEXT, "input": (Mapping, "an object (a dict): json.loads reads arguments")},
    ToolResult: {"id": _TEXT, "output": ((str, *_SEVERAL, type(None)), "a text, a tuple of blocks or None")},
    **dict.fromkeys((Image, Audio, Video, Document), _SHOWN),
}
_PARTS: Mapping[str, set[type]] = {
    "messages": {Message},
    "tools": {Tool},
    "blocks": {*BLOCKS.values()},
    "output": {Text, Image, Audio, Video, Document},
}


def _message(value: object, path: str) -> Message:
    fields = an_object(value, path, {"role", "content"}, {"name"})
    role = fields["role"]
    if role not in ROLES:
        raise ParseError(f"{path}.role", f"{quoted(role)} is not a role{nearest(role, ROLES)}")
    name = a_string(fields.get("name", role), f"{path}.name")
    content = fields["content"]
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    blocks = tuple(_block(item, f"{path}.content[{i}]") for i, item in enumerate(a_list(content, f"{path}.content")))
    if role == "tool":
        for i, block in enumerate(blocks):
            if not isinstance(block, ToolResult):
                raise ParseError(f"{path}.content[{i}]", "a message of role 'tool' holds tool_result blocks only")
    return Message(name, cast(Role, role), blocks)


def _tool(value: object, path: str) -> Tool:
    fields = an_object(value, path, {"name"}, {"description", "parameters"})
    parameters = fields.get("parameters", {"type": "object", "properties": {}})
    return Tool(
        a_string(fields["name"], f"{path}.name"),
        a_string(fields.get("description", ""), f"{path}.description"),
        json_object(parameters, f"{path}.parameters"),
    )


def _block(value: object, path: str) -> Block:
    kind = _type(value, path, tuple(BLOCKS))
    match kind:
        case "text":
            fields = an_object(value, path, {"type", "text"}, set())
            return Text(a_string(fields["text"], f"{path}.text"))
        case "thinking":
            fields = an_object(value, path, {"type", "thinking"}, {"signature"})
            return Thinking(a_string(fields["thinking"], f"{path}.thinking"), _signature(fields, path))
        case "redacted_thinking":
            fields = an_object(value, path, {"type", "data"}, set())
            return RedactedThinking(a_string(fields["data"], f"{path}.data"))
        case "tool_use":
            fields = an_object(value, path, {"type", "id", "name", "input"}, {"signature"})
            return ToolUse(
                a_string(fields["id"], f"{path}.id"),
                a_string(fields["name"], f"{path}.name"),
                json_object(fields["input"], f"{path}.input"),
                _signature(fields, path),
            )
        case "tool_result":
            return _tool_result(value, path)
        case _:
            return _media(value, kind, path)


def _tool_result(value: object, path: str) -> ToolResult:
    fields = an_object(value, path, {"type", "id", "output"}, {"name", "is_error"})
    name = fields.get("name")
    is_error = fields.get("is_error", False)
    if not isinstance(is_error, bool):
        raise ParseError(f"{path}.is_error", f"expected true or false, got {found(is_error)}")
    return ToolResult(
        a_string(fields["id"], f"{path}.id"),
        None if name is None else a_string(name, f"{path}.name"),
        _output(fields["output"], f"{path}.output"),
        is_error,
    )


def _output(value: object, path: str) -> Output:
    if value is None or isinstance(value, str):
        return value
    blocks = []
    for i, item in enumerate(a_list(value, path, "a string, a list of blocks, or null")):
        kind = _type(item, f"{path}[{i}]", tuple(BLOCKS))
        if kind not in _IN_RESULTS:
            raise ParseError(f"{path}[{i}].type", f"a tool result holds text and media, not {kind!r}")
        blocks.append(cast("Text | Media", _block(item, f"{path}[{i}]")))
    return tuple(blocks)


_MEDIA: dict[str, type[Media]] = {kind.type: kind for kind in (Image, Audio, Video, Document)}
_IN_RESULTS = (Text.type, *_MEDIA)


def _media(value: object, kind: str, path: str) -> Media:
    fields = an_object(value, path, {"type", "source"}, set())
    return _MEDIA[kind](_source(fields["source"], f"{path}.source"))


def _source(value: object, path: str) -> Source:
    if _type(value, path, (UrlSource.type, Base64Source.type)) == UrlSource.type:
        fields = an_object(value, path, {"type", "url"}, set())
        return UrlSource(a_string(fields["url"], f"{path}.url"))
    fields = an_object(value, path, {"type", "media_type", "data"}, set())
    return Base64Source(a_string(fields["media_type"], f"{path}.media_type"), a_string(fields["data"], f"{path}.data"))


def _signature(fields: Mapping[str, Any], path: str) -> str | None:
    signature = fields.get("signature")
    return None if signature is None else a_string(signature, f"{path}.signature")


def _type(value: object, path: str, known: tuple[str, ...]) -> str:
    kind = mapping(value, path).get("type")
    if kind not in known:
        problem = "is missing" if kind is None else f"{quoted(kind)} is not known"
        raise ParseError(f"{path}.type", f"{problem}{nearest(kind, known)}")
    return cast(str, kind)
