"""Mistral's rules over tools: on offer, called, answered.

A round is an assistant's message and the tool messages before the next one; what others say between them ends no round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from pytest_promptfmt.common.text import count
from pytest_promptfmt.dialects import shared_rules
from pytest_promptfmt.dialects.openai.reader import calls, read_tools
from pytest_promptfmt.dialects.openai.tool_calls import call_ids, functions
from pytest_promptfmt.dialects.rules import Breach, may_ask
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects


@dataclass(frozen=True, slots=True)
class Round:
    """Calls and results with their paths; `path` is the calling message's, empty for results before any call."""

    path: str
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    results: list[tuple[str, dict[str, Any]]] = field(default_factory=list)


def rounds(request: Request) -> Iterator[Round]:
    """Every round in turn, the one without a call first."""
    current = Round("")
    for path, message in request.each():
        if message.get("role") == "assistant":
            yield current
            current = Round(path, list(calls(message, path)))
        elif message.get("role") == "tool":
            current.results.append((path, message))
    yield current


def call_count(request: Request) -> Iterator[Breach]:
    """An assistant's message is followed by as many tool messages as it has calls, before the next one."""
    for each in rounds(request):
        called, answered = len(each.calls), len(each.results)
        found = {"expected": called, "actual": answered}
        if called > answered:
            yield Breach(
                f"{each.path}.tool_calls", f"{count(called, 'call')}, and {count(answered, 'tool message')}", found
            )
        elif called < answered:
            yield Breach(each.results[called][0], f"more tool messages than calls ({answered}, {called})", found)


def id_unique(request: Request) -> Iterator[Breach]:
    """Calls of one message have different ids, and each tool message answers another of them."""
    for each in rounds(request):
        called: set[str] = set()
        for path, call in each.calls:
            id_ = _key(call.get("id"))
            if id_ in called:
                yield Breach(f"{path}.id", f"a second call has the id {id_}")
            called.add(id_)
        answered: set[str] = set()
        for path, message in each.results:
            given = message.get("tool_call_id")
            id_ = _key(given)
            if not called:
                yield Breach(f"{path}.tool_call_id", "the message before has no call at all")
            elif id_ in answered:
                yield Breach(f"{path}.tool_call_id", f"{shared_rules.named_call(given)} is answered a second time")
            elif id_ not in called:
                yield Breach(f"{path}.tool_call_id", f"{shared_rules.no_call(given)} in the message before")
            answered.add(id_)


def _key(id_: Any) -> str:
    """An id that can be looked up, whatever a malformed payload has in its place."""
    return repr(id_)


CALL_ID = re.compile(r"[a-zA-Z0-9]{9}")


@may_ask("call-id-free")
def tool_call_id(request: Request) -> Iterator[Breach]:
    """A call id is nine letters and digits; tokenizers from v13 on take any but an empty one and "null"."""
    for path, id_ in call_ids(request):
        if id_ in (None, "", "null"):
            problem = "there is no id" if id_ is None else f"{id_!r} is no id"
            yield Breach(path, problem, {"expected": CALL_ID.pattern, "actual": id_})
        elif isinstance(id_, str) and not CALL_ID.fullmatch(id_):
            found = {"expected": CALL_ID.pattern, "actual": id_}
            yield Breach(path, f"{id_!r} is not nine letters and digits", found, asks="call-id-free")


_FUNCTION_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def function_name(request: Request) -> Iterator[Breach]:
    """A function's name matches ``^[a-zA-Z0-9_-]{1,64}$``, where it is offered, called and answered."""
    for path, name in _names(request):
        if isinstance(name, str) and not _FUNCTION_NAME.fullmatch(name):
            yield Breach(path, f"{name!r} does not match", {"expected": _FUNCTION_NAME.pattern, "actual": name})


def tools_nonempty(request: Request) -> Iterator[Breach]:
    """``tools``, where it is given, is not an empty list."""
    if request.tools == []:
        yield Breach(request.tools_path, "the list of tools is empty; leave the key out")


def parameters_given(request: Request) -> Iterator[Breach]:
    """A function on offer has parameters."""
    for tool in read_tools(request) or ():
        if tool.parameters is None and tool.path.endswith(".function"):
            yield Breach(tool.schema_path, "the function has no parameters; an empty schema says that it has none")


def parameters_valid(request: Request) -> Iterator[Breach]:
    """The parameters of a function on offer are a JSON Schema."""
    yield from shared_rules.json_schemas(read_tools(request), "2020-12", "7")


def _names(request: Request) -> Iterator[tuple[str, Any]]:
    for path, function in functions(request):
        yield f"{path}.name", function.get("name")
    for path, message in request.each():
        if message.get("role") == "tool":
            yield f"{path}.name", message.get("name")
    for path, tool in objects(request.tools, request.tools_path):
        if isinstance(tool.get("function"), dict):
            yield f"{path}.function.name", tool["function"].get("name")
