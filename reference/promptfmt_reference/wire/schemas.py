"""The schemas of tools on offer, as OpenAI and most others ask for them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from pytest_promptfmt.conversation import Tool

_COMBINED = ("allOf", "anyOf", "oneOf")


def parameters(tool: Tool) -> dict[str, Any]:
    """A tool's schema, of type object and with properties, be it none: OpenAI asks for both, others for the type.

    OpenAI asks of every list what it holds, be it anything; and, as Anthropic does, for no alternatives at the root.
    Moonshot's references lead into ``$defs``, and nowhere else.
    """
    schema = _defined(_named_anew(deepcopy(dict(tool.parameters))))
    return {"type": "object", "properties": {}, **_one_table(_holding(schema))}


def _named_anew(schema: dict[str, Any]) -> dict[str, Any]:
    """Definitions under the newer word, where references find them."""
    if not isinstance(schema.get("definitions"), dict):
        return schema
    older = schema.pop("definitions")
    return _led({**schema, "$defs": {**older, **schema.get("$defs", {})}})  # type: ignore[no-any-return]  # a dict is one


def _led(value: Any) -> Any:
    """The value, in which each reference to an older word's definition is one to the newer's."""
    match value:
        case {"$ref": str(ref)}:
            return {**value, "$ref": ref.replace("#/definitions/", "#/$defs/", 1)}
        case dict():
            return {key: inner if key in _VALUES else _led(inner) for key, inner in value.items()}
        case list():
            return [_led(inner) for inner in value]
        case _:
            return value


_VALUES = ("const", "default", "enum", "examples")


def _defined(schema: dict[str, Any]) -> dict[str, Any]:
    """What a parameter is pointed to for, as a definition."""
    defs: dict[str, Any] = {}
    led = _led_into(schema, schema, defs)
    return {**led, "$defs": {**schema.get("$defs", {}), **defs}} if defs else schema


def _led_into(value: Any, root: dict[str, Any], defs: dict[str, Any]) -> Any:
    match value:
        case {"$ref": str(ref)} if ref.startswith("#/properties/"):
            name = ref.removeprefix("#/properties/").replace("/", "-")
            if name not in defs:
                found: Any = root
                for step in ref.removeprefix("#/").split("/"):
                    found = found.get(step, {}) if isinstance(found, dict) else {}
                defs[name] = {}  # what points to itself is there already
                defs[name] = _led_into(deepcopy(found), root, defs)
            return {**value, "$ref": f"#/$defs/{name}"}
        case dict():
            return {key: inner if key in _VALUES else _led_into(inner, root, defs) for key, inner in value.items()}
        case list():
            return [_led_into(inner, root, defs) for inner in value]
        case _:
            return value


def _one_table(schema: dict[str, Any]) -> dict[str, Any]:
    """What is combined at the root as one table of parameters; required is what every alternative requires."""
    for key in _COMBINED:
        if not isinstance(schema.get(key), list):
            continue
        parts = [_one_table(_pointed(part, schema)) for part in schema.pop(key)]
        table: dict[str, Any] = {}
        for part in parts:
            for name, inner in part.get("properties", {}).items():
                table[name] = inner if table.get(name, inner) == inner else {"anyOf": [*_options(table[name]), inner]}
        required = [{*part.get("required", [])} for part in parts]
        asked = set.union(*required) if key == "allOf" else set.intersection(*required)
        schema["properties"] = {**table, **schema.get("properties", {})}
        if wanted := [*schema.get("required", []), *(name for name in schema["properties"] if name in asked)]:
            schema["required"] = list(dict.fromkeys(wanted))
    return schema


def _options(schema: dict[str, Any]) -> list[Any]:
    return schema["anyOf"] if {*schema} == {"anyOf"} else [schema]


def _pointed(part: Any, root: dict[str, Any]) -> dict[str, Any]:
    """A part, or what it points to."""
    name = str(part.get("$ref", "")).rpartition("/")[2] if isinstance(part, dict) else ""
    found = root.get("$defs", {}).get(name, {}) if name else part
    return deepcopy(found) if isinstance(found, dict) else {}


def _holding(schema: Any) -> Any:
    """The schema, in which each list says that it holds anything where it says nothing."""
    if not isinstance(schema, dict):
        return schema
    for key, inner in schema.items():
        if key in ("properties", "$defs") and isinstance(inner, dict):
            schema[key] = {name: _holding(each) for name, each in inner.items()}
        elif key in ("anyOf", "oneOf", "allOf") and isinstance(inner, list):
            schema[key] = [_holding(each) for each in inner]
        elif key in ("items", "additionalProperties"):
            schema[key] = _holding(inner)
    kinds = schema.get("type")
    if "array" in (kinds if isinstance(kinds, list) else [kinds]) and not {"items", "prefixItems"} & {*schema}:
        schema["items"] = {}
    return schema
