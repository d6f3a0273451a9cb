"""Gemini's Interactions API, as it is since May 2026.

- `input` is a list of steps, or a string or contents that one user says; a step has a type and no role: ``user_input``,
  ``model_output``, ``thought``, ``function_call``, ``function_result``, and those of Google's own tools
- system text is ``system_instruction``, a string
- contents are ``text``, ``image``, ``audio``, ``video`` and ``document``; media are bare base64 with their type, or a
  uri, and may stand in a result
- a thought is a step of its own, in front of what it led to: its signature is the state, its summary a text
- a result has the id and the name of its call; it is a string, an object or a list of contents, and may be a failure
- tools on offer are flat: the name stands beside the type
- a request may go on from an interaction that the server holds, and says its instructions and tools anew

The rules over steps and tools are in `steps`, those over media in `media`, the reader is in `reader`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pytest_promptfmt.dialects.dialect import WEBP, Dialect, carrying
from pytest_promptfmt.dialects.gemini_interactions.media import base64_bare, media_uri, mime_type
from pytest_promptfmt.dialects.gemini_interactions.reader import CONTENTS, read
from pytest_promptfmt.dialects.gemini_interactions.steps import (
    call_answered,
    call_position,
    call_thought,
    last_step_user,
    result_has_call,
    result_name,
    step_list,
    thought_signed,
    tool_name,
    tools_flat,
)
from pytest_promptfmt.dialects.rules import Breach, own
from pytest_promptfmt.dialects.shared_rules import no_unknown_keys
from pytest_promptfmt.payload.request import Envelope, Request, open_payload
from pytest_promptfmt.payload.state import Holds

ENVELOPE = Envelope(messages=("input",), system=("system_instruction",))


def open_input(payload: Any, context: Mapping[str, Any]) -> Request:
    """The `Request`, where `input` may be what one user says, be it a text or a content; raises `NotAPayload`."""
    said = payload.get("input") if isinstance(payload, dict) else None
    if isinstance(said, str) or (isinstance(said, dict) and said.get("type") in CONTENTS):
        step = {"type": "text", "text": said} if isinstance(said, str) else said
        request = open_payload(payload | {"input": [step]}, ENVELOPE, context)
        return replace(request, paths=(request.where,))
    return open_payload(payload, ENVELOPE, context)


STATES: Mapping[str, Holds] = {"previous_interaction_id": "answer", "cached_content": "beginning"}


def input_nonempty(request: Request) -> Iterator[Breach]:
    """There is at least one step, unless the request goes on from what the server holds."""
    if request.state is None and (not request.messages or request.messages == [{"type": "text", "text": ""}]):
        yield Breach(request.where, "the input is empty")


def system_instruction(request: Request) -> Iterator[Breach]:
    """A leading system message of the bare list stands for ``system_instruction``."""
    if request.lifted:
        path = request.system_path.rpartition(".")[0]
        yield Breach(f"{path}.role", "the caller must lift this message to system_instruction", note=True)


RULES = own(
    "gemini-interactions",
    input_nonempty,
    system_instruction,
    step_list,
    call_position,
    call_answered,
    result_has_call,
    result_name,
    thought_signed,
    call_thought,
    last_step_user,
    tools_flat,
    tool_name,
    base64_bare,
    mime_type,
    media_uri,
    no_unknown_keys,
)

DIALECT = Dialect(
    id="gemini-interactions",
    title="Gemini Interactions",
    provider="Google",
    carries=carrying("tool", "thinking", "image", "audio", "video", "document"),
    read=read,
    rules=RULES,
    envelope=ENVELOPE,
    opener=open_input,
    error_flag=True,
    signed="state",
    states=STATES,
    media_types=WEBP | {"audio/aiff"},
)
