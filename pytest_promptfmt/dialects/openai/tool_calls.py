"""OpenAI's rules over tool calls and their results."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.dialects.openai.reader import calls
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.payload.request import Request


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
        yield Breach(f"{path}.id", f"call {id_!r} has no tool message {when}", {"id": id_})


def tool_result_has_call(request: Request) -> Iterator[Breach]:
    """A tool message answers a call of the assistant message before it."""
    known: set[Any] = set()
    for path, message in request.each():
        if message.get("role") != "tool":
            known = {_key(call.get("id")) for _, call in calls(message, path)}
        elif _key(message.get("tool_call_id")) not in known:
            id_ = message.get("tool_call_id")
            problem = f"no call {id_!r} in the message before the tool messages"
            yield Breach(f"{path}.tool_call_id", problem, {"actual": id_})


def _key(id_: Any) -> Any:
    """Ids as dictionary keys, whatever a malformed payload has in their place."""
    return id_ if isinstance(id_, (str, int, type(None))) else repr(id_)


def tool_call_id_unique(request: Request) -> Iterator[Breach]:
    """Call ids are unique within a message, and each has one result."""
    answered: set[Any] = set()
    for path, message in request.each():
        if message.get("role") == "tool":
            id_ = _key(message.get("tool_call_id"))
            if id_ in answered:
                yield Breach(f"{path}.tool_call_id", f"call {id_!r} is answered a second time")
            answered.add(id_)
            continue
        answered = set()
        seen: set[Any] = set()
        for where, call in calls(message, path):
            id_ = _key(call.get("id"))
            if id_ in seen:
                yield Breach(f"{where}.id", f"a second call has the id {id_!r}")
            seen.add(id_)


def tool_call_id_max40(request: Request) -> Iterator[Breach]:
    """Call ids have at most 40 characters."""
    for path, id_ in call_ids(request):
        if isinstance(id_, str) and len(id_) > 40:
            yield Breach(path, f"the id has {len(id_)} characters", {"expected": "at most 40", "actual": id_})


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
            problem = f"expected a JSON object in a string, got {type(arguments).__name__}"
        elif not isinstance(strict_json(arguments), dict):
            problem = "the string does not hold a JSON object"
        else:
            continue
        yield Breach(f"{path}.arguments", problem, {"actual": arguments})


def strict_json(text: str) -> Any:
    """The value of RFC 8259 JSON (no NaN), None where it is none."""

    def refuse(constant: str) -> Any:
        raise ValueError(constant)

    try:
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        return None
