"""Gemini's rules over function calls: which turn follows which, and that every call has its response."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pytest_promptfmt.dialects.gemini.keys import calls, find, parts, responses
from pytest_promptfmt.dialects.rules import Breach, asks
from pytest_promptfmt.payload.request import Request


def response_count(request: Request) -> Iterator[Breach]:
    """The turn after a function call turn has as many function responses as that has calls."""
    for (path, content), (after, answer) in pairwise(request.each()):
        called, responded = len(calls(content, path)), len(responses(answer, after))
        if called and called != responded:
            data = {"expected": called, "actual": responded}
            yield Breach(f"{after}.parts", f"{responded} function responses to {called} calls in {path}", data)


def call_turn_position(request: Request) -> Iterator[Breach]:
    """A function call turn comes right after a user turn or a function response turn."""
    before: dict[str, Any] | None = None
    for path, content in request.each():
        if calls(content, path) and (before is None or before.get("role") == "model"):
            where = "at the start" if before is None else "after a model turn"
            yield Breach(calls(content, path)[0][0], f"a function call turn {where}")
        before = content


def response_turn_position(request: Request) -> Iterator[Breach]:
    """A function response turn comes right after a function call turn."""
    open_calls = 0
    for path, content in request.each():
        given = responses(content, path)
        if given and open_calls <= 0:
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
        yield Breach(
            f"{path}.id", f"the calls have ids, and not {id_!r}", {"expected": ids, "actual": id_}, note=id_ is None
        )
    elif called and not ids and id_ is not None:
        yield Breach(f"{path}.id", "an id, and the calls have none", {"actual": id_}, note=True)


def response_object(request: Request) -> Iterator[Breach]:
    """A function response's response is an object."""
    for path, content in request.each():
        for where, response in responses(content, path):
            value = response.get("response")
            if not isinstance(value, dict):
                problem = f"expected an object, got {type(value).__name__}"
                yield Breach(f"{where}.response", problem, {"actual": value}, note=value is None)


@asks("media-in-results")
def media_in_results(request: Request) -> Iterator[Breach]:
    """A function response has parts of its own for models that take them, Gemini 3 and later."""
    for path, content in request.each():
        for where, response in responses(content, path):
            if response.get("parts"):
                yield Breach(f"{where}.parts", f"{request.model.name} takes no parts in a function response")


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
