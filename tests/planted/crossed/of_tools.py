"""What can be done to a tool on offer and to one of its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Any

from planted.crossed.mechanisms import NEAR, PLACES, Heard, Mechanism
from planted.crossed.of_texts import half
from planted.crossed.places import Place, with_tool

from pytest_promptfmt.conversation import Conversation

TOOL, PARAMETER = ("tool",), ("parameter",)


def as_tool(change: Callable[[Place], Mapping[str, Any] | None]) -> Heard:
    """The tool with other fields."""

    def changed(place: Place) -> Conversation | None:
        fields = change(place)
        tool = replace(place.tool, **fields) if fields else place.tool
        return None if tool == place.tool else with_tool(place, tool)

    return changed


def lost(place: Place) -> Conversation | None:
    """Who lists no tools at all leaves them to the caller."""
    return with_tool(place) if len(place.conversation.tools) > 1 else None


def _anothers(field: str) -> Heard:
    """What belongs to another tool."""

    def fields(place: Place) -> Mapping[str, Any] | None:
        others = [tool for tool in place.conversation.tools if getattr(tool, field) != getattr(place.tool, field)]
        return {field: getattr(others[-1], field)} if others else None

    return as_tool(fields)


def in_schema(change: Callable[[dict[str, Any]], Any]) -> Heard:
    """The property's schema changed; where `change` says so, there is nothing to do."""

    def changed(place: Place) -> Conversation | None:
        parameters = deepcopy(dict(place.tool.parameters))
        found: Any = parameters
        for step in place.path:
            found = found[step]
        before = deepcopy(found)
        change(found)
        return None if found == before else with_tool(place, replace(place.tool, parameters=parameters))

    return changed


def at_holder(change: Callable[[dict[str, Any], str], Any]) -> Heard:
    """The same of the object that has the property."""

    def changed(place: Place) -> Conversation | None:
        parameters = deepcopy(dict(place.tool.parameters))
        found: Any = parameters
        for step in place.path[:-2]:
            found = found[step]
        before = deepcopy(found)
        change(found, str(place.path[-1]))
        return None if found == before else with_tool(place, replace(place.tool, parameters=parameters))

    return changed


def gone(holder: dict[str, Any], name: str) -> None:
    del holder["properties"][name]
    _optional(holder, name)


def _optional(holder: dict[str, Any], name: str) -> None:
    if name in holder.get("required", []):
        holder["required"] = [each for each in holder["required"] if each != name]


def _required(holder: dict[str, Any], name: str) -> None:
    if name not in holder.get("required", []):
        holder["required"] = [*holder.get("required", []), name]


def without(word: str) -> Heard:
    return in_schema(lambda schema: schema.pop(word, None))


def _string(schema: dict[str, Any]) -> None:
    """It becomes a string, whatever it was."""
    if schema.get("type") != "string":
        said = {key: schema[key] for key in ("description",) if key in schema}
        schema.clear()
        schema.update(said, type="string")


def _fewer(schema: dict[str, Any]) -> None:
    if len(schema.get("enum", [])) > 1:
        schema["enum"] = schema["enum"][:-1]


def _one_type(schema: dict[str, Any]) -> None:
    """Of several types, or alternatives, the last is what there is."""
    if isinstance(schema.get("type"), list):
        schema["type"] = schema["type"][-1]
    for word in ("anyOf", "oneOf"):
        if isinstance(schema.get(word), list) and len(schema[word]) > 1:
            schema[word] = schema[word][-1:]


def _cut_words(schema: dict[str, Any]) -> None:
    if isinstance(schema.get("description"), str) and len(schema["description"]) > 1:
        schema["description"] = half(schema["description"])


TOOLS = ("fidelity.*-tool", "fidelity.lost-parameter", "fidelity.tool-description", "fidelity.altered-parameter")
DESCRIPTION = ("fidelity.tool-description", "schema.*")
LOST = ("fidelity.lost-parameter",)
ALTERED = ("fidelity.*-parameter", "fidelity.tool-description", "schema.*")

TABLE = (
    Mechanism("is lost", TOOL, ("fidelity.lost-tool", "*.tool*"), lost, heeds=NEAR),
    Mechanism(
        "is on offer twice",
        TOOL,
        ("fidelity.doubled-tool", "*.tool*"),
        lambda p: with_tool(p, p.tool, p.tool),
        heeds=NEAR,
    ),
    Mechanism(
        "has another name",
        TOOL,
        ("fidelity.*-tool", "*.tool*"),
        as_tool(lambda p: {"name": f"{p.tool.name[:30]}x"}),
        heeds=NEAR,
    ),
    Mechanism("loses its description", TOOL, DESCRIPTION, as_tool(lambda _: {"description": ""})),
    Mechanism(
        "has its description cut", TOOL, DESCRIPTION, as_tool(lambda p: {"description": half(p.tool.description)})
    ),
    Mechanism("has another's description", TOOL, DESCRIPTION, _anothers("description"), heeds=PLACES),
    Mechanism("has another's parameters", TOOL, ALTERED, _anothers("parameters"), heeds=NEAR),
    Mechanism(
        "loses its parameters",
        TOOL,
        LOST,
        as_tool(lambda _: {"parameters": {"type": "object", "properties": {}}}),
        heeds=NEAR,
    ),
    Mechanism("is lost", PARAMETER, LOST, at_holder(gone), heeds=NEAR),
    Mechanism("is no longer required", PARAMETER, ALTERED, at_holder(_optional), heeds=NEAR),
    Mechanism("becomes required", PARAMETER, ALTERED, at_holder(_required), heeds=NEAR),
    Mechanism("loses its description", PARAMETER, DESCRIPTION, without("description")),
    Mechanism("has its description cut", PARAMETER, DESCRIPTION, in_schema(_cut_words)),
    Mechanism("loses its values", PARAMETER, ALTERED, without("enum"), heeds=NEAR),
    Mechanism("loses its last value", PARAMETER, ALTERED, in_schema(_fewer), heeds=NEAR),
    Mechanism("becomes a string", PARAMETER, ALTERED, in_schema(_string), heeds=NEAR),
    Mechanism("keeps its last type", PARAMETER, ALTERED, in_schema(_one_type), heeds=NEAR),
    Mechanism("loses what its items are", PARAMETER, ALTERED, without("items"), heeds=NEAR),
    Mechanism("loses its alternatives", PARAMETER, ALTERED, without("anyOf"), heeds=NEAR),
    Mechanism("loses what it points to", PARAMETER, ALTERED, without("$ref"), heeds=NEAR),
    Mechanism(
        "loses its own properties",
        PARAMETER,
        LOST,
        in_schema(lambda s: (s.pop("properties", 0), s.pop("required", 0))),
        heeds=NEAR,
    ),
)
