"""Rules whose logic several providers share; each provider lists them under its own id with its own evidence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeAlias
from urllib.parse import unquote

from pytest_promptfmt.common import jsonpath
from pytest_promptfmt.common.did_you_mean import did_you_mean
from pytest_promptfmt.common.media import decode_base64, sniff, split_data_uri
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.dialects.schema import schema_mistake, unknown_keys
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.transcript import ToolPart
from pytest_promptfmt.payload.walking import thinks

Offered: TypeAlias = tuple[ToolPart, ...] | None


def named_call(id_: object) -> str:
    """A call in the words of a finding: by its id, or as one that has none."""
    return "a call without an id" if id_ is None else f"call {id_!r}"


def no_call(id_: object) -> str:
    """The same call, of which there is none."""
    return "no id, and so no call" if id_ is None else f"no call {id_!r}"


def no_role(role: object) -> str:
    """What is said of a role that is none, or is not there."""
    return "no role is given" if role is None else f"{role!r} is not a role"


def in_message(role: object) -> str:
    """Where something stands that other roles have no place for."""
    return "in a message without a role" if role is None else f"in a message of role {role!r}"


def images_of(urls: Iterable[tuple[str, str]], types: Sequence[str]) -> Iterator[Breach]:
    """Images in data URIs are of one of `types` by their bytes; `urls` are paths and addresses."""
    for path, url in urls:
        uri = split_data_uri(url)
        data = decode_base64(uri.data) if uri else None
        if data is not None and (actual := sniff(data)) not in types:
            found = {"expected": list(types), "actual": actual}
            yield Breach(path, "the bytes are none of these formats", found)


def too_many(request: Request, limit: str, paths: Sequence[str]) -> Iterator[Breach]:
    """At most as many of something as the request's model takes; `paths` are those of all of them."""
    most = request.model.most(limit)
    for breach in more_than(most, paths, f"{len(paths)} {limit.partition('-')[0]}, and at most {most} are taken"):
        yield replace(breach, asks=limit)


def more_than(most: float, paths: Sequence[str], problem: str) -> Iterator[Breach]:
    """More of something than is taken, whatever the model; at the first that is too many."""
    if len(paths) > most:
        yield Breach(paths[int(most)], problem, {"expected": most, "actual": len(paths)})


def too_big(request: Request, limit: str, path: str, size: int, unit: str) -> Iterator[Breach]:
    """One thing is no bigger than the request's model takes it."""
    most = request.model.most(limit)
    if size > most:
        yield Breach(
            path, f"{size} {unit}, and at most {most} are taken", {"expected": most, "actual": size}, asks=limit
        )


def missing_thought(request: Request) -> str:
    """The question that a thought's absence asks, by the way in which the request thinks; empty where it asks none.

    So it is where the request does not think, and where the conversation has no thought that could be given back. A
    request that says no more than that it thinks does as its model is used to: adaptively where that is known of it.
    """
    thinking = request.context.get("thinking")
    if not thinks(thinking) or request.context.get("sealed_call") is False:
        return ""
    way = thinking.get("type") if isinstance(thinking, dict) else None
    adaptive = way == "adaptive" or (way is None and "thinking-missing-adaptive" in request.model.facts)
    return "thinking-missing-adaptive" if adaptive else "thinking-missing"


def messages_nonempty(request: Request) -> Iterator[Breach]:
    """There is at least one message."""
    if not request.messages:
        yield Breach(request.where, "the list of messages is empty")


def alternating(request: Request) -> Iterator[Breach]:
    """No two messages in a row are both the user's or both the assistant's."""
    for (_, before), (path, message) in pairwise(request.each()):
        if message.get("role") in ("user", "assistant") and message.get("role") == before.get("role"):
            yield Breach(f"{path}.role", f"a second {message['role']} message in a row")


def no_unknown_keys(request: Request) -> Iterator[Breach]:
    """No keys outside the documented shape."""
    of_object: Counter[str] = Counter()
    for path, key, value, known in unknown_keys(request):
        of_object[path] += 1
        if of_object[path] > _KEYS_TOLD:
            continue
        place, fit = jsonpath.join(path, [key]), [name for name in known if _may_hold(name, value)]
        meant = did_you_mean(key, fit, f"; known are {', '.join(known)}" if known else "")
        yield Breach(place, f"unknown key {key!r}{meant}", {"expected": known, "actual": key})
    for path, n in of_object.items():
        if n > _KEYS_TOLD:
            yield Breach(path, f"{n - _KEYS_TOLD:,} more unknown keys")


_KEYS_TOLD = 20
"""Of one object; who writes more has put something else in its place."""


def _may_hold(key: str, value: object) -> bool:
    """An id is a string: whoever wrote an object, as OpenAI's ``file``, did not mean a ``file_id``."""
    return isinstance(value, str) or not key.endswith("_id")


# Tools on offer.


def has_type(path: str, tool: Mapping[str, Any]) -> Iterator[Breach]:
    """A tool on offer says its type."""
    if tool.get("type") is None:
        yield Breach(f"{path}.type", "the tool has no type", {"actual": sorted(map(str, tool))})


def unique_names(named: Iterable[tuple[str, object]]) -> Iterator[Breach]:
    """No two tools have one name; `named` are their paths and names."""
    seen: set[str] = set()
    for path, name in named:
        if isinstance(name, str):
            if name in seen:
                yield Breach(f"{path}.name", f"a second tool has the name {name!r}", {"actual": name})
            seen.add(name)


def named(tools: Offered) -> Iterator[tuple[str, object]]:
    """Paths and names of tools that were read."""
    return ((tool.path, tool.name) for tool in tools or ())


def names_that_match(tools: Offered, pattern: re.Pattern[str]) -> Iterator[Breach]:
    """Every tool's name is one that the pattern has."""
    for tool in tools or ():
        if not pattern.fullmatch(tool.name):
            found = {"expected": pattern.pattern, "actual": tool.name}
            yield Breach(f"{tool.path}.name", f"{tool.name!r} does not match", found)


def objects_at_the_root(tools: Offered) -> Iterator[Breach]:
    """A tool's schema, where it has one, is of type object."""
    for tool in tools or ():
        if isinstance(tool.parameters, dict) and (type_ := tool.parameters.get("type")) != "object":
            problem = "the schema has no type" if type_ is None else f"the schema's type is {type_!r}"
            yield Breach(f"{tool.schema_path}.type", problem, {"expected": "object", "actual": type_})


def nothing_beside_the_root(tools: Offered, keywords: Sequence[str]) -> Iterator[Breach]:
    """A tool's schema has none of `keywords` at its top."""
    for tool in tools or ():
        for keyword in keywords:
            if isinstance(tool.parameters, dict) and keyword in tool.parameters:
                path = jsonpath.join(tool.schema_path, [keyword])
                yield Breach(path, f"{keyword} at the top of a tool's schema", {"actual": keyword})


def json_schemas(tools: Offered, *drafts: str) -> Iterator[Breach]:
    """A tool's schema is a JSON Schema, by one of `drafts` at least."""
    for tool in tools or ():
        if isinstance(tool.parameters, dict) and (mistake := schema_mistake(tool.parameters, drafts)):
            path, problem = mistake
            yield Breach(f"{tool.schema_path}{path.removeprefix('$')}", f"no JSON Schema: {problem}")


def dangling(root: Any, path: str) -> Iterator[tuple[str, str]]:
    """Path and problem of each local reference in a schema that leads to nothing, counted from its root."""
    for where, schema in schemas_within(root, path):
        ref = schema.get("$ref")
        if isinstance(ref, str) and ref.startswith("#/"):
            at: Any = root
            for step in ref[2:].split("/"):
                name = unquote(step).replace("~1", "/").replace("~0", "~")
                if isinstance(at, list):
                    at = at[int(name)] if name.isdigit() and int(name) < len(at) else None
                else:
                    at = at.get(name) if isinstance(at, dict) else None
            if at is None:
                yield f"{where}.$ref", f"{ref:.80} is not there, counted from the schema's root"


def is_open(schema: Mapping[str, Any]) -> bool:
    """Is it the schema of an object that takes properties which it does not name?"""
    return schema.get("type") == "object" and schema.get("additionalProperties") is not False


def schemas_within(schema: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and object of a schema and of all schemas in it, whatever the case of its keys."""
    if not isinstance(schema, dict):
        return
    yield path, schema
    for key, value in schema.items():
        where = jsonpath.join(path, [key])
        if key in ("properties", "$defs", "definitions", "defs") and isinstance(value, dict):
            for name, inner in value.items():
                yield from schemas_within(inner, jsonpath.join(where, [name]))
        elif key in ("anyOf", "oneOf", "allOf", "any_of") and isinstance(value, list):
            for i, inner in enumerate(value):
                yield from schemas_within(inner, f"{where}[{i}]")
        elif key in ("items", "additionalProperties"):
            yield from schemas_within(value, where)


def properties_of(schema: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    """Path and value of each of an object's properties, whatever stands where a schema belongs."""
    properties = schema.get("properties")
    for name, inner in properties.items() if isinstance(properties, dict) else ():
        yield jsonpath.join(f"{path}.properties", [name]), inner


def items_of_arrays(tools: Offered) -> Iterator[Breach]:
    """Every array in a tool's schema says what its items are, in one schema."""
    for tool in tools or ():
        for path, schema in schemas_within(tool.parameters, tool.schema_path):
            type_ = schema.get("type")
            types = {str(name).lower() for name in (type_ if isinstance(type_, list) else [type_])}
            if "array" in types and "items" not in schema:
                yield Breach(f"{path}.items", "the array does not say what its items are", note="prefixItems" in schema)
            elif isinstance(schema.get("items"), list):
                yield Breach(f"{path}.items", "a list of items, as drafts before 2020-12 have it; one schema is taken")
