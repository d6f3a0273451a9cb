"""What can be said of a tool on offer and of one of its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planted.crossed.places import Place, properties
from planted.crossed.qualities import of_text, of_value
from planted.crossed.standing import in_row

from pytest_promptfmt.conversation import ToolUse


def of_tool(place: Place) -> Iterator[str]:
    tool, tools = place.tool, place.conversation.tools
    yield from in_row("it is", len(tools), place.block)
    calls = [b for m in place.conversation.messages for b in m.blocks if isinstance(b, ToolUse)]
    yield "it is called" if any(call.name == tool.name for call in calls) else "it is not called"
    if not calls:
        yield "nothing is called"
    if "." in tool.name:
        yield "its name has a dot"
    if len(tool.name) > 40:
        yield "its name is long"
    paths = list(properties(tool.parameters))
    yield "it has no parameters" if not paths else "it has one parameter" if len(paths) == 1 else "it has parameters"
    if any(len(path) > 2 for path in paths):
        yield "it has parameters in depth"
    if paths and not tool.parameters.get("required"):
        yield "it requires nothing"
    for word in ("$defs", "anyOf", "oneOf", "allOf", "additionalProperties", "definitions", "description", "title"):
        if word in tool.parameters:
            yield f"its parameters have {word} at the root"
    if tool.parameters == {}:
        yield "it has an empty schema"
    if sum(other.parameters == tool.parameters for other in tools) > 1:
        yield "another has its parameters"
    if sum(other.description == tool.description for other in tools) > 1:
        yield "another has its description"


def of_parameter(place: Place) -> Iterator[str]:
    """Of one property: where it stands, what its schema says."""
    schema, path = place.schema, place.path
    yield from in_row("its tool is", len(place.conversation.tools), place.block)
    calls = {b.name for m in place.conversation.messages for b in m.blocks if isinstance(b, ToolUse)}
    yield "its tool is called" if place.tool.name in calls else "its tool is not called"
    holder: Any = place.tool.parameters
    for step in path[:-2]:
        holder = holder[step]
    names = list(holder["properties"])
    yield from in_row("as a property it is", len(names), names.index(path[-1]))
    yield "required" if path[-1] in holder.get("required", ()) else "optional"
    depth = sum(step == "properties" for step in path)
    yield "at the top" if len(path) == 2 else f"at depth {min(depth, 3)}"
    for word in ("items", "anyOf", "oneOf", "allOf", "$defs", "additionalProperties", "prefixItems"):
        if word in path[:-1]:
            yield f"within {word}"
    type_ = schema.get("type")
    yield f"of type {type_}" if isinstance(type_, str) else "of several types" if type_ else "of no type"
    for word in schema:
        if word not in ("type",):
            yield f"with {word}"
    if "default" in schema:
        yield from (f"its default: {each}" for each in of_value(schema["default"], "x"))
    for value in schema.get("enum", ()):
        yield from {f"a value of its enum: {each}" for each in of_value(value, "x")}
    if len(schema.get("enum", ())) == 1:
        yield "its enum has one value"
    yield from (each for each in of_value(None, str(path[-1])) if each.startswith("under"))


def words_of_parameter(place: Place) -> Iterator[str]:
    if isinstance(place.schema.get("description"), str):
        yield from (f"its description: {each}" for each in of_text(place.schema["description"]))
