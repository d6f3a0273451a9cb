"""Rules over the steps of an interaction: calls and their results, thoughts; and over the tools on offer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pytest_promptfmt.dialects import shared_rules
from pytest_promptfmt.dialects.gemini.tool_calls import TOOL_NAME
from pytest_promptfmt.dialects.gemini_interactions.reader import CONTENTS, read_tools
from pytest_promptfmt.dialects.rules import Breach, asks
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects, string

_USERS = ("user_input", *CONTENTS)


def step_list(request: Request) -> Iterator[Breach]:
    """The input is a list of steps with types, and none of turns with roles."""
    for path, step in request.each():
        if "role" in step and "type" not in step:
            problem = "a turn with a role; a step has a type, user_input or model_output"
            yield Breach(f"{path}.role", problem, {"actual": step["role"]})


def call_position(request: Request) -> Iterator[Breach]:
    """A call does not begin the input: what a user says, or a result, comes before it."""
    for path, step in request.each() if request.state is None else ():
        type_ = step.get("type")
        if type_ == "function_call":
            yield Breach(path, "the input begins with a call")
        if type_ != "thought":
            return


def _calls(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    return ((path, step) for path, step in request.each() if step.get("type") == "function_call")


def call_answered(request: Request) -> Iterator[Breach]:
    """Every call has its result before the user or the model speaks again."""
    open_calls: dict[str | None, str] = {}
    for path, step in [*request.each(), ("", {"type": "user_input"})]:
        match step.get("type"):
            case "function_call":
                open_calls[string(step.get("id"))] = path
            case "function_result":
                open_calls.pop(string(step.get("call_id")), None)
            case "model_output" | "user_input":
                for id_, where in open_calls.items():
                    yield Breach(
                        f"{where}.id",
                        f"{shared_rules.named_call(id_)} has no result before {path or 'the end'}",
                        {"id": id_},
                    )
                open_calls = {}
            case _:
                pass


def result_has_call(request: Request) -> Iterator[Breach]:
    """A result answers an earlier call (or one that the server holds)."""
    if request.state is not None:
        return
    known: set[str | None] = set()
    for path, step in request.each():
        id_ = string(step.get("call_id"))
        if step.get("type") == "function_call":
            known.add(string(step.get("id")))
        elif step.get("type") == "function_result" and id_ is not None and id_ not in known:
            yield Breach(f"{path}.call_id", f"no call {id_!r} stands before it", {"actual": id_})


def result_name(request: Request) -> Iterator[Breach]:
    """A result has the name of its call."""
    names = {string(step.get("id")): step.get("name") for _, step in _calls(request)}
    for path, step in request.each():
        if step.get("type") != "function_result":
            continue
        name, called = step.get("name"), names.get(string(step.get("call_id")))
        if not name:
            yield Breach(f"{path}.name", "the result has no name")
        elif called is not None and name != called:
            found = {"expected": called, "actual": name}
            yield Breach(f"{path}.name", f"the call's name is {called!r}, the result's {name!r}", found)


def thought_signed(request: Request) -> Iterator[Breach]:
    """A thought has its signature."""
    for path, step in request.each():
        if step.get("type") == "thought" and not step.get("signature"):
            yield Breach(f"{path}.signature", "a thought without its signature")


@asks("call-unsigned")
def call_thought(request: Request) -> Iterator[Breach]:
    """Gemini 3: the thought that led to the calls of the current turn comes before them."""
    if request.context.get("signed_calls") is False and request.context.get("sealed_call") is False:
        return  # the conversation has none to give
    thought, asking = False, ""
    steps: list[str] = []
    for path, step in request.each():
        type_ = step.get("type")
        if type_ in _USERS or type_ == "function_result":
            thought, asking = False, ""
            steps = [] if type_ in _USERS else steps  # a user's word starts a new turn
        elif type_ == "thought":
            thought = bool(step.get("signature"))
        elif type_ == "function_call" and not thought and not step.get("signature") and not asking:
            asking = path
            steps.append(path)
    for path in steps:
        yield Breach(path, "no signed thought before the first call of a step")


@asks("assistant-last")
def last_step_user(request: Request) -> Iterator[Breach]:
    """The input ends with what a user says, or with results (models before 3.6 went on from their own words)."""
    for path, step in list(request.each())[-1:]:
        if step.get("type") == "model_output":
            yield Breach(path, "the last step is the model's")


def tools_flat(request: Request) -> Iterator[Breach]:
    """A tool on offer has a type, and a function's name is beside it."""
    for path, tool in objects(request.tools, request.tools_path):
        wrapped = next((key for key in _WRAPPERS if key in tool), "")
        if wrapped:
            yield Breach(f"{path}.{wrapped}", f"{wrapped} is another API's; the name stands beside the type")
        else:
            yield from shared_rules.has_type(path, tool)


_WRAPPERS = ("function", "functionDeclarations", "function_declarations")


def tool_name(request: Request) -> Iterator[Breach]:
    """A function's name begins with a letter or ``_``, and has letters, digits and ``_.:-``, 128 at most."""
    yield from shared_rules.names_that_match(read_tools(request), TOOL_NAME)
