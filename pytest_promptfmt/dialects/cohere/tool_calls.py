"""Cohere's rules over tools: on offer, called, answered."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pytest_promptfmt.dialects.openai.reader import calls, read_tools
from pytest_promptfmt.dialects.openai.tool_calls import functions
from pytest_promptfmt.dialects.rules import Breach
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import string, texts


def no_text_beside_calls(request: Request) -> Iterator[Breach]:
    """A message with calls has no text in its content; what led to them is its ``tool_plan``, or thinking."""
    for path, message in request.each():
        if message.get("tool_calls"):
            for where, text in texts(message.get("content"), f"{path}.content"):
                if text:
                    yield Breach(where, "text beside calls; write it as the tool_plan", {"actual": text[:80]})


def tool_result_known(request: Request) -> Iterator[Breach]:
    """A tool message answers an earlier call."""
    known: set[str | None] = set()
    for path, message in request.each():
        known |= {string(call.get("id")) for _, call in calls(message, path)}
        id_ = string(message.get("tool_call_id"))
        if message.get("role") == "tool" and id_ is not None and id_ not in known:
            yield Breach(f"{path}.tool_call_id", f"no call {id_!r} stands before it", {"actual": id_})


def tool_ids_unique(request: Request) -> Iterator[Breach]:
    """No two calls of a message have the same id; whether a later message may use it again is unknown."""
    earlier: set[str] = set()
    for path, message in request.each():
        here: set[str] = set()
        for where, call in calls(message, path):
            id_ = string(call.get("id"))
            if id_ is None:
                continue
            if id_ in here | earlier:
                yield Breach(f"{where}.id", f"a second call has the id {id_!r}", {"actual": id_}, note=id_ not in here)
            here.add(id_)
        earlier |= here


_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def tool_name(request: Request) -> Iterator[Breach]:
    """A tool's name is letters, digits and underscores, and begins with no digit."""
    offered = ((f"{tool.path}.name", tool.name) for tool in read_tools(request) or ())
    called = ((f"{path}.name", string(function.get("name"))) for path, function in functions(request))
    for path, name in (*offered, *called):
        if name is not None and not _NAME.fullmatch(name):
            yield Breach(path, f"{name!r} does not match", {"expected": _NAME.pattern, "actual": name})


def parameters_given(request: Request) -> Iterator[Breach]:
    """A function on offer has parameters."""
    for tool in read_tools(request) or ():
        if tool.parameters is None:
            yield Breach(tool.schema_path, "the function has no parameters")
