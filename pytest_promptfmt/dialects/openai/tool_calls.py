"""OpenAI's rules over tools: on offer, called, answered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from pytest_promptfmt.common.json.words import type_name
from pytest_promptfmt.dialects import shared_rules
from pytest_promptfmt.dialects.openai.reader import calls, read_tools
from pytest_promptfmt.dialects.openai.strict_schemas import strict_schemas
from pytest_promptfmt.dialects.rules import Breach, asks
from pytest_promptfmt.dialects.shared_rules import Offered, named_call, no_call
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects


def tool_calls_answered(request: Request) -> Iterator[Breach]:
    """Every tool call is answered by a tool message before the next message of another role."""
    open_calls: dict[Any, str] = {}
    for path, message in request.each():
        if message.get("role") == "tool":
            open_calls.pop(_key(message.get("tool_call_id")), None)
            continue
        yield from _unanswered(open_calls, f"before {path}")
        open_calls = {_key(call.get("id")): where for where, call in calls(message, path)}
    yield from _unanswered(open_calls, "before the end of the messages")


def _unanswered(open_calls: dict[Any, str], when: str) -> Iterator[Breach]:
    for id_, path in open_calls.items():
        yield Breach(f"{path}.id", f"{named_call(id_)} has no tool message {when}", {"id": id_})


def tool_result_has_call(request: Request) -> Iterator[Breach]:
    """A tool message answers a call of the assistant message before it."""
    known: set[Any] = set()
    for path, message in request.each():
        if message.get("role") != "tool":
            known = {_key(call.get("id")) for _, call in calls(message, path)}
        elif _key(message.get("tool_call_id")) not in known:
            id_ = message.get("tool_call_id")
            problem = f"{no_call(id_)} in the message before the tool messages"
            yield Breach(f"{path}.tool_call_id", problem, {"actual": id_})


def _key(id_: Any) -> Any:
    """Ids as dictionary keys, whatever a malformed payload has in their place."""
    return id_ if isinstance(id_, (str, int, type(None))) else repr(id_)


def tool_call_id_unique(request: Request) -> Iterator[Breach]:
    """Call ids are unique within a message, and each has one result: of two results the second is refused."""
    for calls_twice, results_twice in _batches(request):
        for where, id_ in results_twice:
            yield Breach(where, f"{named_call(id_)} is answered a second time")
        answered = {id_ for _, id_ in results_twice}
        for where, id_ in calls_twice:
            if id_ not in answered:  # of two calls of one id that have one result nobody has said anything
                yield Breach(where, f"a second call has the id {id_!r}", note=True)


def call_id_unique(request: Request) -> Iterator[Breach]:
    """Call ids are unique within a message, and each has one result: the second call is refused."""
    for calls_twice, results_twice in _batches(request):
        for where, id_ in calls_twice:
            yield Breach(where, f"a second call has the id {id_!r}")
        for where, id_ in results_twice:
            yield Breach(where, f"{named_call(id_)} is answered a second time")


_Places: TypeAlias = list[tuple[str, Any]]


def _batches(request: Request) -> Iterator[tuple[_Places, _Places]]:
    """Of each message and the results behind it the calls and the results whose id is there already, by place."""
    batch: tuple[_Places, _Places] = [], []
    for path, message in request.each():
        if message.get("role") == "tool":
            batch[1].append((f"{path}.tool_call_id", _key(message.get("tool_call_id"))))
            continue
        yield _repeated(batch[0]), _repeated(batch[1])
        batch = [(f"{where}.id", _key(call.get("id"))) for where, call in calls(message, path)], []
    yield _repeated(batch[0]), _repeated(batch[1])


def _repeated(places: _Places) -> _Places:
    seen: set[Any] = set()
    given = [(where, id_) for where, id_ in places if id_ is not None]  # what has none is told by the rules on that
    return [(where, id_) for where, id_ in given if id_ in seen or seen.add(id_)]  # type: ignore[func-returns-value]


def tool_call_id_max40(request: Request) -> Iterator[Breach]:
    """Call ids have 1 to 40 characters."""
    for path, id_ in call_ids(request):
        if isinstance(id_, str) and not 0 < len(id_) <= 40:
            problem = f"the id has {len(id_)} characters" if id_ else "the id is empty"
            yield Breach(path, problem, {"expected": "1 to 40", "actual": id_})


def call_ids(request: Request) -> Iterator[tuple[str, Any]]:
    """Path and value of every call id, in calls and in results."""
    for path, message in request.each():
        for where, call in calls(message, path):
            yield f"{where}.id", call.get("id")
        if message.get("role") == "tool":
            yield f"{path}.tool_call_id", message.get("tool_call_id")


def tool_calls_nonempty(request: Request) -> Iterator[Breach]:
    """`tool_calls`, where it is given, is not an empty list."""
    for path, message in request.each():
        if message.get("tool_calls") == []:
            yield Breach(f"{path}.tool_calls", "the list of tool calls is empty; leave the key out")


_FUNCTION_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def function_name_pattern(request: Request) -> Iterator[Breach]:
    """A called function's name matches ``^[a-zA-Z0-9_-]{1,64}$``."""
    for path, function in functions(request):
        name = function.get("name")
        if isinstance(name, str) and not _FUNCTION_NAME.fullmatch(name):
            found = {"expected": _FUNCTION_NAME.pattern, "actual": name}
            yield Breach(f"{path}.name", f"{name!r} does not match", found)


def functions(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and value of every called function."""
    for path, message in request.each():
        for where, call in calls(message, path):
            if isinstance(call.get("function"), dict):
                yield f"{where}.function", call["function"]


def arguments_is_json_string(request: Request) -> Iterator[Breach]:
    """Arguments are a string that holds a JSON object."""
    for path, function in functions(request):
        arguments = function.get("arguments")
        if not isinstance(arguments, str):
            problem = f"expected a JSON object in a string, got {type_name(arguments)}"
        elif not isinstance(strict_json(arguments), dict):
            problem = "the string does not hold a JSON object"
        else:
            continue
        yield Breach(f"{path}.arguments", problem, {"actual": arguments})


def arguments_read(request: Request, reads: Callable[[str], bool]) -> Iterator[Breach]:
    """The same of a server that refuses only what it does not read; the rest is noted."""
    for breach in arguments_is_json_string(request):
        text = breach.data.get("actual")
        yield replace(breach, note=not isinstance(text, str) or reads(text))


def strict_json(text: str) -> Any:
    """The value of RFC 8259 JSON (no NaN), None where it is none."""

    def refuse(constant: str) -> Any:
        raise ValueError(constant)

    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        return None


# On offer.


@asks("tools-empty")
def tools_nonempty(request: Request) -> Iterator[Breach]:
    """``tools``, where it is given, is not an empty list."""
    if request.tools == []:
        yield Breach(request.tools_path, "the list of tools is empty; leave the key out")


def tools_typed(request: Request) -> Iterator[Breach]:
    """A tool on offer has a type, and what it is under the name of that type."""
    for path, tool in objects(request.tools, request.tools_path):
        yield from shared_rules.has_type(path, tool)


def tool_name(request: Request) -> Iterator[Breach]:
    """The name of a function on offer matches ``^[a-zA-Z0-9_-]{1,64}$``; newer models take dots in it."""
    for tool in read_tools(request) or ():
        if not _FUNCTION_NAME.fullmatch(tool.name):
            found = {"expected": _FUNCTION_NAME.pattern, "actual": tool.name}
            dotted = _FUNCTION_NAME.fullmatch(tool.name.replace(".", "_")) is not None
            yield Breach(f"{tool.path}.name", f"{tool.name!r} does not match", found, note=dotted)


def tool_names_unique(request: Request) -> Iterator[Breach]:
    """No two tools on offer have the same name."""
    yield from shared_rules.unique_names(shared_rules.named(read_tools(request)))


def parameters_object(request: Request) -> Iterator[Breach]:
    """The parameters of a function on offer are a schema of type object."""
    yield from shared_rules.objects_at_the_root(read_tools(request))


TOP_LEVEL = ("oneOf", "anyOf", "allOf", "enum", "not")


def parameters_top_level(request: Request) -> Iterator[Breach]:
    """The parameters of a function on offer have no oneOf, anyOf, allOf, enum or not at the top."""
    yield from shared_rules.nothing_beside_the_root(read_tools(request), TOP_LEVEL)


def parameters_properties(request: Request) -> Iterator[Breach]:
    """The parameters of a function on offer have properties, even if there are none."""
    yield from lacking_properties(read_tools(request))


def lacking_properties(tools: Offered) -> Iterator[Breach]:
    for tool in tools or ():
        match tool.parameters:
            case {"type": "object", **keywords} if not {"properties", "$ref"} & {*keywords}:
                free = bool(keywords.get("additionalProperties"))
                yield Breach(f"{tool.schema_path}.properties", "the schema has no properties; write {}", note=free)


def parameters_items(request: Request) -> Iterator[Breach]:
    """Every array in the parameters of a function on offer has items."""
    yield from shared_rules.items_of_arrays(read_tools(request))


def strict_parameters(request: Request) -> Iterator[Breach]:
    """Of a function with ``strict`` every object is closed, and requires all its properties."""
    yield from strict_schemas(read_tools(request))


def parameters_valid(request: Request) -> Iterator[Breach]:
    """The parameters of a function on offer are a JSON Schema."""
    yield from shared_rules.json_schemas(read_tools(request), "2020-12", "7")
