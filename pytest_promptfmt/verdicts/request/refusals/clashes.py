"""Keys and values of a request that do not go together, and items that its provider does not keep."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pytest_promptfmt.payload.walking import objects
from pytest_promptfmt.verdicts.request.refusals.places import number, places, value_of
from pytest_promptfmt.verdicts.request.refusals.refusal import Broken, Said


def thinking_unstreamed(body: Mapping[str, Any]) -> Iterator[Said]:
    if body.get("enable_thinking") is True and not body.get("stream"):
        yield "$.enable_thinking", "it is to think, and the answer is not streamed"


def without(key: str, other: str) -> Broken:
    """A key stands where another is not true."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if body.get(key) and body.get(other) is not True:
            yield f"$.{key}", f"{other} is not true"

    return broken


def beside(key: str, other: str) -> Broken:
    """Two keys stand side by side."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if body.get(key) is not None and body.get(other) is not None:
            yield f"$.{key}", f"{other} stands beside it"

    return broken


def apart(at: str, other: str, problem: str) -> Broken:
    """One of two parameters is given, not both; what is empty is not."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            if value not in (False, [], {}) and value_of(body, other) not in (None, [], {}):
                yield path, problem

    return broken


def together(at: str, other: str, problem: str) -> Broken:
    """A parameter is given together with another."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, _ in places(body, at):
            if value_of(body, other) in (None, False, [], {}):
                yield path, problem

    return broken


def json_beside_tools(body: Mapping[str, Any]) -> Iterator[Said]:
    if body.get("tools") and value_of(body, "response_format.type") in ("json_object", "json_schema"):
        yield "$.response_format", "an answer in JSON is asked for, beside tools"


def effort_without_thinking(body: Mapping[str, Any]) -> Iterator[Said]:
    """An effort of thinking is asked for, and thinking is turned off."""
    effort = body.get("reasoning_effort")
    if value_of(body, "thinking.type") == "disabled" and isinstance(effort, str) and effort not in ("none", "minimal"):
        yield "$.reasoning_effort", f"thinking is turned off, and {effort} effort is asked for"


def forces(choice: object) -> bool:
    """Has a tool to be called, be it any or the one that is named?"""
    return choice == "required" or isinstance(choice, dict)


def forced_json(body: Mapping[str, Any]) -> Iterator[Said]:
    """A call is wanted, and so is an answer in JSON."""
    if forces(body.get("tool_choice")):
        yield from json_beside_tools(body)


def _speaks(body: Mapping[str, Any]) -> bool:
    return isinstance(body.get("modalities"), list) and "audio" in body["modalities"]


def forced_of_none(body: Mapping[str, Any]) -> Iterator[Said]:
    """A tool is to be called, and none is on offer."""
    if forces(body.get("tool_choice")) and not body.get("tools"):
        yield "$.tool_choice", "no tools are on offer"


def forced_beside_format(body: Mapping[str, Any]) -> Iterator[Said]:
    """A tool has to be called, and the answer is given a form."""
    form = body.get("response_format")
    if forces(body.get("tool_choice")) and isinstance(form, dict) and form.get("type") != "text":
        yield "$.response_format", "a tool has to be called, and the answer is given a form beside it"


def audio_streamed(body: Mapping[str, Any]) -> Iterator[Said]:
    form = value_of(body, "audio.format")
    if body.get("stream") is True and isinstance(form, str) and form != "pcm16":
        yield "$.audio.format", f"{form!r}, and what is streamed is pcm16"


def audio_unstreamed(body: Mapping[str, Any]) -> Iterator[Said]:
    if _speaks(body) and body.get("stream") is not True:
        yield "$.modalities", "speech is asked for, and not streamed"


def greedy(body: Mapping[str, Any]) -> Iterator[Said]:
    if number(body.get("temperature")) == 0 and number(body.get("top_p")) not in (None, 1):
        yield "$.top_p", "with a temperature of 0 it is 1, or left out"


def nameless(body: Mapping[str, Any]) -> Iterator[Said]:
    if body and not body.get("model") and "anthropic_version" not in body:  # a platform's address names it
        yield "$", "model is missing"


def anything(problem: str, path: str = "$") -> Broken:
    """The request itself, be what will in it."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if body:
            yield path, problem

    return broken


def functions_called(body: Mapping[str, Any]) -> Iterator[Said]:
    """What came before tools: a choice of functions that nobody offers, or none in their list."""
    named = value_of(body, "function_call.name")
    if body.get("function_call") is not None and not body.get("functions"):
        yield "$.function_call", "no functions are on offer"
    elif isinstance(named, str) and named not in [each.get("name") for _, each in objects(body.get("functions"), "")]:
        yield "$.function_call.name", f"{named!r} is not among the functions"
    if "functions" in body and not body["functions"]:
        yield "$.functions", f"{json.dumps(body['functions'])}; leave it out where there are none"


def chosen_otherwise(body: Mapping[str, Any]) -> Iterator[Said]:
    """A choice of tools in another API's form."""
    choice, flat = body.get("tool_choice"), "input" in body
    match choice:
        case {"type": "function", "function": _} if flat:
            yield "$.tool_choice.function", "here the name stands beside the type"
        case {"type": "function", "name": _} if not flat:
            yield "$.tool_choice", "here the name stands under function"
        case {"type": "any" | "tool" | "auto" as type_}:
            yield "$.tool_choice.type", f"{type_!r} is another provider's"


# Of the Responses API.


def unkept_items(body: Mapping[str, Any]) -> Iterator[Said]:
    """Of items that are not stored the id alone comes back."""
    for path, item in objects(body.get("input"), "$.input") if body.get("store") is False else ():
        if item.get("type") == "item_reference":
            yield path, "store is false, and the item is only referred to"
        elif item.get("type") == "reasoning" and item.get("id") and not item.get("encrypted_content"):
            yield f"{path}.encrypted_content", "store is false, and of the reasoning only its id comes back"


def repeated_items(body: Mapping[str, Any]) -> Iterator[Said]:
    first: dict[str, str] = {}
    for path, item in objects(body.get("input"), "$.input"):
        if isinstance(id_ := item.get("id"), str) and id_ and first.setdefault(id_, path) != path:
            yield f"{path}.id", f"the item at {first[id_]} has this id"


def items_sent_again(body: Mapping[str, Any]) -> Iterator[Said]:
    """What the API has of a conversation, or of the response before, it also gets."""
    if body.get("conversation") or body.get("previous_response_id"):
        for path, item in objects(body.get("input"), "$.input"):
            if item.get("id") and item.get("type") in ("reasoning", "function_call", "message"):
                yield f"{path}.id", "the API has this item of the conversation"


def unkept_response(body: Mapping[str, Any]) -> Iterator[Said]:
    if body.get("store") is False and body.get("previous_response_id"):
        yield "$.previous_response_id", "store is false: was it false for the response before, nobody has that"


_CIPHER = re.compile(r"[A-Za-z0-9+/_=-]+")


def unreadable_items(body: Mapping[str, Any]) -> Iterator[Said]:
    for path, item in objects(body.get("input"), "$.input"):
        secret = item.get("encrypted_content")
        if isinstance(secret, str) and not _CIPHER.fullmatch(secret):
            yield f"{path}.encrypted_content", "a text, and nothing that the API has encrypted"


def unlogged(body: Mapping[str, Any]) -> Iterator[Said]:
    """More than one probability of each token, and none is asked for."""
    if number(body.get("top_logprobs")) not in (None, 0) and not body.get("logprobs"):
        yield "$.top_logprobs", "logprobs is not true"


def many_of_the_likeliest(body: Mapping[str, Any]) -> Iterator[Said]:
    """Several answers, and each would be the likeliest one."""
    if number(body.get("temperature")) == 0 and (number(body.get("n")) or 1) > 1:
        yield "$.n", "with a temperature of 0 all answers are the same one"


def prompted_in_a_stream(body: Mapping[str, Any]) -> Iterator[Said]:
    if number(body.get("prompt_logprobs")) not in (None, 0) and body.get("stream") is True:
        yield "$.prompt_logprobs", "the answer is streamed"


def fewest_above_most(body: Mapping[str, Any]) -> Iterator[Said]:
    most = number(body.get("max_completion_tokens", body.get("max_tokens")))
    fewest = number(body.get("min_tokens"))
    if most is not None and fewest is not None and fewest > most:
        yield "$.min_tokens", f"{fewest}, and at most {most} are to be written"


def continued_and_begun(body: Mapping[str, Any]) -> Iterator[Said]:
    if body.get("continue_final_message") is True and body.get("add_generation_prompt") is True:
        yield "$.continue_final_message", "the last message is to be continued, and a new one to be begun"


def one_of(*keys: str) -> Broken:
    """At most one of these parameters is given."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        given = [key for key in keys if value_of(body, key) is not None]
        if len(given) > 1:
            yield f"$.{given[1]}", f"{given[0]} stands beside it, and one of {', '.join(keys)} is taken"

    return broken


def empty_texts(at: str) -> Broken:
    """A text, or one of a list of texts, is empty."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        for path, value in places(body, at):
            texts = value if isinstance(value, list) else [value]
            if "" in texts:
                yield path, "one of the texts is empty"

    return broken


def beside_tools(key: str) -> Broken:
    """A key stands beside tools that may be called."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if body.get(key) is not None and body.get("tools") and body.get("tool_choice") != "none":
            yield f"$.{key}", "tools are on offer beside it"

    return broken


def fixed(key: str, value: float) -> Broken:
    """A number is this one, where it is given."""

    def broken(body: Mapping[str, Any]) -> Iterator[Said]:
        if number(body.get(key)) not in (None, value):
            yield f"$.{key}", f"this model takes {value:g} alone"

    return broken
