"""Moonshot's Kimi: OpenAI's format, stricter where a message says nothing and where tools are described.

- no message is empty but for one that calls; roles are system, user, assistant, tool
- images and videos go by value (base64 in a data URI) or as an uploaded file (``ms://``), not by address
- an assistant message has ``reasoning_content``, which comes back with every tool call of thinking mode
- ``partial`` on the last assistant message lets the model go on from there
- a function's name begins with a letter; its parameters are a dialect of JSON Schema with a type everywhere
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.dialects import compatible
from pytest_promptfmt.dialects.dialect import Dialect, carrying
from pytest_promptfmt.dialects.openai import reader, tool_calls
from pytest_promptfmt.dialects.rules import Breach, asks, may_ask, needs_context
from pytest_promptfmt.dialects.shared_rules import (
    json_schemas,
    messages_nonempty,
    names_that_match,
    properties_of,
    schemas_within,
)
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import ToolPart
from pytest_promptfmt.payload.walking import objects, thinks


def content_nonempty(request: Request) -> Iterator[Breach]:
    """The content of a message without calls is not empty, and no text among parts is."""
    for path, message in request.each():
        if message.get("role") in ("system", "user", "assistant") and message.get("content") in ("", None, []):
            if not message.get("tool_calls"):
                thought = bool(message.get("reasoning_content"))  # of who thought, and said nothing, nobody has told
                yield Breach(f"{path}.content", "the message says nothing", note=thought)
        parts = list(objects(message.get("content"), f"{path}.content"))
        empty = [where for where, part in parts if part.get("text") == ""]
        for where in empty:  # of one beside other parts, or in a result, nobody has told
            note = len(empty) < len(parts) or message.get("role") == "tool"
            yield Breach(f"{where}.text", "the text of a part is empty", note=note)


@asks("thinking-missing")
@may_ask("thinking-missing-anywhere", "thinking-blank")
@needs_context("thinking")
def reasoning_passback(request: Request) -> Iterator[Breach]:
    """In thinking mode an assistant message with calls carries its reasoning_content, which is not empty."""
    yield from compatible.calls_without(request, "reasoning_content")
    if thinks(request.context.get("thinking")):
        for path, message in request.each():
            if message.get("reasoning_content") == "" and message.get("tool_calls"):
                problem = "the reasoning is empty; a blank is taken"
                yield Breach(f"{path}.reasoning_content", problem, asks="thinking-blank")


_NAME = re.compile("[a-zA-Z][a-zA-Z0-9_-]*")
_BUILT_IN = "builtin_function"
"""Moonshot's own, whose names begin with a dollar: ``$web_search``."""


def tool_name(request: Request) -> Iterator[Breach]:
    """The name of a function on offer begins with a letter, and has letters, numbers, underscores and dashes."""
    theirs = {path for path, tool in objects(request.tools, request.tools_path) if tool.get("type") == _BUILT_IN}
    tools = reader.read_tools(request) or ()
    yield from names_that_match(tuple(tool for tool in tools if tool.path.rpartition(".")[0] not in theirs), _NAME)


@may_ask("parameter-untyped")
def parameters_typed(request: Request) -> Iterator[Breach]:
    """Every schema in a function's parameters has a type, a reference or alternatives, and no type beside those."""
    for tool in reader.read_tools(request) or ():
        for path, schema in schemas_within(tool.parameters, tool.schema_path):
            others = [key for key in ("$ref", "anyOf", "oneOf", "allOf", "enum", "const") if key in schema]
            beside = [key for key in ("$ref", "anyOf") if key in schema and "type" in schema]
            if beside:
                yield Breach(f"{path}.type", f"a type stands beside {beside[0]}; it belongs into what is named there")
            elif "type" not in schema and not others:
                yield Breach(f"{path}.type", "the schema has no type", asks="parameter-untyped")
            named = _definitions(tool.parameters).get(str(schema.get("$ref")))
            for key in sorted(schema.keys() & (named if isinstance(named, dict) else {}).keys() - {"type"}):
                yield Breach(f"{path}.{key}", f"{key} stands beside a reference to what has one")


def enum_typed(request: Request) -> Iterator[Breach]:
    """Every value of an enum has the type that is given beside it."""
    for tool in reader.read_tools(request) or ():
        for path, schema in schemas_within(tool.parameters, tool.schema_path):
            type_, values = schema.get("type"), schema.get("enum")
            types = [type_] if isinstance(type_, str) else type_
            if not isinstance(types, list) or not isinstance(values, list):
                continue
            for value in values:
                if not {*types} & _types_of(value):
                    problem = f"the value {value!r} is of no type that stands beside"
                    yield Breach(f"{path}.enum", problem, {"expected": types, "actual": value})


_TYPES = frozenset(("null", "boolean", "object", "array", "number", "integer", "string"))
_HOLDS: Mapping[str, tuple[type, ...]] = {
    "type": (str, list), "properties": (dict,), "required": (list,), "enum": (list,), "items": (dict,),
    "anyOf": (list,), "$ref": (str,), "pattern": (str,), "description": (str,), "additionalProperties": (bool, dict),
    "$defs": (dict,), "$id": (str,),
}  # fmt: skip
"""What Moonshot's own validator wants under each keyword, whatever its level."""


def parameters_valid(request: Request) -> Iterator[Breach]:
    """Each keyword in a function's parameters holds what it is for, and the recursion of a reference ends."""
    for tool in reader.read_tools(request) or ():
        told = [*_odd_keywords(tool)]
        yield from told
        known = {breach.path for breach in told}
        for breach in json_schemas((tool,), "2020-12", "7"):  # of the rest its validator makes something
            if breach.path.partition("['$")[0] not in known and not any(breach.path.startswith(at) for at in known):
                yield replace(breach, note=True)


def _odd_keywords(tool: ToolPart) -> Iterator[Breach]:
    for path, schema in schemas_within(tool.parameters, tool.schema_path):
        for key, types in _HOLDS.items():
            if key in schema and not isinstance(schema[key], types):
                yield Breach(f"{path}.{key}", f"{type_name(schema[key])}, and no value of {key}")
        for key in ("type", "enum", "anyOf"):
            if schema.get(key) == []:
                yield Breach(f"{path}.{key}", "the list is empty")
        types_ = schema.get("type")
        for each in types_ if isinstance(types_, list) else [types_] if isinstance(types_, str) else ():
            if each not in _TYPES if isinstance(each, str) else True:
                yield Breach(f"{path}.type", f"{each!r} is no type")
        for where, value in properties_of(schema, path):
            if not isinstance(value, dict):
                yield Breach(where, f"{type_name(value)}, and no schema")
        names = schema.get("required")
        if isinstance(names, list) and not all(isinstance(name, str) for name in names):
            yield Breach(f"{path}.required", "not all of its names are texts")
        elif isinstance(names, list) and (lost := [name for name in names if name not in _named(schema)]):
            yield Breach(f"{path}.required", f"{lost[0]!r} is required, and is no property", note=True)
    if isinstance(tool.parameters, dict):
        yield from (
            Breach(f"{tool.schema_path}.$defs", f"the name {name!r} of a definition has a slash")
            for name in (_definitions(tool.parameters) or ())
            if "/" in name.removeprefix(_DEFS)
        )
        if _endless(tool.parameters, tool.parameters, ()):
            yield Breach(tool.schema_path, "what is required requires itself, and that has no end", note=True)


def _named(schema: Mapping[str, Any]) -> Collection[str]:
    return properties if isinstance(properties := schema.get("properties"), dict) else ()


def _endless(schema: Any, root: dict[str, Any], within: tuple[int, ...]) -> bool:
    """Does whatever is required here require itself? An alternative, or an array that may be empty, ends it."""
    if not isinstance(schema, dict):
        return False
    if id(schema) in within:
        return True
    around = (*within, id(schema))
    if isinstance(ref := schema.get("$ref"), str):
        return _endless(root if ref == "#" else _definitions(root).get(ref), root, around)
    choices = schema.get("anyOf")
    if isinstance(choices, list) and choices and all(_endless(each, root, around) for each in choices):
        return True
    properties, names = schema.get("properties"), schema.get("required")
    if isinstance(properties, dict) and isinstance(names, list):
        if any(_endless(properties.get(name), root, around) for name in names if isinstance(name, str)):
            return True
    fewest = schema.get("minItems")
    return isinstance(fewest, int) and fewest > 0 and _endless(schema.get("items"), root, around)


def _types_of(value: Any) -> set[str]:
    match value:
        case None:
            return {"null"}
        case bool():
            return {"boolean"}
        case int():
            return {"integer", "number"}
        case float():
            return {"integer", "number"} if value.is_integer() else {"number"}
        case str():
            return {"string"}
    return {"array"} if isinstance(value, list) else {"object"}


def references_resolved(request: Request) -> Iterator[Breach]:
    """A reference in a function's parameters leads to a definition under $defs at their root, or to the root."""
    for tool in reader.read_tools(request) or ():
        known = _definitions(tool.parameters)
        for path, schema in schemas_within(tool.parameters, tool.schema_path):
            ref = schema.get("$ref")
            if not isinstance(ref, str) or ref == "#" or ref in known:
                continue
            if not ref.startswith(_DEFS):
                yield Breach(f"{path}.$ref", "the reference leads elsewhere than into $defs", {"actual": ref})
            elif ref.removeprefix(_DEFS).partition("/")[0] not in {name.removeprefix(_DEFS) for name in known}:
                yield Breach(f"{path}.$ref", "no definition has the name that the reference leads to", {"actual": ref})


_DEFS = "#/$defs/"


def _definitions(parameters: Any) -> dict[str, Any]:
    """What references can lead to, by the reference."""
    defs = parameters.get("$defs") if isinstance(parameters, dict) else None
    return {f"{_DEFS}{name}": schema for name, schema in defs.items()} if isinstance(defs, dict) else {}


def media_by_value(request: Request) -> Iterator[Breach]:
    """An image or a video is a base64 data URI or a file's ``ms://`` address, no address on the web."""
    for path, message in request.each():
        for where, part in objects(message.get("content"), f"{path}.content"):
            for key in ("image_url", "video_url"):
                match part.get(key):
                    case str(url) | {"url": str(url)} if not url.lower().startswith(("data:", "ms:")):
                        place = f"{where}.{key}" if isinstance(part[key], str) else f"{where}.{key}.url"
                        problem = "neither a data URI nor an uploaded file"
                        # The words are an image's; of videos there are the documents alone.
                        yield Breach(place, problem, {"actual": url[:80]}, note=key != "image_url")
                    case _:
                        pass


DIALECT = Dialect(
    id="moonshot",
    title="Moonshot Kimi chat",
    provider="Moonshot",
    carries=carrying("tool", "thinking", "image", "video"),
    read=reader.read,
    rules=compatible.rules(
        "moonshot",
        messages_nonempty,
        content_nonempty,
        reasoning_passback,
        tool_name,
        parameters_typed,
        enum_typed,
        references_resolved,
        media_by_value,
        parameters_valid,
        without=("image-url", "parameters-valid", "content-null-only-with-calls", "content-array-nonempty"),
        tool_calls_answered=tool_calls.tool_calls_answered,
        tool_result_has_call=tool_calls.tool_result_has_call,
        tool_call_id_unique=tool_calls.call_id_unique,
    ),
)
