"""What a schema of strict mode has to be, of a tool or of an answer: OpenAI's subset of JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.common.text import compact
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.dialects.shared_rules import Offered, schemas_within


def strict_schemas(tools: Offered) -> Iterator[Breach]:
    """Of a strict tool every schema has a type and no keyword that is not permitted, every object is closed."""
    for tool in tools or ():
        if tool.narrow:
            yield from strict_schema(tool.parameters, tool.schema_path, "a strict tool")


def strict_schema(schema: Any, root: str, whose: str) -> Iterator[Breach]:
    """What `strict_schemas` asks, of one schema; `whose` it is stands in the sentences."""
    yield from _references(schema, root, whose)
    if (deep := levels(schema)) > _DEEPEST:
        yield Breach(root, f"{whose} has {deep} levels of nesting, and at most {_DEEPEST} are taken")
    for path, part in schemas_within(schema, root):
        if not {"type", "$ref", "anyOf", "enum", "const"} & {*part}:
            yield Breach(f"{path}.type", f"{whose}'s schema has no type")
        if "const" in part and not {"type", "$ref", "anyOf", "enum"} & {*part}:
            yield Breach(path, f"{whose}'s schema has a const, and no type", note=True)
        for key in sorted(STRICT_REFUSES & part.keys()):
            yield Breach(f"{path}.{key}", f"{whose}'s schema has no {key}")
        form = part.get("format")
        if isinstance(form, str) and form not in STRICT_FORMATS:
            yield Breach(f"{path}.format", f"{whose} knows no format {form!r}", {"actual": form})
        for value in _mistyped_values(part):
            yield Breach(f"{path}.enum", f"{whose} names the value {compact(value, 60)}, which is not of its type")
        if part.get("type") != "object":
            continue
        if part.get("additionalProperties") is not False:
            yield Breach(f"{path}.additionalProperties", f"{whose} takes false only")
        properties, required = part.get("properties"), part.get("required")
        for name in properties if isinstance(properties, dict) else ():
            if name not in (required if isinstance(required, list) else ()):
                yield Breach(f"{path}.required", f"{whose} requires all, and {name!r} is missing")
        for name in required if isinstance(required, list) else ():
            if isinstance(name, str) and isinstance(properties, dict) and name not in properties:
                yield Breach(f"{path}.required", f"{whose} requires {name!r}, which is no property")


_FORBIDDEN = "allOf oneOf not if dependentRequired propertyNames uniqueItems minLength maxLength default"
_FORMATS = "date-time time date duration email hostname ipv4 ipv6 uuid"
STRICT_REFUSES, STRICT_FORMATS = frozenset(_FORBIDDEN.split()), frozenset(_FORMATS.split())
"""Keywords that OpenAI has called "not permitted" in a strict schema, and the formats that it documents for one."""
_DEEPEST = 10
_DEFINED = re.compile(r"#(/(\$defs|definitions)/[^/]+)?")


def _references(schema: Any, root: str, whose: str) -> Iterator[Breach]:
    """A reference stands alone, and points to the root or to a definition that the root has."""
    for path, part in schemas_within(schema, root):
        if not isinstance(to := part.get("$ref"), str):
            continue
        if not _DEFINED.fullmatch(to):
            yield Breach(f"{path}.$ref", f"{whose} refers to definitions at its top level only", {"actual": to})
        if beside := sorted(part.keys() - {"$ref", "$defs", "definitions"}):
            yield Breach(path, f"{whose} has {', '.join(beside)} beside a $ref", {"actual": beside})


def levels(schema: Any) -> int:
    """How many objects and arrays of a schema stand in each other, as far as it is written out."""
    if not isinstance(schema, dict):
        return 0
    properties, items = schema.get("properties"), schema.get("items")
    held = [*(properties.values() if isinstance(properties, dict) else ()), *([items] if items else ())]
    return max(max(map(levels, held), default=-1) + 1, max(map(levels, _alternatives(schema)), default=0))


def _alternatives(schema: Mapping[str, Any]) -> Iterator[Any]:
    """What a schema may be instead, and what it defines."""
    for key in ("anyOf", "oneOf", "allOf"):
        yield from schema[key] if isinstance(schema.get(key), list) else ()
    for key in ("$defs", "definitions"):
        yield from schema[key].values() if isinstance(schema.get(key), dict) else ()


_KINDS: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
    "object": (dict,),
    "array": (list,),
}


def _mistyped_values(schema: Mapping[str, Any]) -> list[Any]:
    """Of the values that a schema names, those that its own type refuses."""
    type_, values = schema.get("type"), schema.get("enum")
    names = [str(name) for name in (type_ if isinstance(type_, list) else [type_])]
    if not isinstance(values, list) or any(name not in _KINDS for name in names):
        return []
    kinds = {kind for name in names for kind in _KINDS[name]}
    return [value for value in values if type(value) not in kinds]
