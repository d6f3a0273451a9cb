"""Mendings of form: tools and texts in the shape of this provider instead of another's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pytest_promptfmt.diagnosis.mending.places import contents, objects, tools
from pytest_promptfmt.dialects.dialect import Dialect
from pytest_promptfmt.payload.finding import Finding


def tools_in_form(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Functions on offer in this provider's form."""
    listed = tools(body)
    for n, tool in enumerate(listed):
        read = _read(tool)
        if read is not None:
            listed[n] = _written(dialect, *read)
    if (
        dialect.id == "gemini"
        and listed
        and all(isinstance(tool, dict) and tool.keys() == _DECLARED for tool in listed)
    ):
        listed[:] = [{"functionDeclarations": [each for tool in listed for each in tool["functionDeclarations"]]}]


_DECLARED = {"functionDeclarations"}


def _read(tool: Any) -> tuple[str, dict[str, Any], Any] | None:
    """Name, other keys and schema of a function, in OpenAI's forms or in Anthropic's."""
    if not isinstance(tool, dict):
        return None
    inner = tool.get("function")
    function = inner if isinstance(inner, dict) else tool
    if function is tool and tool.get("type", "function") not in ("function", "custom"):
        return None
    if not isinstance(name := function.get("name"), str):
        return None
    others = {
        key: value for key, value in function.items() if key not in ("name", "parameters", "input_schema", "type")
    }
    if not others.keys() <= {"description", "strict", "cache_control"}:
        return None
    return name, others, function.get("parameters", function.get("input_schema"))


def _written(dialect: Dialect, name: str, others: dict[str, Any], schema: Any) -> dict[str, Any]:
    schema = schema if isinstance(schema, dict) else {"type": "object", "properties": {}}
    match dialect.id:
        case "anthropic":
            return {"name": name, **others, "input_schema": schema}
        case "openai-responses":
            return {"type": "function", "name": name, **others, "parameters": schema}
        case "gemini":
            return {"functionDeclarations": [{"name": name, **others, "parameters": schema}]}
        case "bedrock":
            return {"toolSpec": {"name": name, **others, "inputSchema": {"json": schema}}}
        case _:
            return {"type": "function", "function": {"name": name, **others, "parameters": schema}}


def schemas_whole(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Schemas of parameters that say that they are objects, and have a place for properties."""
    for tool in tools(body):
        for holder, key in _schema_places(tool):
            schema = holder.get(key)
            if schema is None or schema == {}:
                holder[key] = {"type": "object", "properties": {}}
            elif isinstance(schema, dict) and not any(
                k in schema for k in ("anyOf", "oneOf", "allOf", "$ref", "enum", "not")
            ):
                if schema.get("type", "object") in ("object", None):
                    holder[key] = {**schema, "type": "object", "properties": schema.get("properties") or {}}


def _schema_places(tool: Any) -> list[tuple[dict[str, Any], str]]:
    if not isinstance(tool, dict):
        return []
    function, spec = tool.get("function"), tool.get("toolSpec")
    if isinstance(function, dict):
        return [(function, "parameters")]
    if isinstance(spec, dict) and isinstance(spec.get("inputSchema"), dict):
        return [(spec["inputSchema"], "json")]
    return [(tool, "input_schema" if "input_schema" in tool else "parameters")] if "name" in tool else []


def texts_in_form(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Texts under their type: at the Responses API the assistant's are output and all others input, else it is text."""
    for message in objects(body, dialect):
        kind = "output_text" if message.get("role") == "assistant" else "input_text"
        kind = kind if dialect.id == "openai-responses" else "text"
        for block in contents(message):
            if isinstance(block, dict) and block.get("type") in ("text", "input_text", "output_text"):
                block["type"] = kind


def blocks_typed(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """Blocks of text that say that they are text, where they say nothing of it."""
    for message in objects(body, dialect):
        for block in contents(message):
            if isinstance(block, dict) and block.keys() == {"text"}:
                block["type"] = "text"
        if isinstance(content := message.get("content"), dict) and content.get("type") == "text":
            message["content"] = [content]


def content_listed(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """A message's text as the one block of a list, where the provider takes only lists."""
    key, block = ("parts", "text") if dialect.id == "gemini" else ("content", "text")
    for message in objects(body, dialect):
        text = message.get(key, message.get("content"))
        if isinstance(text, str) and text and not text.startswith(("[", "{")):  # that may be blocks, spelled out
            message.pop("content", None)
            message[key] = [{block: text}]
        elif dialect.id == "bedrock":
            for each in contents(message):
                if isinstance(each, dict) and each.keys() == {"type", "text"}:
                    del each["type"]


def content_as_string(body: Any, dialect: Dialect, found: Sequence[Finding]) -> None:
    """A message's one block of text as a string, where the provider takes no list."""
    for message in objects(body, dialect):
        listed = message.get("content")
        if isinstance(listed, list) and len(listed) == 1 and isinstance(block := listed[0], dict):
            if block.get("type", "text") == "text" and isinstance(block.get("text"), str):
                message["content"] = block["text"]
