"""Rules over the items of a Responses request: calls and their outputs, ids, reasoning; and over the tools on offer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from pytest_promptfmt.dialects import shared_rules
from pytest_promptfmt.dialects.openai import tool_calls
from pytest_promptfmt.dialects.openai.strict_schemas import strict_schemas
from pytest_promptfmt.dialects.openai_responses.reader import item_type, read_tools
from pytest_promptfmt.dialects.rules import Breach, asks, needs_context
from pytest_promptfmt.payload.request import Request
from pytest_promptfmt.payload.walking import objects, thinks

_OUTPUTS = {"function_call": "function_call_output", "custom_tool_call": "custom_tool_call_output"}


def calls(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and item of every call."""
    return ((path, item) for path, item in request.each() if item_type(item) in _OUTPUTS)


def outputs(request: Request) -> Iterator[tuple[str, dict[str, Any]]]:
    """Path and item of every call's output."""
    return ((path, item) for path, item in request.each() if item_type(item) in _OUTPUTS.values())


def _key(item: dict[str, Any]) -> tuple[str, str]:
    """What ties an output to its call: the output's type, and the id of both (whatever stands in its place)."""
    type_ = item_type(item)
    return _OUTPUTS.get(type_, type_), repr(item.get("call_id"))


def _refers(request: Request) -> bool:
    """Some items are given by their id only, so that nobody but the API knows what they are."""
    return any(item_type(item) == "item_reference" for _, item in request.each())


def call_id_length(request: Request) -> Iterator[Breach]:
    """A call_id has 1 to 64 characters, and an item's id no more."""
    for path, item in request.each():
        for key, least in (("call_id", 1), ("id", 0)):
            id_ = item.get(key)
            if isinstance(id_, str) and not least <= len(id_) <= 64:
                data = {"expected": f"{least} to 64 characters", "actual": id_}
                yield Breach(f"{path}.{key}", f"the id has {len(id_)} characters", data)


def call_id_unique(request: Request) -> Iterator[Breach]:
    """No two calls share a call_id, and no two outputs."""
    for items in (calls(request), outputs(request)):
        first: dict[tuple[str, str], str] = {}
        for path, item in items:
            if first.setdefault(_key(item), path) != path:
                id_ = item.get("call_id")
                yield Breach(f"{path}.call_id", f"{first[_key(item)]} has the call_id {id_!r} too", {"actual": id_})


def output_has_call(request: Request) -> Iterator[Breach]:
    """An output answers a call of the input (or one before it, where the request continues a response)."""
    if _refers(request) or any(request.context.get(key) for key in ("previous_response_id", "conversation")):
        return
    known = {_key(item) for _, item in calls(request)}
    for path, item in outputs(request):
        if _key(item) not in known:
            id_ = item.get("call_id")
            yield Breach(f"{path}.call_id", f"the input has {shared_rules.no_call(id_)}", {"actual": id_})


def call_has_output(request: Request) -> Iterator[Breach]:
    """Every call is followed by its output."""
    if _refers(request):
        return
    open_calls: dict[tuple[str, str], list[tuple[str, Any]]] = {}
    for path, item in request.each():
        if item_type(item) in _OUTPUTS:
            open_calls.setdefault(_key(item), []).append((path, item.get("call_id")))
        else:
            open_calls.pop(_key(item), None)
    for calls_of_one_id in open_calls.values():
        for path, id_ in calls_of_one_id:
            yield Breach(f"{path}.call_id", f"{shared_rules.named_call(id_)} has no output behind it", {"actual": id_})


# After the API's words, which ask for "an ID that begins with 'fc'" (or 'msg', codex#33176, sub2api#3981).
_PREFIXES = {"message": "msg", "function_call": "fc", "custom_tool_call": "ctc", "reasoning": "rs"}
_ID = re.compile(r"[A-Za-z0-9_-]*")


def item_id_prefix(request: Request) -> Iterator[Breach]:
    """An item's id, where it is given, begins with its type's prefix, and has letters, digits, ``_`` and ``-`` only."""
    for path, item in request.each():
        id_, prefix = item.get("id"), _PREFIXES.get(item_type(item), "")
        if isinstance(id_, str) and not id_.startswith(prefix):
            data = {"expected": f"{prefix}_…", "actual": id_}
            yield Breach(f"{path}.id", f"the id of a {item_type(item)} begins with {prefix!r}; leave it out", data)
        elif isinstance(id_, str) and not _ID.fullmatch(id_):
            yield Breach(f"{path}.id", f"{id_!r} does not match", {"expected": _ID.pattern, "actual": id_})


def item_id_unique(request: Request) -> Iterator[Breach]:
    """No two items have one id, be one of them a reference to the other."""
    seen: dict[str, str] = {}
    for path, item in request.each():
        id_ = item.get("id")
        if isinstance(id_, str) and id_ and seen.setdefault(id_, path) != path:
            yield Breach(f"{path}.id", f"{seen[id_]} has the id {id_!r} too", {"actual": id_})


_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")


def function_name_pattern(request: Request) -> Iterator[Breach]:
    """A tool's name matches ``^[a-zA-Z0-9_-]{1,128}$``, on offer and in calls."""
    offered = [tool for tool in objects(request.tools, request.tools_path) if tool[1].get("type") in _NAMED]
    for path, named in [*calls(request), *offered]:
        name = named.get("name")
        if isinstance(name, str) and not _NAME.fullmatch(name):
            yield Breach(f"{path}.name", f"{name!r} does not match", {"expected": _NAME.pattern, "actual": name})


_NAMED = ("function", "custom")


def parameters_object(request: Request) -> Iterator[Breach]:
    """The parameters of a function on offer are a schema of type object."""
    yield from shared_rules.objects_at_the_root(read_tools(request))


def parameters_top_level(request: Request) -> Iterator[Breach]:
    """The parameters of a function on offer have no oneOf, anyOf, allOf, enum or not at the top."""
    yield from shared_rules.nothing_beside_the_root(read_tools(request), tool_calls.TOP_LEVEL)


def parameters_properties(request: Request) -> Iterator[Breach]:
    """The parameters of a function on offer have properties, even if there are none."""
    yield from tool_calls.lacking_properties(read_tools(request))


def parameters_items(request: Request) -> Iterator[Breach]:
    """Every array in the parameters of a function on offer has items."""
    yield from shared_rules.items_of_arrays(read_tools(request))


def strict_parameters(request: Request) -> Iterator[Breach]:
    """Of a function with ``strict`` every object is closed, and requires all its properties."""
    yield from strict_schemas(read_tools(request))


def parameters_valid(request: Request) -> Iterator[Breach]:
    """The parameters of a function on offer are a JSON Schema."""
    yield from shared_rules.json_schemas(read_tools(request), "2020-12", "7")


@asks("reasoning-unfollowed")
def reasoning_followed(request: Request) -> Iterator[Breach]:
    """A reasoning item is followed by what the model said or called then."""
    for (path, item), (_, after) in pairwise([*request.each(), ("", {})]):
        if item_type(item) != "reasoning":
            continue
        if not _by_the_model(after):
            yield Breach(path, f"nothing of the model's follows, but {_told(after)}")
        elif item_type(after) == "message" and _says_nothing(after.get("content")):
            yield Breach(path, "nothing of the model's follows, but an empty message")


def _told(item: dict[str, Any]) -> str:
    if item_type(item) == "message":
        return f"a message of role {item.get('role')!r}"
    return f"an item of type {item_type(item)!r}" if item else "the end"


def _says_nothing(content: Any) -> bool:
    parts = content if isinstance(content, list) else [{"text": content}]
    said = [part.get("text") if isinstance(part, dict) else part for part in parts]
    return all(isinstance(text, str) and not text.strip() for text in said)


def _by_the_model(item: dict[str, Any]) -> bool:
    type_ = item_type(item)
    if type_ == "message":
        return item.get("role") == "assistant"
    return bool(item) and not type_.endswith(("_output", "_response"))


@asks("follower-without-reasoning")
@needs_context("thinking")
def reasoning_present(request: Request) -> Iterator[Breach]:
    """Of a request that thinks, what goes back under the API's own item id has its reasoning before it."""
    if not thinks(request.context.get("thinking")) or _refers(request) or request.context.get("previous_response_id"):
        return
    thought = thought_of_the_user = called = False
    for path, item in request.each():
        type_ = item_type(item)
        if type_ == "reasoning":
            thought, thought_of_the_user, called = True, True, False
        elif not _by_the_model(item):
            thought, thought_of_the_user, called = False, thought_of_the_user and type_ != "message", False
        elif type_ in _OUTPUTS and isinstance(item.get("id"), str) and not thought and not _made_of_the_call(item):
            problem = "a call of the API's own, and nothing that led to it"
            yield Breach(f"{path}.id", problem, {"actual": item["id"]}, note=_named_as_the_call(item))
        elif type_ == "message" and isinstance(item.get("id"), str) and not thought_of_the_user:
            # It may have answered without a thought, which nobody can tell from the request.
            problem = "a message of the API's own, and no reasoning since the user's"
            yield Breach(f"{path}.id", problem, {"actual": item["id"]}, note=True)
        elif type_ == "message" and isinstance(item.get("id"), str) and called:
            problem = "a message of the API's own behind a call, which stands between it and its reasoning"
            yield Breach(f"{path}.id", problem, {"actual": item["id"]}, note=True)
        called = called or type_ in _OUTPUTS


def _made_of_the_call(item: dict[str, Any]) -> bool:
    """Is its id the call's own under the item's prefix? The API, which makes its ids anew, keeps nothing under that."""
    return bool(item["id"] == f"{_PREFIXES[item_type(item)]}_{item.get('call_id')}")


def _named_as_the_call(item: dict[str, Any]) -> bool:
    """Is it called as the call is (``fc_1`` of ``call_1``)? Then it was made of that, or somebody has made it short."""
    return bool(item["id"].partition("_")[2] == str(item.get("call_id")).removeprefix("call_"))


def reasoning_content_empty(request: Request) -> Iterator[Breach]:
    """A reasoning item is sent back without ``content``."""
    for path, item in request.each():
        if item_type(item) == "reasoning" and item.get("content"):
            yield Breach(
                f"{path}.content", "the reasoning itself is not taken back, its summary and what is encrypted are"
            )


def reasoning_status(request: Request) -> Iterator[Breach]:
    """A reasoning item is sent back without ``status``."""
    for path, item in request.each():
        if item_type(item) == "reasoning" and "status" in item:
            yield Breach(f"{path}.status", "status is for what the API returns")
