"""Where the schemas of tools, or of the answer, show what is refused that no rule of a dialect judges."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.dialects import shared_rules
from pytest_promptfmt.dialects.openai import tool_calls
from pytest_promptfmt.dialects.shared_rules import schemas_within
from pytest_promptfmt.payload.transcript import ToolPart
from pytest_promptfmt.payload.walking import objects, tool_part
from pytest_promptfmt.verdicts.request.refusals.places import number, places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def functions_without_object(body: Mapping[str, Any]) -> Iterator[Said]:
    """What came before tools, with parameters that are no JSON Schema, or none of an object."""
    for path, function in objects(body.get("functions"), "$.functions"):
        schema = function.get("parameters")
        if schema is not None and not isinstance(schema, dict):
            yield f"{path}.parameters", f"{type_name(schema)}, and a schema of type object is expected"
    functions = _functions(body)
    for breach in (*shared_rules.objects_at_the_root(functions), *shared_rules.json_schemas(functions, "2020-12", "7")):
        yield breach.path, breach.message


def functions_nameless(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, function in objects(body.get("functions"), "$.functions"):
        if "name" not in function:
            yield f"{path}.name", "the function has no name"


def functions_named(*names: str | None) -> Broken:
    """Functions on offer with one of these names; None is one without."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, tool in objects(body.get("tools"), "$.tools"):
            own, below = (tool, path) if "input" in body else (tool.get("function"), f"{path}.function")
            if tool.get("type") == "function" and isinstance(own, dict) and own.get("name") in names:
                yield f"{below}.name", f"a function may not be named {own.get('name')!r}"

    return broken


_LOOKS = re.compile(r"\(\?<?[=!]")


def hard_to_spell(body: Mapping[str, Any]) -> Iterator[Said]:
    """Values with a slash, and patterns that look ahead or back."""
    for path, schema in _schemas(body):
        values = schema.get("enum")
        if any(isinstance(value, str) and "/" in value for value in (values if isinstance(values, list) else ())):
            yield f"{path}.enum", "one of the values has a slash"
        if isinstance(pattern := schema.get("pattern"), str) and _LOOKS.search(pattern):
            yield f"{path}.pattern", f"{pattern!r} looks ahead or back"


def uncompiled(body: Mapping[str, Any]) -> Iterator[Said]:
    """Patterns that are none in Python: a class of characters by its name, a group in JavaScript's spelling."""
    for path, schema in _schemas(body):
        if isinstance(pattern := schema.get("pattern"), str) and not _compiles(pattern):
            yield f"{path}.pattern", f"{pattern!r:.60} is no pattern in Python"


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return False
    return True


def null_parameters(body: Mapping[str, Any]) -> Iterator[Said]:
    """A function whose parameters are null, where they could be left out."""
    for path, tool in objects(body.get("tools"), "$.tools"):
        function = tool.get("function")
        if isinstance(function, dict) and "parameters" in function and function["parameters"] is None:
            yield f"{path}.function.parameters", "null; leave it out, or write a schema without properties"


def flat(body: Mapping[str, Any]) -> Iterator[Said]:
    """A tool whose name stands beside where its function would."""
    for path, tool in objects(body.get("tools"), "$.tools"):
        if "function" not in tool and tool.get("type") != "function" and "name" in tool:
            yield f"{path}.function", "the tool's name and parameters stand under function here; beside it nobody reads"


def functions_unlike_tools(body: Mapping[str, Any]) -> Iterator[Said]:
    """What came before tools, with what the same provider refuses of tools."""
    offered = _functions(body)
    for breach in (
        *shared_rules.names_that_match(offered, _NAME),
        *shared_rules.items_of_arrays(offered),
        *tool_calls.lacking_properties(offered),
    ):
        yield breach.path, breach.message


def _functions(body: Mapping[str, Any]) -> tuple[ToolPart, ...]:
    functions = objects(body.get("functions"), "$.functions")
    return tuple(part for path, function in functions for part in tool_part(function, path, "parameters"))


def without_properties(body: Mapping[str, Any]) -> Iterator[Said]:
    """Functions whose parameters have no properties, be it none."""
    for path, tool in objects(body.get("tools"), "$.tools"):
        offered = (*tool_part(tool.get("function"), f"{path}.function", "parameters"),)
        yield from ((breach.path, breach.message) for breach in tool_calls.lacking_properties(offered))


def listed_types(body: Mapping[str, Any]) -> Iterator[Said]:
    """A type of an argument is a list of types."""
    for path, schema in _schemas(body):
        if isinstance(schema.get("type"), list):
            yield f"{path}.type", "a list of types, where this server reads one"


def tuples(body: Mapping[str, Any]) -> Iterator[Said]:
    """A list whose items are named one by one."""
    for path, schema in _schemas(body):
        for key in ("items", "prefixItems"):
            if isinstance(schema.get(key), list):
                yield f"{path}.{key}", "its items are named one by one, and one schema for all is wanted"


def untyped(body: Mapping[str, Any]) -> Iterator[Said]:
    """A schema that says of what type it is in no way."""
    for path, schema in _schemas(body):
        if not schema.keys() & {"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const", "not"}:
            yield path, "the schema has no type"


def unequally_strict(body: Mapping[str, Any]) -> Iterator[Said]:
    """Some functions are strict, and others are not, or do not say so."""
    strict = {f"{path}.strict": function.get("strict") is True for path, function in _functions_of(body)}
    if len({*strict.values()}) > 1:
        first, *_ = strict.values()
        yield next(path for path, value in strict.items() if value is not first), "other functions say otherwise"


def strict_and_open(body: Mapping[str, Any]) -> Iterator[Said]:
    """Functions that are strict, with an object among their parameters that is not closed."""
    for path, function in _functions_of(body):
        if function.get("strict") is True:
            yield from open_objects(function.get("parameters"), f"{path}.parameters")


def open_objects(schema: Any, path: str) -> Iterator[Said]:
    """The objects of a schema that take properties which it does not name."""
    for where, part in schemas_within(schema, path):
        if shared_rules.is_open(part):
            yield f"{where}.additionalProperties", "false is wanted here, of every object"


def _functions_of(body: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, function in places(body, "tools[].function"):
        if isinstance(function, dict):
            yield path, function


def requiring_nothing(body: Mapping[str, Any]) -> Iterator[Said]:
    """Functions none of whose parameters is required, where all tools are strict."""
    for path, schema in places(body, "tools[].function.parameters") if body.get("strict_tools") is True else ():
        if isinstance(schema, dict) and not schema.get("required"):
            yield path, "strict tools require one parameter or more"


_MANY = 2000
_GROUPS = re.compile(r"\\[dDwWsSbB]|\(\?")


def schemas_for_grammars(body: Mapping[str, Any]) -> Iterator[Said]:
    """What a grammar cannot be made of: patterns with classes or looking ahead, and very many repetitions."""
    found = [*_hard_for_grammars(body)]
    yield from found or [("$.tools", "one of the tools, or all together, are too much for a grammar")]


def _hard_for_grammars(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, schema in _schemas(body):
        if isinstance(pattern := schema.get("pattern"), str) and _GROUPS.search(pattern):
            yield f"{path}.pattern", f"{pattern!r} has what no grammar is made of"
        for key in ("minLength", "maxLength", "minItems", "maxItems"):
            if (number(schema.get(key)) or 0) > _MANY:
                yield f"{path}.{key}", f"{schema[key]} repetitions, and a grammar has {_MANY} at most"


_TYPES = {"string", "number", "integer", "boolean", "array", "object", "null"}
_SHAPES = {"type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const", "properties", "additionalProperties", "items",
           "prefixItems", "pattern", "format"}  # fmt: skip


def no_schemas(body: Mapping[str, Any]) -> Iterator[Said]:
    """What is none where a schema is read: true, a text, a type that JSON has not, a reference to nothing."""
    for path, schema in _schemas(body):
        yield from _no_schemas_in(path, schema)
        for each in _listed(schema.get("type")):
            if isinstance(each, str) and each not in _TYPES:
                yield f"{path}.type", f"{each!r} is no type of JSON Schema"
        reference = schema.get("$ref")
        if isinstance(reference, str) and not reference.startswith(("#/", "https://")):
            yield f"{path}.$ref", f"{reference!r} leads to nothing in this schema"


def _no_schemas_in(path: str, schema: Mapping[str, Any]) -> Iterator[Said]:
    named = schema.get("properties")
    for name, value in named.items() if isinstance(named, dict) else ():
        if not isinstance(value, dict):
            yield jsonpath.join(f"{path}.properties", [name]), f"{type_name(value)}, where a schema is read"
    for key in ("anyOf", "oneOf", "allOf"):
        for i, value in enumerate(schema.get(key) or () if isinstance(schema.get(key), list) else ()):
            if not isinstance(value, dict):
                yield f"{path}.{key}[{i}]", f"{type_name(value)}, where a schema is read"
    if isinstance(schema.get("items"), bool | str):
        yield f"{path}.items", f"{type_name(schema['items'])}, where a schema is read"


def shapeless(body: Mapping[str, Any]) -> Iterator[Said]:
    """A schema of words about the value, or of what it is not, and of nothing that it is."""
    for path, schema in _schemas(body):
        if schema and not schema.keys() & _SHAPES:
            yield path, "the schema says in no way what is to be written"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def loose_patterns(body: Mapping[str, Any]) -> Iterator[Said]:
    """Patterns that do not hold from the beginning to the end."""
    for path, schema in _schemas(body):
        pattern = schema.get("pattern")
        if isinstance(pattern, str) and not (pattern.startswith("^") and pattern.endswith("$")):
            yield f"{path}.pattern", f"{pattern!r} does not begin with ^ and end with $"


def _schemas(body: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema of the tools on offer and of the answer, in the form of either of OpenAI's APIs."""
    at, asked = (
        ("parameters", "text.format.schema")
        if "input" in body
        else ("function.parameters", "response_format.json_schema.schema")
    )
    for path, tool in objects(body.get("tools"), "$.tools"):
        yield from schemas_within(value_of(tool, at), f"{path}.{at}")
    yield from schemas_within(value_of(body, asked), f"$.{asked}")
