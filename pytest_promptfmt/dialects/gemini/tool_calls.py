"""Gemini's rules over functions: as declared; which turn follows which; and that every call has its response."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.common.text import count
from pytest_promptfmt.dialects import shared_rules
from pytest_promptfmt.dialects.gemini.keys import SCHEMA_KEYS, calls, find, parts, responses, snake
from pytest_promptfmt.dialects.gemini.reader import read_tools
from pytest_promptfmt.dialects.rules import Breach, asks
from pytest_promptfmt.payload.request import Request


def response_count(request: Request) -> Iterator[Breach]:
    """The turn after a function call turn has as many function responses as that has calls."""
    for (path, content), (after, answer) in pairwise(request.each()):
        called, responded = len(calls(content, path)), len(responses(answer, after))
        if called and called != responded:
            data = {"expected": called, "actual": responded}
            message = f"{count(responded, 'function response')} to {count(called, 'call')} in {path}"
            yield Breach(f"{after}.parts", message, data)


def call_turn_position(request: Request) -> Iterator[Breach]:
    """A function call turn comes right after a user turn or a function response turn."""
    before: dict[str, Any] | None = None
    for path, content in request.each():
        starts = before is None and request.state is None  # before what follows a cache stands what it holds
        if calls(content, path) and (starts or (before or {}).get("role") == "model"):
            where = "at the start" if before is None else "after a model turn"
            yield Breach(calls(content, path)[0][0], f"a function call turn {where}")
        before = content


def response_turn_position(request: Request) -> Iterator[Breach]:
    """A function response turn comes right after a function call turn."""
    open_calls = 0
    for path, content in request.each():
        given = responses(content, path)
        if given and open_calls <= 0 and (path != request.paths[0] or request.state is None):
            yield Breach(given[0][0], "no function call turn right before")
        # Responses split over several turns are one fault, and `response_count` has reported it.
        open_calls = len(calls(content, path)) or (open_calls - len(given) if given else 0)


def response_name(request: Request) -> Iterator[Breach]:
    """A function response has the name of its call, and its id where the call has one."""
    called: list[dict[str, Any]] = []
    for path, content in request.each():
        given = responses(content, path)
        for where, response in given:
            yield from _misnamed(where, response, called)
        if not given:
            called = [call for _, call in calls(content, path)]


def _misnamed(path: str, response: dict[str, Any], called: list[dict[str, Any]]) -> Iterator[Breach]:
    name, id_ = response.get("name"), response.get("id")
    if name in (None, ""):
        yield Breach(f"{path}.name", "the function response has no name")
        return
    ids = [call["id"] for call in called if call.get("id") is not None]
    names = [call.get("name") for call in called if id_ is not None and call.get("id") == id_]
    names = names or [call.get("name") for call in called]
    if names and name not in names:
        yield Breach(
            f"{path}.name", f"no call of that name in the turn before: {name!r}", {"expected": names, "actual": name}
        )
    elif ids and id_ not in ids:
        problem = (
            "the calls have ids, and this has none"
            if id_ is None
            else f"no call of that id in the turn before: {id_!r}"
        )
        yield Breach(f"{path}.id", problem, {"expected": ids, "actual": id_}, note=id_ is None)
    elif called and not ids and id_ is not None:
        yield Breach(f"{path}.id", "an id, and the calls have none", {"actual": id_}, note=True)


def response_object(request: Request) -> Iterator[Breach]:
    """A function response's response is an object."""
    for path, content in request.each():
        for where, response in responses(content, path):
            value = response.get("response")
            if not isinstance(value, dict):
                problem = f"expected an object, got {type_name(value)}"
                yield Breach(f"{where}.response", problem, {"actual": value}, note=value is None)


@asks("media-in-results")
def media_in_results(request: Request) -> Iterator[Breach]:
    """A function response has parts of its own for models that take them, Gemini 3 and later."""
    for path, content in request.each():
        for where, response in responses(content, path):
            if response.get("parts"):
                yield Breach(f"{where}.parts", f"{request.model.name} takes no parts in a function response")


@asks("results-beside-text")
def results_beside_text(request: Request) -> Iterator[Breach]:
    """Nothing follows function responses in their turn, for models from 3.6 on, which refuse it at Vertex AI."""
    for path, content in request.each():
        found = list(parts(content, path))
        answers = [i for i, (where, part) in enumerate(found) if find(part, where, "functionResponse")[1] is not None]
        if answers and answers[-1] < len(found) - 1:
            yield Breach(found[answers[-1] + 1][0], "behind function responses, which want a turn of their own")


@asks("call-unsigned")
def thought_signature(request: Request) -> Iterator[Breach]:
    """Gemini 3: the first call of each step of the current turn carries its thoughtSignature."""
    if request.context.get("signed_calls") is False:
        return  # the conversation has none to give; one that it has and the payload lacks, fidelity misses
    step: list[tuple[str, dict[str, Any]]] = []
    for path, content in request.each():
        if content.get("role") == "model":
            step.append((path, content))
        elif not responses(content, path):
            step = []  # a user's word starts a new turn
    for path, content in step:
        asking = [
            (where, part) for where, part in parts(content, path) if find(part, where, "functionCall")[1] is not None
        ]
        for where, part in asking[:1]:
            place, signature = find(part, where, "thoughtSignature")
            if not signature:
                yield Breach(place, "the first call of a step has no thought signature")


# On offer.

TOOL_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}")


def tool_name(request: Request) -> Iterator[Breach]:
    """A declared function's name begins with a letter or ``_``, and has letters, digits and ``_.:-``, 128 at most."""
    yield from shared_rules.names_that_match(read_tools(request), TOOL_NAME)


def tool_names_unique(request: Request) -> Iterator[Breach]:
    """No two declared functions have the same name."""
    yield from shared_rules.unique_names(shared_rules.named(read_tools(request)))


def _narrow_schemas(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and schema of all that stands under ``parameters``; ``parametersJsonSchema`` takes any JSON Schema."""
    for tool in read_tools(request) or ():
        if tool.narrow:
            yield from shared_rules.schemas_within(tool.parameters, tool.schema_path)


ELSEWHERE = ("ref", "defs")
"""Keys that Vertex AI has beside them."""


def parameters_keys(request: Request) -> Iterator[Breach]:
    """``parameters`` has the keys of Google's Schema only: no additionalProperties, ``$ref``, const or oneOf."""
    known = {*SCHEMA_KEYS, *map(snake, SCHEMA_KEYS)}
    for path, schema in _narrow_schemas(request):
        for key in schema:
            if key not in known:
                found = {"expected": list(SCHEMA_KEYS), "actual": key}
                yield Breach(jsonpath.join(path, [key]), f"unknown key {key!r}", found, note=key in ELSEWHERE)


_TYPES = ("string", "number", "integer", "boolean", "array", "object", "null", "type_unspecified")


def parameters_type(request: Request) -> Iterator[Breach]:
    """A type in ``parameters`` is one of Google's, not a list of them; it is given wherever there is no anyOf."""
    for path, schema in _narrow_schemas(request):
        type_ = schema.get("type")
        if type_ is None:
            if not {"anyOf", "any_of", "$ref", "ref"} & {*schema}:
                yield Breach(f"{path}.type", "the schema has no type", note=True)
        elif not isinstance(type_, str) or type_.lower() not in _TYPES:
            problem = "a list of types; write nullable, or anyOf" if isinstance(type_, list) else f"no type {type_!r}"
            yield Breach(f"{path}.type", problem, {"expected": list(_TYPES), "actual": type_})
        for where, inner in shared_rules.properties_of(schema, path):
            if not isinstance(inner, dict):
                yield Breach(where, f"a property's schema is an object, not {type_name(inner)}", {"actual": inner})


def parameters_enum(request: Request) -> Iterator[Breach]:
    """The values of an enum in ``parameters`` are strings, none of them empty, and so is its type."""
    for path, schema in _narrow_schemas(request):
        enum, type_ = schema.get("enum"), schema.get("type")
        if not isinstance(enum, list):
            continue
        if not enum and schema.get("format") == "enum":
            yield Breach(f"{path}.enum", "it is of format enum, and has no value")
        for i, value in enumerate(enum):
            if not isinstance(value, str):
                yield Breach(f"{path}.enum[{i}]", "the value is no string", {"actual": value})
            elif not value:
                yield Breach(f"{path}.enum[{i}]", "the value is empty", {"actual": value})
        if type_ is None:
            yield Breach(f"{path}.enum", "an enum and no type; an enum is of type STRING")
        elif isinstance(type_, str) and type_.lower() != "string":
            # With the format enum the types of the SDK show an integer's; without one the API refuses it.
            documented = schema.get("format") == "enum"
            problem = f"an enum of type {type_}; it is for strings"
            yield Breach(f"{path}.enum", problem, {"actual": type_}, note=documented)


_FORMATS = {
    "string": ("enum", "date-time"),
    "number": ("float", "double"),
    "integer": ("int32", "int64"),
}


def parameters_format(request: Request) -> Iterator[Breach]:
    """A format in ``parameters`` is one that Google knows for its type."""
    for path, schema in _narrow_schemas(request):
        known, format_ = _FORMATS.get(str(schema.get("type")).lower()), schema.get("format")
        if known and format_ and format_ not in known:
            data = {"expected": list(known), "actual": format_}
            yield Breach(f"{path}.format", f"the format {format_} is none of {', '.join(known)}", data)


def parameters_items(request: Request) -> Iterator[Breach]:
    """Every array in ``parameters`` has items, and nothing else has."""
    yield from shared_rules.items_of_arrays(tuple(tool for tool in read_tools(request) or () if tool.narrow))
    for path, schema in _narrow_schemas(request):
        if "items" in schema and isinstance(type_ := schema.get("type"), str) and type_.lower() != "array":
            yield Breach(f"{path}.items", "items where the type is not ARRAY", {"expected": "ARRAY", "actual": type_})


def parameters_properties(request: Request) -> Iterator[Breach]:
    """Every object in ``parameters`` has properties, one at least; a function without any has no ``parameters``."""
    for path, schema in _narrow_schemas(request):
        if str(schema.get("type")).lower() == "object" and not schema.get("properties"):
            yield Breach(f"{path}.properties", "the object has no properties")


def parameters_required(request: Request) -> Iterator[Breach]:
    """In ``parameters`` objects alone have properties and require any, and what they require is among them."""
    for path, schema in _narrow_schemas(request):
        required, properties = schema.get("required"), schema.get("properties")
        for key in ("properties", "required"):
            if schema.get(key) and str(schema.get("type")).lower() != "object":
                found = {"expected": "OBJECT", "actual": schema.get("type")}
                yield Breach(f"{path}.{key}", f"{key} where the type is not OBJECT", found)
        for i, name in enumerate(required if isinstance(required, list) else ()):
            if isinstance(name, str) and not (isinstance(properties, dict) and name in properties):
                found = {"expected": sorted(properties) if isinstance(properties, dict) else [], "actual": name}
                yield Breach(f"{path}.required[{i}]", f"{name!r} is none of the properties beside it", found)
