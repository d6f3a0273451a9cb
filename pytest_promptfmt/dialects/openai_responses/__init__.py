"""OpenAI Responses.

- `input` is a list of items, or a string that one user says; a message is one kind of item, a call and its output are
  others, each on its own
- system text is `instructions`, or a message of role system or developer anywhere
- a message's content is a string or a list of parts: ``input_*`` for everybody but the assistant, whose parts are
  ``output_text`` and ``refusal``
- images are URLs or data URIs, files URLs or data; both may stand in a call's output
- an item that the API made has an id with its type's prefix; what has none goes without
- reasoning goes back as an item, encrypted, in front of what it led to
- a request may go on from a response or a conversation that the server holds, and an item may be a reference to one
- tools on offer are flat: the name stands beside the type

The rules over items and over content parts are in `items` and `content`, the reader is in `reader`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pytest_promptfmt.dialects.dialect import WEB, Dialect, carrying
from pytest_promptfmt.dialects.openai import tool_calls
from pytest_promptfmt.dialects.openai_responses.content import (
    file_data,
    file_source,
    image_format,
    image_url,
    part_by_role,
)
from pytest_promptfmt.dialects.openai_responses.items import (
    call_has_output,
    call_id_length,
    call_id_unique,
    function_name_pattern,
    item_id_prefix,
    item_id_unique,
    output_has_call,
    parameters_items,
    parameters_object,
    parameters_properties,
    parameters_top_level,
    parameters_valid,
    reasoning_content_empty,
    reasoning_followed,
    reasoning_present,
    reasoning_status,
    strict_parameters,
)
from pytest_promptfmt.dialects.openai_responses.reader import item_type, read
from pytest_promptfmt.dialects.rules import Breach, own
from pytest_promptfmt.dialects.shared_rules import no_unknown_keys
from pytest_promptfmt.payload.request import Envelope, Request, open_payload
from pytest_promptfmt.payload.state import Holds, State, state_in
from pytest_promptfmt.payload.walking import objects

ENVELOPE = Envelope(messages=("input",), system=("instructions",))


def open_input(payload: Any, context: Mapping[str, Any]) -> Request:
    """The `Request`, where `input` may be one user's text; raises `NotAPayload`."""
    if isinstance(payload, dict) and isinstance(payload.get("input"), str):
        messages = [{"role": "user", "content": payload["input"]}]
        request = open_payload(payload | {"input": messages}, ENVELOPE, context)
        return replace(request, paths=(request.where,))
    request = open_payload(payload, ENVELOPE, context)
    references = [path for path, item in request.each() if item_type(item) == "item_reference"]
    if references and state_in(request.context, STATES) is None:
        return replace(request, state=State(references[0], "item", len(references)))
    return request


def one_state(request: Request) -> Iterator[Breach]:
    """A request continues a response or a conversation, not both."""
    if all(request.context.get(key) for key in ("previous_response_id", "conversation")):
        yield Breach("$.previous_response_id", "conversation stands beside it")


STATES: Mapping[str, Holds] = {"previous_response_id": "answer", "conversation": "beginning", "prompt": "system"}
"""A response has whatever led to it, but not the instructions; a conversation may have been given anything."""


def input_nonempty(request: Request) -> Iterator[Breach]:
    """There is at least one item, unless the request continues a response or a conversation, or names a prompt."""
    if any(request.context.get(key) for key in STATES) or request.lifted:
        return  # a list with a system message is none that is empty: the API takes that in the input, too
    if not request.messages or (request.paths == (request.where,) and request.messages[0]["content"] == ""):
        yield Breach(request.where, "the input is empty")


def instructions(request: Request) -> Iterator[Breach]:
    """A leading system message of the bare list stands for ``instructions``."""
    if request.lifted:
        path = request.system_path.rpartition(".")[0]
        yield Breach(f"{path}.role", "the caller may lift this message to instructions; the API takes it here, too")


def tools_flat(request: Request) -> Iterator[Breach]:
    """A tool on offer has a type, and a function has its name beside it, not under ``function``."""
    yield from tool_calls.tools_typed(request)
    for path, tool in objects(request.tools, request.tools_path):
        if tool.get("type") == "function" and "name" not in tool:
            problem = (
                "it stands under 'function', as Chat Completions has it" if "function" in tool else "it is missing"
            )
            yield Breach(f"{path}.name", f"the tool's name: {problem}", {"actual": sorted(map(str, tool))})


RULES = own(
    "openai-responses",
    input_nonempty,
    one_state,
    instructions,
    call_id_length,
    call_id_unique,
    output_has_call,
    call_has_output,
    item_id_prefix,
    item_id_unique,
    function_name_pattern,
    tools_flat,
    parameters_object,
    parameters_top_level,
    parameters_properties,
    parameters_items,
    strict_parameters,
    parameters_valid,
    reasoning_followed,
    reasoning_present,
    reasoning_content_empty,
    reasoning_status,
    part_by_role,
    image_url,
    image_format,
    file_source,
    file_data,
    no_unknown_keys,
)

DIALECT = Dialect(
    id="openai-responses",
    title="OpenAI Responses",
    provider="OpenAI",
    carries=carrying("tool", "thinking", "image", "document"),
    read=read,
    rules=RULES,
    envelope=ENVELOPE,
    opener=open_input,
    system_later=True,
    signed="state",
    states=STATES,
    fetches={"image": WEB, "document": WEB},
)
